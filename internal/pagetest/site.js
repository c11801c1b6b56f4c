// Looks over the page that a browser shows for what keeps people out, and returns what it finds in words.
(() => {
  const found = [];
  const name = (e) => "<" + e.tagName.toLowerCase() + (e.id ? "#" + e.id : "") + (typeof e.className === "string" && e.className ? "." + e.className.replaceAll(" ", ".") : "") + ">";
  const seen = (e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest(".hidden, .skip");
  const all = (css) => Array.from(document.querySelectorAll(css));

  // Structure.
  if (document.documentElement.lang !== "en") found.push("no language");
  if (!/ · Luna$/.test(document.title)) found.push("title " + document.title);
  for (const css of ["main", "header", "footer", "nav", "h1"]) {
    if (all(css).length !== 1) found.push(all(css).length + " of <" + css + ">");
  }
  let level = 0;
  for (const h of all("h1, h2, h3, h4, h5, h6")) {
    const n = Number(h.tagName[1]);
    if (n > level + 1) found.push("a heading of level " + n + " after one of " + level + ": " + h.textContent);
    if (!h.textContent.trim()) found.push("an empty heading");
    level = n;
  }
  const ids = all("[id]").map((e) => e.id);
  for (const id of new Set(ids.filter((id, i) => ids.indexOf(id) !== i))) found.push("two of the id " + id);
  for (const e of all("[aria-describedby], [aria-labelledby]")) {
    for (const id of ((e.getAttribute("aria-describedby") || "") + " " + (e.getAttribute("aria-labelledby") || "")).split(/\s+/)) {
      if (id && !document.getElementById(id)) found.push(name(e) + " refers to " + id + ", which is not there");
    }
  }

  // Names.
  for (const e of all("input:not([type=hidden]), textarea, select")) {
    const label = (e.labels && Array.from(e.labels).map((l) => l.textContent.trim()).join("")) || e.getAttribute("aria-label");
    if (!label) found.push(name(e) + " has no label");
  }
  for (const e of all("a, button, summary")) if (!e.textContent.trim() && !e.getAttribute("aria-label")) found.push(name(e) + " has no name");
  for (const e of all("svg, img")) {
    const hidden = e.getAttribute("aria-hidden") === "true";
    const named = e.getAttribute("role") === "img" && (e.getAttribute("aria-label") || e.getAttribute("aria-labelledby")) || e.getAttribute("alt");
    if (!hidden && !named) found.push(name(e) + " has no name");
  }
  for (const e of all("th:not([scope])")) found.push(name(e) + " has no scope");
  for (const e of all("label, legend")) if (!e.textContent.trim()) found.push("an empty " + name(e));
  for (const e of all("fieldset")) if (!e.querySelector("legend")) found.push("a fieldset has no legend");

  // Room: nothing is wider than the window, nothing too small to be hit.
  if (document.documentElement.scrollWidth > innerWidth) {
    const wide = all("main *, header *, footer *").filter((e) => seen(e) && !e.closest(".scroll") && e.getBoundingClientRect().right > innerWidth + 1).map(name);
    found.push("wider than the window, by " + wide.slice(0, 3).join(", "));
  }
  for (const e of all("button, .button, input:not([type=hidden]), textarea, summary, nav a")) {
    const r = e.getBoundingClientRect();
    const target = e.type === "radio" ? 18 : 24; // a radio button has a label, which can be hit too
    if (seen(e) && (r.width < target || r.height < target)) found.push(name(e) + " is " + Math.round(r.width) + " by " + Math.round(r.height));
  }

  // Contrast, of every text that can be seen against what is behind it.
  const parse = (c) => { const m = c.match(/[\d.]+/g).map(Number); return { rgb: m.slice(0, 3), a: m.length > 3 ? m[3] : 1 }; };
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((v) => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => { const x = luminance(a), y = luminance(b); return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05); };
  const behind = (e) => {
    for (; e; e = e.parentElement) {
      const c = parse(getComputedStyle(e).backgroundColor);
      if (c.a === 1) return c.rgb;
      if (c.a > 0) found.push(name(e) + " is half transparent");
    }
    return [255, 255, 255];
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const told = new Set();
  let texts = 0;
  for (let t = walker.nextNode(); t; t = walker.nextNode()) {
    const e = t.parentElement;
    if (!t.textContent.trim() || !seen(e) || e.closest("script, noscript, .disc")) continue;
    texts++;
    const style = getComputedStyle(e);
    const svg = e.closest("svg");
    const c = contrast(parse(svg ? style.fill : style.color).rgb, behind(e));
    if (c < 4.5 && !told.has(name(e))) { told.add(name(e)); found.push(name(e) + " has a contrast of " + c.toFixed(2)); }
  }
  if (texts < 10) found.push("only " + texts + " texts");
  for (const e of all("input:not([type=hidden], [type=range], [type=radio]), textarea")) {
    const c = contrast(parse(getComputedStyle(e).borderTopColor).rgb, behind(e.parentElement));
    if (seen(e) && c < 3) found.push("the border of " + name(e) + " has a contrast of " + c.toFixed(2));
  }
  for (const e of all(".disc")) {
    const c = contrast(parse(getComputedStyle(e.querySelector("text")).fill).rgb, parse(getComputedStyle(e.querySelector("circle")).fill).rgb);
    if (c < 4.5) found.push("the initial has a contrast of " + c.toFixed(2));
  }
  return found;
})()
