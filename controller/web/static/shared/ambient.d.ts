/* A game's words, which the server makes beside its page.js. */

declare module "*/words.js" {
  export const words: Record<string, string>;
}
