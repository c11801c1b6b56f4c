package datasets

import (
	"fmt"
	"math"
	"slices"
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
	for i, row := range w.rows {
		r := Respondent{ID: ids[i], Responses: make([]string, len(w.Questions)), Rating: math.NaN()}
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
	ids, rows := make([]string, 0, len(w.rows)), map[string][]int{}
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
		ids, rows[id] = append(ids, id), append(rows[id], i)
	}
	if len(rows) == len(w.rows) {
		return ids, nil
	}
	again, first := len(w.rows)-len(rows), ""
	keep := make([]bool, len(ids))
	for i, id := range ids {
		same := rows[id]
		if first == "" && len(same) > 1 {
			first = id
		}
		n := slices.Index(same, i)
		keep[i] = w.o.Attempts != "first" && w.o.Attempts != "last" ||
			w.o.Attempts == "first" && n == 0 || w.o.Attempts == "last" && n == len(same)-1
		if n > 0 && w.o.Attempts != "first" && w.o.Attempts != "last" {
			ids[i] = unused(fmt.Sprintf("%s (%d)", id, n+1), rows)
		}
	}
	what := "numbered, as " + text.Quote(first+" (2)") + " (--attempts first or last takes one)"
	if w.o.Attempts == "first" || w.o.Attempts == "last" {
		what = "left out, but for the " + w.o.Attempts + " of each respondent (--attempts)"
		for i := len(keep) - 1; i >= 0; i-- {
			if !keep[i] {
				ids, w.rows = slices.Delete(ids, i, i+1), slices.Delete(w.rows, i, i+1)
			}
		}
	}
	w.note("%s of respondents that have another one, such as %s, are %s",
		text.Count(again, "row"), text.Quote(first), what)
	return ids, nil
}

// unused returns a name that is not in use, and uses it.
func unused(name string, used map[string][]int) string {
	for used[name] != nil {
		name += "*"
	}
	used[name] = []int{}
	return name
}

// stripTags removes the markup from the responses to questions if most of these have it.
func (w *wideReader) stripTags() {
	var which []int
	for q, c := range w.Questions {
		n, tagged := 0, 0
		for _, r := range w.d.Respondents {
			if r.Responses[q] != "" {
				n++
			}
			if markup.MatchString(r.Responses[q]) {
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
