package screening

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/luna/responder"
)

func twoQuestions(t *testing.T) *Questionnaire {
	t.Helper()
	q, err := Read(
		strings.NewReader(
			header+`{"set":"things","text":"What would I use a hammer for?","key":["drive nails"]}
{"set":"memory","say":["My name is John.","Nice day."],"text":"What is my name?","key":["John"]}`,
		),
		"q",
	)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// script replies from a list; "!" is an error and "" no reply.
type script struct {
	replies []string
	heard   []string
}

func (s *script) Reply(_ context.Context, text string) (string, error) {
	s.heard = append(s.heard, text)
	reply := s.replies[0]
	s.replies = s.replies[1:]
	switch reply {
	case "!":
		return "", errors.New("broken")
	case "":
		return "", responder.ErrNoReply
	}
	return reply, nil
}

func (s *script) Close() error { return nil }

func TestAsk(t *testing.T) {
	q := twoQuestions(t)
	s := &script{replies: []string{"For nails", "Hello John", "Yes", "John"}}
	answers, err := q.Ask(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	for i := range answers {
		if since := time.Since(answers[i].At); since < 0 || since > time.Minute {
			t.Errorf("asked %v ago", since)
		}
		answers[i].At = time.Time{}
	}
	want := []Answer{{Text: "For nails"}, {Text: "John"}}
	if !reflect.DeepEqual(answers, want) {
		t.Errorf("answers are %v, want %v", answers, want)
	}
	const words = "What would I use a hammer for?|My name is John.|Nice day.|What is my name?"
	if got := strings.Join(s.heard, "|"); got != words {
		t.Errorf("the entry heard %q", got)
	}
}

func TestAskGoesOnWithoutReplies(t *testing.T) {
	q := twoQuestions(t)
	answers, err := q.Ask(t.Context(), &script{replies: []string{"", "", "", "John"}})
	if err != nil || len(answers) != 2 || answers[0].Text != "" || answers[1].Text != "John" {
		t.Errorf("answers are %v, %v", answers, err)
	}
	answers, err = q.Ask(t.Context(), &script{replies: []string{"Nails", "!"}})
	if err == nil || err.Error() != "question memory-1: broken" || len(answers) != 1 {
		t.Errorf("answers are %v, %v", answers, err)
	}
}

func TestSheet(t *testing.T) {
	q := twoQuestions(t)
	at := time.Date(2026, 10, 24, 11, 0, 0, 0, time.Local)
	a := NewSheet("=A, B", q,
		[]Answer{{at, `=to drive "nails"`}, {at, "Mary"}})
	a.Rows[1].Mark.Points = 0.5
	a.Person = true
	var out bytes.Buffer
	if err := a.Write(&out); err != nil {
		t.Fatal(err)
	}
	if text := out.String(); !strings.Contains(text, ",person,memory-1,memory,What is my name?,John,2026-10-24T11:00:00,Mary,0.5,1,") {
		t.Errorf("wrote %s", text)
	}
	b, err := ReadSheet(bytes.NewReader(out.Bytes()), "s.csv", "s", q)
	if err != nil {
		t.Fatal(err)
	}
	if b.Respondent != "=A, B" || b.Rows[0].Answer.Text != `=to drive "nails"` || b.Rows[1].Mark != a.Rows[1].Mark {
		t.Errorf("read %+v, want %+v", b, a)
	}
	if points, of := b.Points(); points != 1.5 || of != 2 {
		t.Errorf("%v of %v points, want 1.5 of 2", points, of)
	}
	if sums := b.BySet(); sums["things"] != 1 || sums["memory"] != 0.5 {
		t.Errorf("points by set are %v", sums)
	}
	for text, want := range map[string]float64{
		"Question,Answer,other\nthings-1,drive nails,x\n":                         1,
		"question,answer,points\nthings-1,drive nails,\nmemory-1,Mary,\n":         1,
		"question,answer,points\nthings-1,drive nails,0\nmemory-1,Mary,\"0,5\"\n": 0.5,
	} {
		one, err := ReadSheet(strings.NewReader(text), "ann.csv", "ann", q)
		if err != nil {
			t.Fatal(err)
		}
		if points, of := one.Points(); points != want || of != 2 || one.Respondent != "ann" {
			t.Errorf("%q: %v of %v points, want %v of 2", text, points, of, want)
		}
	}
}

func TestReadSheetRefuses(t *testing.T) {
	q := twoQuestions(t)
	for name, c := range map[string]struct{ text, want string }{
		"columns": {"a,b\n1,2\n",
			"s.csv:1: found no column question, expected the columns question and answer"},
		"twice": {"question,answer,answer\nthings-1,x,y\n",
			"s.csv:1: found two columns answer, expected one"},
		"none": {"question,answer\n", "s.csv: found no answers, expected a row for each answer"},
		"question": {"question,answer\nthings-9,x\n",
			`s.csv:2: found the question "things-9", expected an id of the questionnaire "own", such as "things-1"`},
		"again": {"question,answer\nthings-1,x\nthings-1,y\n",
			`s.csv:3: found the question "things-1" again, expected one row for each answer`},
		"respondent": {"respondent,question,answer\na,things-1,x\nb,memory-1,y\n",
			`s.csv:3: found the respondent "b", expected a as in the rows before`},
		"number": {"question,answer,points\nthings-1,x,NaN\n",
			`s.csv:2: found the points "NaN", expected a number from 0 to 1`},
	} {
		if _, err := ReadSheet(strings.NewReader(c.text), "s.csv", "s", q); err == nil ||
			err.Error() != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

func TestRank(t *testing.T) {
	q := twoQuestions(t)
	sheets := func(points ...float64) (list []*Sheet) {
		for i, p := range points {
			s := NewSheet(fmt.Sprint("e", i+1), q, nil)
			s.Rows[0].Mark.Points = p
			list = append(list, s)
		}
		return list
	}
	for _, c := range []struct {
		points []float64
		n      int
		want   string
	}{
		{[]float64{0.2, 0.9, 0.5}, 2, "1:e2+ 2:e3+ 3:e1"},
		{[]float64{0.5, 0.5, 0.5}, 2, "1:e1? 1:e2? 1:e3?"},
		{[]float64{0.5, 0.9, 0.5, 0.1}, 2, "1:e2+ 2:e1? 2:e3? 4:e4"},
		{[]float64{0.5, 0.5, 0.1}, 2, "1:e1+ 1:e2+ 3:e3"},
		{[]float64{0.5}, 4, "1:e1+"},
		{nil, 4, ""},
	} {
		var got []string
		for _, p := range Rank(sheets(c.points...), c.n) {
			s := fmt.Sprintf("%d:%s", p.Place, p.Respondent)
			if p.Finalist {
				s += "+"
			} else if p.Tied {
				s += "?"
			}
			got = append(got, s)
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%v of %d: %s, want %s", c.points, c.n, got, c.want)
		}
	}
}
