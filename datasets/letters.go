package datasets

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/text"
)

var letterGrade = regexp.MustCompile(`^[A-F][+-]?$`)

// letter returns a letter grade in the form in which it is looked up.
func letter(cell string) string {
	return strings.NewReplacer("−", "-", "–", "-").Replace(strings.ToUpper(strings.TrimSpace(cell)))
}

// useLetters turns letter grades in the column of totals into numbers: F is 0, and each letter
// above it 1 more; E counts only if it occurs. A plus adds 0.3, and a minus subtracts it.
func (w *wideReader) useLetters() {
	if w.Rating >= 0 || w.Grades < 0 {
		return
	}
	found := map[string]bool{}
	for _, row := range w.rows {
		switch g := letter(columns.At(row.Cells, w.Grades)); {
		case columns.Missing(g):
		case !letterGrade.MatchString(g):
			return
		default:
			found[g] = true
		}
	}
	order := "FDCBA"
	for g := range found {
		if g[0] == 'E' {
			order = "FEDCBA"
		}
	}
	if len(found) == 0 {
		return
	}
	w.letters = map[string]float64{}
	var list []string
	for i, l := range order {
		for sign, more := range map[string]float64{"-": -0.3, "": 0, "+": 0.3} {
			w.letters[string(l)+sign] = max(0, float64(i)+more)
		}
	}
	for g := range found {
		list = append(list, fmt.Sprintf("%s %.3g", g, w.letters[g]))
	}
	slices.Sort(list)
	w.Rating, w.Max = w.Grades, float64(len(order)-1)
	if found["A+"] {
		w.Max = w.letters["A+"]
	}
	w.Ignored = slices.DeleteFunc(w.Ignored, func(k int) bool { return k == w.Grades })
	w.note("letter grades in column %s count as %s; put numbers into it for another scale",
		text.Quote(w.Header[w.Grades]), strings.Join(list, ", "))
}
