/* Opens the page's WebSocket before its modules are here: one way there and back less.
 * It is written into the page itself; `connection.js` takes over what has come in. */
{
  const query = new URLSearchParams(location.search);
  const seat = /^\/seat\/(\d+)/.exec(location.pathname)?.[1];

  /** A name for this tab, by which the table knows it again after a gap. */
  const tab = () => {
    const known = sessionStorage.getItem("tab");
    const name = known ?? [...crypto.getRandomValues(new Uint8Array(16))].join("-");
    sessionStorage.setItem("tab", name);
    return name;
  };

  /** With the code that this page was opened with. */
  const path = () => {
    if (seat !== undefined) return `/ws?seat=${seat}&code=${encodeURIComponent(query.get("code") ?? "")}&tab=${tab()}`;
    return query.has("host") ? `/ws?host=${encodeURIComponent(query.get("host"))}` : "/ws";
  };

  const early = { path: path(), waiting: [] };
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  early.socket = new WebSocket(`${scheme}//${location.host}${early.path}`);
  early.socket.binaryType = "arraybuffer";
  for (const kind of ["onmessage", "onclose"]) {
    early.socket[kind] = (event) => early.waiting.push([kind, event]);
  }
  globalThis.early = early;
}
