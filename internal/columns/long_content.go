package columns

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/luna-rating/luna/internal/text"
)

const (
	maxLongColumns = 100     // a table of more is wide
	maxLongRows    = 100_000 // that are looked at
	maxAlike       = 300     // values whose texts are compared
	mostAlike      = 0.67    // of what alike says of responses to different questions
	mostAlikeGrid  = 0.85    // if the rows are those of respondents and questions
	fewRows        = 30      // where words of few texts may differ by chance
)

// values is what the cells of a column have in common.
type values struct {
	of       []int // by row: which distinct value, -1 if none
	distinct int
	filled   int
	content  kind
}

func (t *table) values(k int) *values {
	if v := t.cells[k]; v != nil {
		return v
	}
	v := &values{content: t.profiles[k].kind}
	seen := map[string]int{}
	for _, row := range t.rows {
		cell, i := strings.TrimSpace(At(row, k)), -1
		if cell != "" {
			v.filled++
			if j, found := seen[cell]; found {
				i = j
			} else {
				i = len(seen)
				seen[cell] = i
			}
		}
		v.of = append(v.of, i)
	}
	v.distinct = len(seen)
	t.cells[k] = v
	return v
}

// repeats reports whether the values of a column occur in several rows each, on average.
func (t *table) repeats(k int) bool {
	v := t.values(k)
	return v.distinct > 1 && 3*v.distinct <= 2*v.filled && v.filled == len(t.rows)
}

// determines reports whether each value of a column occurs with at most one value of another.
func (t *table) determines(by, k int) bool {
	if by < 0 {
		return false
	}
	a, b := t.values(by), t.values(k)
	of := map[int]int{}
	for i, x := range a.of {
		if b.of[i] < 0 {
			continue
		}
		if y, found := of[x]; found && y != b.of[i] {
			return false
		}
		of[x] = b.of[i]
	}
	return true
}

// pairs returns how many different pairs of values two columns have.
func (t *table) pairs(a, b int) int {
	seen := map[[2]int]bool{}
	of := t.values(b).of
	for i, x := range t.values(a).of {
		seen[[2]int{x, of[i]}] = true
	}
	return len(seen)
}

// grid reports whether nearly every row has a different pair of two columns' values, and most of
// the possible pairs have a row, as is the case for respondents and questions.
func (t *table) grid(a, b int) bool {
	n, cells := len(t.rows), t.values(a).distinct*t.values(b).distinct
	return a != b && t.repeats(a) && t.values(a).distinct > 4 && 10*cells >= 9*n && cells <= 4*n &&
		10*t.pairs(a, b) >= 9*n && (t.together(a) || t.together(b))
}

// together reports whether the rows of each value of a column stand together.
func (t *table) together(k int) bool {
	v, runs := t.values(k), 0
	for i, x := range v.of {
		if i == 0 || x != v.of[i-1] {
			runs++
		}
	}
	return 10*runs <= 11*v.distinct
}

// oneRowEach reports whether a column named like one of identifiers has a different entry in each
// row, and no such column has the same entry in several.
func (t *table) oneRowEach() bool {
	one := false
	for k, name := range t.names {
		if !wordsOf("identifier").has(name) && !wordsOf("person").has(name) && roleOf(t.header[k]) != respondentRole {
			continue
		}
		if t.repeats(k) {
			return false
		}
		one = one || t.values(k).distinct == len(t.rows)
	}
	return one
}

// byContent finds the columns of question and response that their names do not tell: the texts of a
// response have other words for each question, and a respondent has each question at most once, or
// the rows of a question stand together.
func (t *table) byContent(l *Long, forced bool) {
	best, question, response := math.Inf(1), l.Question, l.Response
	for q, name := range t.names {
		if q != question && (question >= 0 || !t.free(q) || slices.Contains(l.columns(), q) ||
			wordsOf("other").has(name) || wordsOf("total").has(name) || !t.repeats(q)) {
			continue
		}
		person := slices.IndexFunc(columnsOf(t.header), func(k int) bool {
			return !t.left(k) && (l.Respondent < 0 || l.Respondent == k) && t.grid(k, q)
		})
		if q != question && person < 0 && !t.blocks(q) {
			continue
		}
		free := t.freeText(l, q, person, response)
		limit := mostAlike
		if person >= 0 && t.values(q).distinct > 2 { // two may be times or groups
			limit = mostAlikeGrid
		}
		surely := forced || q == question && free.differing < 2 && person >= 0
		switch {
		case free.column < 0:
		case surely || free.alike <= limit && (person >= 0 && free.differing < 2 ||
			person < 0 && free.others == 0 && len(t.rows) >= fewRows):
			if free.alike < best-1e-9 { // the order of words is random
				best, l.Question, l.Response = free.alike, q, free.column
			}
		case t.mayBeLong == "" && free.others == 0:
			t.mayBeLong = fmt.Sprintf("column %s may say which question a row answers: if so, give "+
				"--question-column %[1]s --response-column %s", text.Quote(t.Header[q]),
				text.Quote(t.Header[free.column]))
		}
	}
	if l.Wording == l.Question {
		l.Wording = -1
	}
}

// blocks reports whether the rows of each value of a column stand together, beside a column of
// numbers that differ within them.
func (t *table) blocks(q int) bool {
	return t.together(q) && 4*t.values(q).distinct <= len(t.rows) &&
		slices.ContainsFunc(columnsOf(t.header), func(k int) bool {
			w := t.values(k)
			return k != q && w.content == numbers && 2*w.distinct < len(t.rows) && !t.determines(q, k)
		})
}

// freeText is a column of texts that depend on neither question nor respondent.
type freeText struct {
	column    int     // -1 if there is none
	alike     float64 // those of different questions
	differing int     // columns whose texts differ between questions
	others    int     // columns beside it in which some texts are the same
}

// freeText returns the column of free texts: the longest of those that differ between questions or,
// without respondents, of all.
func (t *table) freeText(l *Long, q, person, response int) freeText {
	best, longest := freeText{column: -1}, -1
	same := func(k int) int { return min(1, len(t.rows)-t.values(k).distinct) }
	for k, name := range t.names {
		v := t.values(k)
		if k != response && (response >= 0 || !t.free(k) || k == q || k == person ||
			v.content != texts && v.content != codes || 5*v.filled < len(t.rows) || wordsOf("other").has(name) || wordsOf("person").has(name) ||
			slices.Contains(l.columns(), k) || t.determines(q, k) || t.determines(person, k)) {
			continue
		}
		alike, length := t.alike(k, q), 0
		for _, row := range t.rows {
			length += len(At(row, k))
		}
		if alike <= mostAlike && person >= 0 {
			length += math.MaxInt / 2
			best.differing++
		}
		best.others += same(k)
		if length > longest {
			best.column, best.alike, longest = k, alike, length
		}
	}
	if best.column >= 0 {
		best.others -= same(best.column)
	}
	return best
}

// alike compares the words of a column of texts between the values of another column: 0 if they
// differ for each value, about 1 if they do not depend on it.
func (t *table) alike(text, by int) float64 {
	rows := t.rows[:min(len(t.rows), 5_000)]
	var halves [2]map[int]map[string]float64
	var all [2]map[string]float64
	for h := range halves {
		halves[h], all[h] = map[int]map[string]float64{}, map[string]float64{}
	}
	turn := map[int]int{}
	for i, row := range rows {
		v := t.values(by).of[i]
		h := turn[v] % 2
		turn[v]++
		if halves[h][v] == nil {
			halves[h][v] = map[string]float64{}
		}
		for word := range tokens(At(row, text)) {
			halves[h][v][word]++
			all[h][word]++
		}
	}
	within, between := 0.0, 0.0
	n := float64(len(rows))
	if len(turn) > maxAlike {
		return 1
	}
	for v, a := range halves[0] {
		b := halves[1][v]
		var own, other, aa, bb, cc float64
		for word, x := range all[1] {
			x = x - b[word]
			weight := math.Pow(math.Log((n+1)/(all[0][word]+all[1][word])), 2)
			own += weight * a[word] * b[word]
			other += weight * a[word] * x
			aa += weight * a[word] * a[word]
			bb += weight * b[word] * b[word]
			cc += weight * x * x
		}
		if own > 0 {
			within += own / math.Sqrt(aa*bb)
		}
		if other > 0 {
			between += other / math.Sqrt(aa*cc)
		}
	}
	if within == 0 {
		return 1
	}
	return between / within
}

// tokens returns the words of a text, or its characters in scripts without blanks.
func tokens(s string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsFuncSeq(strings.ToLower(s), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) {
		if unicode.In([]rune(word)[0], unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai) {
			for _, r := range word {
				set[string(r)] = true
			}
		} else {
			set[word] = true
		}
	}
	return set
}
