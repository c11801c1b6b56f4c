// Shows players who wait how many others do, and opens their game.
"use strict";
(() => {
  const box = document.getElementById("waiting");
  if (!box) return;
  const news = document.getElementById("news"), status = document.getElementById("status");
  let said = "", last = null, heard = Date.now();
  const words = (s) => {
    if (Date.now() - heard > 20000) return "The connection is lost. Trying again…";
    const starts = s.starts - Math.floor((Date.now() - heard) / 1000);
    if (s.starts >= 0 && starts > 0) return "A game starts in at most " + starts + (starts === 1 ? " second." : " seconds.");
    if (s.targets === 0) return "Nobody offers to be the target yet. A game starts soon after somebody does.";
    if (s.bettors === 0) return "No bettor is waiting yet. A game starts soon after somebody joins.";
    return "A game starts soon.";
  };
  const show = (s) => {
    if (s.game) {
      try { sessionStorage.setItem("luna news", "said"); } catch { /* Then it is not announced. */ }
      location.assign(s.game);
      return;
    }
    if (!s.waiting) { location.reload(); return; }
    last = s;
    heard = Date.now();
    news.textContent = words(s);
    document.getElementById("n-bettors").textContent = s.bettors;
    document.getElementById("n-targets").textContent = s.targets;
    const text = "Waiting: " + s.bettors + (s.bettors === 1 ? " bettor, " : " bettors, ") + s.targets + " to be the target.";
    if (said && said !== text) status.textContent = text;
    said = text;
  };
  document.addEventListener("luna:news", (e) => { if (e.detail.state.startsWith("{")) show(JSON.parse(e.detail.state)); });
  setInterval(() => { if (last) news.textContent = words(last); }, 1000);
})();
