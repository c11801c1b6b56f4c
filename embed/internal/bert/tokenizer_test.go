package bert

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// golden returns the vocabulary of testdata/tokens.jsonl and what follows it.
func golden(t testing.TB) (vocab []string, lines [][]byte) {
	t.Helper()
	content, err := os.ReadFile("testdata/tokens.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	lines = bytes.Split(bytes.TrimSpace(content), []byte("\n"))
	if err := json.Unmarshal(lines[0], &vocab); err != nil {
		t.Fatal(err)
	}
	return vocab, lines[1:]
}

func plain(vocab []string, lower bool) (*tokenizer, error) {
	return plainTokenizer("", vocab, rules{CleanText: true, HandleChineseChars: true, Lowercase: lower})
}

// TestTokenize compares pieces with those of Hugging Face's library; see testdata/tokens.py.
func TestTokenize(t *testing.T) {
	vocab, lines := golden(t)
	var both [2]*tokenizer
	for i := range both {
		var err error
		if both[i], err = plain(vocab, i == 1); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range lines {
		var c struct {
			Text         string
			Cased, Lower []int
		}
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		for i, want := range [][]int{c.Cased, c.Lower} {
			if ids := both[i].tokenize(c.Text, math.MaxInt); !slices.Equal(ids, want) {
				t.Errorf("lower %v, %+q: %v, expected %v", i == 1, c.Text, ids, want)
			}
			for _, most := range []int{1, 3, 1000} {
				if ids := both[i].tokenize(c.Text, most); !slices.Equal(ids, want[:min(most, len(want))]) {
					t.Errorf("lower %v, %+q, at most %d: %v, expected %v", i == 1, c.Text, most, ids, want)
				}
			}
		}
	}
}

// Added pieces are found before a text is changed, or after if they are normalized.
func TestAdded(t *testing.T) {
	vocab := map[string]int{"[UNK]": 0, "foo": 1, "bar": 2, "b": 3}
	tk, err := newTokenizer("", vocab, []added{{ID: 7, Content: "Foo Bar", Normalized: true}, {ID: 8, Content: "FOO"},
		{ID: 9, Content: "FOOb"}, {ID: 10}}, rules{Lowercase: true})
	if err != nil {
		t.Fatal(err)
	}
	for s, want := range map[string][]int{
		"foo bar": {7}, "foo BAR b": {7, 3}, "FOO bar": {8, 2}, "FOOb FOOB foo": {9, 8, 3, 1}, "bFOO": {3, 8},
	} {
		if ids := tk.tokenize(s, math.MaxInt); !slices.Equal(ids, want) {
			t.Errorf("%s: %v, expected %v", s, ids, want)
		}
	}
	if _, err := newTokenizer("", vocab, []added{{Content: "x", LStrip: true}}, rules{}); err == nil {
		t.Error("lstrip was taken")
	}
	if _, err := plain([]string{"a", "b"}, true); err == nil || !strings.Contains(err.Error(),
		"found a vocabulary of 2 pieces, expected one with [UNK]") {
		t.Errorf("%v of a vocabulary without [UNK]", err)
	}
}

func FuzzTokenize(f *testing.F) {
	vocab, lines := golden(f)
	for _, line := range lines {
		var c struct{ Text string }
		if err := json.Unmarshal(line, &c); err != nil {
			f.Fatal(err)
		}
		f.Add([]byte(c.Text), true)
	}
	f.Add([]byte("a\xffb\xc3 [SEP]\xe2\x82"), false)
	f.Fuzz(func(t *testing.T, raw []byte, lower bool) {
		tk, err := plain(vocab, lower)
		if err != nil {
			t.Fatal(err)
		}
		s := string(raw)
		ids := tk.tokenize(s, math.MaxInt)
		for _, id := range ids {
			if id < 0 || id >= len(vocab) {
				t.Fatalf("%+q: piece %d of %d", s, id, len(vocab))
			}
		}
		if n := utf8.RuneCountInString(s); len(ids) > 4*n {
			t.Errorf("%+q: %d pieces of %d characters", s, len(ids), n)
		}
		if !utf8.ValidString(s) && !slices.Equal(ids, tk.tokenize(strings.ToValidUTF8(s, "\ufffd"), math.MaxInt)) {
			t.Errorf("%+q: %v, expected those of valid text", s, ids)
		}
	})
}
