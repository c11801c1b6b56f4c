package player_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/player"
)

// forget removes the last lines of a file.
func forget(path string, lines int) error {
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	all := bytes.SplitAfter(content, []byte("\n"))
	return os.WriteFile(path, bytes.Join(all[:len(all)-1-lines], nil), 0o666)
}

func record(i int) player.Record {
	return player.Record{
		Example: player.Example{Game: game.GameID(fmt.Sprint("g", i)),
			Responses: []string{"blue <&>", "", "line\nline", "é", fmt.Sprint(i)},
			Rating:    float64(i % 101)},
		Guess: player.Guess{Rating: 12.5, Low: 1, High: 20},
		Time:  time.Date(2016, 2, 18, 12, i, 0, 0, time.UTC),
	}
}

// filled returns the path of a memory with n games, and its content.
func filled(t *testing.T, n int) (path string, content []byte) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "memory.jsonl")
	m := suite.Must(player.OpenMemory(path, player.ThesisQuestions()))(t)
	for i := range n {
		if isNew := suite.Must(m.Add(record(i)))(t); !isNew {
			t.Errorf("game %d is not new", i)
		}
		if isNew, err := m.Add(record(i)); isNew || err != nil {
			t.Errorf("game %d again: %v, %v", i, isNew, err)
		}
	}
	suite.OK(t, m.Close())
	content = suite.Must(os.ReadFile(path))(t)
	return path, content
}

func TestMemoryIsADataSet(t *testing.T) {
	path, _ := filled(t, 30)
	sets := suite.Must(datasets.Open("jsonl:"+path, datasets.Options{}))(t)
	d := sets[0]
	if len(d.Respondents) != 30 || d.Respondents[7].Rating != .07 ||
		d.Respondents[7].Responses[4] != "7" || d.Questions[4].Key[0] != "albany" {
		t.Errorf("data set %+v", d)
	}
	m := suite.Must(player.OpenMemory(path, player.ThesisQuestions()))(t)
	defer m.Close()
	for i, got := range m.Records() {
		if diff := cmp.Diff(record(i), got, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
			t.Error(diff)
		}
	}
}

// TestTruncatedFileIsRepaired truncates the file at every few bytes of its last two lines and in
// its header.
func TestTruncatedFileIsRepaired(t *testing.T) {
	path, content := filled(t, 4)
	lines := bytes.SplitAfter(content, []byte("\n"))
	header := len(lines[0])
	third := len(content) - len(lines[4]) - len(lines[3])
	for size := range len(content) + 1 {
		near := size-header < 2 || size > len(content)-3
		if size > 40 && size < third && size != header || size%5 > 0 && !near {
			continue
		}
		suite.OK(t, os.WriteFile(path, content[:size], 0o666))
		m := suite.Must(player.OpenMemory(path, player.ThesisQuestions()))(t)
		want := max(0, bytes.Count(content[:size], []byte("\n"))-1)
		if size+1 == len(content) || size+1 == len(content)-len(lines[4]) {
			want++ // all but the end of the line is there
		}
		if got := len(m.Records()); got != want {
			t.Errorf("truncated to %d bytes: %d records, want %d", size, got, want)
		}
		for i := range 4 {
			suite.Must(m.Add(record(i)))(t)
		}
		suite.OK(t, m.Close())
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, content) {
			t.Fatalf("truncated to %d bytes and filled again (%v):\n%s\nwant:\n%s", size, err, got,
				content)
		}
	}
}

func TestMemoryRefuses(t *testing.T) {
	path, content := filled(t, 2)
	other := player.ThesisQuestions()
	other.Questions[2].Text = "Why?"
	if _, err := player.OpenMemory(path, other); err == nil ||
		!strings.Contains(err.Error(), "other questions") {
		t.Errorf("other questions: %v", err)
	}
	for name, bad := range map[string]string{
		"no data set":    "hello\n",
		"a bad line":     string(content) + "{}\n",
		"a game twice":   string(content) + string(bytes.SplitAfter(content, []byte("\n"))[1]),
		"rating of 5":    strings.Replace(string(content), `"rating":0.01`, `"rating":5`, 1),
		"without rating": strings.Replace(string(content), `"rating":0.01`, `"rating":null`, 1),
	} {
		suite.OK(t, os.WriteFile(path, []byte(bad), 0o666))
		if _, err := player.OpenMemory(path, player.ThesisQuestions()); err == nil ||
			!strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", name, err)
		}
		if now, _ := os.ReadFile(path); string(now) != bad {
			t.Errorf("%s: the file was changed", name)
		}
	}
	m := player.NewMemory()
	for _, bad := range []player.Example{{Responses: make([]string, 5)},
		{Game: "g", Responses: make([]string, 4)},
		{Game: "g", Responses: make([]string, 5), Rating: math.NaN()}} {
		if _, err := m.Add(player.Record{Example: bad}); err == nil {
			t.Errorf("%+v is remembered", bad)
		}
	}
}

func TestAMemoryHasOneOwner(t *testing.T) {
	path, _ := filled(t, 1)
	m := suite.Must(player.OpenMemory(path, player.ThesisQuestions()))(t)
	defer m.Close()
	_, err := player.OpenMemory(path, player.ThesisQuestions())
	if err == nil {
		t.Skip("no locks here")
	}
	if !strings.Contains(err.Error(), "another process uses it") {
		t.Errorf("found %v", err)
	}
}

func TestANewKeyIsWritten(t *testing.T) {
	path, _ := filled(t, 3)
	set := player.ThesisQuestions()
	set.Questions[0].Key = append(set.Questions[0].Key, "grey")
	m := suite.Must(player.OpenMemory(path, set))(t)
	suite.Must(m.Add(record(3)))(t)
	suite.OK(t, m.Close())
	sets := suite.Must(datasets.Open("jsonl:"+path, datasets.Options{}))(t)
	if d := sets[0]; len(d.Respondents) != 4 || len(d.Questions[0].Key) != 2 {
		t.Errorf("data set %+v", d)
	}
}

func TestQuestionFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) string {
		path := filepath.Join(dir, name)
		suite.OK(t, os.WriteFile(path, []byte(content), 0o666))
		return path
	}
	plain := write("sky.tsv", "\ufeff# mine\nWhat color is the sky?\tblue\t grey \n\n2?\n3?\tx\t\n4?\r\n5?\tç\n")
	set, err := player.OpenQuestions(plain)
	suite.OK(t, err)
	want := player.QuestionSet{Name: "sky", Questions: []datasets.Question{
		{ID: "1", Text: "What color is the sky?", Key: []string{"blue", "grey"}},
		{ID: "2", Text: "2?"}, {ID: "3", Text: "3?", Key: []string{"x"}},
		{ID: "4", Text: "4?"}, {ID: "5", Text: "5?", Key: []string{"ç"}},
	}}
	if diff := cmp.Diff(want, set); diff != "" {
		t.Error(diff)
	}
	memory, _ := filled(t, 1)
	if set, err = player.OpenQuestions(memory); err != nil ||
		!cmp.Equal(set, player.ThesisQuestions()) {
		t.Errorf("%+v, %v", set, err)
	}
	for name, content := range map[string]string{"four.tsv": "1\n2\n3\n4\n", "broken.jsonl": "{\n",
		"empty": "", "long": strings.Repeat("x", 5001) + "\n2\n3\n4\n5\n"} {
		if _, err := player.OpenQuestions(write(name, content)); err == nil ||
			!strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := player.OpenQuestions(filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}
