package datasets

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/text"
)

var letterGrade = text.Pattern(`^[A-F][+-]?$`)

// minus replaces other signs for it.
var minus = strings.NewReplacer("−", "-", "–", "-")

// letter returns a letter grade in the form in which it is looked up.
func letter(cell string) string { return minus.Replace(strings.ToUpper(strings.TrimSpace(cell))) }

// useGrades turns words in a column named as one of totals into numbers: those of the option,
// letter grades, or labels that begin with their numbers, such as "5 - Excellent".
func (w *wideReader) useGrades() error {
	if w.Rating >= 0 || w.Grades < 0 {
		return nil
	}
	found := map[string]bool{}
	for _, row := range w.rows {
		if cell := columns.At(row.Cells, w.Grades); !columns.Missing(cell) {
			found[letter(cell)] = true
		}
	}
	how := "as"
	switch {
	case len(found) == 0:
		return nil
	case len(w.o.Words) > 0:
		if err := w.useWords(); err != nil {
			return err
		}
	case w.useLetters(found):
		how = "letter grades"
	case !w.useLabels(found):
		return nil
	}
	var list []string
	for _, g := range slices.Sorted(maps.Keys(found)) {
		if v, known := w.grades[g]; known {
			w.Max = max(w.Max, v)
			list = append(list, fmt.Sprintf("%s %.3g", g, v))
		}
	}
	w.Rating = w.Grades
	w.Ignored = slices.DeleteFunc(w.Ignored, func(k int) bool { return k == w.Grades })
	w.note("%s in column %s count as %s (--words gives other numbers, such as pass=1,fail=0)",
		cmp.Or(strings.TrimPrefix(how, "as"), "words"), text.Quote(w.Header[w.Grades]),
		strings.Join(list, ", "))
	return nil
}

// useWords takes the numbers from the option.
func (w *wideReader) useWords() error {
	w.grades = map[string]float64{}
	for _, pair := range w.o.Words {
		word, number, _ := strings.Cut(pair, "=")
		v, err := strconv.ParseFloat(number, 64)
		if err != nil {
			return &UsageError{Msg: fmt.Sprintf("found word %s, expected one with its number, such as "+
				"pass=1", text.Quote(pair))}
		}
		w.grades[letter(word)] = v
	}
	return nil
}

// useLetters counts letter grades: F is 0, and each letter above it 1 more; E counts only if it
// occurs. A plus adds 0.3, and a minus subtracts it.
func (w *wideReader) useLetters(found map[string]bool) bool {
	order := "FDCBA"
	for g := range found {
		if !letterGrade().MatchString(g) {
			return false
		}
		if g[0] == 'E' {
			order = "FEDCBA"
		}
	}
	w.grades = map[string]float64{}
	for i, l := range order {
		for sign, more := range map[string]float64{"-": -0.3, "": 0, "+": 0.3} {
			w.grades[string(l)+sign] = max(0, float64(i)+more)
		}
	}
	w.Max, w.o.Best = float64(len(order)-1), "" // they have their own order
	return true
}

// useLabels takes the numbers that labels of a scale begin with.
func (w *wideReader) useLabels(found map[string]bool) bool {
	labels := map[string]float64{}
	for g := range found {
		v, _, ok := w.numbers.Leading(g)
		if !ok {
			return false
		}
		labels[g] = v
	}
	if w.grades = labels; len(labels) > 1 {
		w.Low = min(1, slices.Min(slices.Collect(maps.Values(labels))))
	}
	return true
}
