// Shows players who wait how many others do, and opens their game.
"use strict";
(() => {
  const box = document.getElementById("waiting");
  if (!box) return;
  const news = document.getElementById("news"), status = document.getElementById("status");
  let failed = 0, said = "";
  const words = (s) => {
    if (s.starts >= 0) return "A game starts in at most " + s.starts + (s.starts === 1 ? " second." : " seconds.");
    if (s.targets === 0) return "Nobody offers to be the target yet. A game starts soon after somebody does.";
    if (s.bettors === 0) return "No bettor is waiting yet. A game starts soon after somebody joins.";
    return "A game starts soon.";
  };
  const show = (s) => {
    if (s.game || !s.waiting) {
      stream.close();
      if (!s.game) { location.reload(); return; }
      try { sessionStorage.setItem("luna news", "1"); } catch { /* Then it is not announced. */ }
      location.assign(s.game);
      return;
    }
    news.textContent = words(s);
    document.getElementById("n-bettors").textContent = s.bettors;
    document.getElementById("n-targets").textContent = s.targets;
    const text = "Waiting: " + s.bettors + (s.bettors === 1 ? " bettor, " : " bettors, ") + s.targets + " to be the target.";
    if (said && said !== text) status.textContent = text;
    said = text;
  };
  // The server's messages come at once, also where a browser slows down the timers of a page that nobody sees.
  let stream = null;
  const connect = () => {
    stream = new EventSource("/trade/events");
    stream.addEventListener("message", (e) => { failed = 0; show(JSON.parse(e.data)); });
    stream.addEventListener("error", () => {
      if (++failed === 3) news.textContent = status.textContent = "The connection is lost. Trying again…";
      if (stream.readyState === EventSource.CLOSED) setTimeout(failed > 10 ? () => location.reload() : connect, 1500); // no stream: the server may be starting
    });
  };
  connect();
})();
