/* Opens the page's WebSocket before its modules have loaded, which saves a round trip. It
 * is inline in the page; `connection.js` takes the socket and its messages over. */
{
  const query = new URLSearchParams(location.search);
  const seat = /^\/seat\/(\d+)/.exec(location.pathname)?.[1];

  /** Return a name for this tab, so that the table recognises it after a reconnection. */
  const tab = () => {
    const made = [...crypto.getRandomValues(new Uint8Array(16))].join("-");
    try {
      const name = sessionStorage.getItem("tab") ?? made;
      sessionStorage.setItem("tab", name);
      return name;
    } catch {
      return made;
    }
  };

  /** Return the WebSocket's path, with the code of this page. */
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
