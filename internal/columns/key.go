package columns

import "strings"

// KeyTable is the columns of a table of acceptable answers, one or several per row. A column that
// the table does not have is -1.
type KeyTable struct {
	Question, Text, Points int
	Answers                []int
	Weak                   bool // the column of the questions is only called a number, such as "#"
}

// numberOnly are names of a column that numbers the rows.
var numberOnly = wordSet("id", "no", "nr", "n", "number", "num", "nummer", "numero", "n°", "№")

// RecogniseKey finds the columns of a table of acceptable answers. It reports whether the header
// has the two required ones, question and answer, and none of respondents.
func RecogniseKey(header []string) (t KeyTable, ok bool) {
	t = KeyTable{Question: -1, Text: -1, Points: -1}
	number, models := -1, []int(nil)
	first := func(to *int, k int) {
		if *to < 0 {
			*to = k
		}
	}
	for k, h := range header {
		name, r := Normal(h), roleOf(h)
		base := strings.TrimRight(name, "0123456789 ")
		switch {
		case r == respondentRole, name == "name":
			return t, false
		case numberOnly.has(name), strings.TrimSpace(h) == "#":
			first(&number, k)
		case r == keyRole && !wordsOf("key: answer").has(name):
			models = append(models, k)
		case wordsOf("key: answer").has(base):
			t.Answers = append(t.Answers, k)
		case wordsOf("key: text").has(name):
			first(&t.Text, k)
		case wordsOf("key: question").has(name), r == questionRole, r == wordingRole:
			if t.Question < 0 {
				t.Question = k
			} else if words := nameWords(h); len(words) > 1 && wordsOf("long: number").has(words[len(words)-1]) {
				t.Question, t.Text = k, t.Question // "question no" after "question"
			} else {
				first(&t.Text, k)
			}
		case wordsOf("key: points").has(name), r == scoreRole, r == maxRole:
			first(&t.Points, k)
		}
	}
	if models != nil {
		t.Answers = models
	}
	switch {
	case number >= 0 && t.Question >= 0 && t.Text < 0:
		t.Question, t.Text = number, t.Question
	case t.Question < 0 && number >= 0:
		t.Question, t.Weak = number, true
	case t.Question < 0:
		t.Question, t.Text = t.Text, -1
	}
	return t, t.Question >= 0 && t.Answers != nil
}
