/* The language of this page: the table's or the browser's, until somebody chooses another on this device. */

import { language } from "/words.js";

/** Each by its name in itself. */
export const NAMES = { en: "English", de: "Deutsch" };
const A_YEAR_S = 31_536_000;

export const LANGUAGES = Object.keys(NAMES);

/** The other languages: each with its name in itself, and what takes it. */
export function otherLanguages() {
  return Object.entries(NAMES)
    .filter(([code]) => code !== language)
    .map(([code, name]) => ({ code, name, take: () => take(code) }));
}

/** The table sends pages in the language of this cookie. */
function take(code) {
  document.cookie = `language=${code}; path=/; max-age=${A_YEAR_S}; samesite=strict`;
  location.reload();
}
