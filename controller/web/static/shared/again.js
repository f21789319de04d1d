/* Reloads the page if it could not fetch one of its modules.
 *
 * Otherwise a phone that changes its network at that moment would show an empty page for ever. This is a
 * classic script, so that it runs before any module.
 */

const AGAIN_MS = 2000;

document.addEventListener(
  "error",
  ({ target }) => {
    if (target instanceof HTMLScriptElement) setTimeout(() => location.reload(), AGAIN_MS);
  },
  true,
);
