package columns

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/text"
)

// rating finds the column of totals by the names that are sure.
func (f *finder) rating() {
	best, rank, words := -1, len(totals), -1
	for k := range f.names {
		base, low, top := f.scale(k)
		if k == f.Layout.Rating {
			f.Low, f.Max = low, top
		}
		if f.taken[k] {
			continue
		}
		r := slices.Index(totals, base)
		if r < 0 || r >= rank && !(r == rank && f.Max == 0 && top > 0) {
			continue
		}
		if !f.mostlyNumbers(k) {
			if words < 0 {
				words = k
			}
			continue
		}
		if f.Layout.Rating < 0 || best >= 0 {
			best, rank = k, r
			f.Layout.Rating, f.Low, f.Max = k, low, top
		}
	}
	if best >= 0 {
		f.taken[best] = true
	}
	if f.Layout.Rating < 0 {
		f.Grades = words
	}
}

// likeTotal takes the only column of numbers that is named like one of totals. Where there are
// several, it takes the only one that is filled in a part of the rows.
func (f *finder) likeTotal() {
	if f.Layout.Rating >= 0 || f.Grades >= 0 || f.Options.Known != nil {
		return
	}
	var found, part, named []int
	series := map[string]int{} // names that only differ in the number at their ends
	for name := range f.byName {
		series[stem(name)]++
	}
	for k, name := range f.names {
		if f.taken[k] || f.forced[k] || name == "" || !f.isNumbers(k) {
			continue
		}
		if found = append(found, k); !namedLikeTotal(name) ||
			stem(name) != name && series[stem(name)] > 1 {
			continue
		}
		named = append(named, k)
		if len(f.figures(k)) < len(f.rows) {
			part = append(part, k)
		}
	}
	if len(part) == 1 {
		named = part
	}
	scored := slices.ContainsFunc(f.Layout.Questions, func(q Question) bool { return q.Score >= 0 })
	if len(named) != 1 {
		if !scored {
			f.Candidates = f.describe(found)
		}
		return
	}
	k := named[0]
	_, f.Low, f.Max = f.scale(k)
	f.Layout.Rating, f.taken[k] = k, true
	f.note("column %s is taken for the totals (--rating-column names another)", f.describe(named))
}

// isNumbers reports whether a column has numbers, perhaps with some words among them.
func (f *finder) isNumbers(k int) bool {
	switch contentOf(f.rows, k) {
	case numbers:
		return true
	case texts:
		return f.mostlyNumbers(k)
	}
	return false
}

// describe names columns of numbers with how many cells are filled and what they hold.
func (f *finder) describe(which []int) string {
	var list []string
	for _, k := range which[:min(len(which), 6)] {
		low, high := math.Inf(1), math.Inf(-1)
		n := 0
		for _, v := range f.figures(k) {
			if !math.IsNaN(v) {
				low, high = min(low, v), max(high, v)
				n++
			}
		}
		list = append(list, fmt.Sprintf("%s (%d of %d rows, %.6g to %.6g)",
			text.Quote(short(f.Header[k])), n, len(f.rows), low, high))
	}
	if n := len(which) - len(list); n > 0 {
		list = append(list, fmt.Sprintf("%d more", n))
	}
	return strings.Join(list, ", ")
}

// figures returns the numbers in a column, NaN for a maximum alone.
func (f *finder) figures(k int) (found []float64) {
	for _, row := range f.rows {
		if v, _, ok := f.Numbers.Number(At(row, k)); ok {
			found = append(found, v)
		}
	}
	return found
}

// mostlyNumbers reports whether at least half of a column's cells that are not empty are numbers,
// or the others are a few words again and again. It is so in a column without any such cells.
func (f *finder) mostlyNumbers(k int) bool {
	filled, good, words := 0, 0, map[string]bool{}
	for _, row := range f.rows {
		cell := At(row, k)
		if Missing(cell) {
			continue
		}
		if filled++; isNumber(cell) {
			good++
		} else {
			words[strings.TrimSpace(cell)] = true
		}
	}
	return 2*good >= filled || good >= 3 && len(words) <= 3 && 3*len(words) <= good
}

func isNumber(cell string) bool {
	_, _, ok := Number(cell)
	return ok
}

var (
	// outOf matches the maximum in a name such as "Grade/10.00" or "Total (max. 20 points)".
	outOf = regexp.MustCompile(`^(.*?)\s*(?:/|[(\[]\s*(?:/|out of|max\.?|maximum|of|von|sur|de|` +
		`sobre)?)\s*([0-9]+(?:[.,][0-9]+)?)\s*(?:points?|pts\.?|punkte|puntos|p\.?)?\s*[)\]]?$`)
	// between matches the ends of a scale in a name such as "Rating (1-5)".
	between = regexp.MustCompile(`^(.*?)\s*[(\[]?\s*(-?[0-9]{1,3})\s*(?:-|–|—|\.\.|…|~|to|bis|a|à|до)` +
		`\s*([0-9]{1,4})\s*[)\]]?\s*$`)
)

// splitMax returns a name without the maximum that it states, 0 if it states none.
func splitMax(name string) (base string, top float64) {
	if base, found := cutPercent(name); found {
		return base, 100
	}
	m := outOf.FindStringSubmatch(name)
	if m == nil {
		return name, 0
	}
	v, _, ok := Number(m[2])
	if !ok || v <= 0 {
		return name, 0
	}
	return strings.TrimSpace(m[1]), v
}

func cutPercent(name string) (string, bool) {
	for _, sign := range []string{"(%)", "[%]", "%", "(in %)", "(percent)"} {
		if base, found := strings.CutSuffix(name, sign); found {
			return strings.TrimSpace(base), true
		}
	}
	return name, false
}

// scale returns the name of a column without the ends of the scale that it states.
func (f *finder) scale(k int) (base string, low, top float64) {
	if m := between.FindStringSubmatch(strings.ToLower(f.header[k])); m != nil {
		low, _ := strconv.ParseFloat(m[2], 64)
		top, _ := strconv.ParseFloat(m[3], 64)
		if low < top && low <= 1 {
			return Normal(m[1]), low, top
		}
	}
	base, top = splitMax(f.names[k])
	return Normal(base), 0, top
}

// namedLikeTotal reports whether a name, as Normal returns it, has a word for a total.
func namedLikeTotal(name string) bool {
	for word := range strings.FieldsFuncSeq(name, func(r rune) bool {
		return strings.ContainsRune(" /()[].,:%", r)
	}) {
		if totalWords[word] || strings.HasSuffix(word, "note") { // as in "Endnote"
			return true
		}
	}
	return slices.ContainsFunc(totalStems, func(s string) bool { return strings.Contains(name, s) })
}
