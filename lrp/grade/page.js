// Lists are searched and ordered, and opened at once. Without this script they stay as they are.
(function () {
  'use strict';
  var collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
  var all = function (css, from) { return Array.prototype.slice.call((from || document).querySelectorAll(css)); };
  var rows = all('.rows > li'), text = function (e) { return e.textContent; };
  rows.forEach(function (row, i) {
    row.rank = i;
    row.name = text(row.querySelector('.id'));
    row.value = parseFloat(text(row.querySelector('.number')));
    row.words = [row.name].concat(all('.response', row).map(text)).join('\n').toLowerCase();
  });
  var orders = {
    rank: function (a, b) { return a.rank - b.rank; },
    name: function (a, b) { return collator.compare(a.name, b.name) || a.rank - b.rank; },
    low: function (a, b) { return a.value - b.value || a.rank - b.rank; },
    high: function (a, b) { return b.value - a.value || a.rank - b.rank; }
  };
  all('.script').forEach(function (e) { e.hidden = false; });
  all('button.open').forEach(function (button) {
    button.addEventListener('click', function () {
      var list = all('details', button.closest('section')), open = !list.every(function (d) { return d.open; });
      list.forEach(function (d) { d.open = open; });
      button.textContent = open ? 'Close all' : 'Open all';
    });
  });
  var find = document.getElementById('find'), order = document.getElementById('order');
  if (find === null) { return; }
  find.addEventListener('input', function () {
    var wanted = find.value.trim().toLowerCase(), found = 0;
    rows.forEach(function (row) {
      row.hidden = row.words.indexOf(wanted) < 0;
      found += row.hidden ? 0 : 1;
    });
    document.getElementById('found').textContent = wanted === '' ? '' : found + ' of ' + rows.length;
  });
  order.addEventListener('change', function () {
    all('.rows').forEach(function (list) {
      all('li', list).filter(function (e) { return e.parentNode === list; }).sort(orders[order.value])
        .forEach(function (row) { list.appendChild(row); });
    });
  });
})();
