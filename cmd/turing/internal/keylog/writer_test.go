package keylog

import (
	"bytes"
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/luna-rating/luna/turing/lpp"
)

func drawStroke(t *rapid.T) Stroke {
	s := Stroke{
		Judge:    rapid.SampledFrom([]string{"", "J1", "J12"}).Draw(t, "judge"),
		Received: rapid.Int64Range(0, lastStamp*second).Draw(t, "received"),
		Sequence: rapid.StringMatching(`[0-9]{0,30}`).Draw(t, "sequence"),
		Local:    rapid.Bool().Draw(t, "local"),
		Side:     rapid.SampledFrom([]Side{Left, Right}).Draw(t, "side"),
	}
	if rapid.IntRange(0, 9).Draw(t, "other") == 0 {
		s.Name = rapid.SampledFrom([]string{"é", "Delete", "ß", "→"}).Draw(t, "name")
	} else {
		keys, err := allKeys()
		if err != nil {
			t.Fatal(err)
		}
		s.Key = rapid.SampledFrom(keys).Draw(t, "key")
	}
	return s
}

// allKeys returns the keys of the protocol.
func allKeys() (keys []lpp.Key, err error) {
	for k := range 128 {
		if lpp.Key(k).Valid() {
			keys = append(keys, lpp.Key(k))
		}
	}
	if len(keys) < 95 {
		return nil, errors.New("the protocol has few keys")
	}
	return keys, nil
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		head := []string{"A contest", "Transcripts of Program P1"}
		var want []Round
		var out bytes.Buffer
		w, err := NewWriter(&out, head, false)
		if err != nil {
			t.Fatal(err)
		}
		for n := range rapid.IntRange(1, 4).Draw(t, "rounds") {
			r := Round{Number: n + 1, Judge: "J1", Program: "P1", Human: "H3"}
			if rapid.Bool().Draw(t, "known") {
				r.Left, r.Right = Human, Program
			}
			if rapid.Bool().Draw(t, "note") {
				r.Notes = []string{"a note of the judge's"}
			}
			if rapid.Bool().Draw(t, "part") {
				r.Part, r.Other = rapid.IntRange(1, 3).Draw(t, "number"), Program
			}
			r.Strokes = rapid.SliceOfN(rapid.Custom(drawStroke), 1, 20).Draw(t, "strokes")
			for i := range r.Strokes {
				r.Strokes[i].Judge = "J1"
			}
			if err := w.Begin(r); err != nil {
				t.Fatal(err)
			}
			if err := w.Add(r.Strokes...); err != nil {
				t.Fatal(err)
			}
			want = append(want, r)
		}
		l, faults, err := Read(bytes.NewReader(out.Bytes()), "written")
		if err != nil || len(faults) > 0 || !reflect.DeepEqual(l.Head, head) ||
			len(l.Rounds) != len(want) {
			t.Fatalf("%v, %v, %d rounds, want %d\n%s", err, faults, len(l.Rounds), len(want), &out)
		}
		for i, r := range want {
			if got := withoutLines(l.Rounds[i]); !reflect.DeepEqual(got, r) {
				t.Errorf("round %d: got %+v\nwant %+v", i, got, r)
			}
		}
	})
}

func TestStrokesWithoutJudge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawStroke(t)
		line, err := s.format()
		if err != nil {
			t.Fatal(err)
		}
		l, faults, err := Read(strings.NewReader("starting round 1\n"+line+"\r\n"), "f")
		if err != nil || len(faults) > 0 || withoutLines(l.Rounds[0]).Strokes[0] != s {
			t.Fatalf("%q: got %+v, %v, %v, want %+v", line, l, faults, err, s)
		}
	})
}

func TestFormOf2009(t *testing.T) {
	text, err := os.ReadFile(fixture("ours2009.txt"))
	if err != nil {
		t.Fatal(err)
	}
	l := readLog(t, fixture("ours2009.txt"))
	var out bytes.Buffer
	w, err := NewWriter(&out, l.Head, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range l.Rounds {
		r.Notes = nil
		if err := errors.Join(w.Begin(r), w.Add(r.Strokes...)); err != nil {
			t.Fatal(err)
		}
	}
	var want []string
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "****") {
			want = append(want, line)
		}
	}
	if got := out.String(); got != strings.Join(want, "") {
		t.Errorf("got\n%.500s\nwant\n%.500s", got, strings.Join(want, ""))
	}
}

func TestWriterRefuses(t *testing.T) {
	ok := Stroke{Judge: "J1", Received: 1, Sequence: "7", Side: Left, Key: 'a'}
	for name, change := range map[string]func(*Stroke){
		"a key that is none":     func(s *Stroke) { s.Key = 0 },
		"a control character":    func(s *Stroke) { s.Key = 7 },
		"no terminal":            func(s *Stroke) { s.Side = "" },
		"a line break":           func(s *Stroke) { s.Judge = "J1\nJ2" },
		"a key in the judge":     func(s *Stroke) { s.Judge = "local left a" },
		"blanks in the sequence": func(s *Stroke) { s.Sequence = "7  8" },
		"a key in the sequence":  func(s *Stroke) { s.Sequence = "7 local left x" },
		"time before 1970":       func(s *Stroke) { s.Received = -1 },
		"time after 2286":        func(s *Stroke) { s.Received = 1 << 62 },
		"a name of two words":    func(s *Stroke) { s.Name, s.Key = "a b", 0 },
		"a key and a name":       func(s *Stroke) { s.Name = "é" },
	} {
		s := ok
		change(&s)
		var out bytes.Buffer
		w, err := NewWriter(&out, nil, true)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Add(ok, s); err == nil || !strings.HasPrefix(err.Error(), "found ") ||
			out.Len() > 0 {
			t.Errorf("%s: %v, wrote %q", name, err, &out)
		}
	}
	var out bytes.Buffer
	w, err := NewWriter(&out, nil, true)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []Round{{Program: "a b"}, {Judge: "J\n"}, {Number: -1},
		{Notes: []string{"a\nb"}},
		{Notes: []string{""}}, {Notes: []string{"starting round 3"}}} {
		if err := w.Begin(r); err == nil || out.Len() > 0 {
			t.Errorf("%+v is written: %q", r, &out)
		}
	}
	for _, head := range []string{"* note", "starting round 1", "a\nb", "",
		at + " 7 local left a"} {
		if _, err := NewWriter(&out, []string{head}, false); err == nil || out.Len() > 0 {
			t.Errorf("head %q is written: %q", head, &out)
		}
	}
}

// The judge may read the log while it grows.
func TestHeadingsKeepTheSecret(t *testing.T) {
	var out bytes.Buffer
	w, err := NewWriter(&out, []string{"A contest"}, false)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Begin(Round{Number: 1, Judge: "J1"}); err != nil {
		t.Fatal(err)
	}
	if got, want := out.String(), "A contest\r\n*Starting round 1 judge J1\r\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
