/* Loads the page again if one of its modules could not be fetched.
 *
 * A phone that changes its network at that moment would show an empty page for ever. This is
 * no module, so that it is there before any of them.
 */

const AGAIN_MS = 2000;

document.addEventListener(
  "error",
  ({ target }) => {
    if (target instanceof HTMLScriptElement) setTimeout(() => location.reload(), AGAIN_MS);
  },
  true,
);
