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
  const ask = async () => {
    try {
      const answer = await fetch("/trade/state", { credentials: "same-origin", cache: "no-store", signal: AbortSignal.timeout(5000) });
      if (answer.status === 401) { location.reload(); return; }
      if (!answer.ok) throw new Error();
      const s = await answer.json();
      failed = 0;
      if (s.game) {
        try { sessionStorage.setItem("luna news", "1"); } catch { /* Then it is not announced. */ }
        location.assign(s.game);
        return;
      }
      if (!s.waiting) { location.reload(); return; }
      news.textContent = words(s);
      document.getElementById("n-bettors").textContent = s.bettors;
      document.getElementById("n-targets").textContent = s.targets;
      const text = "Waiting: " + s.bettors + (s.bettors === 1 ? " bettor, " : " bettors, ") + s.targets + " to be the target.";
      if (said && said !== text) status.textContent = text;
      said = text;
    } catch {
      if (++failed === 3) news.textContent = status.textContent = "The connection is lost. Trying again…";
    }
    setTimeout(ask, 1000);
  };
  setTimeout(ask, 1000);
})();
