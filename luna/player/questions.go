package player

import "github.com/luna-rating/luna/datasets"

// QuestionSet is the five questions that a machine asks in all of its games, with the acceptable answers to each, and a Name for what is
// learned about them.
type QuestionSet struct {
	Name      string
	Questions []datasets.Question
}

// ThesisQuestions are those that the two machines of Silver (2016), 6.2.2, asked, with the words that the template for players of the
// website expected in the responses.
func ThesisQuestions() QuestionSet {
	return QuestionSet{Name: "thesis", Questions: []datasets.Question{
		{ID: "1", Text: "What color is the sky?", Key: []string{"blue"}},
		{ID: "2", Text: `What is the direct object in this sentence: "The boy threw the ball to the dog"?`, Key: []string{"ball"}},
		{ID: "3", Text: "Why is 6 afraid of 7?", Key: []string{"7 8 9"}},
		{ID: "4", Text: "Why does poverty exist?", Key: []string{"poverty"}},
		{ID: "5", Text: "What is the capital of New York?", Key: []string{"albany"}},
	}}
}

// Texts are the questions as they are asked.
func (s QuestionSet) Texts() []string {
	list := make([]string, len(s.Questions))
	for i, q := range s.Questions {
		list[i] = q.Text
	}
	return list
}
