package columns

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/text"
)

// Stranger is a row that does not belong to a respondent.
type Stranger struct {
	Row int    // its index
	Why string // what it has or lacks
}

// rowRules say why a row is no person's, in this order. They look at the columns of texts, before
// anything is known about questions.
var rowRules = []rowRule{
	{rowKey, (*survey).isKey},
	{rowPoints, (*survey).isPoints},
	{"averages or the like", (*survey).isStatistic},
	{"the header again", (*survey).isHeader},
	{"numbers where all others have texts", (*survey).isNumbers},
	{"few answers and the highest total", (*survey).isMaximum},
	{"a total and no answer", (*survey).isTotal},
	{"a heading of the rows below it", (*survey).isHeading},
	{noName, (*survey).lacksName},
	{"a text under the table", (*survey).isNote},
}

type rowRule struct {
	why     string
	applies func(s *survey, i int) bool
}

// told is the number of rules whose rows nothing but themselves need tell.
const told = 4

const (
	noName      = "no name"
	rowKey      = "the acceptable answers"
	rowPoints   = "the attainable points"
	rowWordings = "the wording of the questions"
)

// leaveRows leaves out the rows that are no people's, and reports whether there are any.
func (t *table) leaveRows() bool {
	s := t.survey()
	var found []Stranger
	unlike := 0 // rows that no word tells
	for i := range t.rows {
		for n, r := range rowRules {
			if r.applies(s, i) {
				found = append(found, Stranger{i, r.why})
				if r.why == noName {
					found[len(found)-1].Why = "no entry in column " + text.Quote(short(t.Header[s.lacking]))
				}
				if n >= told {
					unlike++
				}
				break
			}
		}
	}
	if 5*unlike > len(t.rows) { // then they are what rows are like here
		found = slices.DeleteFunc(found, func(x Stranger) bool {
			return !slices.ContainsFunc(rowRules[:told], func(r rowRule) bool { return r.why == x.Why })
		})
	}
	if len(found) > 0 && found[0].Row == 0 && found[0].Why != rowKey && found[0].Why != rowPoints && s.asks(0) {
		found[0].Why, t.Wordings = rowWordings, 0
	}
	for _, x := range found {
		switch {
		case x.Why == rowKey && t.Layout.Key < 0:
			t.Layout.Key = x.Row
		case x.Why == rowKey:
			t.SecondKey = x.Row
		case x.Why == rowPoints && t.Layout.Points < 0:
			t.Layout.Points = x.Row
		}
	}
	if t.Layout.Strangers = found; len(found) > 0 {
		t.rows = Keep(slices.Clone(t.rows), found)
	}
	return len(found) > 0
}

// Keep takes what belongs to rows that are left out from a list with something for each row.
func Keep[T any](list []T, out []Stranger) []T {
	i := -1
	return slices.DeleteFunc(list, func(T) bool {
		i++
		if len(out) == 0 || out[0].Row != i {
			return false
		}
		out = out[1:]
		return true
	})
}

// marked reports whether a cell of a row marks it by a word of a role: one of the labels, or the
// only text of the row.
func (s *survey) marked(i int, role string) bool {
	for _, k := range s.labels {
		if isMark(At(s.rows[i], k), role) {
			return true
		}
	}
	if len(s.labels) == 0 && isMark(At(s.rows[i], 0), role) {
		return true
	}
	if role == "row: key" {
		return false
	}
	return slices.ContainsFunc(s.rows[i], func(cell string) bool { return isMark(cell, role) })
}

// unlike reports whether the label of a row is missing, or has another shape than nearly all
// others.
func (s *survey) unlike(i int) bool { return s.rare(i, 20) }

// rare reports whether the label of a row is missing, or of a shape that one in so many has.
func (s *survey) rare(i, share int) bool {
	return slices.ContainsFunc(s.labels, func(k int) bool {
		cell, total := strings.TrimSpace(At(s.rows[i], k)), s.labelled[k]
		return s.common(k) && (cell == "" || share*s.shapes[k][shapeOf(cell)] <= total && total >= 10)
	})
}

// totalled reports whether a row has a number in a column of numbers that is no label.
func (s *survey) totalled(i int) bool {
	return slices.ContainsFunc(s.numbers, func(k int) bool { v, ok := s.number(i, k); return ok && v != 0 })
}

// isKey recognises acceptable answers: by a word, or in the first or the last rows by alternatives
// separated by "|", or by a label of another form than all others.
func (s *survey) isKey(i int) bool {
	if s.marked(i, "row: key") && !s.allNumbers(i) {
		return s.counts[i].filled > 0 || len(s.texts) == 0
	}
	if len(s.labels) > 1 { // a word that may also be a name, and no other entry
		n, weak := 0, false
		for _, k := range s.labels {
			if cell := strings.TrimSpace(At(s.rows[i], k)); cell != "" {
				n++
				weak = weak || isMark(cell, "row: maybe key")
			}
		}
		if weak && n == 1 {
			return true
		}
	}
	filled, odd := s.counts[i].filled, s.counts[i].odd
	if len(s.rows) < surely || 3 < i && i < len(s.rows)-3 || s.totalled(i) || odd == filled ||
		4*filled < 3*len(s.texts) || s.isSpread(i) {
		return false
	}
	bars := 0
	for _, k := range s.texts {
		if strings.Contains(At(s.rows[i], k), "|") {
			bars++
		}
	}
	return bars > 1 && s.unlike(i) || bars > 1 && 2*bars >= filled || len(s.rows) >= 10 && s.unlike(i) && filled > 1 && s.oddLabel(i)
}

// common reports whether nearly all rows but strangers have an entry in a column of labels.
func (s *survey) common(k int) bool {
	return 10*s.labelled[k] >= 8*len(s.rows) || s.labelled[k] >= len(s.rows)-2
}

// oddLabel reports whether a row has a label, and one of another form.
func (s *survey) oddLabel(i int) bool {
	return slices.ContainsFunc(s.labels, func(k int) bool {
		cell := strings.TrimSpace(At(s.rows[i], k))
		return cell != "" && 20*s.shapes[k][shapeOf(cell)] <= s.labelled[k]
	})
}

// allNumbers reports whether a row has numbers in two or more columns of texts and no text there.
func (s *survey) allNumbers(i int) bool {
	filled, odd := s.counts[i].filled, s.counts[i].odd
	return odd > 0 && odd == filled && (odd > 1 || len(s.texts) == 1)
}

// isPoints recognises attainable points: by a word beside numbers alone, or by numbers in all
// columns of texts, which add up to the total if there is one, and which is the highest.
func (s *survey) isPoints(i int) bool {
	if s.counts[i].numbers > 0 && s.counts[i].texts <= 1+s.furtherLabels(i) && s.marked(i, "row: points") {
		return true
	}
	filled, odd := s.counts[i].filled, s.counts[i].odd
	if odd < 2 || odd < filled-1 || 4*odd < 3*len(s.texts) {
		return false
	}
	sum := 0.0
	for _, k := range s.texts {
		v, ok := s.number(i, k)
		if !ok {
			continue
		}
		if v <= 0 {
			return false
		}
		sum += v
	}
	for _, k := range s.numbers {
		if v, ok := s.number(i, k); ok && math.Abs(v-sum) < 1e-9 && v >= s.top[k] {
			return true
		}
	}
	return odd == filled && s.unlike(i) && i <= 3 && !s.totalled(i)
}

// furtherLabels returns how many labels a row has beside the first.
func (s *survey) furtherLabels(i int) int {
	n := 0
	for _, k := range s.labels {
		if strings.TrimSpace(At(s.rows[i], k)) != "" {
			n++
		}
	}
	return max(0, n-1)
}

// spread matches how many have a grade, such as 1: 12.
var spread = text.Pattern(`^\d+([.,]\d+)?[+-]? ?[:=] ?\d+ ?[x×%]?$`)

// isSpread recognises how many have each grade: such entries alone beside a label unlike the
// others.
func (s *survey) isSpread(i int) bool {
	n := 0
	for k, cell := range s.rows[i] {
		if cell = strings.TrimSpace(cell); cell == "" || slices.Contains(s.labels, k) {
			continue
		}
		if n++; !spread().MatchString(cell) {
			return false
		}
	}
	return n > 1 && (s.unlike(i) || s.marked(i, "row: statistic"))
}

// isStatistic recognises averages and the like by a word beside numbers alone, or a spread of
// grades.
func (s *survey) isStatistic(i int) bool {
	return s.isSpread(i) || (s.counts[i].numbers > 0 || i > s.last) && // or formulas
		s.counts[i].texts <= 1+s.furtherLabels(i) && s.marked(i, "row: statistic")
}

func (s *survey) isHeader(i int) bool {
	same, filled := 0, 0
	for k, h := range s.header {
		if h = strings.TrimSpace(h); h == "" {
			continue
		}
		if filled++; strings.TrimSpace(At(s.rows[i], k)) == h {
			same++
		} else if 4*(filled-same) > len(s.header) {
			return false
		}
	}
	return filled > 2 && 4*same >= 3*filled
}

func (s *survey) isNumbers(i int) bool {
	filled, odd := s.counts[i].filled, s.counts[i].odd
	return len(s.rows) >= surely && odd > 1 && (odd == filled || odd == filled-1 && odd > 2 && s.unlike(i))
}

// few reports whether a row has fewer than half as many answers as is typical.
func (s *survey) few(i int) bool {
	return 2*s.counts[i].filled < s.typical
}

// likeTotal reports whether a column is named like one of totals.
func (s *survey) likeTotal(k int) bool {
	return s.named(k, "total word") || s.named(k, "total stem") || s.isName(k, "total")
}

func (s *survey) isMaximum(i int) bool {
	return len(s.rows) >= surely && s.few(i) && slices.ContainsFunc(s.numbers, func(k int) bool {
		v, ok := s.number(i, k)
		return ok && v >= s.top[k] && s.top[k] > 0 && s.profiles[k].distinct > 2 && s.likeTotal(k)
	})
}

// isTotal recognises a row without an answer that has a total.
func (s *survey) isTotal(i int) bool {
	if len(s.rows) < surely || s.typical == 0 {
		return false
	}
	filled := s.counts[i].filled
	if filled > 0 && !(filled == 1 && s.typical > 2 && s.counts[i].texts == 1) {
		return false
	}
	return slices.ContainsFunc(s.numbers, func(k int) bool {
		v, ok := s.number(i, k)
		return ok && v > 0 && s.profiles[k].distinct > 2 && (i < s.first || i > s.last || s.unlike(i) || s.likeTotal(k))
	})
}

// isHeading recognises a single entry before people, where these have one in several columns.
func (s *survey) isHeading(i int) bool {
	return len(s.rows) >= surely && s.typical > 1 && i < s.last && s.counts[i].entries == 1 && s.rare(i, 5)
}

// lacksName recognises rows without an entry in a column of names, few answers and no total, below
// the others or above them.
func (s *survey) lacksName(i int) bool {
	if len(s.rows) < surely || s.totalled(i) && i <= s.last {
		return false
	}
	return slices.ContainsFunc(s.labels, func(k int) bool {
		s.lacking = k
		return strings.TrimSpace(At(s.rows[i], k)) == "" && s.common(k) &&
			(s.few(i) || i == 0 && !s.totalled(i))
	})
}

// isNote recognises a text under the table: a row with one entry alone, which looks like no other
// label.
func (s *survey) isNote(i int) bool {
	if len(s.rows) < surely || i <= s.last || !s.few(i) || s.counts[i].filled > 1 {
		return false
	}
	cells := strings.Join(s.rows[i], "")
	if s.counts[i].entries != 1 {
		return strings.ContainsAny(cells, ":=_") && s.rare(i, 5)
	}
	return len(s.labels) != 1 || s.unlike(i) || len(strings.Fields(strings.Join(s.rows[i], " "))) > s.wordsMax ||
		strings.ContainsAny(cells, ":=_")
}

// asks reports whether most entries of a row in columns of texts end in a question mark.
func (s *survey) asks(i int) bool {
	n := 0
	for _, k := range s.texts {
		if cell := strings.TrimSpace(At(s.rows[i], k)); strings.HasSuffix(cell, "?") || strings.HasSuffix(cell, "？") {
			n++
		}
	}
	return 2*n > len(s.texts) && n > 0
}

// ListStrangers returns sentences that name the rows left out, by their numbers in the file.
func ListStrangers(found []Stranger, number func(row int) int) []string {
	var notes []string
	for len(found) > 0 {
		why := found[0].Why
		var list []string
		for _, s := range found {
			if s.Why == why {
				list = append(list, fmt.Sprint(number(s.Row)))
			}
		}
		found = slices.DeleteFunc(slices.Clone(found), func(s Stranger) bool { return s.Why == why })
		verb := text.Plural(len(list), "is no respondent: it has ", "are no respondents: they have ")
		if len(list) > 8 {
			list = append(list[:8], "…")
		}
		notes = append(notes, text.Plural(len(list), "row ", "rows ")+strings.Join(list, ", ")+" "+verb+why)
	}
	return notes
}
