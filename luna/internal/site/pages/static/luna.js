// What pages do beyond what they can do without a script: counters, drafts, sliders, old questions, and news without reloading by hand.
"use strict";
(() => {
  const status = document.getElementById("status");
  const say = (text) => { if (status) status.textContent = text; };
  const make = (tag, fields) => Object.assign(document.createElement(tag), fields);

  // ---- Notes from one page to the next, where the browser allows to keep any.
  const note = (key, value) => { try { sessionStorage.setItem(key, value); } catch { /* Then without. */ } };
  const noted = (key) => {
    try {
      const value = sessionStorage.getItem(key);
      sessionStorage.removeItem(key);
      return value;
    } catch { return null; }
  };

  // ---- Counters, in code points, as the server counts them.
  const count = (area) => {
    const max = Number(area.dataset.max);
    const n = Array.from(area.value).length;
    const line = document.getElementById(area.id + "-count");
    line.textContent = n.toLocaleString("en") + " of at most " + max.toLocaleString("en") + " characters" + (n > max ? ": " + (n - max).toLocaleString("en") + " too many" : "");
    const over = n > max;
    if (over && !line.classList.contains("over")) say("The text is too long.");
    line.classList.toggle("over", over);
    line.hidden = n <= max * 0.9; // a limit that is far away is noise
  };
  const areas = Array.from(document.querySelectorAll("textarea[data-max]"));
  for (const area of areas) {
    area.addEventListener("input", () => count(area));
    count(area);
  }

  // ---- Sliders beside numbers. While a number is blank, its slider has no thumb, since any place would suggest a number.
  const sliders = [];
  for (const number of document.querySelectorAll("input[data-slider]")) {
    const slider = make("input", { type: "range", min: "0", max: "100", step: "1" });
    const hint = make("span", { className: "hint" }), ends = make("div", { className: "ends" });
    slider.setAttribute("aria-label", number.dataset.slider + ", as a slider");
    // One of many sliders asks its question below itself, so that the page stays short.
    const label = number.closest(".scored") && number.labels[0], ask = label ? "How smart? " : "";
    if (label) label.className = "hidden";
    ends.setAttribute("aria-hidden", "true");
    ends.append(make("span", { textContent: "0" }), hint, make("span", { textContent: "100" }));
    const show = () => {
      const unset = number.value === "";
      slider.classList.toggle("unset", unset);
      slider.value = unset ? "0" : number.value;
      hint.textContent = unset ? ask + "Tap or slide" : ask;
      slider.setAttribute("aria-valuetext", unset ? "not set" : number.value);
    };
    const set = () => {
      number.value = slider.value;
      number.dispatchEvent(new Event("input", { bubbles: true }));
    };
    slider.addEventListener("input", set);
    slider.addEventListener("click", () => { if (number.value === "") set(); }); // at 0, where the hidden thumb is
    // The first key puts the thumb at the end from which the key leads on.
    slider.addEventListener("keydown", (e) => {
      const up = ["ArrowUp", "ArrowRight", "PageUp", "Home"].includes(e.key);
      if (number.value !== "" || !(up || ["ArrowDown", "ArrowLeft", "PageDown", "End"].includes(e.key))) return;
      e.preventDefault();
      slider.value = up ? "0" : "100";
      set();
    });
    number.addEventListener("input", show);
    number.addEventListener("focus", () => number.select()); // typing replaces what is there
    number.after(slider, ends);
    sliders.push({ number, show });
    show();
  }

  // ---- The guess that the scores suggest, until the player makes their own.
  const guess = document.getElementById("guess"), button = document.querySelector("button[name=suggest]");
  if (guess && button) {
    const scores = Array.from(document.querySelectorAll("input[name^=s][data-slider]"));
    const hint = document.getElementById("suggestion");
    let own = guess.value !== "", suggested = "";
    const suggest = () => {
      const given = scores.map((s) => s.value).filter((v) => v !== "").map(Number).filter((v) => v >= 0 && v <= 100);
      button.hidden = given.length === 0 || !own;
      if (given.length === 0) {
        hint.textContent = "If you score the responses, the mean of your scores is suggested here.";
        return;
      }
      suggested = String(Math.round(given.reduce((a, b) => a + b, 0) / given.length));
      hint.textContent = "The mean of your scores is " + suggested + ".";
      if (!own) put();
    };
    const put = () => {
      guess.value = suggested;
      for (const s of sliders) if (s.number === guess) s.show();
    };
    for (const s of scores) {
      s.addEventListener("input", suggest);
      s.addEventListener("change", () => { if (suggested) say("The mean of your scores is " + suggested + "."); });
    }
    guess.addEventListener("input", () => { own = true; suggest(); }); // also if it is cleared, to type another
    button.addEventListener("click", (e) => { e.preventDefault(); own = false; put(); suggest(); guess.focus(); });
    suggest();
    document.addEventListener("luna:restored", () => { own = guess.value !== ""; suggest(); });
  }

  // ---- Old questions go to the first text that is blank.
  for (const button of document.querySelectorAll("ul.old button, button[value=last]")) {
    button.addEventListener("click", (e) => {
      e.preventDefault();
      const list = button.value === "last"
        ? Array.from(document.querySelectorAll("ul.old blockquote")).slice(0, 5)
        : [button.closest("li").querySelector("blockquote")];
      let last = null;
      for (const q of list) {
        const area = areas.find((a) => a.value.trim() === "");
        if (!area) break;
        area.value = q.textContent;
        area.dispatchEvent(new Event("input", { bubbles: true }));
        last = area;
      }
      say(last ? "The text is now in the field " + last.labels[0].textContent.trim() + "." : "None of the five fields is blank.");
    });
  }

  // ---- Drafts: what is typed outlives a reload, in this browser only, until it is sent, or for a week.
  const prefix = "luna draft ", week = 7 * 24 * 3600 * 1000;
  const store = (() => { try { localStorage.getItem(prefix); return localStorage; } catch { return null; } })();
  const all = () => Object.keys(store).filter((k) => k.startsWith(prefix));
  if (store) {
    for (const key of all()) {
      try {
        if (Date.now() - JSON.parse(store.getItem(key)).at > week) store.removeItem(key);
      } catch { store.removeItem(key); }
    }
    const form = document.querySelector("form[data-draft]");
    // What was sent is no draft any more once the game has gone on; a page of an error keeps it.
    if (!["error", "login"].includes(document.body.dataset.page)) {
      const sent = noted("luna sent");
      if (sent && !(form && prefix + form.dataset.draft === sent)) store.removeItem(sent);
    }
    if (form) {
      const key = prefix + form.dataset.draft;
      const fields = Array.from(form.querySelectorAll("textarea, input[data-slider]"));
      let timer = 0;
      const save = () => {
        clearTimeout(timer);
        const values = Object.fromEntries(fields.filter((f) => f.value !== "").map((f) => [f.name, f.value]));
        try {
          if (Object.keys(values).length === 0) store.removeItem(key);
          else store.setItem(key, JSON.stringify({ at: Date.now(), values }));
        } catch { /* It is full, and the page goes on without. */ }
      };
      form.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(save, 300); });
      addEventListener("pagehide", save);
      try {
        const draft = JSON.parse(store.getItem(key) || "null");
        if (draft && fields.every((f) => f.value === "")) {
          for (const f of fields) {
            if (typeof draft.values[f.name] !== "string") continue;
            f.value = draft.values[f.name];
            if (f.tagName === "TEXTAREA") count(f);
          }
          for (const s of sliders) s.show();
          document.dispatchEvent(new Event("luna:restored"));
          say("Your earlier text was restored.");
        }
      } catch { store.removeItem(key); }
      form.addEventListener("submit", () => { save(); note("luna sent", key); });
    }
    for (const f of document.querySelectorAll("form[data-leave]")) {
      f.addEventListener("submit", () => { for (const key of all()) store.removeItem(key); });
    }
  }

  // ---- A form is sent once.
  let sent = -1e9; // when a form was: its answer is the next page
  for (const form of document.querySelectorAll("form")) {
    let busy = false;
    form.addEventListener("submit", (e) => {
      if (busy) { e.preventDefault(); return; }
      busy = true;
      sent = performance.now();
      for (const b of form.querySelectorAll("button")) b.setAttribute("aria-disabled", "true");
    });
    addEventListener("pageshow", () => {
      busy = false;
      sent = -1e9;
      for (const b of form.querySelectorAll("button")) b.removeAttribute("aria-disabled");
    });
  }

  // ---- The first problem of a refused form gets the focus.
  const wrong = document.querySelector("[aria-invalid=true]");
  if (wrong) wrong.focus();

  // ---- A result that is looked at is not new any more.
  if (document.body.dataset.unseen) fetch(document.body.dataset.unseen, { method: "POST", credentials: "same-origin" }).catch(() => {});

  // ---- Times as they are where the reader is.
  for (const time of document.querySelectorAll("time")) {
    time.textContent = new Date(time.dateTime).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  }

  // ---- Calls: if the player asks for them, news come as notifications of the browser, too, while a page of the site is open.
  const callBox = document.getElementById("call"), wanted = "luna call";
  const calls = () => { try { return Notification.permission === "granted" && localStorage.getItem(wanted) === "1"; } catch { return false; } };
  const call = (text) => { try { new Notification("Luna", { body: text, tag: "luna" }); return true; } catch { return false; } };
  if (callBox && "Notification" in window) {
    const button = callBox.querySelector("button");
    const told = (text) => {
      button.textContent = calls() ? "Do not call me any more" : "Call me when somebody comes";
      document.getElementById("calling").textContent = text;
    };
    const done = () => told(calls() ? "You will be called by a notification while a page of this site is open." : "");
    callBox.hidden = false;
    if (calls()) done();
    button.addEventListener("click", async () => {
      if (calls()) { localStorage.removeItem(wanted); done(); return; }
      if (await Notification.requestPermission() !== "granted") { told("The browser does not allow notifications from this site."); return; }
      if (!call("You will be called like this.")) { told("This browser shows no notifications of pages. Keep the tab in view."); return; }
      try { localStorage.setItem(wanted, "1"); } catch { /* Then never. */ }
      done();
    });
  }

  // ---- News: what is new for the player, and for this page. The server says when to ask for it; where it cannot, the page asks now and then.
  const page = document.body.dataset, player = "player" in page, waits = "waits" in page, title = document.title;
  const here = () => !document.hidden || calls();
  let state = page.state, typed = document.querySelector("form[data-draft]") !== null, marked = false, leads = !navigator.locks;
  let headline = noted("luna headline"); // the last that this tab has shown
  let known = Array.from(document.querySelectorAll("nav .badge"), (b) => parseInt(b.textContent)).reduce((a, b) => a + b, 0);
  addEventListener("input", () => { typed = true; });
  const badge = (path, n) => {
    const link = document.querySelector('nav a[href="' + path + '"]');
    link?.querySelector(".badge")?.remove();
    if (!link || n === 0) return;
    const b = make("span", { className: "badge", textContent: String(n) });
    b.append(make("span", { className: "hidden", textContent: " new" }));
    link.append(" ", b);
  };
  // What a notification says is not said again.
  const tell = (text, path, called) => {
    const box = document.getElementById("latest");
    if (!box) return;
    box.setAttribute("aria-live", called ? "off" : "polite");
    const p = make("p", {}), close = make("button", { className: "second small", textContent: "Later" });
    close.addEventListener("click", () => box.replaceChildren());
    p.append(make("a", { textContent: text, href: path }), close);
    box.replaceChildren(p);
  };
  const load = (how) => { note("luna news", how); location.reload(); };
  const show = (n) => {
    if (performance.now() - sent < 10000) return; // news would take the place of the answer to a form
    if (player && !n.player) {
      over = true;
      shut();
      if (typed || state === undefined) tell("You are not logged in any more.", "/enter/login");
      else location.reload();
      return;
    }
    let total = 0;
    for (const [path, count] of Object.entries(n.new)) { total += count; badge(path, count); }
    const more = total > known || total > 0 && total === known && headline !== null && n.text !== headline, changed = state !== undefined && n.state !== state;
    const called = more && leads && calls() && call(n.text);
    known = total;
    headline = n.text;
    note("luna headline", headline);
    if (changed && !typed) { load(called ? "called" : "said"); return; }
    if (changed) {
      state = n.state;
      tell(n.change, location.pathname, called);
    } else if (more) tell(n.text, n.link, called);
    marked = marked || more;
    document.title = (marked && total ? "(" + total + ") " : "") + title;
    document.dispatchEvent(new CustomEvent("luna:news", { detail: n }));
  };
  let asking = false, again = false, asked = Date.now(), heard = 0, wait = 3000, soon = 0, over = false;
  const ask = async () => {
    again = asking;
    if (asking || over) return;
    asking = true;
    asked = Date.now();
    try {
      const answer = await fetch("/news?page=" + encodeURIComponent(location.pathname), { credentials: "same-origin", cache: "no-store", signal: AbortSignal.timeout(10000) });
      if (answer.ok) show(await answer.json());
    } catch { /* The network is away, and may come back. */ }
    asking = false;
    if (again) ask();
  };
  // One page of a browser, the one in view, has a stream of the server's messages and passes them on, since browsers allow few connections.
  const others = player && "BroadcastChannel" in window ? new BroadcastChannel("luna news") : null;
  const got = (what) => {
    heard = Date.now();
    wait = 3000;
    clearTimeout(soon);
    if (what === "news" && heard - asked < 300) soon = setTimeout(ask, 300); // one answer for what comes together
    else if (what === "news" || waits || here() && heard - asked > 50000) ask();
  };
  let stream = null, failed = 0, timer = 0;
  const shut = () => { clearTimeout(timer); stream?.close(); stream = null; };
  const open = () => {
    shut();
    if (over || !("EventSource" in window)) return;
    stream = new EventSource("/news/events");
    stream.addEventListener("open", () => { ask(); others?.postMessage("news"); }); // for what came before
    stream.addEventListener("message", (e) => { failed = 0; got(e.data); others?.postMessage(e.data); });
    stream.addEventListener("error", () => {
      shut();
      heard = 0;
      timer = setTimeout(open, (1 + Math.random()) * Math.min(30000, 1000 * 2 ** failed++));
    });
  };
  let queued = false;
  const lead = (steal) => {
    if (queued && !steal) return;
    queued = queued || !steal;
    navigator.locks.request("luna news", { steal }, () => {
      if (!steal) queued = false;
      leads = true;
      open();
      return new Promise(() => {});
    }).catch(() => { // another page is in view
      leads = false;
      shut();
      lead(false);
    });
  };
  const turn = () => {
    if (!player) return;
    if (navigator.locks && !leads) lead(!document.hidden);
    else if (document.hidden && !waits && !navigator.locks) shut();
    else if (!stream || !document.hidden && Date.now() - heard > 20000) open();
  };
  if (player || state !== undefined) {
    others?.addEventListener("message", (e) => got(e.data));
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) { wait = 3000; ask(); }
      turn();
    });
    addEventListener("online", turn);
    turn();
    setInterval(() => {
      const now = Date.now();
      if (!here() && !waits || now - heard < 20000 || now - asked < wait) return;
      wait = Math.min(wait * 1.25, waits ? 4000 : 15000);
      ask();
    }, 1000);
  }
  if (noted("luna news") === "said") say(title.replace(" · Luna", ""));
})();
