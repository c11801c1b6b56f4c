// What Enter does in each field of each form of a page, compared with a click on the form's button. Nothing is sent.
(() => {
  "use strict";
  for (const e of document.querySelectorAll("details")) e.open = true;
  for (const form of document.forms) for (let e = form; e; e = e.parentElement) e.hidden = false;
  const buttonTypes = ["submit", "image", "button", "reset"];
  const typed = (form) => Array.from(form.elements).filter((e) => e.matches("input, select, textarea") && !buttonTypes.includes(e.type) && !["hidden", "file"].includes(e.type) && e.checkVisibility());
  const values = (form) => Array.from(form.elements, (e) => e.name + "=" + (["checkbox", "radio"].includes(e.type) ? e.checked : e.value)).join("\n");
  const words = (button) => button ? "“" + (button.textContent.trim() || button.value) + "”" : "nothing";

  // The visible button that a form is about: the first that is not set back, or else the first.
  const main = (form) => {
    const all = Array.from(form.elements).filter((e) => ["submit", "image"].includes(e.type) && e.checkVisibility());
    return all.find((e) => !e.matches(".second, .small, .danger, [formnovalidate], [formaction]")) || all[0];
  };

  const fill = (form) => {
    for (const e of form.elements) {
      if (e.type === "file") e.required = false;
      if (!typed(form).includes(e) || e.readOnly) continue;
      if (e.type === "checkbox") e.checked = true;
      else if (e.type === "radio") e.checked = !Array.from(form.elements).slice(0, Array.from(form.elements).indexOf(e)).some((x) => x.name === e.name);
      else if (e.tagName !== "SELECT" && e.type !== "color") {
        const sample = { number: "35", range: "35", email: "ann@example.org", url: "https://example.org" }[e.type] || (e.inputMode === "numeric" ? "35" : "Ann wrote this");
        e.value = e.size === 3 ? "A" : sample;
      }
      for (const type of ["input", "change"]) e.dispatchEvent(new Event(type, { bubbles: true }));
    }
  };

  // Enter clicks a button before it sends a form; pages may act on either.
  let pressed = null;
  const take = (e) => {
    const button = e.type === "submit" ? e.submitter : e.target.closest("button, input");
    if (e.type === "click" && !(button?.form && ["submit", "image"].includes(button.type))) return;
    e.preventDefault();
    e.stopImmediatePropagation();
    pressed = { form: button?.form || e.target, button };
  };
  for (const type of ["click", "submit"]) addEventListener(type, take, { capture: true });

  const fields = Array.from(document.forms).flatMap((form) => typed(form).filter((e) => e.tagName === "INPUT").map((field) => ({ form, field })));
  const first = Array.from(document.forms).flatMap(typed).map((e) => [e, e.value, e.checked]);
  let before = "";
  window.enter = {
    fields: fields.length,
    ready(i) {
      const { form, field } = fields[i];
      fill(form);
      field.focus();
      before = values(form);
      pressed = null;
    },
    pressed: () => pressed !== null,
    done(i) {
      const { form, field } = fields[i], at = "Enter in " + (field.id || field.name || field.type), faults = [], expected = main(form);
      const opens = ["range", "color"].includes(field.type); // and sends nothing
      if (values(form) !== before) faults.push(at + " changes what was typed:\n" + before + "\nbecomes\n" + values(form));
      if (pressed ? pressed.form !== form || pressed.button !== expected : expected && !opens) faults.push(at + " presses " + words(pressed?.button) + ", expected " + words(expected));
      return faults;
    },
    end() { // as if nothing had been typed
      for (const type of ["click", "submit"]) removeEventListener(type, take, { capture: true });
      for (const [e, value, checked] of first) [e.value, e.checked] = [value, checked];
      for (const [e] of first) e.dispatchEvent(new Event("input", { bubbles: true }));
    },
  };
  return fields.length;
})()
