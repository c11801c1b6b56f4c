package columns

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/luna-rating/luna/internal/text"
)

// id finds the column of identifiers: the first that is named as one, is filled and, if it is not
// sure to be one, has hardly any identifier twice; or else those of first and last names.
func (f *finder) id() {
	if f.Layout.ID >= 0 {
		f.labels = append(f.labels, f.Layout.ID)
	}
	for k, name := range f.names {
		before, _, _ := strings.Cut(name, ". ") // "id. Response ID"
		identifies := identifiers[name] || identifiers[before]
		if f.taken[k] || !identifies && !people[name] {
			continue
		}
		filled, twice := f.entries(k)
		if filled > 0 {
			f.labels = append(f.labels, k)
		}
		if f.Layout.ID >= 0 {
			continue
		}
		if filled == len(f.rows) && (identifies || 5*twice <= filled) {
			f.Layout.ID = k
			f.taken[k] = true
			continue
		}
		f.ignore(k)
		why := "has the same entry in several rows, so that one person may be learned from and tested " +
			"on (--id-column with --attempts first or last takes one row of each)"
		if filled < len(f.rows) {
			why = "is not filled in every row"
		}
		f.note("column %s cannot identify the respondents: it %s", text.Quote(short(f.Header[k])),
			why)
	}
	if f.Layout.ID < 0 {
		f.joinNames()
	}
}

// joinNames makes first and last names the identifiers.
func (f *finder) joinNames() {
	first, last := -1, -1
	for k, name := range f.names {
		switch {
		case f.taken[k] && !slices.Contains(f.labels, k):
		case first < 0 && firstNames[name]:
			first = k
		case last < 0 && lastNames[name]:
			last = k
		}
	}
	if first < 0 || last < 0 {
		return
	}
	if n, _ := f.entries(first); n < len(f.rows) {
		return
	}
	f.Ignored = slices.DeleteFunc(f.Ignored, func(k int) bool { return k == first || k == last })
	f.Layout.ID, f.Surname = first, last
	f.taken[first], f.taken[last] = true, true
	f.labels = append(f.labels, first, last)
	f.note("identifiers are the columns %s joined", f.list([]int{first, last}))
}

// entries returns how many rows have an entry in a column, and how many of these entries repeat one
// of a row above.
func (f *finder) entries(k int) (filled, twice int) {
	seen := make(map[string]bool, len(f.rows))
	for _, row := range f.rows {
		cell := strings.TrimSpace(At(row, k))
		if cell == "" {
			continue
		}
		if filled++; seen[cell] {
			twice++
		}
		seen[cell] = true
	}
	return filled, twice
}

// rest decides about the columns that are left: those of texts are questions, and those of numbers
// if they are named like one.
func (f *finder) rest() {
	var open, unnamed, same, codes, leaks, derived, hidden []int
	series := map[string]bool{} // beginnings of the names of numbered questions
	f.count()
	for k, name := range f.names {
		if f.taken[k] {
			if f.isQuestion(k) {
				series[stem(name)] = true
			}
			continue
		}
		c := contentOf(f.rows, k)
		switch {
		case name == "" && c == empty:
		case f.given, f.isOther(k), c == dates, c == mails,
			c == empty && len(f.rows) > 0 && !shortLabel.MatchString(f.header[k]) &&
				(!sentence(f.header[k]) || len(f.rows) >= surely):
			f.ignore(k)
		case name == "" && f.continues(k):
		case name == "" && c == texts:
			unnamed = append(unnamed, k)
		case name == "":
			f.ignore(k)
		case f.Hidden != nil && f.Hidden(k):
			hidden = append(hidden, k)
		case c == numbers && !strings.HasSuffix(strings.TrimSpace(f.header[k]), "?"):
			open = append(open, k)
		case c == texts && f.constant(k):
			same = append(same, k)
		case c == texts && f.isCode(k):
			codes = append(codes, k)
		case c == texts && f.leaks(k):
			leaks = append(leaks, k)
		case c == texts && f.follows(k):
			derived = append(derived, k)
		default:
			f.add(k)
			if s := stem(name); s != name {
				series[s] = true
			}
		}
	}
	f.leave(hidden, "hidden")
	f.leave(same, "the same in all rows")
	if f.Layout.ID < 0 && len(codes) > 0 {
		if n, _ := f.entries(codes[0]); n == len(f.rows) {
			f.Layout.ID, f.taken[codes[0]] = codes[0], true
			codes = codes[1:]
		}
	}
	f.leave(codes, "a different code in each row")
	f.leave(leaks, "filled only where there is a total, so that what it says would not be known of "+
		"the others")
	if len(f.Layout.Questions) == 0 { // it is all there is
		for _, k := range derived {
			f.add(k)
		}
		derived = nil
	}
	f.leave(derived, "another name for ranges of the totals")
	f.numbersLeft(open, series)
	for _, k := range unnamed {
		f.ignore(k)
		f.note("column %d has texts but no name: it is left out", k+1)
	}
}

// numbersLeft decides about columns of numbers: they are questions if they continue a series, or
// are worded and beside another question.
func (f *finder) numbersLeft(open []int, series map[string]bool) {
	var asked []int
	for {
		n := len(asked)
		open = slices.DeleteFunc(open, func(k int) bool {
			name := f.names[k]
			worded := len(strings.Fields(name)) >= 3 && !namedLikeTotal(name) && f.fewValues(k) &&
				(f.isQuestion(k-1) || f.isQuestion(k+1))
			if stem(name) != name && series[stem(name)] {
				f.add(k)
				return true
			}
			if worded {
				f.add(k)
				asked = append(asked, k)
			}
			return worded
		})
		if len(asked) == n {
			break
		}
	}
	if len(asked) > 0 {
		f.note("columns of numbers taken for answers: %s (--ignore-columns leaves them out)",
			f.list(asked))
	}
	for _, k := range open {
		f.ignore(k)
		if f.fewValues(k) && (f.isQuestion(k-1) || f.isQuestion(k+1)) && !pointWords[f.names[k]] {
			f.numbersOut = append(f.numbersOut, k)
		}
	}
}

// sayNumbersOut says which columns of numbers beside questions are left out.
func (f *finder) sayNumbersOut() {
	left := slices.DeleteFunc(f.numbersOut, func(k int) bool { return !slices.Contains(f.Ignored, k) })
	if len(left) > 0 {
		f.note("columns of numbers are left out: %s (name them with --question-columns if they are "+
			"answers)", f.list(left))
	}
}

// isOther reports whether a column is named as one that is neither a response nor a rating, by
// itself or, as surveys write it, before its text: "refurl. Referrer URL".
func (f *finder) isOther(k int) bool {
	name := f.names[k]
	before, _, _ := strings.Cut(name, ". ")
	for _, n := range []string{name, before} {
		if others[n] || identifiers[n] || people[n] || firstNames[n] || lastNames[n] ||
			slices.Contains(totals, n) {
			return true
		}
	}
	return strings.HasPrefix(f.header[k], "_")
}

// continues adds a column without a name to the question left of it, of which it holds a part, as a
// second row of the header says.
func (f *finder) continues(k int) bool {
	n := len(f.Layout.Questions)
	if f.given || n == 0 || strings.TrimSpace(At(f.Parts, k)) == "" {
		return false
	}
	q := &f.Layout.Questions[n-1]
	if q.Column+len(q.More)+1 != k {
		return false
	}
	f.taken[k] = true
	q.More = append(q.More, k)
	return true
}

// surely is the number of rows from which a column can be judged by what they have in common.
const surely = 5

// constant reports whether all rows have the same text in a column.
func (f *finder) constant(k int) bool {
	if len(f.rows) < surely {
		return false
	}
	first := strings.TrimSpace(At(f.rows[0], k))
	return first != "" && !slices.ContainsFunc(f.rows, func(row []string) bool {
		return strings.TrimSpace(At(row, k)) != first
	})
}

// isCode reports whether a column has a different code in each row: a word of one length with
// digits, or an address.
func (f *finder) isCode(k int) bool {
	seen := map[string]bool{}
	length := 0
	for _, row := range f.rows {
		cell := strings.TrimSpace(At(row, k))
		if cell == "" {
			continue
		}
		if length == 0 {
			length = len(cell)
		}
		if seen[cell] || len(cell) != length && !strings.Contains(cell, "://") || len(cell) < 4 ||
			strings.ContainsFunc(cell, unicode.IsSpace) || !strings.ContainsAny(cell, "0123456789/") {
			return false
		}
		seen[cell] = true
	}
	return len(seen) > surely
}

// leaks reports whether a column is filled in many of the rows that have a total or scores, but
// hardly ever in the others, although these have answers.
func (f *finder) leaks(k int) bool {
	var rated, unrated, in, out int
	for i, row := range f.rows {
		n := 0
		if strings.TrimSpace(At(row, k)) != "" {
			n = 1
		}
		switch {
		case f.rated[i]:
			rated++
			in += n
		case f.texts[i] > n:
			unrated++
			out += n
		}
	}
	return unrated >= 3 && rated >= 3 && 3*in >= rated && 6*out*rated < in*unrated
}

// follows reports whether a column has a few words that stand for ranges of the totals, as "passed"
// and "failed" do.
func (f *finder) follows(k int) bool {
	type cell struct {
		total float64
		word  string
	}
	var cells []cell
	words := map[string]int{}
	for _, row := range f.rows {
		word := strings.TrimSpace(At(row, k))
		if len(strings.Fields(word)) > 2 {
			return false
		}
		if v, _, ok := f.Numbers.Number(At(row, f.Layout.Rating)); ok && v == v && word != "" {
			cells = append(cells, cell{v, word})
			words[word]++
		}
	}
	if len(words) < 2 || len(words) > 8 || len(cells) < 20 || len(cells) < 4*len(words) {
		return false
	}
	slices.SortStableFunc(cells, func(a, b cell) int { return cmp.Compare(a.total, b.total) })
	low, high := map[string]float64{}, map[string]float64{}
	for _, c := range cells {
		if _, seen := low[c.word]; !seen {
			low[c.word] = c.total
		}
		high[c.word] = c.total
	}
	for a := range low {
		for b := range low {
			if a != b && low[a] <= high[b] && low[b] <= high[a] || words[a] < 2 {
				return false
			}
		}
	}
	return true
}

// count finds out which rows have a total or scores, and how many cells that may be answers each
// has.
func (f *finder) count() {
	var open []int
	for k := range f.names {
		if f.isQuestion(k) || !f.taken[k] && !f.isOther(k) {
			open = append(open, k)
		}
	}
	f.rated, f.texts = make([]bool, len(f.rows)), make([]int, len(f.rows))
	for i, row := range f.rows {
		f.rated[i] = f.isRated(row)
		for _, k := range open {
			if !Missing(At(row, k)) {
				f.texts[i]++
			}
		}
	}
}

func (f *finder) isRated(row []string) bool {
	number := func(k int) bool {
		v, _, ok := f.Numbers.Number(At(row, k))
		return ok && v == v
	}
	return number(f.Layout.Rating) || f.Layout.Rating < 0 &&
		slices.ContainsFunc(f.Layout.Questions, func(q Question) bool { return number(q.Score) })
}

// fewValues reports whether a column has few different entries for the number of rows.
func (f *finder) fewValues(k int) bool {
	seen := map[string]bool{}
	for _, row := range f.rows {
		seen[strings.TrimSpace(At(row, k))] = true
	}
	return len(f.rows) < surely || len(seen) > 1 && 2*len(seen) <= len(f.rows)+2
}

// stem returns a name without the number at its end.
func stem(name string) string { return strings.TrimRight(name, "0123456789") }
