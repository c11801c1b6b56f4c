package keylog

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

// realLogs returns the logs of the contests, whichever there are.
func realLogs(t *testing.T) []string {
	t.Helper()
	files := suite.Must(filepath.Glob(filepath.Join(suite.Data(t, "loebner"), "*.txt*")))(t)
	later := suite.Must(filepath.Glob(filepath.Join(suite.Data(t, "loebner"), "2012.*")))(t)
	files = append(files, later...)
	if len(files) == 0 {
		t.Skip("no logs in LRP_DATA/loebner")
	}
	return files
}

func readLog(t *testing.T, path string) *Log {
	t.Helper()
	f := suite.Must(os.Open(path))(t)
	defer f.Close()
	l, faults, err := Read(f, path)
	suite.OK(t, err)
	for _, fault := range faults {
		t.Errorf("fault: %v", fault)
	}
	for _, doubt := range l.Doubts {
		t.Logf("doubt: %v", doubt)
	}
	return l
}

// count counts the lines of a log by their words, without any of the reader's code.
func count(t *testing.T, path string) (n Lines) {
	t.Helper()
	f, err := os.Open(path)
	suite.OK(t, err)
	defer f.Close()
	in := io.Reader(f)
	if strings.HasSuffix(path, ".gz") {
		if in, err = gzip.NewReader(f); err != nil {
			t.Fatal(err)
		}
	}
	for s := bufio.NewScanner(in); s.Scan(); {
		n.All++
		line := " " + strings.TrimSuffix(s.Text(), "\r") + " "
		columns := strings.Fields(line)
		has := func(s string) bool { return strings.Contains(strings.ToLower(line), s) }
		switch {
		case strings.TrimSpace(line) == "":
			n.Blank++
		case has(" local left ") || has(" local right ") || has(" remote left ") ||
			has(" remote right ") || len(columns) >= 4 && len(columns[1]) == 18 &&
			(columns[3] == "left" || columns[3] == "right"):
			n.Keys++
		case has("starting round") || has("starting subround") || has("starting session") ||
			has(" left ="):
			n.Headings++
		case strings.HasPrefix(line, " *"):
			n.Notes++
		case n.Keys == 0:
			n.Head++
		default:
			n.Faults++
		}
	}
	return n
}

func TestEveryLineOfTheRealLogsCounts(t *testing.T) {
	for _, path := range realLogs(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			l := readLog(t, path)
			if want := count(t, path); l.Lines != want {
				t.Errorf("got %+v, counted %+v", l.Lines, want)
			}
			keys := 0
			for _, r := range l.Rounds {
				keys += len(r.Strokes)
			}
			suite.Equal(t, "rounds have", keys, l.Lines.Keys)
		})
	}
}

func TestRealLogsAreWrittenAgain(t *testing.T) {
	for _, path := range realLogs(t) {
		l := readLog(t, path)
		var out bytes.Buffer
		w := suite.Must(NewWriter(&out, l.Head...))(t)
		for _, r := range l.Rounds {
			suite.OK(t, w.Begin(r))
			suite.OK(t, w.Add(r.Strokes...))
		}
		again, faults, err := Read(&out, "written")
		if err != nil || len(faults) > 0 {
			t.Fatal(err, faults)
		}
		if len(again.Rounds) != len(l.Rounds) || !reflect.DeepEqual(again.Head, l.Head) {
			t.Fatalf("%d rounds instead of %d", len(again.Rounds), len(l.Rounds))
		}
		for i, r := range l.Rounds {
			if got := withoutLines(again.Rounds[i]); !reflect.DeepEqual(got, withoutLines(r)) {
				got.Strokes, r.Strokes = nil, nil
				t.Errorf("%s, round %d: %+v instead of %+v", path, i, got, r)
			}
		}
	}
}

// withoutLines returns a copy of the round without what is not written: numbers of lines, parts and
// notes.
func withoutLines(r Round) Round {
	r.Line, r.Notes = 0, nil
	r.Strokes = append([]Stroke(nil), r.Strokes...)
	for i := range r.Strokes {
		r.Strokes[i].Line, r.Strokes[i].Part = 0, 0
	}
	return r
}
