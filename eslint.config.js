import js from "@eslint/js";

const NODE = ["Buffer", "console", "performance", "process", "setImmediate", "setTimeout"];

export default [
  { ignores: ["controller/web/static/shared/preact.js", ".venv/", ".cache/"] },
  js.configs.recommended,
  {
    languageOptions: { globals: Object.fromEntries(NODE.map((name) => [name, "readonly"])) },
    rules: { "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }] },
  },
  {
    // tsc knows every name there.
    files: ["controller/games/**", "controller/web/**", "tests/**"],
    rules: { "no-undef": "off" },
  },
];
