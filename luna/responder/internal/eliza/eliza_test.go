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

// gardener is a script in the form of 1966 that has each of its parts.
const gardener = `
; A script of our own.
(GOOD DAY.  WHAT GROWS IN YOUR GARDEN)
START
(I = YOU
    ((0 YOU (*PLANT SOW) 0)
        (WHY 3 4, OF ALL THINGS)
        (=SOIL))
    ((2 YOU DIG 0)
        (THEN 1 COMES BEFORE DIGGING))
    ((0 (/FRUIT TREE) 0)
        (IS 2 RIPE)
        (DO BIRDS EAT 2 .))
    ((0 YOU'RE 0)
        (PRE (MY SOIL IS 3) (=MY)))
    ((0)
        (NEWKEY)))
(ME = YOU)
(MY = YOUR 2
    ((0 MY SOIL IS 0)
        (SO THE SOIL IS 5))
    ((0 YOUR 0)
        (GO ON ABOUT YOUR 3)))
(I'M = YOU'RE (=I))
(APPLE DLIST(/FRUIT))
(PEAR DLIST(/FRUIT TREE) 3 (=SOIL))
(OAK = TREE DLIST( / TREE ))
(TREE DLIST(/TREE))
(SOIL 1 ((0) (SAND OR CLAY) (HOW WET IS IT)))
(MEMORY MY
    (0 YOUR 0 = FIRST 3)
    (0 YOUR 0 = SECOND 3)
    (0 YOUR 0 = THIRD 3)
    (0 YOUR 0 = FOURTH 3))
(NONE
    ((0)
        (I HEAR)
        (AND THE WEATHER)))
()
`

// Worked by hand: rotation, substitution, order of keywords, and the memory, which comes where a
// text without a keyword is the third, the seventh and so on.
func TestPublished(t *testing.T) {
	for range 2 { // no chance is involved
		c := parse(t, gardener).Converse(uint64(len(t.Name())))
		for i, turn := range [][2]string{
			{"hm", "I HEAR"},
			{"My garden is here.", "GO ON ABOUT YOUR GARDEN IS HERE"},
			{"Oh, well.", "FOURTH GARDEN IS HERE"},
			{"Today I plant an apple", "WHY PLANT AN APPLE, OF ALL THINGS"},
			{"I sow it; me too", "SAND OR CLAY"},
			{"First rake, then I", "AND THE WEATHER"}, // NEWKEY, and no other keyword
			{"Nothing", "I HEAR"},                     // no memory is left
			{"At dawn I dig holes", "THEN AT DAWN COMES BEFORE DIGGING"},
			{"Soon at dawn I dig", "AND THE WEATHER"},
			{"I have a pear", "HOW WET IS IT"}, // the higher rank
			{"Apple but I see an oak", "IS TREE RIPE"},
			{"I ate an apple", "DO BIRDS EAT APPLE ."},
			{"I'm tired", "SO THE SOIL IS TIRED"},
			{"I sow my soil", "GO ON ABOUT YOUR SOIL"},
			{"I sow", "WHY SOW , OF ALL THINGS"},
		} {
			if got := c.Reply(turn[0]); got != turn[1] {
				t.Errorf("%d, %q: found %q, want %q", i, turn[0], got, turn[1])
			}
		}
	}
}

// The values that “The HASH algorithm used by ELIZA” gives, and a word of two pieces.
func TestHash(t *testing.T) {
	for word, want := range map[string]int{"here": 3, "kids": 1, "time": 0, "overthere": hash("ere")} {
		if got := hash(word); got != want {
			t.Errorf("%s: found %d, want %d", word, got, want)
		}
	}
}

// A script that is not in capitals gets texts as they are typed.
func TestSmallLetters(t *testing.T) {
	s := parse(t, "(hi)(dog = hound ((0 hound 0) (your 2 3)))(none ((0) (hm)))")
	if got := replies(s, 1, "My dog Bello", "x"); !slices.Equal(got, []string{"Your hound Bello", "hm"}) {
		t.Errorf("found %q", got)
	}
}

func TestBadLists(t *testing.T) {
	for script, want := range map[string]string{
		"(":                   `f:1: found "(", expected ")" after it`,
		"(A)\n)":              `f:2: found ")", expected "(" before it`,
		"(A)\nB":              "f:2: found the list ",
		"(A)\n((B))":          `f:2: found the list "((…))", expected (KEYWORD = WORD`,
		"(A)\n(B C)":          `f:2: found the list "(B C)", expected (KEYWORD`,
		"(A)\n(B\n((0)))":     `f:2: found the list "(B (…))", expected (KEYWORD`,
		"(A)\n(B (() (C)))":   "f:2: found the list ",
		"(A)\n(B ((0)\n()))":  `f:3: found "say `,
		"(A)\n(B ((0)\n(2)))": "f:3: found $2, expected a number up to",
		"(A)\n(NONE ((0) (D)))\n(B ((0 (/C)) (D)))":              "f:3: found @c, expected a class",
		"(A)\n(B ((0 (*)) (D)))":                                 `f:2: found "*:"`,
		"(A)\n(B ((0) (C)))\n(B ((0) (C)))":                      `f:3: found the keyword "b" again`,
		"(A)\n(B ((0)\n(=C)))(NONE ((0) (D)))":                   `f:3: found goto "c", expected a keyword`,
		"(A)\n(MEMORY B (0 = C))":                                `f:2: found the list "(MEMORY B (…))"`,
		"(A)\n(B ((0) (C)))\n(MEMORY B (0 C))":                   "f:3: found the list ",
		"(A)\n(B ((0) (C)))":                                     "f: found no default",
		"(A)\n(NONE ((0)\n(NEWKEY)))":                            `f:3: found the list "(NEWKEY)"`,
		"(A)\n(NONE ((0)\n(=B)))":                                `f:3: found the list "(= B)"`,
		"(A)\n(NONE ((0)\n(SO 1)))":                              `f:3: found the list "(SO $1)"`,
		"(A)\n(NONE\n((1) (B)))":                                 "f:3: found the list ",
		"(A)\n(B ((301) (C)))":                                   `f:2: found "*301", expected *1 to *300`,
		"(A)\n(B = ((0) (C)))":                                   "f:2: found the list ",
		"; only a comment":                                       "f: found no default",
		"(A)\n(B ((0) (PRE (C) (D))))":                           "f:2: found the list ",
		"(A)\n(NONE ((0) (B)))\n(C = )":                          "f:3: found the list ",
		"(A)\n(B ((0) (" + strings.Repeat("1 ", MaxLine) + ")))": "f:2: ",
	} {
		if _, err := Parse([]byte(script), "f"); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: found %v, want %q", script, err, want)
		}
	}
}
