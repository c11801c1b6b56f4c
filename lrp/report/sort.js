// Tables are sorted by their heads. Without this script they stay as they are.
(function () {
  'use strict';
  var collator = new Intl.Collator('en', { numeric: true });
  function key(row, column) {
    var cell = row.cells[column];
    var text = (cell.getAttribute('data-sort') || cell.textContent).trim().replace('−', '-');
    var number = text.match(/-?[0-9]*\.?[0-9]+(e[-+]?[0-9]+)?/);
    return { row: row, text: text, number: number ? parseFloat(number[0]) : NaN, missing: text === '' || text === '–' };
  }
  function sort(table, head, column) {
    var falling = head.getAttribute('aria-sort') === 'ascending';
    table.querySelectorAll('th[aria-sort]').forEach(function (other) { other.removeAttribute('aria-sort'); });
    head.setAttribute('aria-sort', falling ? 'descending' : 'ascending');
    var more = table.closest('.folds');
    if (more !== null) { more.querySelector('details').open = true; }
    var words = head.classList.contains('words');
    Array.prototype.forEach.call(table.tBodies, function (body) {
      var keys = Array.prototype.map.call(body.rows, function (row) { return key(row, column); });
      keys.sort(function (a, b) {
        if (a.missing || b.missing) { return a.missing - b.missing; }
        var order = words || isNaN(a.number - b.number) ? collator.compare(a.text, b.text) : a.number - b.number;
        return falling ? -order : order;
      });
      keys.forEach(function (k) { body.appendChild(k.row); });
    });
  }
  document.querySelectorAll('table.sortable').forEach(function (table) {
    Array.prototype.forEach.call(table.tHead.rows[0].cells, function (head, column) {
      if (head.textContent.trim() === '') { return; }
      var button = document.createElement('button');
      button.type = 'button';
      while (head.firstChild) { button.appendChild(head.firstChild); }
      head.appendChild(button);
      button.addEventListener('click', function () { sort(table, head, column); });
    });
  });
  // What is folded is opened by a link to it.
  function open() {
    var target = location.hash === '' ? null : document.getElementById(location.hash.slice(1));
    var folded = target === null ? null : target.closest('details');
    if (folded !== null) { folded.open = true; target.scrollIntoView(); }
  }
  addEventListener('hashchange', open);
  open();
})();
