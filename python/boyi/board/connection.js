// The page's way to the server of boyi play: what the widget's model is to boyi.view, over a WebSocket.

const PAUSE = 1000; // milliseconds before the page asks for the server again

export function connect() {
  const address = new URL("socket", document.baseURI);
  address.protocol = "ws:";
  const state = {};
  const listeners = {};
  let socket;

  function set(name, value) {
    state[name] = value;
    (listeners[`change:${name}`] || []).forEach((call) => call());
  }

  function open() {
    socket = new WebSocket(address);
    socket.addEventListener("open", () => set("_online", true));
    socket.addEventListener("message", (event) => {
      const told = Object.entries(JSON.parse(event.data));
      // Other parts are in the words that come with them, so words are there first.
      told.sort(([name]) => (name === "words" ? -1 : 0));
      for (const [name, value] of told) set(`_${name}`, value);
    });
    socket.addEventListener("close", () => {
      set("_online", false);
      setTimeout(open, PAUSE);
    });
  }

  open();
  return {
    get: (name) => state[name],
    on: (event, call) => (listeners[event] = [...(listeners[event] || []), call]),
    off: (event, call) => (listeners[event] = (listeners[event] || []).filter((other) => other !== call)),
    send: (message) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message)),
  };
}
