// A running game: it follows the server's events, and sends what the player does. What the page shows of the game comes from the server's messages alone; what was sent and has not come back is marked as being on its way.
"use strict";
(() => {
  const root = document.getElementById("trade");
  if (!root) return;
  const $ = (id) => document.getElementById(id);
  const { path, me } = root.dataset;
  const bettor = root.dataset.role === "bettor";
  const seconds = Number(root.dataset.seconds), delay = Math.max(0, Number(root.dataset.delay));
  const plural = (n, word) => n + " " + word + (n === 1 ? "" : "s");
  const number = (v) => (Math.round(v * 10) / 10 + 0).toString().replace("-", "−");
  const signed = (v) => (v > 0 ? "+" : "") + number(v);
  const who = (name) => name === me ? "You" : name === "target" ? "Target" : name;
  const kept = (() => { try { return sessionStorage; } catch { return null; } })();
  const keep = (key, value) => { try { if (value) kept.setItem(key, value); else kept.removeItem(key); } catch { /* Then without. */ } };

  // ---- What a screen reader says: news of the conversation in a log, the rest as a status.
  const status = $("status"), said = $("said");
  const say = (text) => { status.textContent = ""; setTimeout(() => { status.textContent = text; }, 50); };
  const tell = (text) => {
    const p = document.createElement("p");
    p.textContent = text;
    said.append(p);
    while (said.childElementCount > 20) said.firstElementChild.remove();
  };

  // ---- The server's clock. A message says what time it was at least when it arrived, so the latest of these is the best guess.
  const real = () => performance.now() / 1000;
  const loaded = Number(root.dataset.now);
  let offset = loaded - real();
  const heard = (t) => { offset = Math.max(offset, t - real()); };
  const now = () => Math.min(seconds, real() + offset);
  const clockText = (left) => Math.floor(left / 60) + ":" + String(Math.floor(left % 60)).padStart(2, "0");

  // ---- The state, as messages make it.
  let seen = 0, ended = false, price = Number(root.dataset.start), current = 0, done = false;
  let holding = { cash: 0, held: 0, kind: "" };
  const points = [{ t: 0, p: price }], answers = [], talk = new Map(), queue = [], sending = [];

  // ---- The conversation.
  const box = $("box"), list = $("talk"), blank = $("blank");
  list.textContent = "";
  const add = (e) => {
    const bottom = box.scrollHeight - box.scrollTop - box.clientHeight < 60;
    list.append(e);
    $("silent").hidden = true;
    if (bottom) box.scrollTop = box.scrollHeight;
  };
  const asked = (m) => {
    const e = blank.content.firstElementChild.cloneNode(true);
    e.dataset.number = m.number;
    e.querySelector(".tag").textContent = who(m.bettor);
    e.querySelector(".words").textContent = m.text;
    const x = { e, wait: e.querySelector(".wait"), bettor: m.bettor, question: m.text, shows: -1, answered: false };
    x.wait.textContent = bettor ? "has not answered yet." : "have not answered yet.";
    talk.set(m.number, x);
    add(e);
    current = m.number;
  };
  const answer = (m) => {
    const x = talk.get(m.number);
    if (!x || x.answered) return;
    x.answered = true;
    x.shows = -1;
    const bottom = box.scrollHeight - box.scrollTop - box.clientHeight < 60;
    const colon = document.createElement("span"), words = document.createElement("span");
    colon.className = "hidden";
    colon.textContent = " answered: ";
    words.className = "words";
    words.dir = "auto";
    words.lang = "";
    words.textContent = m.text;
    x.wait.replaceWith(colon, words);
    if (bottom) box.scrollTop = box.scrollHeight;
  };
  const note = (text) => {
    const e = document.createElement("li");
    e.className = "event-line";
    e.textContent = text;
    add(e);
  };

  // ---- The own queue, which ends with what is on its way.
  const showQueue = () => {
    if (!bettor) return;
    $("queue").hidden = queue.length + sending.length === 0;
    $("waiting").replaceChildren(...[...queue.map((text) => [text, ""]), ...sending.map((s) => [s.text, "sending"])].map(([text, name]) => {
      const e = document.createElement("li");
      e.className = name;
      e.dir = "auto";
      e.lang = "";
      e.textContent = text + (name ? " (on its way)" : "");
      return e;
    }));
  };
  const dropFirst = (array, fits) => {
    const i = array.findIndex(fits);
    if (i >= 0) array.splice(i, 1);
    return i >= 0;
  };

  // ---- The market: prices, holdings, the curve.
  const draw = window.lunaCurve($("curve"));
  const bets = { human: $("bet-human"), computer: $("bet-computer") };
  const blocked = (side) => side === "human" ? price >= 100 : price <= 1;
  const cost = (side) => {
    if (blocked(side)) return "the price is at its limit";
    const ask = side === "human" ? price : 101 - price, bid = side === "human" ? 101 - price - 1 : price - 1;
    return holding.held > 0 && holding.kind !== side ? "sells " + holding.kind + " at " + bid : "buys at " + ask;
  };
  const ifIs = (side) => holding.cash + (holding.kind === side ? 100 * holding.held : 0);
  const heldText = () => holding.held === 0 ? "no securities" : holding.held + " " + holding.kind + (holding.held === 1 ? " security" : " securities");
  let dirty = true, described = 0;
  const paint = () => {
    const t = now();
    const left = clockText(Math.max(0, ended ? 0 : Math.ceil(seconds - t)));
    if ($("clock").textContent !== left) $("clock").textContent = left;
    for (const x of talk.values()) {
      if (x.shows < 0) continue;
      const n = Math.max(1, Math.ceil(x.shows - t)), text = "has answered. You see it in " + plural(n, "second") + ".";
      if (x.wait.textContent !== text) x.wait.textContent = text;
    }
    draw(points, answers, t);
    if (!dirty) return;
    dirty = false;
    $("price").textContent = number(price);
    if (real() - described > 2) {
      described = real();
      $("curve-desc").textContent = "The price of a human security is " + number(price) + " now.";
    }
    if (!bettor) return;
    $("held").textContent = holding.held === 0 ? "none" : holding.held + " " + holding.kind;
    $("if-human").textContent = signed(ifIs("human"));
    $("if-computer").textContent = signed(ifIs("computer"));
    for (const side in bets) {
      bets[side].querySelector(".cost").textContent = cost(side);
      bets[side].setAttribute("aria-disabled", String(blocked(side)));
    }
    $("done-button").textContent = done ? "You are done" : "I am done";
    $("done-button").setAttribute("aria-disabled", String(done));
  };
  setInterval(paint, 100);

  // ---- Messages.
  const handle = (m) => {
    const live = m.t > loaded; // what the page came with is not announced
    heard(m.t);
    dirty = true;
    switch (m.type) {
      case "question":
        asked(m);
        if (m.bettor === me) {
          done = false;
          dropFirst(queue, (q) => q === m.text) || dropFirst(sending, (s) => s.text === m.text);
          showQueue();
        }
        if (live) tell(m.bettor === me ? "Your question is the current one: " + m.text : m.bettor + " asked: " + m.text);
        showTo();
        break;
      case "queued":
        done = false;
        queue.push(m.text);
        dropFirst(sending, (s) => s.text === m.text);
        showQueue();
        break;
      case "answered": {
        const x = talk.get(m.number);
        if (x) x.shows = m.t + delay;
        answers.push(m.t);
        current = 0;
        if (live && x) tell("The target has answered " + x.bettor + ". You see it in " + plural(delay, "second") + ".");
        break;
      }
      case "answer": {
        const x = talk.get(m.number);
        if (x && x.shows < 0) { answers.push(m.t); current = 0; }
        answer(m);
        if (live && bettor) tell("The target answered" + (x ? " “" + x.question + "”" : "") + ": " + m.text);
        showTo();
        break;
      }
      case "price":
        price = m.price;
        points.push({ t: m.t, p: m.price });
        break;
      case "holding":
        holding = m.holding;
        done = false;
        settled();
        break;
      case "done":
        if (m.bettor === me) done = true;
        else { note(m.bettor + " is done betting."); if (live) tell(m.bettor + " is done."); }
        break;
      case "left":
        if (m.who === me) { over(); break; } // in another window
        note(m.who + " has left.");
        if (live) tell(m.who + " has left.");
        break;
      case "end":
        over();
    }
  };
  const over = () => {
    if (ended) return;
    ended = true;
    stream.close();
    keep(path, "");
    keep("luna news", "said");
    location.replace(path);
  };

  // ---- The stream. The browser connects again by itself after most failures, and goes on after the last event it has seen.
  let stream = null, last = real(), timer = 0;
  const line = $("line");
  const lost = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      line.textContent = "The connection is lost. Trying again… What you do now is kept for a few seconds.";
      line.hidden = false;
      say("The connection is lost. Trying again.");
    }, 700);
  };
  const found = () => {
    clearTimeout(timer);
    last = real();
    if (line.hidden) return;
    line.hidden = true;
    say("Connected again.");
  };
  const connect = () => {
    if (stream) stream.close();
    last = real();
    const s = stream = new EventSource(path + "/events?after=" + seen);
    s.addEventListener("open", found);
    s.addEventListener("clock", (e) => { found(); heard(JSON.parse(e.data).t); });
    s.addEventListener("message", (e) => {
      if (s !== stream) return;
      found();
      const n = Number(e.lastEventId);
      if (n <= seen) return; // it came again
      if (n !== seen + 1) { connect(); return; } // something is missing
      seen = n;
      handle(JSON.parse(e.data));
    });
    s.addEventListener("over", () => { if (s === stream) over(); });
    s.addEventListener("error", () => {
      if (s !== stream || ended) return;
      lost();
      if (s.readyState === EventSource.CLOSED) setTimeout(() => { if (s === stream && !ended) check(); }, 1500);
    });
  };
  // The browser has given up, because the answer was no stream: the server may be starting, or the session over.
  const check = async () => {
    try {
      const answer = await fetch("/news?page=" + path, { credentials: "same-origin", cache: "no-store", signal: AbortSignal.timeout(4000) });
      if (answer.ok && (await answer.json()).state === "gone") { location.reload(); return; }
    } catch { /* Then later. */ }
    connect();
  };
  setInterval(() => { if (!ended && real() - last > 14) { lost(); connect(); } }, 1000);
  addEventListener("pageshow", (e) => { if (e.persisted) location.reload(); });
  addEventListener("online", () => { if (!ended) connect(); });

  // ---- Sending. Each action has a key, so that it acts once however often it is sent.
  const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join("");
  const sleep = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });
  const patience = 8000;
  // send returns "" or what is wrong.
  const send = async (what, fields) => {
    const body = new URLSearchParams({ ...fields, key: newKey() }), begun = performance.now();
    let why = "There was no connection, so it was not sent in time.";
    for (let wait = 250; !ended; wait = Math.min(2 * wait, 1500)) {
      try {
        const answer = await fetch(path + "/" + what, {
          method: "POST", body, credentials: "same-origin", headers: { Accept: "application/json" }, signal: AbortSignal.timeout(4000),
        });
        if (answer.ok) return "";
        if (answer.status === 401) return "You are not logged in any more.";
        if (![429, 502, 503, 504].includes(answer.status)) {
          const text = await answer.json().catch(() => ({}));
          return text.error || "The server could not do that (" + answer.status + ").";
        }
        if (answer.status === 429) why = (await answer.json().catch(() => ({}))).error || why;
      } catch { lost(); }
      if (performance.now() - begun > patience) return why;
      await sleep(wait);
    }
    return "";
  };
  let problemTimer = 0;
  const problem = (text) => {
    clearTimeout(problemTimer);
    $("problem").textContent = text;
    problemTimer = setTimeout(() => { $("problem").textContent = ""; }, 7000);
  };

  // ---- Bets: each press is one. A few are on their way at a time, and the others follow.
  const maxFlying = 3, maxWaiting = 40;
  const waiting = [], flying = { human: 0, computer: 0 };
  const onWay = (side) => {
    const n = flying[side] + waiting.filter((s) => s === side).length, button = bets[side];
    let badge = button.querySelector(".on-way");
    if (n === 0) { badge?.remove(); return; }
    if (!badge) {
      badge = document.createElement("span");
      badge.className = "on-way";
      button.append(badge);
    }
    badge.textContent = n;
    badge.setAttribute("aria-label", n + " on the way");
  };
  const pump = async () => {
    if (waiting.length === 0 || flying.human + flying.computer >= maxFlying) return;
    const side = waiting.shift();
    flying[side]++;
    const wrong = await send("bet", { side });
    flying[side]--;
    onWay(side);
    if (wrong) {
      const n = waiting.length;
      waiting.length = 0; // they were made for another price
      onWay("human");
      onWay("computer");
      problem("Bet on " + side + ": " + wrong + (n ? " " + plural(n, "more bet") + " dropped." : ""));
    }
    pump();
  };
  const bet = (side) => {
    if (ended) return;
    if (blocked(side)) { problem("The price is at its limit."); return; }
    if (waiting.length >= maxWaiting) { problem("Too many bets are on their way. Wait a moment."); return; }
    waiting.push(side);
    onWay(side);
    const button = bets[side];
    button.classList.add("hit");
    setTimeout(() => button.classList.remove("hit"), 120);
    pump();
  };
  // What bets come to is said once, when they have settled.
  let settleTimer = 0;
  const purseText = () => "You hold " + heldText() + ". If human, " + signed(ifIs("human")) + "; if computer, " + signed(ifIs("computer")) + ".";
  const settled = () => {
    clearTimeout(settleTimer);
    settleTimer = setTimeout(() => { if (seen > 0 && now() - loaded > 1) say(purseText()); }, 1200);
  };

  // ---- Texts.
  const text = $("text");
  const showTo = () => {
    if (bettor) return;
    const x = talk.get(current);
    $("to").textContent = x ? "to " + x.bettor : "(wait for a question)";
  };
  const write = async () => {
    const words = text.value.trim();
    text.focus();
    if (!words || ended) return;
    if (!bettor && !talk.has(current)) { problem("There is no question to answer now."); return; }
    const item = { text: words };
    if (bettor) { sending.push(item); showQueue(); }
    text.value = "";
    keep(path, "");
    const wrong = bettor ? await send("ask", { text: words }) : await send("answer", { text: words, number: current });
    if (!wrong) return;
    dropFirst(sending, (s) => s === item);
    showQueue();
    problem(wrong);
    if (text.value === "") text.value = words;
  };

  // ---- Buttons and keys. Buttons take clicks before their forms are sent, which they are where scripts are off.
  const onClick = (button, act) => {
    button.addEventListener("click", (e) => { e.preventDefault(); act(); });
    button.addEventListener("keydown", (e) => { if (e.repeat && e.key === "Enter") e.preventDefault(); });
  };
  const form = $(bettor ? "ask" : "answer");
  form.hidden = false;
  onClick(form.querySelector("button"), write);
  text.addEventListener("input", () => keep(path, text.value));
  text.addEventListener("keydown", (e) => { if (e.key === "Escape") { text.blur(); $("main").focus({ preventScroll: true }); } });
  if (kept && kept.getItem(path)) text.value = kept.getItem(path);
  if (bettor) {
    for (const side in bets) onClick(bets[side], () => bet(side));
    let asking = false;
    onClick($("done-button"), async () => {
      if (done || asking) return;
      asking = true;
      const wrong = await send("done", {});
      asking = false;
      if (wrong) problem(wrong);
      else say("You are done. The game ends early when all bettors are.");
    });
  }
  $("keys").hidden = false;
  const useKeys = $("use-keys");
  try { useKeys.checked = localStorage.getItem("luna trade keys") !== "off"; } catch { /* They are on. */ }
  useKeys.addEventListener("change", () => { try { localStorage.setItem("luna trade keys", useKeys.checked ? "on" : "off"); } catch { /* For this page only. */ } });
  const typing = (e) => e.isContentEditable || e.matches("textarea, select, input:not([type=checkbox], [type=radio])");
  document.addEventListener("keydown", (e) => {
    if (!useKeys.checked || e.repeat || e.ctrlKey || e.metaKey || e.altKey || e.isComposing || typing(e.target)) return;
    switch (e.key.toLowerCase()) {
      case "h": if (bettor) bet("human"); break;
      case "c": if (bettor) bet("computer"); break;
      case "p": say("Price " + number(price) + ". " + plural(Math.max(0, Math.ceil(seconds - now())), "second") + " left." + (bettor ? " " + purseText() : "")); break;
      case "q": document.addEventListener("keyup", () => text.focus(), { once: true }); break; // so that the letter does not end up there
      default: return;
    }
    e.preventDefault();
  });

  // ---- Now and then, prices and the clock are said.
  let saidPrice = price, saidLeft = Infinity;
  setInterval(() => {
    if (Math.abs(price - saidPrice) >= 3) { saidPrice = price; tell("Price " + number(price) + "."); }
  }, 12000);
  setInterval(() => {
    const left = seconds - now();
    for (const mark of [30, 10]) {
      if (left <= mark && saidLeft > mark && seconds > mark) tell(mark + " seconds left.");
    }
    saidLeft = left;
  }, 1000);

  showTo();
  paint();
  connect();
  // On a small screen the whole game fits below the menu. A jump: nothing should move under a first press.
  if (innerWidth < 960 && scrollY === 0) scrollTo({ top: root.getBoundingClientRect().top, behavior: "instant" });
})();
