package recall

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/luna-rating/luna/internal/suite"
)

const log = `{"type":"start","game":"g1","bettors":["a","b","c"],"start_price":50,"seconds":120}
{"type":"question","t":1,"bettor":"b","text":"Q1"}
{"type":"question","t":2,"bettor":"a","text":"Q2"}
{"type":"question","t":2,"bettor":"c","text":"Q3"}
{"type":"question","t":3,"bettor":"c","text":"Q4"}
{"type":"bet","t":3.5,"bettor":"b","side":"human"}
{"type":"answer","t":4,"text":"A1"}
{"type":"answer","t":5,"text":"A3"}
{"type":"answer","t":6,"text":"A2"}
{"type":"answer","t":7,"text":"A4"}
{"type":"answer","t":8,"text":"nobody asked"}
{"type":"question","t":9,"bettor":"a","text":"Q5"}
{"type":"answer","t":10,"text":" "}
{"type":"end","t":120,"reason":"time","nature":"human"}
`

func TestLogs(t *testing.T) {
	bot := strings.ReplaceAll(strings.ReplaceAll(log, "human", "bot"), "A", "B")
	got, err := Read(strings.NewReader(bot+log+strings.SplitAfter(log, "A1\"}\n")[0]+
		`{"question":"Q6","response":"A6"}`+"\nQ7\tA7\n"), "f")
	want := []Exchange{{"", "Q1", "A1"}, {"Q1", "Q3", "A3"}, {"Q3", "Q2", "A2"}, {"Q2", "Q4", "A4"},
		{"", "Q6", "A6"}, {"", "Q7", "A7"}} // the last game has no end, the first a bot
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v: %s", err, diff)
	}
}

// TestLeave reads a game in which a bettor leaves: the questions of theirs that waited are dropped,
// as the rules have it. A text that was removed is no reply, and nothing was said before it.
func TestLeave(t *testing.T) {
	got, err := Read(strings.NewReader(`{"type":"start","bettors":["a","b"]}
{"type":"question","t":1,"bettor":"a","text":"Q1"}
{"type":"question","t":2,"bettor":"b","text":"dropped"}
{"type":"question","t":3,"bettor":"a","text":"Q2"}
{"type":"leave","t":4,"who":"b"}
{"type":"answer","t":5,"text":"A1"}
{"type":"answer","t":6,"text":"A2"}
{"type":"question","t":7,"bettor":"a","text":"[removed]"}
{"type":"answer","t":8,"text":"A3"}
{"type":"question","t":9,"bettor":"a","text":"Q4"}
{"type":"answer","t":10,"text":"A4"}
{"type":"question","t":11,"bettor":"a","text":"Q5"}
{"type":"answer","t":12,"text":"[removed]"}
{"type":"leave","t":13,"who":"target"}
{"type":"end","t":13,"reason":"target_left","nature":"human"}
`), "f")
	want := []Exchange{{"", "Q1", "A1"}, {"Q1", "Q2", "A2"}, {"", "Q4", "A4"}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v: %s", err, diff)
	}
}

func TestBadFiles(t *testing.T) {
	for content, want := range map[string]string{
		"a\tb\nc":                      `f:2: found "c", expected a question, a tab`,
		"{":                            "f:1: found \"{\", expected an object in JSON",
		`{"question":"x"}`:             "f:1: found neither a type",
		`{"type":5}`:                   "expected an object in JSON",
		`{"type":"start"}`:             "f:1: found a start with a fault (found 0 bettors",
		"a\tb\x00":                     "f:1: ",
		strings.Repeat("x", maxLine+1): "f:1: ",
	} {
		if _, err := Read(strings.NewReader(content), "f"); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: found %v, want %q", content, err, want)
		}
	}
	dir := t.TempDir()
	if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), "found no reply") {
		t.Errorf("an empty folder: %v", err)
	}
	if _, err := Open(filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

func TestFolder(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{"b.jsonl": log, "a.tsv": "Hi\tHello\n",
		"c.png": "\x00"} {
		suite.OK(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666))
	}
	m, err := Open(dir)
	if err != nil || len(m.exchanges) != 5 || m.exchanges[0].Reply != "Hello" {
		t.Errorf("%v, %v", m, err)
	}
}

// similarity is a slow and obvious form of the formula in the package's comment.
func similarity(list []Exchange, a, b string) float64 {
	weigh := func(text string) map[string]float64 {
		v := map[string]float64{}
		for _, w := range strings.Fields(text) {
			tf, df := 0, 0
			for _, other := range strings.Fields(text) {
				if other == w {
					tf++
				}
			}
			for _, e := range list {
				if slices.Contains(strings.Fields(e.Text), w) {
					df++
				}
			}
			v[w] = math.Log(1+float64(tf)) *
				math.Log(1+float64(len(list))/float64(max(df, 1)))
		}
		return v
	}
	dot := func(x, y map[string]float64) (sum float64) {
		for w := range x {
			sum += x[w] * y[w]
		}
		return sum
	}
	x, y := weigh(a), weigh(b)
	return dot(x, y) / math.Sqrt(dot(x, x)*dot(y, y))
}

func TestNearest(t *testing.T) {
	list := []Exchange{{"", "are you a human", "sure"}, {"", "do you like cheese", "yes I do"},
		{"", "what is the capital of france", "paris"}, {"hi", "are you a human", "and you"}}
	m := New(list)
	for _, text := range []string{"are you human", "who likes cheese", "do you like france",
		"you you are zebra"} {
		found, scores := m.Nearest("", text, 10)
		last := math.Inf(1)
		for i, e := range found {
			if want := similarity(list, text, e.Text); math.Abs(scores[i]-want) > 1e-12 {
				t.Errorf("%q, %q: found %v, want %v", text, e.Text, scores[i], want)
			}
			if scores[i] > last {
				t.Errorf("%q: %v is not in order", text, scores)
			}
			last = scores[i]
		}
	}
	if found, _ := m.Nearest("hi", "are you human", 1); found[0].Reply != "and you" {
		t.Errorf("what was said before does not break the tie: %v", found)
	}
	if found, _ := m.Nearest("", "zzz", 1); len(found) != 0 {
		t.Errorf("a text without a common word: %v", found)
	}
}

func TestReplies(t *testing.T) {
	m := New([]Exchange{{"", "hello", "hi"}, {"", "hello", "hey"}, {"", "bye", "see you"}})
	c := m.Converse(1)
	got := []string{c.Reply("hello"), c.Reply("Hello!"), c.Reply("Bye."), c.Reply("bye")}
	if want := []string{"hi", "hey", "see you", "see you"}; !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
	if reply := c.Reply("zzz"); reply == "" {
		t.Error("no reply")
	}
}

func FuzzRead(f *testing.F) {
	f.Add(log, "Q1")
	f.Add("a\tb\n{\"question\":\"\",\"response\":\"x\"}", "")
	f.Add("0\t", "a blank reply, which Open leaves out")
	f.Fuzz(func(t *testing.T, content, text string) {
		list, err := Read(strings.NewReader(content), "f")
		list = slices.DeleteFunc(list, func(e Exchange) bool { return strings.TrimSpace(e.Reply) == "" })
		if err != nil || len(list) == 0 {
			return
		}
		one, two := New(list).Converse(5), New(list).Converse(5)
		for range 3 {
			reply := one.Reply(text)
			if reply == "" || reply != two.Reply(text) {
				t.Errorf("found %q", reply)
			}
		}
	})
}
