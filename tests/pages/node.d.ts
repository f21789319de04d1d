/* The part of Node that the checks of the pages' scripts use. */

declare module "node:assert/strict" {
  interface Assert {
    (value: unknown, message?: string): asserts value;
    deepEqual(actual: unknown, expected: unknown, message?: string): void;
    doesNotMatch(text: string, pattern: RegExp): void;
    equal(actual: unknown, expected: unknown, message?: string): void;
    match(text: string, pattern: RegExp): void;
  }
  const assert: Assert;
  export default assert;
}

declare module "node:fs" {
  export function readFileSync(path: string, encoding: "utf8"): string;
  export function writeFileSync(path: string, text: string): void;
}

declare module "node:module" {
  export function register(specifier: string): void;
}

declare module "node:url" {
  export function pathToFileURL(path: string): URL;
}

declare module "node:test" {
  interface Context {
    mock: { method(of: object, name: string, instead: () => void): void };
  }
  export function test(name: string, check: (context: Context) => unknown): void;
}

declare const process: {
  argv: string[];
  exit(code: number): never;
  stdout: { write(text: string, done: () => void): void };
};
