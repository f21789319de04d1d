/* Modules that the server generates (server/files.py): the table's data and words, and each game's, beside page.js. */

/** CSS colours by name. */
export const palette: Record<string, string>;
/** The length of one lane position. */
export const feet: number;
export const language: "en" | "de";
export const words: Record<string, string>;
