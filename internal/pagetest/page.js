// Looks over the page in the browser for what keeps readers out, and returns what it finds in words.
(() => {
  const found = [];
  const name = (e) => "<" + e.tagName.toLowerCase() + (e.id ? "#" + e.id : "") +
    (typeof e.className === "string" && e.className ? "." + e.className.replaceAll(" ", ".") : "") + ">";
  const seen = (e) => e.checkVisibility({ visibilityProperty: true });
  const all = (css) => Array.from(document.querySelectorAll(css));
  const once = new Set();
  const report = (s) => { if (!once.has(s)) { once.add(s); found.push(s); } };

  // Structure and names.
  if (!document.documentElement.lang) report("the page has no language");
  if (!document.title) report("the page has no title");
  if (all("h1").length !== 1) report(all("h1").length + " of <h1>");
  const ids = all("[id]").map((e) => e.id);
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) report("two elements have the id " + id);
  for (const e of all("input:not([type=hidden]), textarea, select")) {
    const label = (e.labels && Array.from(e.labels).map((l) => l.textContent.trim()).join("")) || e.getAttribute("aria-label");
    if (!label) report(name(e) + " has no label");
  }
  for (const e of all("a, button, summary")) if (!e.textContent.trim() && !e.getAttribute("aria-label")) report(name(e) + " has no name");
  for (const e of all("svg, img")) {
    if (e.getAttribute("aria-hidden") !== "true" && !e.getAttribute("aria-label") && !e.getAttribute("alt")) report(name(e) + " has no name");
  }
  for (const e of all(".scroll, pre")) if (e.scrollWidth > e.clientWidth && e.tabIndex < 0) report(name(e) + " scrolls, but not by keyboard");
  all("h1, h2, h3, h4, h5, h6").reduce((before, e) => {
    const level = Number(e.tagName[1]);
    if (level > before + 1) report(name(e) + " comes after a heading of level " + before);
    return level;
  }, 0);
  for (const e of all("th")) if (!e.textContent.trim() && !e.getAttribute("aria-label")) report("a head of a table is empty in " + name(e.closest("table")));

  // Room: nothing is wider than the window, nothing is too small to be hit.
  if (document.documentElement.scrollWidth > innerWidth) {
    const wide = all("main *").filter((e) => seen(e) && !e.closest(".scroll, pre") && e.getBoundingClientRect().right > innerWidth + 1).map(name);
    report("wider than the window of " + innerWidth + ", by " + wide.slice(0, 3).join(", "));
  }
  for (const e of all("button, .button, input:not([type=hidden]), textarea, summary")) {
    const r = e.getBoundingClientRect();
    if (seen(e) && !e.closest("th") && (r.width < 24 || r.height < 24)) report(name(e) + " is " + Math.round(r.width) + " by " + Math.round(r.height));
  }

  // Contrast of every text that is seen with what is behind it, and the size of type in drawings.
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const parse = (c) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = c;
    canvas.fillRect(0, 0, 1, 1);
    const d = canvas.getImageData(0, 0, 1, 1).data;
    return { rgb: [d[0], d[1], d[2]], a: d[3] / 255 };
  };
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((v) => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => { const x = luminance(a), y = luminance(b); return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05); };
  const behind = (e) => {
    for (; e; e = e.parentElement) {
      const c = parse(getComputedStyle(e).backgroundColor);
      if (c.a === 1) return c.rgb;
    }
    return [255, 255, 255];
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let texts = 0;
  const known = new Map();
  for (let t = walker.nextNode(); t; t = walker.nextNode()) {
    const e = t.parentElement;
    if (!t.textContent.trim() || e.closest("script, noscript, style, title, option, :disabled") || !seen(e)) continue;
    texts++;
    const style = getComputedStyle(e), svg = e.closest("svg");
    const front = svg ? style.fill : style.color, key = front + name(e) + (e.parentElement ? name(e.parentElement) : "");
    if (!known.has(key)) known.set(key, contrast(parse(front).rgb, behind(e)));
    if (known.get(key) < 4.5) report(name(e) + " has a contrast of " + known.get(key).toFixed(2));
    if (svg && svg.viewBox.baseVal.width) {
      const size = parseFloat(style.fontSize) * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
      if (size < 9) report("type of " + size.toFixed(1) + " pixels in " + name(svg));
    }
  }
  if (texts < 5) report("only " + texts + " texts");
  return found;
})()
