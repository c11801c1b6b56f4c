package serve

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/lrp"
)

// ratedTable is a table with the predictions for its rows.
type ratedTable struct {
	units units
	names []string // of the columns that are added
	rows  []ratedRow
	notes []string
	file  []byte // the table with the columns
}

type ratedRow struct {
	number int // in the file
	id     string
	texts  []string
	all    lrp.Prediction
	first  int // rank by the width of the interval, the widest first
}

// rateTable reads a table, predicts its rows and writes it again.
func (s *service) rateTable(r *http.Request, m model, u *upload) (*ratedTable, error) {
	t := &ratedTable{units: units{m.Scale()}}
	var header sheet.Row
	err := s.limit.compute(r.Context(), func() (err error) {
		if header, err = t.read(s, m, u); err != nil {
			return err
		}
		return t.rate(r.Context(), m, s.limit.yield)
	})
	if err != nil {
		return nil, asTableError(err)
	}
	t.rank()
	added := t.added(m, header)
	var b bytes.Buffer
	if err := sheet.Append(&b, bytes.NewReader(u.data), u.name, sheet.Options{Sheet: u.sheet},
		added); err != nil {
		return nil, asTableError(err)
	}
	t.file = b.Bytes()
	return t, nil
}

// read reads the rows below the header, which names the questions.
func (t *ratedTable) read(s *service, m model, u *upload) (header sheet.Row, err error) {
	in, err := sheet.NewReader(bytes.NewReader(u.data), u.name, sheet.Options{Sheet: u.sheet})
	if err != nil {
		return header, err
	}
	defer in.Close()
	rows, err := u.rows(in, s)
	if err != nil {
		return header, err
	}
	if len(rows) == 0 {
		return header, unprocessable("%s: found no row, expected a header and rows of responses",
			u.name)
	}
	cells := cellsOf(rows)
	first := columns.HeaderRow(cells[:min(len(cells), maxTitle)])
	header = rows[first]
	below, _ := columns.SubHeaders(cells[first+1:])
	rows, cells = rows[first+1+below:], cells[first+1+below:]
	layout, err := newTableLayout(m.Model, u.name, header, cells)
	if err != nil {
		return header, err
	}
	for _, row := range rows {
		if layout.aside(row.Cells) {
			continue
		}
		if len(t.rows) == s.o.MaxRecords {
			return header, tooLarge("%s: row %d: found more than %d rows, expected at most that "+
				"many: send them in parts, or start the server with a larger --max-records",
				u.name, row.Number, s.o.MaxRecords)
		}
		one, err := layout.row(s, u.name, row)
		if err != nil {
			return header, err
		}
		t.rows = append(t.rows, one)
	}
	if len(t.rows) == 0 {
		return header, unprocessable("%s: found no row below the header in row %d, expected one for "+
			"each person", u.name, header.Number)
	}
	t.notes = append(t.notes, layout.note())
	if sheets := in.Sheets(); len(sheets) > 1 {
		t.notes = append(t.notes, fmt.Sprintf("This is sheet %q; the workbook also has %s.",
			in.Dialect().Sheet, strings.Join(slices.DeleteFunc(sheets,
				func(s string) bool { return s == in.Dialect().Sheet }), ", ")))
	}
	return header, nil
}

// maxTitle is the number of rows among which the header is.
const maxTitle = 20

// rows reads all rows that are not blank. Rows that are set aside later count little.
func (u *upload) rows(in *sheet.Reader, s *service) ([]sheet.Row, error) {
	var list []sheet.Row
	size := int64(0)
	for {
		row, err := in.Next()
		if err == io.EOF {
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		for _, c := range row.Cells {
			size += int64(len(c)) + 8
		}
		if size > maxExpansion*s.o.MaxBody {
			return nil, tooLarge("%s: row %d: found more than %d bytes unpacked, expected at most "+
				"that many: send fewer rows", u.name, row.Number, maxExpansion*s.o.MaxBody)
		}
		if len(list) > s.o.MaxRecords+2*maxTitle {
			return nil, tooLarge("%s: row %d: found more than %d rows, expected at most that many: "+
				"send them in parts, or start the server with a larger --max-records",
				u.name, row.Number, s.o.MaxRecords)
		}
		if !blank(row.Cells) {
			list = append(list, row)
		}
	}
}

func cellsOf(rows []sheet.Row) [][]string {
	list := make([][]string, len(rows))
	for i, r := range rows {
		list[i] = r.Cells
	}
	return list
}

func blank(cells []string) bool {
	return !slices.ContainsFunc(cells, func(c string) bool { return strings.TrimSpace(c) != "" })
}

// rate predicts the rows until the client is gone, and lets others compute between them.
func (t *ratedTable) rate(ctx context.Context, m model, yield func()) error {
	for i := range t.rows {
		if ctx.Err() != nil {
			return errGone
		}
		all, err := m.Predict(t.rows[i].texts)
		if err != nil {
			return err
		}
		m.of.predicted.Add(1)
		t.rows[i].all = all
		yield()
	}
	return nil
}

// rank orders the rows by the width of their intervals.
func (t *ratedTable) rank() {
	order := make([]int, len(t.rows))
	width := func(i int) float64 {
		if w := t.rows[i].all.Interval[1] - t.rows[i].all.Interval[0]; !math.IsNaN(w) {
			return w
		}
		return 0
	}
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(width(b), width(a)) })
	for k, i := range order {
		t.rows[i].first = k + 1
	}
}

// added returns the columns to add: rating and interval, what each response is worth if the model
// grades them, and the rank.
func (t *ratedTable) added(m model, header sheet.Row) sheet.Added {
	t.names = []string{"predicted rating", "low", "high"}
	points := m.Info().Dataset.Points
	graded := slices.ContainsFunc(t.rows, func(r ratedRow) bool { return r.all.Grades != nil })
	if graded {
		for _, q := range m.Questions() {
			t.names = append(t.names, "suggested: "+q.ID)
		}
	}
	t.names = append(t.names, "look first")
	used := map[string]bool{}
	for _, h := range header.Cells {
		used[columns.Normal(h)] = true
	}
	for k, name := range t.names {
		for used[columns.Normal(name)] {
			name += " (lrp)"
		}
		used[columns.Normal(name)] = true
		t.names[k] = name
	}
	cells := func(names []string) []any {
		list := make([]any, len(names))
		for k, n := range names {
			list[k] = n
		}
		return list
	}
	added := sheet.Added{header.Number: cells(t.names)}
	for _, r := range t.rows {
		row := []any{t.value(r.all.Rating), t.value(r.all.Interval[0]), t.value(r.all.Interval[1])}
		if graded {
			for j := range m.Questions() {
				g := math.NaN()
				if j < len(r.all.Grades) {
					g = r.all.Grades[j]
				}
				if j < len(points) {
					g *= points[j]
				}
				row = append(row, math.Round(g*100)/100)
			}
		}
		added[r.number] = append(row, r.first)
	}
	return added
}

// value returns a rating in the user's units, to about a thousandth of the scale.
func (t *ratedTable) value(rating float64) float64 {
	v := t.units.Value(rating)
	if math.IsNaN(v) {
		return v
	}
	digits := math.Pow(10, math.Ceil(3-math.Log10(math.Abs(t.units.Span()))))
	return math.Round(v*digits) / digits
}

// tableLayout is where a table has what the model needs.
type tableLayout struct {
	header    []string
	questions []int // columns, in the order of the model
	marks     []int // columns that may say that a row is the key
	id        int   // column, -1 if rows have no names
}

// newTableLayout finds the questions of a model in the header.
func newTableLayout(
	m *lrp.Model, name string, header sheet.Row, rows [][]string,
) (*tableLayout, error) {
	l := &tableLayout{header: header.Cells, id: -1, marks: columns.MarkColumns(header.Cells, "")}
	names := make([][]string, len(header.Cells)) // by column, in the form that is compared
	for k, h := range header.Cells {
		names[k] = []string{columns.Normal(h)}
	}
	o := columns.Options{Layout: "wide"}
	for _, q := range m.Questions() {
		o.Known = append(o.Known, columns.Known{ID: q.ID, Text: q.Text})
	}
	// A table whose other columns are odd can be rated if it has the questions.
	if found, err := columns.Recognise(header.Cells, rows, o); err == nil {
		l.id = found.ID
		for _, q := range found.Questions {
			names[q.Column] = append(names[q.Column], columns.Normal(q.ID), columns.Normal(q.Text))
		}
	}
	taken := map[int]bool{}
	var missing []string
	for _, q := range m.Questions() {
		at := slices.IndexFunc(names, func(list []string) bool {
			return slices.ContainsFunc(list, func(n string) bool {
				return n != "" && (n == columns.Normal(q.ID) || n == columns.Normal(q.Text))
			})
		})
		if at < 0 || taken[at] {
			missing = append(missing, strconv.Quote(snip(q.ID, 60)))
		}
		taken[at] = true
		l.questions = append(l.questions, at)
	}
	if taken[l.id] {
		l.id = -1
	}
	for _, k := range l.marks { // such as identifiers of which some are missing
		if l.id < 0 && !taken[k] {
			l.id = k
		}
	}
	if len(missing) == 0 {
		return l, nil
	}
	more := ""
	if n := len(missing); n > 5 {
		missing, more = missing[:5], fmt.Sprintf(" and %d more", n-5)
	}
	var all []int
	for k, h := range header.Cells {
		if strings.TrimSpace(h) != "" {
			all = append(all, k)
		}
	}
	return l, unprocessable("%s: row %d: found no column named %s%s among %s, expected one for each "+
		"question, named by its identifier or text: rename the columns in that row", name,
		header.Number, strings.Join(missing, ", "), more,
		columns.ListColumns(header.Cells, all))
}

// aside reports whether a row has acceptable answers, points or means instead of responses.
func (l *tableLayout) aside(cells []string) bool {
	return slices.ContainsFunc(l.marks, func(k int) bool {
		c := columns.At(cells, k)
		return columns.IsKey(c) || columns.IsPoints(c) || columns.IsSummary(c)
	})
}

// row returns the responses of a row.
func (l *tableLayout) row(s *service, name string, row sheet.Row) (ratedRow, error) {
	out := ratedRow{number: row.Number, id: snip(strings.TrimSpace(columns.At(row.Cells, l.id)), 200)}
	if out.id == "" {
		out.id = "row " + strconv.Itoa(row.Number)
	}
	for _, k := range l.questions {
		text := strings.TrimSpace(columns.At(row.Cells, k))
		if len(text) > s.o.MaxResponse {
			return out, unprocessable("%s: row %d, column %q: found a response of %d bytes, expected at "+
				"most %d: shorten it, or start the server with a larger --max-response", name,
				row.Number, snip(l.header[k], 60), len(text), s.o.MaxResponse)
		}
		out.texts = append(out.texts, text)
	}
	return out, nil
}

// note says how the columns were taken.
func (l *tableLayout) note() string {
	var ignored []string
	for k, h := range l.header {
		if k != l.id && !slices.Contains(l.questions, k) && strings.TrimSpace(h) != "" {
			ignored = append(ignored, strconv.Quote(snip(h, 40)))
		}
	}
	s := fmt.Sprintf("Questions: %d columns.", len(l.questions))
	if l.id >= 0 {
		s += fmt.Sprintf(" Names of the rows: column %q.", snip(l.header[l.id], 40))
	}
	if n := len(ignored); n > 8 {
		ignored = append(ignored[:8], fmt.Sprintf("%d more", n-8))
	}
	if len(ignored) > 0 {
		s += " Not used: " + strings.Join(ignored, ", ") + "."
	}
	return s
}
