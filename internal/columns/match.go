package columns

import (
	"slices"
	"strconv"

	"github.com/luna-rating/luna/internal/text"
)

// ordinal matches a name that only numbers a question, as Normal returns it.
var ordinal = text.Pattern(`^(?:q(?:uestion|u|n|no)?|frage|aufgabe|item|task|exercise|ex|nr|no|pregunta|domanda|pergunta|` +
	`questao|vraag|opgave|pytanie|zadanie|soru|вопрос|задание|问题|題|问|問|第)?[ ._#:]*0*([1-9][0-9]*)[ .]?([a-z]?)(?:题|題|問)?[.):]?$`)

// Ordinal returns the number in a name that only numbers a question, with a letter after it: "4"
// for "Question 4", "Q04" or "q4.". It is empty for any other name.
func Ordinal(name string) string {
	if m := ordinal().FindStringSubmatch(Normal(name)); m != nil {
		return m[1] + m[2]
	}
	return ""
}

// Pair returns which of the named questions of a table each known one is, -1 for none: by a name
// or the number in it. If none is found this way, they are taken in the order of their numbers, as
// far as the table has none, or else in order, if there are as many.
func Pair(known []Known, names [][]string) (found []int, missing int, inOrder bool) {
	byName, byNumber := map[string]int{}, map[string]int{}
	put := func(m map[string]int, name string, i int) {
		if _, taken := m[name]; !taken && name != "" {
			m[name] = i
		}
	}
	for i, list := range names {
		for _, name := range list {
			put(byName, Normal(name), i)
			put(byNumber, Ordinal(name), i)
		}
	}
	used := map[int]bool{}
	for _, k := range known {
		i, ok := byName[Normal(k.Text)]
		if !ok {
			i, ok = byName[Normal(k.ID)]
		}
		if !ok {
			i, ok = byNumber[Ordinal(k.ID)]
		}
		if !ok || used[i] {
			i = -1
			missing++
		}
		used[i] = true
		found = append(found, i)
	}
	if missing == len(known) && missing > 0 {
		if order := orderOf(known, len(names), len(byNumber) > 0); order != nil {
			return order, 0, true
		}
	}
	return found, missing, false
}

// orderOf returns the places of known questions in a table of n questions, nil if nothing tells
// them. Numbered says that those of the table have other numbers.
func orderOf(known []Known, n int, numbered bool) (order []int) {
	var numbers []int
	for i, q := range known {
		order = append(order, i)
		if number, err := strconv.Atoi(Ordinal(q.ID)); err == nil {
			numbers = append(numbers, number-1)
		}
	}
	switch all := len(numbers) == len(known); {
	case all && numbered:
		return nil
	case all && slices.Max(numbers) < n && len(slices.Compact(slices.Sorted(slices.Values(numbers)))) == len(known):
		return numbers
	case len(known) == n && (!all || slices.IsSorted(numbers)):
		return order
	}
	return nil
}

// Match returns the column of each known question, -1 if it has none, as [Pair] finds it.
func (l *Layout) Match(known []Known) (found []int, missing int, inOrder bool) {
	var names [][]string
	for _, q := range l.Questions {
		names = append(names, l.NamesOf(q))
	}
	if found, missing, inOrder = Pair(known, names); inOrder && len(known) != len(names) {
		return slices.Repeat([]int{-1}, len(known)), len(known), false
	}
	for k, i := range found {
		if i >= 0 {
			found[k] = l.Questions[i].Column
		}
	}
	return found, missing, inOrder
}

// NamesOf returns the names of a question in the table.
func (l *Layout) NamesOf(q Question) []string {
	if q.Numbered {
		return []string{l.Header[q.Column], q.Text}
	}
	return []string{l.Header[q.Column], q.Text, q.ID}
}
