package screening

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/responder"
)

func twoQuestions(t *testing.T) *Questionnaire {
	t.Helper()
	q := suite.Must(Read(strings.NewReader(header+`{"set":"things","text":"What would I use a hammer for?","key":["drive nails"]}
{"set":"memory","say":["My name is John.","Nice day."],"text":"What is my name?","key":["John"]}`), "q"))(t)
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
	answers := suite.Must(q.Ask(t.Context(), s))(t)
	want := []string{"For nails", "John"}
	if !reflect.DeepEqual(answers, want) {
		t.Errorf("answers are %v, want %v", answers, want)
	}
	const words = "What would I use a hammer for?|My name is John.|Nice day.|What is my name?"
	suite.Equal(t, "the entry heard", strings.Join(s.heard, "|"), words)
}

func TestAskGoesOnWithoutReplies(t *testing.T) {
	q := twoQuestions(t)
	answers, err := q.Ask(t.Context(), &script{replies: []string{"", "", "", "John"}})
	if err != nil || len(answers) != 2 || answers[0] != "" || answers[1] != "John" {
		t.Errorf("answers are %v, %v", answers, err)
	}
	answers, err = q.Ask(t.Context(), &script{replies: []string{"Nails", "!"}})
	if err == nil || err.Error() != "question memory-1: broken" || len(answers) != 1 {
		t.Errorf("answers are %v, %v", answers, err)
	}
}

func TestSheet(t *testing.T) {
	q := twoQuestions(t)
	a := NewSheet("=A, B", q,
		[]string{`=to drive "nails"`, "Mary"})
	a.Rows[1].Points = 0.5
	var out bytes.Buffer
	suite.OK(t, a.Write(&out))
	if text := out.String(); !strings.Contains(text, ",memory-1,memory,What is my name?,John,Mary,0.5,1,") {
		t.Errorf("wrote %s", text)
	}
	b := suite.Must(ReadSheet(bytes.NewReader(out.Bytes()), "s.csv", "s", q))(t)
	if b.Respondent != "=A, B" || b.Rows[0].Answer != `=to drive "nails"` || !reflect.DeepEqual(b.Rows[1], a.Rows[1]) {
		t.Errorf("read %+v, want %+v", b, a)
	}
	if points, of := b.Points(); points != 1.5 || of != 2 {
		t.Errorf("%v of %v points, want 1.5 of 2", points, of)
	}
	for text, want := range map[string]float64{
		"Question,Answer,other\nthings-1,drive nails,x\n":                         1,
		"question,answer,points\nthings-1,drive nails,\nmemory-1,Mary,\n":         1,
		"question,answer,points\nthings-1,drive nails,0\nmemory-1,Mary,\"0,5\"\n": 0.5,
	} {
		one := suite.Must(ReadSheet(strings.NewReader(text), "ann.csv", "ann", q))(t)
		if points, of := one.Points(); points != want || of != 2 || one.Respondent != "ann" {
			t.Errorf("%q: %v of %v points, want %v of 2", text, points, of, want)
		}
	}
}

func TestReadSheetRefuses(t *testing.T) {
	q := twoQuestions(t)
	for name, c := range map[string]struct{ text, want string }{
		"columns": {"a,b\n1,2\n",
			`s.csv:1: found no column "question", expected the columns question and answer`},
		"twice": {"question,answer,answer\nthings-1,x,y\n",
			`s.csv:1: found two columns "answer", expected one`},
		"none": {"question,answer\n", "s.csv: found no answers, expected a row for each answer"},
		"question": {"question,answer\nthings-9,x\n",
			`s.csv:2: found the question "things-9", expected an id of the questionnaire "own", such as "things-1"`},
		"again": {"question,answer\nthings-1,x\nthings-1,y\n",
			`s.csv:3: found the question "things-1" again, expected one row for each answer`},
		"number": {"question,answer,points\nthings-1,x,NaN\n",
			`s.csv:2: found the points "NaN", expected a number from 0 to 1`},
	} {
		if _, err := ReadSheet(strings.NewReader(c.text), "s.csv", "s", q); err == nil ||
			err.Error() != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

const header = `{"format":"luna-screening","version":1,"name":"own","start":"2026-10-24T10:00:00","rounds":4,"minutes":25}` + "\n"

func TestReadWrite(t *testing.T) {
	q := Sample(0)
	var b bytes.Buffer
	suite.OK(t, q.Write(&b))
	again := suite.Must(Read(bytes.NewReader(b.Bytes()), "q.jsonl"))(t)
	if !reflect.DeepEqual(q, again) {
		t.Error("what was written is not what is read")
	}
}

func TestReadOwnQuestions(t *testing.T) {
	q, err := Read(strings.NewReader(header+`
{"set":"things","text":"What would I use a hammer for?","key":["drive nails"],"points":2}
{"set":"time","text":"How many rounds are there?"}
{"set":"things","id":"x","text":"What is a nail?","key":["metal"]}
`), "own.jsonl")
	suite.OK(t, err)
	suite.Equal(t, "the name", q.Name, "own")
	for i, id := range []string{"things-1", "time-1", "x"} {
		suite.Equal(t, "question", q.Questions[i].ID, id)
	}
	s := NewSheet("a", q, []string{"I drive nails"})
	if m := s.Rows; m[0].Points != 2 || m[1].Why != "the question has no key" ||
		m[2].Why != "no answer" {
		t.Errorf("marks are %v", m)
	}
}

func TestReadRefuses(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"empty": {"",
			`q.jsonl: found an empty file, expected a header {"format":"luna-screening","version":1,…}`},
		"text": {"hello",
			`q.jsonl:1: found "hello", expected a header {"format":"luna-screening","version":1,…}`},
		"version": {`{"format":"luna-screening","version":2}`,
			`q.jsonl:1: found "{\"format\":\"luna-screening\",\"version\":2}", expected a header {"format":`},
		"none": {header, "q.jsonl:1: found no question, expected questions after the header"},
		"set": {header + `{"set":"colors","text":"x","key":["y"]}`,
			`q.jsonl:2: found "{\"set\":\"colors\",\"text\":\"x\",\"key\":[\"y\"]}", expected a question ` +
				`{"set":…,"text":…,"key":[…]}: set is one of time, things, relations, memory`},
		"no text": {header + `{"set":"time","key":["y"]}`,
			"text is empty"},
		"points": {header + `{"set":"time","text":"x","key":["y"],"points":-1}`,
			"points are above 0, or missing for 1"},
		"misspelt": {header + `{"set":"time","text":"x","keys":["y"]}`,
			`q.jsonl:2: found "{\"set\":\"time\",\"text\":\"x\",\"keys\":[\"y\"]}", expected a question {"set":…,"text":…,"key":[…]}: unknown field "keys"`},
		"two": {header + `{"set":"time","text":"x","key":["y"]} {}`, `found more than one value`},
		"twice": {header + `{"set":"time","id":"a","text":"x","key":["y"]}` + "\n" +
			`{"set":"time","id":"a","text":"z","key":["y"]}`,
			`q.jsonl:3: found the id "a" again (first on line 2), expected a unique id for each question`},
	} {
		suite.Fails(t, name, suite.Err(Read(strings.NewReader(c.text), "q.jsonl")), "…"+c.want+"…")
	}
}

func FuzzRead(f *testing.F) {
	f.Add(header+`{"set":"time","text":"x"}`, "20 minutes")
	f.Add(
		header+`{"set":"memory","say":["a"],"text":"x","key":["8"],"reject":["9"]}`,
		"9, so 8",
	)
	f.Add(
		`{"format":"luna-screening","version":1,"minutes":0.02,"rounds":100}`+"\n"+`{"set":"time","text":"?"}`,
		"",
	)
	f.Fuzz(func(t *testing.T, text, answer string) {
		q, err := Read(strings.NewReader(text), "q")
		if err != nil {
			return
		}
		for _, question := range q.Questions {
			m := prefill(question, answer)
			if m.Why == "" || m.Points != 0 && m.Points != m.Of {
				t.Errorf("%q: %q gets %v", question.Text, answer, m)
			}
		}
		var b bytes.Buffer
		suite.OK(t, q.Write(&b))
		if _, err := Read(&b, "again"); err != nil {
			t.Errorf("what was written is refused: %v", err)
		}
	})
}

func TestPrefill(t *testing.T) {
	grape := Question{Text: "Which is larger, a grape or a grapefruit?", Key: []string{"grapefruit"},
		Reject: []string{"grape"}, Points: 2}
	clock := Question{Text: "When does the round end?", Key: []string{"11:10", "ten past eleven"}}
	for _, c := range []struct {
		question Question
		answer   string
		points   float64
		why      string
	}{
		{grape, "Grapefruit", 2, `is "grapefruit"`},
		{grape, "grapefruits", 0, "has nothing of the key"}, // no whole word
		{grape, "grape", 0, "has nothing of the key"},
		{grape, "A grape is smaller than a grapefruit.", 0, `has "grapefruit" and "grape"`},
		{grape, " ", 0, "no answer"},
		{clock, "at 11.10", 1, `has "11:10"`},
		{clock, "TEN  PAST ELEVEN!", 1, `is "ten past eleven"`},
		{clock, "?!", 0, "has nothing of the key"},
		{Question{Key: []string{"?"}}, "!", 0, "has nothing of the key"},
		{Question{Key: []string{"old", "not old"}, Reject: []string{"old"}}, "not old", 1, `is "not old"`},
		{Question{Key: []string{"größer"}}, "Es ist GRÖßER", 1, `has "größer"`},
		{Question{}, "ten", 0, "the question has no key"},
	} {
		m := prefill(c.question, c.answer)
		if m.Points != c.points || m.Why != c.why || m.Of != cmp.Or(c.question.Points, 1) {
			t.Errorf("%q: %+v", c.answer, m)
		}
	}
}

// TestSample checks that there are as many questions of each set as promised, with keys that are
// found, and none of which gives itself away: it does not say the answer alone.
func TestSample(t *testing.T) {
	count := map[string]int{}
	for _, q := range Sample(0).Questions {
		count[q.Set]++
		for _, k := range q.Key {
			if m := prefill(q, k); m.Points != 1 {
				t.Errorf("%s: %q gets %+v", q.ID, k, m)
			}
		}
		if m := prefill(q, q.Text); m.Points != 0 && q.Set != "relations" {
			t.Errorf("%s: the question itself gets %+v", q.ID, m)
		}
	}
	for _, set := range Sets() {
		if count[set] != SamplePerSet {
			t.Errorf("%d questions of the set %s", count[set], set)
		}
	}
	q := Sample(2, "things", "memory")
	if len(q.Questions) != 4 || q.Questions[2].ID != "memory-1" || q.Questions[0].Set != "things" {
		t.Errorf("%+v", q)
	}
}

func TestDataset(t *testing.T) {
	q := suite.Must(Read(strings.NewReader(header+`{"set":"things","text":"What would I use a hammer for?","key":["drive nails"]}
{"set":"time","text":"When does it begin?","key":["11:00"]}`), "q"))(t)
	a := NewSheet("a", q, []string{"drive nails", "noon"})
	b := NewSheet("b", q, []string{"", "11:00"})
	d, err := Dataset(q, []*Sheet{a, b}, map[string]float64{"b": 1})
	suite.OK(t, err)
	if !slices.Equal(d.Respondents[1].Scores, []float64{0, 1}) {
		t.Errorf("respondents are %+v", d.Respondents)
	}
	if !slices.Equal(d.Questions[0].Key, []string{"drive nails"}) {
		t.Errorf("the key is %q", d.Questions[0].Key)
	}
	if !math.IsNaN(d.Respondents[0].Rating) || d.Respondents[1].Rating != 1 {
		t.Errorf("the data set is %+v", d)
	}
	var w bytes.Buffer
	suite.OK(t, datasets.WriteJSONL(&w, d))
	again, err := datasets.ReadJSONL(&w, "d")
	if err != nil || again.Respondents[1].Responses[1] != "11:00" {
		t.Errorf("read %+v, %v", again, err)
	}
	for want, ratings := range map[string]map[string]float64{
		"found ratings of 2 entries and answers of 1 of them": {"a": 1, "c": 1},
		`found rating 2 for respondent "a"`:                   {"a": 2},
	} {
		if _, err := Dataset(q, []*Sheet{a, b}, ratings); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := Dataset(q, []*Sheet{a, a}, nil); err == nil ||
		err.Error() != `own: found respondent "a" twice, expected a unique id for each respondent` {
		t.Error(err)
	}
}
