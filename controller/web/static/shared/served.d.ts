/* What the server makes (server/files.py): the table's data and words, and beside a game's page.js those of the game. */

/** CSS colours by name. */
export const palette: Record<string, string>;
/** What one position of a lane measures. */
export const feet: number;
export const language: "en" | "de";
export const words: Record<string, string>;
