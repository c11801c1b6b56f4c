package eliza

import (
	"slices"
	"strings"
	"testing"
)

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
