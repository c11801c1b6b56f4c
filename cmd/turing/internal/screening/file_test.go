package screening

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
)

const header = `{"format":"luna-screening","version":1,"name":"own","start":"2026-10-24T10:00:00","rounds":4,"minutes":25}` + "\n"

func TestReadWrite(t *testing.T) {
	q := Sample(0)
	var b bytes.Buffer
	if err := q.Write(&b); err != nil {
		t.Fatal(err)
	}
	again, err := Read(bytes.NewReader(b.Bytes()), "q.jsonl")
	if err != nil {
		t.Fatal(err)
	}
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
	if err != nil {
		t.Fatal(err)
	}
	if q.Name != "own" {
		t.Errorf("the name is %q", q.Name)
	}
	for i, id := range []string{"things-1", "time-1", "x"} {
		if q.Questions[i].ID != id {
			t.Errorf("question %d is %s, want %s", i, q.Questions[i].ID, id)
		}
	}
	s := NewSheet("a", q, []Answer{{Text: "I drive nails"}})
	if m := s.Rows; m[0].Mark.Points != 2 || m[1].Mark.Why != "the question has no key" ||
		m[2].Mark.Why != "no answer" {
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
			"q.jsonl:1: found version 2, expected version 1, the only one this program reads"},
		"none": {header,
			"q.jsonl:1: found the end of the file, expected at least one question after the header"},
		"set": {header + `{"set":"colors","text":"x","key":["y"]}`,
			`q.jsonl:2: found the set "colors", expected one of time, things, relations, memory`},
		"no text": {header + `{"set":"time","key":["y"]}`,
			"q.jsonl:2: found a question without a text, expected a text"},
		"empty key": {header + `{"set":"time","text":"x","key":[" "]}`,
			"q.jsonl:2: found an empty text in say, key or reject, expected texts"},
		"points": {header + `{"set":"time","text":"x","key":["y"],"points":-1}`,
			"q.jsonl:2: found -1 points, expected at most 1000000, or none for 1"},
		"misspelt": {header + `{"set":"time","text":"x","keys":["y"]}`,
			`q.jsonl:2: found "{\"set\":\"time\",\"text\":\"x\",\"keys\":[\"y\"]}", expected a question {"set":…,"text":…,"key":[…]}: unknown field "keys"`},
		"two": {header + `{"set":"time","text":"x","key":["y"]} {}`, `something follows the object`},
		"twice": {header + `{"set":"time","id":"a","text":"x","key":["y"]}` + "\n" +
			`{"set":"time","id":"a","text":"z","key":["y"]}`,
			`q.jsonl:3: found the id "a" again (first on line 2), expected a unique id for each question`},
	} {
		_, err := Read(strings.NewReader(c.text), "q.jsonl")
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
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
			m := Prefill(question, answer)
			if m.Why == "" || m.Points != 0 && m.Points != m.Of {
				t.Errorf("%q: %q gets %v", question.Text, answer, m)
			}
		}
		var b bytes.Buffer
		if err := q.Write(&b); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(&b, "again"); err != nil {
			t.Errorf("what was written is refused: %v", err)
		}
	})
}
