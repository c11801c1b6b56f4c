// What pages do beyond what they can do without a script: counters, drafts, sliders, old questions, and news without reloading by hand.
"use strict";
(() => {
  const status = document.getElementById("status");
  const say = (text) => { if (status) status.textContent = text; };

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
  const make = (tag, fields) => Object.assign(document.createElement(tag), fields);
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
  for (const form of document.querySelectorAll("form")) {
    let busy = false;
    form.addEventListener("submit", (e) => {
      if (busy) { e.preventDefault(); return; }
      busy = true;
      for (const b of form.querySelectorAll("button")) b.setAttribute("aria-disabled", "true");
    });
    addEventListener("pageshow", () => {
      busy = false;
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

  // ---- Calls: while a tab is open, its news can come as notifications of the browser, if the player asks for that.
  const callBox = document.getElementById("call"), wanted = "luna call";
  const calls = () => { try { return "Notification" in window && Notification.permission === "granted" && sessionStorage.getItem(wanted) === "1"; } catch { return false; } };
  const call = (text) => { try { new Notification("Luna", { body: text, tag: "luna" }); return true; } catch { return false; } };
  if (callBox && "Notification" in window) {
    const told = (text) => { document.getElementById("calling").textContent = text; };
    const done = () => { callBox.querySelector("button").hidden = true; told("You will be called by a notification while this tab is open."); };
    callBox.hidden = false;
    if (calls()) done();
    callBox.querySelector("button").addEventListener("click", async () => {
      if (await Notification.requestPermission() !== "granted") { told("The browser does not allow notifications from this site."); return; }
      if (!call("You will be called like this.")) { told("This browser shows no notifications of pages. Keep the tab in view."); return; }
      try { sessionStorage.setItem(wanted, "1"); } catch { /* Then not on the next page. */ }
      done();
    });
  }

  // ---- News: ask now and then, less and less often, and not while nobody looks.
  const poll = document.body.dataset.poll, state = document.body.dataset.state;
  if (poll) {
    let wait = 3000, timer = 0;
    const again = () => { clearTimeout(timer); timer = setTimeout(ask, wait); wait = Math.min(wait * 1.25, 60000); };
    const ask = async () => {
      if (document.hidden && !calls()) return;
      try {
        const answer = await fetch(poll, { credentials: "same-origin", cache: "no-store" });
        if (answer.ok && (await answer.text()) !== state) {
          note("luna news", "1");
          location.reload();
          return;
        }
        if (answer.status === 401 || answer.status === 404) { location.reload(); return; }
      } catch { /* The network is away, and may come back. */ }
      again();
    };
    document.addEventListener("visibilitychange", () => { if (!document.hidden) { wait = 3000; ask(); } });
    again();
  }
  if (noted("luna news")) {
    say(document.title.replace(" · Luna", ""));
    if (document.hidden && calls()) call(document.title.replace(" · Luna", ""));
  }
})();
