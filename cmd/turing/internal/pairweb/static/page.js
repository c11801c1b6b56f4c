// The page of a person in a contest: shows keys as they come, and sends those that the person
// presses, each once and in order, however bad the network is.
(() => {
  "use strict";
  const body = document.body, view = body.dataset.view, here = body.dataset.here;
  const path = location.pathname.replace(/[^/]*$/, "");
  const $ = (id) => document.getElementById(id);

  // ---- What screen readers say.
  const said = $("said");
  const say = (text) => {
    if (!said || !text) return;
    const p = document.createElement("p");
    p.textContent = text;
    said.append(p);
    while (said.childElementCount > 5) said.firstChild.remove();
  };

  // ---- The connection.
  const line = $("line");
  let lostTimer = 0, stream = null, heard = performance.now(), seen = 0, phase = "";
  const lost = () => {
    clearTimeout(lostTimer);
    if (phase === "done" || body.dataset.last) return; // a program that serves one round ends then
    lostTimer = setTimeout(() => {
      line.textContent = "The connection is lost. Trying again… What you type is kept.";
      line.hidden = false;
    }, 1500);
  };
  const found = () => {
    clearTimeout(lostTimer);
    heard = performance.now();
    line.hidden = true;
  };
  const connect = () => {
    if (stream) stream.close();
    heard = performance.now();
    const s = stream = new EventSource(path + "events?after=" + view + "." + seen);
    s.addEventListener("open", found);
    s.addEventListener("changed", () => { if (s === stream) location.reload(); });
    s.addEventListener("state", (e) => { if (s === stream) { found(); state(JSON.parse(e.data)); } });
    s.addEventListener("keys", (e) => {
      if (s !== stream) return;
      found();
      const runs = JSON.parse(e.data), n = Number(e.lastEventId.split(".")[1]);
      const first = n - runs.reduce((sum, r) => sum + r.text.length, 0);
      if (first !== seen) { connect(); return; } // keys are missing, or came again
      seen = n;
      arrived(runs);
    });
    s.addEventListener("error", () => {
      if (s !== stream) return;
      lost();
      if (s.readyState === EventSource.CLOSED) setTimeout(() => { if (s === stream) connect(); }, 1500);
    });
  };
  setInterval(() => { if (performance.now() - heard > 14000) { lost(); connect(); } }, 1000);
  addEventListener("pageshow", (e) => { if (e.persisted) location.reload(); });
  addEventListener("online", connect);

  // ---- The terminals. Of each end, a pane knows the line that is being typed, as the server has
  // confirmed it; what this page has typed since comes on top of that.
  const mapped = { "‘": "'", "’": "'", "‚": "'", "“": '"', "”": '"', "„": '"', "–": "-", "—": "-", "…": "...", "\u00a0": " ", "\r": "" };
  const typeable = /^[\x20-\x7e\t\n]*$/;
  const clean = (text) => Array.from(text, (c) => mapped[c] ?? c).join("");
  const edit = (open, key) => key === "\b" ? open.slice(0, -1) : open + key;
  const there = here === "judge" ? "other" : "judge";
  const maxLines = 2000, maxOpen = 4000;
  const panes = Array.from(document.querySelectorAll(".pane"), (root) => ({
    root, side: root.dataset.side, name: root.dataset.name,
    talk: root.querySelector(".talk"), lines: root.querySelector(".lines"), unsent: root.querySelector(".unsent"),
    live: root.querySelector(".live"), box: root.querySelector("textarea"), hint: root.querySelector(".hint"),
    open: { judge: "", other: "" }, fresh: [], composing: false,
    end: true, // the end of the talk is in sight, and stays so
  }));
  const bySide = Object.fromEntries(panes.map((p) => [p.side, p]));

  const item = (p, by, text) => {
    const li = document.createElement("li"), who = document.createElement("b");
    li.className = by === here ? "mine" : "theirs";
    who.textContent = by === here ? "You" : p.name;
    li.append(who, " ", document.createTextNode(text)); // the last node is the text, also if empty
    return li;
  };
  let loaded = false; // the keys from before this page are shown
  const apply = (p, by, key) => {
    if (key === "\b" && !p.open[by]) { p.open[by] = reopen(p, by); return; }
    if (key !== "\n") { p.open[by] = edit(p.open[by], key); return; }
    p.fresh.push(item(p, by, p.open[by]));
    if (by !== here && loaded) say(p.name + ": " + p.open[by]);
    p.open[by] = "";
  };
  // reopen takes the last line of an end back, as BackSpace does after a Return.
  const reopen = (p, by) => {
    const of = by === here ? "mine" : "theirs", is = (li) => li.className === of;
    const i = p.fresh.findLastIndex(is);
    const li = i >= 0 ? p.fresh.splice(i, 1)[0] : Array.from(p.lines.children).findLast(is);
    if (!li) return "";
    li.remove();
    return li.lastChild.textContent;
  };

  let drawing = false;
  const draw = () => {
    if (drawing) return;
    drawing = true;
    requestAnimationFrame(() => { drawing = false; panes.forEach(drawPane); });
  };
  const drawPane = (p) => {
    if (p.fresh.length > maxLines) p.fresh.splice(0, p.fresh.length - maxLines);
    p.lines.append(...p.fresh);
    p.fresh = [];
    while (p.lines.childElementCount > maxLines) p.lines.firstChild.remove();
    const { ended } = own(p);
    p.unsent.replaceChildren(...ended.map((text) => item(p, here, text)));
    const live = p.open[there];
    p.live.replaceChildren();
    if (live) p.live.append(item(p, there, live.slice(-maxOpen)));
    follow(p);
  };
  const follow = (p) => { if (p.end) p.talk.scrollTop = p.talk.scrollHeight; };
  for (const p of panes) {
    let last = 0; // the person leaves the end by scrolling up only, not when the talk becomes smaller
    p.talk.addEventListener("scroll", () => {
      const t = p.talk, near = t.scrollHeight - t.clientHeight - t.scrollTop < 30;
      if (near || t.scrollTop < last) p.end = near;
      last = t.scrollTop;
    });
    new ResizeObserver(() => follow(p)).observe(p.talk);
  }

  // ---- Typing. The field is compared with what was sent of the line, so that a correction in the
  // middle, an input method or a paste become BackSpaces and characters.
  const client = crypto.getRandomValues(new Uint32Array(1))[0] || 1;
  let pending = []; // keys that the server has not shown yet, as {side, key, count}
  let typed = 0, taken = 0, sending = false, mayType = false;
  const maxPending = 5000;

  // own is what this person has typed at a pane since the last confirmed line.
  const own = (p) => {
    const ended = [];
    let open = p.open[here];
    for (const k of pending) {
      if (k.side !== p.side) continue;
      if (k.key === "\n") { ended.push(open); open = ""; } else open = edit(open, k.key);
    }
    return { ended, open };
  };
  const hints = new Map();
  const hint = (p, text) => {
    clearTimeout(hints.get(p));
    p.hint.textContent = text;
    hints.set(p, setTimeout(() => { p.hint.textContent = ""; }, 6000));
  };
  const press = (p, keys) => {
    if (pending.length + keys.length > maxPending) { hint(p, "That is too much at once."); return; }
    for (const key of keys) pending.push({ side: p.side, key, count: ++typed });
    if (keys.length) { send(); draw(); }
  };
  const change = (p, open, wanted) => {
    let same = 0;
    while (same < open.length && same < wanted.length && open[same] === wanted[same]) same++;
    press(p, ["\b".repeat(open.length - same), wanted.slice(same)].join("").split(""));
  };
  const take = (p) => {
    if (!mayType) { reset(p); return; }
    const raw = p.box.value;
    let text = clean(raw);
    if (!typeable.test(text)) {
      if (p.composing) return; // an input method has not decided yet
      const odd = Array.from(text).find((c) => !typeable.test(c));
      hint(p, "There is no key for “" + odd + "”: type plain letters, digits and signs.");
      text = Array.from(text).filter((c) => typeable.test(c)).join("");
    }
    const parts = text.split("\n"), last = parts.pop();
    for (const part of parts) { change(p, own(p).open, part); press(p, ["\n"]); }
    change(p, own(p).open, last);
    if (!p.composing) reset(p);
  };
  // reset shows what was typed of the line.
  const reset = (p) => {
    const { open } = own(p);
    if (p.box.value === open) return;
    const at = p.box.selectionStart;
    p.box.value = open;
    if (document.activeElement === p.box) p.box.setSelectionRange(Math.min(at, open.length), Math.min(at, open.length));
  };
  const enter = (p) => {
    if (!mayType) return;
    p.composing = false;
    take(p);
    press(p, ["\n"]);
    reset(p);
  };
  for (const p of panes) {
    p.box.addEventListener("compositionstart", () => { p.composing = true; });
    p.box.addEventListener("compositionend", () => { p.composing = false; take(p); });
    p.box.addEventListener("input", () => take(p));
    p.box.addEventListener("keydown", (e) => {
      if (e.key !== "PageUp" && e.key !== "PageDown") return;
      p.talk.scrollTop += (e.key === "PageUp" ? -0.8 : 0.8) * p.talk.clientHeight;
      e.preventDefault();
    });
    p.box.addEventListener("beforeinput", (e) => { // Enter, wherever it is in the line
      if (e.inputType !== "insertLineBreak" && e.inputType !== "insertParagraph") return;
      e.preventDefault();
      enter(p);
    });
    p.box.addEventListener("focus", () => panes.forEach((q) => q.root.classList.toggle("active", q === p)));
  }

  const sleep = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });
  const post = async (what, data) => {
    const answer = await fetch(path + what, {
      method: "POST", headers: { "Content-Type": "application/json" }, cache: "no-store",
      body: JSON.stringify({ view, ...data }), signal: AbortSignal.timeout(5000),
    });
    const text = await answer.json().catch(() => ({}));
    return { status: answer.status, ...text };
  };
  const send = async () => {
    if (sending) return;
    sending = true;
    for (let wait = 100; ; ) {
      const rest = pending.filter((k) => k.count > taken).slice(0, 2000);
      if (!rest.length) break;
      const after = taken, keys = [];
      for (const k of rest) {
        if (keys.length && keys.at(-1).side === k.side) keys.at(-1).text += k.key;
        else keys.push({ side: k.side, text: k.key });
      }
      try {
        const answer = await post("keys", { client, after, keys });
        if (answer.status === 200) {
          if (answer.accepted < after) { location.reload(); return; } // the server has forgotten this page
          taken = Math.max(taken, answer.accepted);
          wait = 100;
          continue;
        }
        if (answer.status === 409) { location.reload(); return; }
        if (answer.status < 500) { // such as that the time is over: what was not taken is not typed
          pending = pending.filter((k) => k.count <= taken);
          typed = taken;
          panes.forEach(reset);
          if (panes[0]) hint(bySide[rest[0].side], "Not sent: " + (answer.message || "the server refused it") + ".");
          draw();
          continue;
        }
      } catch { lost(); }
      await sleep(wait);
      wait = Math.min(2 * wait, 2000);
    }
    sending = false;
  };

  // ---- News from the server.
  const arrived = (runs) => {
    for (const r of runs) {
      const p = bySide[r.side];
      for (const key of r.text) apply(p, r.by, key);
      if (r.client !== client) continue;
      taken = Math.max(taken, r.count);
      pending = pending.filter((k) => k.count > r.count);
    }
    for (const p of panes) if (!p.composing) reset(p);
    draw();
  };
  const clock = $("clock"), news = $("news"), verdict = $("verdict");
  let ends = 0, span = 0, warned = Infinity, paused = false, extra = 0;
  const tell = (text, urgent) => {
    news.textContent = text;
    news.hidden = !text;
    news.className = urgent ? "warning" : "told";
    say(text);
  };
  const state = (x) => {
    const remains = x.remains / 1e6; // of nanoseconds
    if (!x.phase) return; // a message, which has no state
    const before = phase, could = mayType, stood = paused;
    phase = x.phase;
    mayType = x.may_type;
    body.classList.toggle("over", phase === "asking" || phase === "done");
    span = remains;
    paused = Boolean(x.paused);
    ends = performance.now() + remains;
    for (const p of panes) {
      p.box.readOnly = !mayType;
      p.root.classList.toggle("shut", !mayType);
      reset(p);
    }
    const wait = "The judge begins. You can type after the judge's first key.";
    if (paused && !stood) tell("The organiser has paused the round. The clock stands still.", true);
    else if (paused) ; // it was told
    else if (loaded && phase === "talking" && x.extra > extra) {
      tell("The organiser has extended the time.");
      setTimeout(() => { if (phase === "talking" && !paused) tell(""); }, 8000);
      warned = Infinity;
    } else if (phase === "talking" && !mayType) tell(wait);
    else if (phase === "talking" && !before && here === "judge" && !seen) {
      tell("You begin.");
      setTimeout(() => { if (news.textContent === "You begin.") tell(""); }, 8000);
    } else if (phase === "talking" && (!before || !could)) tell("");
    extra = x.extra || 0;
    if (mayType && !could && panes.length && (document.activeElement === body || !document.activeElement)) panes[0].box.focus();
    if (phase === "asking" && before !== "asking") {
      tell("The time is over.", true);
      ask();
    }
    if (phase === "done") {
      if (verdict) verdict.hidden = true;
      if ($("given")) $("given").hidden = !x.verdict;
      const v = x.verdict;
      tell(!v ? "The time is over. Thank you." : "Your verdict is in: " + inWords({ human: v.Human, is: v.Is, left: v.Left, right: v.Right }) + ". Thank you.");
    }
    loaded = true; // the server sends the keys so far before the first state
    tick();
  };
  const tick = () => {
    if (!clock) return;
    if (phase !== "talking") { clock.textContent = phase && "Time is over"; return; }
    const left = Math.max(0, Math.ceil((paused ? span : ends - performance.now()) / 1000));
    clock.textContent = Math.floor(left / 60) + ":" + String(left % 60).padStart(2, "0");
    clock.classList.toggle("short", left <= 60);
    if (paused) return;
    for (const at of [300, 60]) {
      if (left <= at && left > at - 10 && warned > at) {
        warned = at;
        tell(at === 60 ? "One minute left." : "Five minutes left.", at === 60);
        setTimeout(() => { if (phase === "talking") tell(""); }, 8000);
      }
    }
  };
  setInterval(tick, 250);

  // ---- The verdict. What the judge is just typing to somebody must not land in it: the form opens
  // when no key was pressed for a while, and what was chosen is confirmed.
  const quiet = 1500;
  let pressed = 0;
  for (const kind of ["keydown", "keyup"]) addEventListener(kind, () => { pressed = performance.now(); }, true);
  const inWords = (v) => (v.is ? "they are a " + v.is : v.human ? "the human is at the " + v.human
    : v.left + " points for the left, " + v.right + " for the right") + (v.confidence >= 0 ? ", " + v.confidence + " of 100 sure" : "");
  const ask = () => {
    if (!verdict) return;
    pressed = performance.now();
    verdict.hidden = false;
    verdict.focus(); // no field of it
    verdict.scrollIntoView({ block: "nearest" });
    open();
  };
  const open = () => {
    const left = quiet - (performance.now() - pressed);
    if (left > 0) { setTimeout(open, left); return; }
    $("ballot").disabled = false;
    $("quiet").hidden = true;
  };
  if (verdict) {
    const form = verdict.querySelector("form"), wrong = $("wrong");
    const { left, right, confidence, reason } = form.elements;
    const whole = (e) => /^\d+$/.test(e.value.trim()) && Number(e.value) <= 100 ? Number(e.value) : -1;
    const other = (a, b) => a.addEventListener("input", () => { wrong.textContent = ""; b.value = whole(a) < 0 ? "" : String(100 - whole(a)); });
    if (left) { other(left, right); other(right, left); }
    form.addEventListener("change", () => { wrong.textContent = ""; });
    let data = {};
    const confirm = (shown) => {
      form.hidden = shown;
      $("confirm").hidden = !shown;
      if (!shown) return;
      const words = inWords(data);
      $("chosen").textContent = words[0].toUpperCase() + words.slice(1) + ".";
      $("yes").disabled = true; // a second Enter or click is no answer
      setTimeout(() => { $("yes").disabled = false; }, 500);
      $("confirm").focus();
    };
    $("no").addEventListener("click", () => confirm(false));
    form.addEventListener("submit", (e) => {
      e.preventDefault();
      data = {};
      if (left) {
        data.left = whole(left);
        data.right = whole(right);
        if (data.left < 0 || data.right < 0 || data.left + data.right !== 100) { wrong.textContent = "Give two whole numbers that make 100 together."; left.focus(); return; }
        if (data.left === data.right) { wrong.textContent = "There are no ties: one of them gets at least 51 points."; left.focus(); return; }
      } else {
        const name = form.elements.is ? "is" : "human";
        data[name] = form.elements[name].value;
        if (!data[name]) { wrong.textContent = "Choose one of the two."; form.querySelector("input").focus(); return; }
      }
      if (confidence) {
        data.confidence = whole(confidence);
        if (data.confidence < 0) { wrong.textContent = "Say how sure you are, by a whole number from 0 to 100."; confidence.focus(); return; }
      }
      if (reason) data.reason = reason.value.trim();
      wrong.textContent = "";
      confirm(true);
    });
    $("yes").addEventListener("click", async () => {
      $("yes").disabled = true;
      for (let wait = 250; ; wait = Math.min(2 * wait, 2000)) {
        try {
          const answer = await post("verdict", data);
          if (answer.status === 200) { state(answer); break; }
          if (answer.status < 500) { wrong.textContent = "Not taken: " + (answer.message || answer.status) + "."; confirm(false); break; }
        } catch { lost(); }
        await sleep(wait);
      }
    });
  }

  connect();
})();
