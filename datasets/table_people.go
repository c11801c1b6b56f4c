package datasets

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
)

// setRespondents sets the respondents with their responses.
func (w *wideReader) setRespondents() error {
	if w.ID >= 0 {
		w.d.Table.ID = w.Header[w.ID]
	}
	ids, err := w.identifiers()
	if err != nil {
		return err
	}
	w.d.Respondents, w.d.Table.Rows = make([]Respondent, 0, len(w.rows)), make([]int, 0, len(w.rows))
	w.tagged = make([]bool, len(w.Questions))
	first, n := w.Questions[0].Column, len(w.Questions)
	end, together := first+n, true
	for q, c := range w.Questions {
		together = together && c.Column == first+q
	}
	for i, row := range w.rows {
		r := Respondent{ID: ids[i], Rating: math.NaN()}
		if together && len(row.Cells) >= end { // in their place, which saves memory
			r.Responses = row.Cells[first:end:end]
		} else {
			r.Responses = make([]string, n)
		}
		for q, c := range w.Questions {
			cell := columns.At(row.Cells, c.Column)
			if c.Dash && cell == "-" {
				cell = ""
			}
			for _, more := range c.More {
				if part := columns.At(row.Cells, more); part != "" {
					cell = strings.TrimPrefix(cell+"; "+part, "; ")
				}
			}
			r.Responses[q] = w.opts.response(cell)
			w.tagged[q] = w.tagged[q] || strings.Contains(r.Responses[q], "<")
		}
		w.d.Respondents = append(w.d.Respondents, r)
		if err := w.attribute(i, w.Attributes, row); err != nil {
			return err
		}
		w.d.Table.Rows = append(w.d.Table.Rows, row.Number)
	}
	w.stripTags()
	return nil
}

// attribute gives a respondent the cells of the columns that [TableOptions].Attributes names. All
// rows of a respondent that state one must agree.
func (t *tableReader) attribute(respondent int, which []int, row sheet.Row) error {
	r := &t.d.Respondents[respondent]
	for i, k := range which {
		name, cell := t.o.Attributes[i], rawText(strings.TrimSpace(columns.At(row.Cells, k)))
		if r.Attributes == nil {
			r.Attributes = map[string]string{}
		}
		if old := r.Attributes[name]; old != "" && cell != "" && old != cell {
			return t.fault(row.Number, fmt.Sprintf("%s %s for respondent %s", name, text.Quote(cell),
				text.Quote(r.ID)), text.Quote(old)+" as in an earlier row")
		} else if old == "" {
			r.Attributes[name] = cell
		}
	}
	return nil
}

// identifiers returns the identifier of each row, and leaves out rows of a respondent that do not
// count. If all of them count, they are numbered.
func (w *wideReader) identifiers() ([]string, error) {
	ids, count := make([]string, 0, len(w.rows)), make(map[string]int, len(w.rows))
	for i, row := range w.rows {
		id := strconv.Itoa(w.counted[i])
		if w.ID >= 0 {
			id = strings.TrimSpace(columns.At(row.Cells, w.ID) + " " + columns.At(row.Cells, w.Surname))
			id = rawText(id)
		}
		if id == "" {
			return nil, w.fault(row.Number, "no entry in column "+text.Quote(w.Header[w.ID])+
				", which identifies the respondents", "one in every row, or --ignore-columns "+
				text.Quote(w.Header[w.ID])+" to number the rows")
		}
		ids = append(ids, id)
		count[id]++
	}
	if len(count) == len(ids) {
		return ids, nil
	}
	again, first, before := len(ids)-len(count), "", map[string]int{}
	one, kept := w.o.Attempts, 0
	if one != "first" && one != "last" {
		one = ""
	}
	for i, id := range ids {
		if first == "" && count[id] > 1 {
			first = id
		}
		n := before[id]
		before[id]++
		switch {
		case one == "first" && n > 0, one == "last" && n < count[id]-1:
			continue
		case one == "" && n > 0:
			id = unused(fmt.Sprintf("%s (%d)", id, n+1), count)
		}
		ids[kept], w.rows[kept] = id, w.rows[i]
		kept++
	}
	ids, w.rows = ids[:kept], w.rows[:kept]
	what := "numbered, as " + text.Quote(first+" (2)") + " (--attempts first or last takes one)"
	if one != "" {
		what = "left out, but for the " + one + " of each respondent (--attempts)"
	}
	w.note("%s of respondents that have another one, such as %s, are %s",
		text.Count(again, "row"), text.Quote(first), what)
	return ids, nil
}

// unused returns a name that is not in use, and uses it.
func unused(name string, used map[string]int) string {
	for used[name] > 0 {
		name += "*"
	}
	used[name]++
	return name
}

// stripTags removes the markup from the responses to questions if most of these have it.
func (w *wideReader) stripTags() {
	var which []int
	for q, c := range w.Questions {
		if !w.tagged[q] {
			continue
		}
		n, tagged := 0, 0
		for _, r := range w.d.Respondents {
			if r.Responses[q] != "" {
				n++
			}
			if markup().MatchString(r.Responses[q]) {
				tagged++
			}
		}
		if tagged == 0 || 2*tagged < n {
			continue
		}
		which = append(which, c.Column)
		for i := range w.d.Respondents {
			texts := w.d.Respondents[i].Responses
			texts[q] = w.opts.response(withoutMarkup(texts[q]))
		}
	}
	if len(which) > 0 {
		w.note("markup such as <p> is taken off the responses in %s",
			columns.ListColumns(w.Header, which))
	}
}

// setBlanks empties answers that only mark that there is none. Whoever has the highest total did
// not earn it by them.
func (w *wideReader) setBlanks() error {
	best, totals := math.Inf(-1), make([]float64, len(w.rows))
	for i, row := range w.rows {
		v, _, ok := w.numbers.Number(columns.At(row.Cells, w.Rating))
		if totals[i] = v; ok && v > best {
			best = v
		}
	}
	w.takeBlanksOfRespondents(func(i int) bool { return totals[i] == best })
	return nil
}
