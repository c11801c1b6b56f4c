// Draws the curve of a game into the SVG that the server has begun, by the numbers that it has there.
"use strict";
window.lunaCurve = (svg) => {
  const d = Object.fromEntries(Object.entries(svg.dataset).map(([k, v]) => [k, Number(v)]));
  const clip = (v) => Math.min(1, Math.max(0, v));
  const round = (v) => Math.round(v * 10) / 10;
  const x = (t) => round(d.left + clip(t / d.seconds) * (d.right - d.left));
  const y = (p) => round(d.bottom + clip(p / 100) * (d.top - d.bottom));
  const line = svg.querySelector(".line"), dots = svg.querySelector(".dots"), head = svg.querySelector(".head");
  // Points are {t, p}, a price from a time on; answers are times; until is where the curve ends.
  return (points, answers, until) => {
    let path = "", price = 0, drawn = 0;
    const at = [];
    for (const q of points) {
      if (q.t > until && drawn > 0) break;
      while (at.length < answers.length && answers[at.length] < q.t) at.push(price);
      price = q.p;
      path += drawn++ === 0 ? "M" + x(q.t) + " " + y(q.p) : "H" + x(q.t) + "V" + y(q.p);
    }
    line.setAttribute("d", path + "H" + x(until));
    head.setAttribute("cx", x(until));
    head.setAttribute("cy", y(price));
    const shown = answers.filter((t) => t <= until);
    while (dots.childElementCount > shown.length) dots.lastElementChild.remove();
    for (const [i, t] of shown.entries()) {
      let dot = dots.children[i];
      if (!dot) {
        dot = document.createElementNS("http://www.w3.org/2000/svg", "circle");
        dot.setAttribute("class", "dot");
        dot.setAttribute("r", "4.5");
        dots.append(dot);
      }
      dot.setAttribute("cx", x(t));
      dot.setAttribute("cy", y(i < at.length ? at[i] : price));
    }
    return price;
  };
};
