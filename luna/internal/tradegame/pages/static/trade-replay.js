// Plays a finished game again: a slider chooses the time, and the curve and the list show what had happened by then.
"use strict";
(() => {
  const root = document.getElementById("replay");
  if (!root) return;
  const $ = (id) => document.getElementById(id);
  const lasted = Number(root.dataset.lasted), slider = $("time"), play = $("play"), list = $("happened");
  const items = Array.from(list.children).map((e) => ({ e, t: Number(e.dataset.t) }));
  const points = Array.from($("prices").children).map((e) => ({ t: Number(e.dataset.t), p: Number(e.textContent) }));
  const answers = items.filter((i) => i.e.dataset.kind === "answer").map((i) => i.t);
  const draw = window.lunaCurve($("curve"));
  const clock = (t) => Math.floor(t / 60) + ":" + String(Math.floor(t % 60)).padStart(2, "0");
  let at = lasted, running = false, last = 0;
  const show = () => {
    const price = draw(points, answers, at);
    for (const i of items) i.e.hidden = i.t > at;
    list.scrollTop = list.scrollHeight;
    slider.value = at;
    $("at").textContent = clock(at);
    $("price-at").textContent = price;
    slider.setAttribute("aria-valuetext", clock(at) + ", price " + price);
  };
  const label = () => { play.textContent = running ? "Pause" : at > 0 && at < lasted ? "Resume" : "Play"; };
  const frame = (now) => {
    if (!running) return;
    at = Math.min(lasted, at + (now - last) / 1000 * Number($("speed").value));
    last = now;
    show();
    if (at >= lasted) { running = false; label(); return; }
    requestAnimationFrame(frame);
  };
  play.addEventListener("click", () => {
    running = !running;
    if (running) {
      if (at >= lasted) at = 0;
      last = performance.now();
      requestAnimationFrame(frame);
    }
    label();
  });
  slider.addEventListener("input", () => { at = Math.min(lasted, Number(slider.value)); running = false; label(); show(); });
  slider.max = Math.ceil(lasted * 2) / 2;
  slider.step = 0.5;
  $("player").hidden = false;
  list.classList.add("boxed");
  list.tabIndex = 0;
  label();
  show();
})();
