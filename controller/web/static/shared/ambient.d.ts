/* A game's words, which the server generates beside its page.js. */

declare module "*/words.js" {
  export const words: Record<string, string>;
}
