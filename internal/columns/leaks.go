package columns

import (
	"cmp"
	"slices"
	"strings"
)

// count finds out which rows have a total or scores, and how many cells of questions each has.
func (t *table) count() {
	asked := t.asked()
	t.rated, t.answered = make([]bool, len(t.rows)), make([]int, len(t.rows))
	var points []int
	for k, c := range t.Columns {
		if c.Role == PointsRole || c.Role == RaterRole {
			points = append(points, k)
		}
	}
	for i := range t.rows {
		if t.Layout.Rating >= 0 {
			_, t.rated[i] = t.number(i, t.Layout.Rating)
		} else {
			t.rated[i] = slices.ContainsFunc(points, func(k int) bool { _, ok := t.number(i, k); return ok })
		}
		for _, k := range asked {
			if !t.missing(i, k) {
				t.answered[i]++
			}
		}
	}
}

// leaks finds columns that are filled in many of the rows that have a total or scores, but hardly
// ever in the others, although these have answers to the questions beside them. Where several
// beside each other are so, people may have stopped halfway, see raiseHalfway.
func (t *table) leaks() []claim {
	t.count()
	asked := t.asked()
	found := t.all(func(k int) bool {
		kind := t.profiles[k].kind
		return (kind == texts || kind == codes || kind == numbers) && t.leaksRatings(k)
	})
	leaky := func(k int) bool { return slices.Contains(found, k) && slices.Contains(asked, k) }
	return claims(slices.DeleteFunc(slices.Clone(found), func(k int) bool {
		i := slices.Index(asked, k)
		return i >= 0 && (i > 0 && leaky(asked[i-1]) || i+1 < len(asked) && leaky(asked[i+1]))
	})...)
}

func (t *table) leaksRatings(k int) bool {
	var rated, unrated, in, out int
	mine := slices.Contains(t.likely, k) || t.isQuestion(k)
	for i := range t.rows {
		n := 0
		if !t.missing(i, k) {
			n = 1
		}
		others := t.answered[i]
		if mine {
			others -= n
		}
		switch {
		case t.rated[i]:
			rated++
			in += n
		case others > 0:
			unrated++
			out += n
		}
	}
	return unrated >= 3 && rated >= 3 && 3*in >= rated && 6*out*rated < in*unrated
}

// derived finds columns with a few words that stand for ranges of the totals, as "passed" and
// "failed" do, unless there is nothing else.
func (t *table) derived() []claim {
	found := t.all(func(k int) bool { return t.profiles[k].kind == texts && t.follows(k) })
	if len(found) == len(t.asked()) {
		return nil
	}
	return claims(found...)
}

func (t *table) follows(k int) bool {
	type cell struct {
		total float64
		word  string
	}
	var cells []cell
	count := map[string]int{}
	for i, row := range t.rows {
		word := strings.TrimSpace(At(row, k))
		if len(strings.Fields(word)) > 2 {
			return false
		}
		if v, ok := t.number(i, t.Layout.Rating); ok && word != "" {
			cells = append(cells, cell{v, word})
			count[word]++
		}
	}
	if len(count) < 2 || len(count) > 8 || len(cells) < 20 || len(cells) < 4*len(count) {
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
			if a != b && low[a] <= high[b] && low[b] <= high[a] || count[a] < 2 {
				return false
			}
		}
	}
	return true
}
