package keylog

import (
	"bytes"
	"io"
	"os"
	"testing"
)

// FuzzRead reads anything, makes its transcripts and writes what can be written.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"ours2009.txt", "ours2010.txt", "ours2006.txt"} {
		text, err := os.ReadFile(fixture(name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text[:min(len(text), 3000)])
	}
	f.Add([]byte(log2012))
	f.Add([]byte(log2003))
	f.Add([]byte("J1 x 99 local left \n" + at + " remote right \xff \n**Starting subround\n"))
	f.Fuzz(check)
}

func check(t *testing.T, text []byte) {
	l, _, err := Read(bytes.NewReader(text), "f")
	if err != nil {
		return
	}
	n := l.Lines
	if n.Head+n.Headings+n.Notes+n.Keys+n.Utterances+n.Blank+n.Faults != n.All {
		t.Errorf("lines %+v", n)
	}
	keys, turns := 0, 0
	for _, c := range l.Conversations() {
		keys += c.Keys
		for _, u := range c.Turns {
			turns += u.Keys
		}
	}
	if keys != n.Keys || turns != n.Keys {
		t.Errorf("%d keys, %d in rounds, %d in turns", n.Keys, keys, turns)
	}
	l.Openings(OpeningForm, true)
	if err := WriteUtterances(io.Discard, l.Head, l.Conversations()); err != nil {
		t.Error(err)
	}
	var out bytes.Buffer
	w, err := NewWriter(&out, nil, false)
	if err != nil {
		t.Fatal(err)
	}
	written := 0
	for _, r := range l.Rounds {
		if w.Begin(r) != nil {
			continue
		}
		for _, s := range r.Strokes {
			if w.Add(s) == nil {
				written++
			}
		}
	}
	if written == 0 {
		return
	}
	again, faults, err := Read(&out, "again")
	if err != nil || len(faults) > 0 || again.Lines.Keys != written {
		t.Errorf("wrote %d keys, read %+v, %v, %v", written, again, faults, err)
	}
}
