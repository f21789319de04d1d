/* The page's language: the table's or the browser's, until somebody chooses another on this device. */

import { language } from "/words.js";

/** Languages, each with its own name. */
export const NAMES = { en: "English", de: "Deutsch" };
const A_YEAR_S = 31_536_000;

export const LANGUAGES = Object.keys(NAMES);

/** Return the other languages: code, own name, and a function that chooses it. */
export function otherLanguages() {
  return Object.entries(NAMES)
    .filter(([code]) => code !== language)
    .map(([code, name]) => ({ code, name, take: () => take(code) }));
}

/** Set the cookie that tells the table which language to use.
 * @type {(code: string) => void} */
function take(code) {
  document.cookie = `language=${code}; path=/; max-age=${A_YEAR_S}; samesite=strict`;
  location.reload();
}
