package eliza

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/luna-rating/luna/internal/suite"
)

func parse(t *testing.T, script string) *Script {
	t.Helper()
	return suite.Must(Parse([]byte(script), "f"))(t)
}

// replies returns the replies to texts in one conversation.
func replies(s *Script, seed uint64, texts ...string) []string {
	c := s.Converse(seed)
	list := make([]string, len(texts))
	for i, text := range texts {
		list[i] = c.Reply(text)
	}
	return list
}

// The example by which Weizenbaum explains decomposition and reassembly: the rule
// (0 YOU 0 ME) (WHAT MAKES YOU THINK I 3 YOU) makes a question of “It seems that you hate me”.
func TestPublishedExample(t *testing.T) {
	s := parse(t, "default x\nkey you\nmatch * you * me\nsay What makes you think I $3 you\n")
	got := replies(s, 1, "It seems that you hate me")[0]
	if want := "What makes you think I hate you"; got != want {
		t.Errorf("found %q, want %q", got, want)
	}
}

// Worked by hand.
func TestRules(t *testing.T) {
	s := parse(t, `
default D
pre mum = mother
post my = your
post i am = you are
class family: mother sister
key my 2
match * my * @family *
say Family: $4, $5
match * my *
say Own: $3
key sister 5
match sister
newkey
match * dear sister *
goto my
key loop
match *
goto loop
key empty
match * empty *
say Rest: $3
say Nothing
key first, alias 3
match *
say One
say Two
`)
	for text, want := range map[string]string{
		"":                                     "D",
		"?!.":                                  "D",
		"So my mum likes my cat.":              "Family: mother, likes your cat",
		"my house":                             "Own: house",
		"I say my dear sister that I am here":  "Family: sister, that you are here",
		"sister":                               "D",
		"loop":                                 "D",
		"It is empty.":                         "Nothing",
		"empty I am":                           "Rest: you are",
		"Well, my dog, you know, my cat":       "Own: dog", // the first of equal rank
		"my cat but the sister of my mother":   "Own: mother",
		"My Oxford":                            "Own: Oxford",
		"loop my boat":                         "Own: boat",
		"I read that my version is 2.5, right": "Own: version is 2.5",
	} {
		if got := replies(s, 1, text)[0]; got != want {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
	}
	fixed := parse(t, "order fixed\ndefault D\nkey a\nmatch *2 a *\nsay 1 $1\nsay 2 $3\nsay 3\n")
	for seed := range uint64(9) {
		got := replies(fixed, seed, "x y a z", "x y a z", "y a z", "x y a")
		if !slices.Equal(got, []string{"1 x y", "2 z", "D", "3"}) {
			t.Errorf("a fixed order: found %q", got)
		}
	}
	got := replies(s, 1, "alias", "first", "alias")
	if got[0] == got[1] || got[0] != got[2] {
		t.Errorf("replies do not take turns: %q", got)
	}
}

func TestMemory(t *testing.T) {
	s := parse(t, "default D\nkey my\nmatch * my *\nsay Oh\nmemory * my *\nsay Earlier: $3\n")
	got := replies(s, 1, "my hat", "my cat", "a", "b", "c", "d", "e", "f", "g", "h", "i", "j")
	hat, cat := slices.Index(got, "Earlier: hat"), slices.Index(got, "Earlier: cat")
	others := slices.DeleteFunc(slices.Clone(got), func(s string) bool { return s == "D" })
	if hat < 2 || cat < hat || len(others) != 4 {
		t.Errorf("found %q", got)
	}
}

// matches is a slow and obvious form of match: whether there is one at all.
func matches(s *Script, pattern []part, clause []word) bool {
	switch {
	case len(pattern) == 0:
		return len(clause) == 0
	case pattern[0].star():
		for i := range len(clause) + 1 {
			if matches(s, pattern[1:], clause[i:]) {
				return true
			}
		}
		return false
	}
	if n := pattern[0].count; n > 0 {
		return len(clause) >= n && matches(s, pattern[1:], clause[n:])
	}
	return len(clause) > 0 && s.fits(pattern[0], clause[0]) && matches(s, pattern[1:], clause[1:])
}

func FuzzMatch(f *testing.F) {
	f.Add([]byte{0, 1, 0, 2}, []byte{1, 2, 1, 2})
	f.Add([]byte{0, 3, 0, 3, 1}, []byte{1, 2, 1, 2, 1})
	f.Fuzz(func(t *testing.T, pattern, clause []byte) {
		s := &Script{classes: map[string]map[string]bool{"c": {"a": true, "b": true}}}
		var parts []part
		for _, b := range pattern[:min(len(pattern), 8)] {
			parts = append(parts, []part{{}, {word: "a"}, {word: "b"}, {class: "c"}, {count: 2}}[b%5])
		}
		var words []word
		for _, b := range clause[:min(len(clause), 12)] {
			w := []string{"a", "b", "x"}[b%3]
			words = append(words, word{w, w})
		}
		got := s.match(parts, words)
		if want := matches(s, parts, words); want != (got != nil || len(parts)+len(words) == 0) {
			t.Fatalf("%v, %v: found %v, want %v", parts, words, got, want)
		}
		if got != nil && !slices.Equal(slices.Concat(got...), words) {
			t.Errorf("the parts %v are not %v", got, words)
		}
	})
}

func TestBadScripts(t *testing.T) {
	for script, want := range map[string]string{
		"":                                   "f: found no default",
		"hello":                              `f:1: found "hello", expected something after`,
		"default x\nfoo bar":                 `f:2: found the directive "foo"`,
		"say x":                              `f:1: found "say", expected a match`,
		"match *":                            `f:1: found "match", expected a key`,
		"pre a b":                            "WORDS = WORDS",
		"class a b":                          "NAME: WORDS",
		"key a b c":                          "keywords of one word each",
		"key a\nkey b, a":                    `f:2: found the keyword "a" again`,
		"key 5":                              "keywords of one word each",
		"default x\nkey a\nmatch *":          "f:3: found a pattern without a reply",
		"default x\nkey a\nmatch @b\nsay x":  "f:3: found @b, expected a class",
		"key a\nmatch *\nsay $2":             "f:3: found $2, expected a number up to",
		"key a\nmatch *\nsay $0":             "f:3: found $21",
		"default x\nkey a\nmatch *\ngoto b":  `f:4: found goto "b", expected a keyword`,
		"default x\nkey a\nmemory *\nnewkey": "f:4: found goto or newkey",
		"key a\nmatch a,b":                   `f:2: found "a,b"`,
		"key a\nmatch *\nnewkey x":           "expected nothing after newkey",
		"key a\nmatch " + strings.Repeat("* ", 21): "found 21 parts",
		strings.Repeat("x", MaxLine+1):             "f:1: ",
		"default a\x00":                            "f:1: ",
		"order random":                             "expected order fixed",
		"key a\nmatch *0":                          `f:2: found "*0", expected *1 to`,
	} {
		if _, err := Parse([]byte(script), "f"); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: found %v, want %q", script, err, want)
		}
	}
}

func FuzzScript(f *testing.F) {
	f.Add([]byte("default x\nkey a\nmatch * a *\nsay $3\n"), "b a c")
	f.Add(defaultText[:3000], "Hello")
	f.Add([]byte(gardener), "I'm in my garden")
	f.Fuzz(func(_ *testing.T, script []byte, text string) {
		if s, err := Parse(script, "f"); err == nil {
			replies(s, 1, text, text, "x "+text)
		}
	})
}

func FuzzReply(f *testing.F) {
	f.Add("I remember my mother, but you are a computer?")
	f.Add(strings.Repeat("i am ", 5000))
	f.Fuzz(func(t *testing.T, text string) {
		for _, reply := range replies(Default(), 7, text, text, text) {
			if reply == "" || !utf8.ValidString(reply) || len(reply) > 200+20*len(text) {
				t.Errorf("%q: found %q", text, reply)
			}
		}
	})
}

func TestSameSeedSameReplies(t *testing.T) {
	texts := []string{"Hello", "what is your name", "I am sad", "asdf", "qwer"}
	first := replies(Default(), 3, texts...)
	if again := replies(Default(), 3, texts...); !slices.Equal(first, again) {
		t.Errorf("found %q, then %q", first, again)
	}
	other := false
	for seed := range uint64(5) {
		other = other || !slices.Equal(first, replies(Default(), 10+seed, texts...))
	}
	if !other {
		t.Error("all seeds give the same replies")
	}
}

// TestDefaultScript checks what reads badly in any script: a reference that is left, the same reply
// twice in a row.
func TestDefaultScript(t *testing.T) {
	words := []string{"I am sad about my mother", "Are you a computer?", "What is your name?",
		"yes", "no", "Do you like cheese?", "I want to go home", "Where do you live?",
		"You hate me", "zzz"}
	for seed := range uint64(50) {
		last := ""
		for i := range 40 {
			c := replies(Default(), seed, words[i%len(words)])[0]
			if strings.Contains(c, "$") || strings.Contains(c, "  ") {
				t.Errorf("found %q", c)
			}
		}
		talk := Default().Converse(seed)
		for i := range 40 {
			reply := talk.Reply(fmt.Sprint("blah ", i))
			if reply == last {
				t.Errorf("%q is said twice", reply)
			}
			last = reply
		}
	}
}
