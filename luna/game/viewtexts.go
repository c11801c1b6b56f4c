package game

// QuestionTexts returns the texts of the five questions of a view in their order, "" where one is not there. A number that is none
// of five, which a view from elsewhere may have, is passed over.
func QuestionTexts(list []QuestionView) []string {
	texts := make([]string, Questions)
	for _, q := range list {
		place(texts, q.QuestionNum, q.Question.Text)
	}
	return texts
}

// ResponseTexts is [QuestionTexts] of responses.
func ResponseTexts(list []ResponseView) []string {
	texts := make([]string, Questions)
	for _, r := range list {
		place(texts, r.QuestionNum, r.Response.Text)
	}
	return texts
}

func place(texts []string, number int, text string) {
	if number >= 0 && number < len(texts) {
		texts[number] = text
	}
}
