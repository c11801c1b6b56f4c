package columns

// KeyTable is the columns of a table of acceptable answers, one per row. A column that the table
// does not have is -1.
type KeyTable struct{ Question, Text, Answer, Points int }

// RecogniseKey finds the columns of a table of acceptable answers. It reports whether the header
// has the two required ones, question and answer.
func RecogniseKey(header []string) (KeyTable, bool) {
	t := KeyTable{-1, -1, -1, -1}
	find := func(to *int, names ...map[string]bool) {
		for _, set := range names {
			for k, h := range header {
				name := Normal(h)
				if *to < 0 && set[name] {
					*to = k
				}
			}
		}
	}
	find(&t.Question, keyQuestion, set("id"))
	find(&t.Answer, keyAnswer)
	find(&t.Text, keyText)
	find(&t.Points, keyPoints)
	if t.Text == t.Answer {
		t.Text = -1
	}
	return t, t.Question >= 0 && t.Answer >= 0
}
