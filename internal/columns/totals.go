package columns

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	numbersIn "github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/text"
)

// A candidate is a column of numbers that may be the totals.
type candidate struct {
	column int
	name   int  // how much its name says: 0 nothing, 1 a word of totals, 2 and more a name of them
	part   bool // it is blank in some rows that have answers
	sum    bool // it is the sum of the points
}

// total finds the column of totals. A sum of the points comes first, then columns that are filled
// for some and blank for others who answered, before those that are filled for everybody, and of
// these the one whose name is surest. Where names do not decide, it says so.
func (t *table) total() []claim {
	if k := t.Layout.Rating; k >= 0 {
		t.takeScale(k)
		return nil
	}
	t.count()
	list := t.candidates()
	if len(list) == 0 || t.Options.Alone && t.expectsNone(list) {
		t.noTotal()
		return nil
	}
	best := t.choose(list)
	if best == nil {
		t.noTotal()
		return nil
	}
	k := best.column
	t.Layout.Rating = k
	t.takeScale(k)
	if best.name < 2 {
		t.note("column %s is taken for the totals (--rating-column names another)", t.describe([]int{k}))
	}
	return []claim{{column: k, of: -1, why: t.whyTotal(best)}}
}

// takeScale takes the ends of the scale from the name of the totals, or the top from a column of
// maxima.
func (t *table) takeScale(k int) {
	low, top := t.scaleOf(k)
	t.Low = low
	if top > 0 || t.Layout.Max < t.highest(k) {
		t.Layout.Max = top
	}
}

func (t *table) whyTotal(c *candidate) string {
	switch {
	case c.sum:
		return "the sum of the points"
	case c.name >= 2:
		return "named as totals"
	case c.part:
		return "numbers for some who answered, and none for others"
	case c.name == 1:
		return "named like totals"
	}
	return "the only numbers that can be totals"
}

// expectsNone reports whether a table that is read for its responses alone need not have totals.
func (t *table) expectsNone(list []candidate) bool {
	return !slices.ContainsFunc(list, func(c candidate) bool { return c.name >= 2 })
}

// noTotal notes which columns may be totals.
func (t *table) noTotal() {
	t.Grades = slices.IndexFunc(columnsOf(t.header), func(k int) bool {
		c := t.Columns[k]
		return t.isTotal(k) && (c.Role == "" && !t.isNumbers(k) && !t.isLongText(k) ||
			c.Role == Ignored && !t.mostlyNumbers(k) && !strings.HasPrefix(c.Why, "--"))
	})
	if !t.scored() && t.Grades < 0 {
		t.Candidates = t.describe(t.all(func(k int) bool {
			return t.names[k] != "" && t.isNumbers(k) && t.profiles[k].numbers > 0
		}))
	}
}

// candidates lists the columns of numbers that may be totals.
func (t *table) candidates() (list []candidate) {
	series := map[string]int{} // names that only differ in a number
	for name := range t.byName {
		stem, _ := serial(name)
		series[stem]++
	}
	sums := t.sums()
	for k, name := range t.names {
		p := t.profiles[k]
		if !t.free(k) || name == "" || slices.Contains(t.likely, k) || !t.isNumbers(k) {
			continue
		}
		base, _, _ := t.scale(k)
		rank, found := wordsOf("total")[base]
		c := candidate{column: k, part: t.partly(k), sum: sums != nil && t.isSum(k, sums)}
		stem, _ := serial(name)
		inSeries := strings.Contains(stem, "#") && series[stem] > 1
		switch {
		case found:
			c.name = 1000 - rank
		case t.rates(k) && len(t.raters(false, func(k int) bool { return !t.free(k) })) > 1,
			wordsOf("not total").any(nameWords(bracket().ReplaceAllString(base, ""))) && !c.sum, inSeries:
			c.name = -1
		case t.named(k, "sure total"):
			c.name = 2000
		case t.named(k, "total word") || t.named(k, "total stem"):
			c.name = 1
		}
		if p.numbers == 0 && c.name < 2 || p.kind == texts && c.name < 1 || p.distinct < 2 && c.name < 1 || c.name < 0 && !c.sum ||
			c.name < 2 && (t.wholeUnique(k) || c.name < 1 && t.isRank(k)) && !c.sum {
			continue
		}
		list = append(list, c)
	}
	return list
}

// wholeUnique reports whether a column has another whole number in each row, as identifiers do.
func (t *table) wholeUnique(k int) bool {
	p := t.profiles[k]
	return len(t.rows) >= 8 && p.filled == len(t.rows) && p.distinct == p.filled && t.whole(k)
}

// isRank reports whether a column ranks the rows: whole numbers from 1 to about their number.
func (t *table) isRank(k int) bool {
	p := t.profiles[k]
	return p.numbers > 5 && slices.Min(t.figures(k)) == 1 && t.whole(k) &&
		t.highest(k) <= float64(p.numbers) && 10*p.distinct >= 6*p.numbers
}

// partly reports whether a column is filled in some of the rows with answers and blank in others.
func (t *table) partly(k int) bool {
	in, out := 0, 0
	for i := range t.rows {
		if t.answered[i] == 0 {
			continue
		}
		if _, ok := t.number(i, k); ok {
			in++
		} else {
			out++
		}
	}
	return in > 0 && out > 0
}

// sums returns the sum of the points of each row, NaN where some are missing beside an answer, nil
// if there are no points.
func (t *table) sums() []float64 {
	list := make([]float64, len(t.rows))
	any := false
	for k, c := range t.Columns {
		if c.Role != PointsRole || t.questions[c.Of] == nil || t.questions[c.Of].Score != k {
			continue
		}
		any = true
		for i := range t.rows {
			if v, ok := t.number(i, k); ok {
				list[i] += v
			} else if !t.missing(i, c.Of) {
				list[i] = math.NaN()
			}
		}
	}
	if !any {
		return nil
	}
	return list
}

// isSum reports whether a column is the sum in nearly all rows that have one.
func (t *table) isSum(k int, sums []float64) bool {
	same, n := 0, 0
	for i, sum := range sums {
		if v, ok := t.number(i, k); ok && sum == sum {
			n++
			if math.Abs(v-sum) < 1e-6 {
				same++
			}
		}
	}
	return n >= 2 && 10*same >= 9*n
}

// choose returns the surest candidate, nil if there is none, and notes what is left open.
func (t *table) choose(list []candidate) *candidate {
	keep := func(condition func(c candidate) bool) (kept []candidate) {
		for _, c := range list {
			if condition(c) {
				kept = append(kept, c)
			}
		}
		return kept
	}
	if sums := keep(func(c candidate) bool { return c.sum }); len(sums) > 0 {
		list = sums
	}
	named := keep(func(c candidate) bool { return c.name > 0 })
	part := keep(func(c candidate) bool { return c.part && (c.name > 0 || t.half(c.column)) })
	switch {
	case len(part) > 0 && slices.ContainsFunc(part, func(c candidate) bool { return c.name > 0 }):
		list = part
	case len(part) > 0 && len(named) > 0:
		if k := part[0].column; 5*t.profiles[k].numbers <= 4*len(t.rows) {
			t.doubtTotals([]int{named[0].column, k})
		}
		list = named
	case len(part) > 0:
		list = part
	case len(named) > 0:
		list = named
	case t.scored():
		return nil
	}
	best := slices.MaxFunc(list, func(a, b candidate) int { return t.surer(a, b) })
	for _, c := range list { // points rather than the mark that follows from them
		if best.tier() < 3 && c.part == best.part && t.profiles[best.column].distinct < t.profiles[c.column].distinct &&
			t.monotone(c.column, best.column) {
			best = c
		}
	}
	var open []int
	for _, c := range list {
		if c.column != best.column && c.tier() == best.tier() && c.part == best.part &&
			(c.part || t.sameName(c, best) || best.name < 2) && !t.monotone(c.column, best.column) {
			open = append(open, c.column)
		}
	}
	if len(open) > 0 {
		if best.name < 2 && !best.part {
			return nil
		}
		t.doubtTotals(append(open, best.column))
	}
	return &best
}

// tier says how sure a name is: that of a total or of a rating 3, that of any points 2, a word 1.
func (c candidate) tier() int {
	if c.name > 1000-wordsOf("total")["score"] {
		return 3
	}
	return min(c.name, 2)
}

func (t *table) scored() bool {
	return slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Role == PointsRole || c.Role == RaterRole })
}

// sameName reports whether two columns have one name but for their scales.
func (t *table) sameName(a, b candidate) bool {
	x, _, _ := t.scale(a.column)
	y, _, _ := t.scale(b.column)
	return x == y && maxIn(t.names[a.column]) == maxIn(t.names[b.column])
}

// half reports whether a column is blank in at least a twentieth of the rows.
func (t *table) half(k int) bool {
	n := t.profiles[k].numbers
	return 20*n <= 19*len(t.rows) && n > 1
}

// surer compares two candidates by their names, the maximum stated by them, and their places: the
// first of equals is surer.
func (t *table) surer(a, b candidate) int {
	stated := func(c candidate) int {
		if _, top := t.scaleOf(c.column); top > 0 {
			return 1
		}
		return 0
	}
	if a.name != b.name {
		return a.name - b.name
	}
	if s := stated(a) - stated(b); s != 0 {
		return s
	}
	if d := t.share(a.column, b.column); d != 0 {
		return d
	}
	return b.column - a.column
}

// share compares two columns of which one follows from the other: percentages are less sure.
func (t *table) share(a, b int) int {
	if !t.monotone(a, b) {
		return 0
	}
	percent := func(k int) int {
		if strings.Contains(t.names[k], "%") || strings.Contains(t.names[k], "percent") {
			return 1
		}
		return 0
	}
	return percent(b) - percent(a)
}

// monotone reports whether of two columns of numbers the one follows from the other, as a grade or
// a percentage does from points: it never falls, or never rises, where the other rises.
func (t *table) monotone(a, b int) bool {
	var pairs [][2]float64
	for i := range t.rows {
		x, ok := t.number(i, a)
		if y, other := t.number(i, b); ok && other {
			pairs = append(pairs, [2]float64{x, y})
		}
	}
	slices.SortFunc(pairs, func(a, b [2]float64) int { return cmp.Compare(a[0], b[0]) })
	up, down, low, high := true, true, math.Inf(1), math.Inf(-1) // of the rows before
	for i := 0; i < len(pairs); {
		least, most := pairs[i][1], pairs[i][1]
		first := i
		for ; i < len(pairs) && pairs[i][0] == pairs[first][0]; i++ {
			least, most = min(least, pairs[i][1]), max(most, pairs[i][1])
		}
		up, down = up && least >= high, down && most <= low
		low, high = min(low, least), max(high, most)
	}
	return len(pairs) > 2 && (up || down)
}

func (t *table) doubtTotals(which []int) {
	slices.Sort(which)
	t.doubt("totals may be in one of the columns "+t.describe(which), "name it with --rating-column")
}

// describe names columns of numbers with how many cells are filled and what they hold.
func (t *table) describe(which []int) string {
	var list []string
	for _, k := range which[:min(len(which), 6)] {
		known := numbersIn.Known(t.figures(k))
		list = append(list, fmt.Sprintf("%s (%d of %d rows, %.6g to %.6g)", text.Quote(short(t.Header[k])),
			len(known), len(t.rows), slices.Min(append(known, math.Inf(1))), slices.Max(append(known, math.Inf(-1)))))
	}
	if n := len(which) - len(list); n > 0 {
		list = append(list, fmt.Sprintf("%d more", n))
	}
	return strings.Join(list, ", ")
}

// raterColumns finds several people's totals where there is no other: named alike but for a number
// or letter at the end.
func (t *table) raterColumns() []claim {
	if t.Layout.Rating >= 0 || t.scored() {
		return nil
	}
	found := t.raters(false, func(k int) bool { return !t.free(k) })
	if len(found) == 0 || len(found) == len(t.asked()) && !wordsOf("long: rater").has(nameWords(t.header[found[0]])[0]) {
		return nil
	}
	t.Candidates = ""
	return claims(found...)
}
