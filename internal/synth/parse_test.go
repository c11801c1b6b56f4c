package synth

import (
	"strings"
	"testing"
)

const tinyExam = `exam tiny
question 1
text Which animal barks?
key the dog
difficulty -1
= 1
10 [a|the] dog
= 0
5 [a|the] cat
`

func TestParse(t *testing.T) {
	e, err := Parse(tinyExam)
	if err != nil {
		t.Fatal(err)
	}
	q := e.Questions[0]
	if e.Name != "tiny" || q.Text != "Which animal barks?" || q.Key[0] != "the dog" ||
		q.Difficulty != -1 || q.points[0].weight != 1 {
		t.Errorf("parsed %+v", e)
	}
	for _, r := range Generate(e, 50, 1).Respondents {
		a := r.Answers[0]
		if right := strings.Contains(strings.ToLower(a.Text), "dog"); right != (a.Quality == 1) {
			t.Errorf("%q has quality %v", a.Text, a.Quality)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for name, text := range map[string]string{
		"no questions":         "exam tiny\n",
		"before the first":     "text Why?\n",
		"is no directive":      "question 1\nnonsense here\n",
		"line 2":               "question 1\ndifficulty high\n",
		"no fillers":           "question 1\nfillers noun\n",
		"no phrases":           "question 1\ntext Why?\n",
		"from quality 1 to 0":  "question 1\n= 1\n1 dog\n",
		"must descend":         "question 1\n= 1\n1 a\n= 0.5\n1 b\n= 0.6\n1 c\n= 0\n1 d\n",
		"without phrases":      "question 1\n= 1\n= 0\n1 cat\n",
		"missing":              "question 1\n= 1\n1 (dog\n",
		"need an admit line":   "unsure 0.1\n" + tinyExam,
		"invalid syntax":       "question 1\npoint much\n",
		`parsing "heavy"`:      "question 1\npoint 1 heavy\n",
		"question 1: no phras": "question 1\n",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("got error %v, want one with %q", err, name)
		}
	}
}
