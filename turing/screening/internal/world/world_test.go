package world

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/brown"
	"github.com/luna-rating/luna/internal/wordnet"
)

func TestThings(t *testing.T) {
	seen := map[string]bool{}
	uses := 0
	for _, thing := range Things() {
		if seen[thing.Name] {
			t.Errorf("%s is there twice", thing.Name)
		}
		seen[thing.Name] = true
		if !Common(thing.Name) {
			t.Errorf("%s is not in the vocabulary", thing.Name)
		}
		if thing.Use != nil {
			uses++
		}
		for _, v := range []float64{thing.Size, thing.Weight, thing.Speed} {
			if v < 0 || math.IsInf(v, 0) || math.IsNaN(v) {
				t.Errorf("%s has the number %v", thing.Name, v)
			}
		}
		if thing.Part != "" {
			if _, err := strconv.Atoi(thing.Parts); err != nil {
				t.Errorf("%s has %q %s", thing.Name, thing.Parts, thing.Part)
			}
		}
	}
	if len(seen) < 150 || uses < 100 {
		t.Errorf("%d things, %d of them with uses", len(seen), uses)
	}
}

func TestParseThingsRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"hammer":                      "things.txt:1: hammer has no kind",
		"# c\n\nhammer | tool | a: b": "things.txt:3: hammer: a: no such field",
		"hammer | tool | size: big":   `things.txt:1: hammer: size: strconv.ParseFloat: parsing "big": invalid syntax`,
	} {
		if _, err := parseThings(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestFacts checks that facts have the fields that questions take, and no key that gives itself
// away.
func TestFacts(t *testing.T) {
	for kind, fields := range map[string]int{
		"opposite": 2, "task": 2, "job": 2, "family": 2, "analogy": 4, "count": 2, "unit": 2, "statement": 1,
	} {
		list := Facts(kind)
		if len(list) < 7 {
			t.Errorf("%d facts of the kind %s", len(list), kind)
		}
		for _, f := range list {
			if len(f) != fields {
				t.Errorf("%s %q has %d fields, want %d", kind, f, len(f), fields)
			}
			if kind == "statement" {
				continue
			}
			for _, key := range Alternatives(f[len(f)-1]) {
				if strings.Contains(" "+f[0]+" ", " "+key+" ") && kind != "job" {
					t.Errorf("%s %q has its key in the question", kind, f)
				}
			}
		}
	}
	for _, f := range Facts("unit") {
		if v, err := strconv.ParseFloat(f[1], 64); err != nil || v <= 0 {
			t.Errorf("unit %q", f)
		}
	}
	if Facts("nonsense") != nil || List("nonsense") != nil {
		t.Error("there are facts of no kind")
	}
}

// TestOppositesAgree checks that what is opposite to a word does not contradict that word's entry.
func TestOppositesAgree(t *testing.T) {
	keys := map[string][]string{}
	for _, f := range Facts("opposite") {
		if keys[f[0]] != nil {
			t.Errorf("%s is there twice", f[0])
		}
		keys[f[0]] = Alternatives(f[1])
	}
	for word, list := range keys {
		for _, k := range list {
			if slices.Contains(keys[k], k) {
				t.Errorf("%s is its own opposite", k)
			}
			if back := keys[k]; back != nil && !slices.Contains(back, word) {
				t.Errorf("%s is opposite to %s, but not the other way", k, word)
			}
		}
	}
}

// TestVocabularyIsCommon checks the vocabulary against two sources that know nothing of it: it is
// in WordNet by class, and all but a few words occur in the Brown corpus of 1961, in which a child's
// words are not rare.
func TestVocabularyIsCommon(t *testing.T) {
	rare := 0
	total := 0
	for class, pos := range map[string]wordnet.POS{
		"noun": wordnet.Noun, "verb": wordnet.Verb, "adjective": wordnet.Adjective, "adverb": wordnet.Adverb,
	} {
		words := Vocabulary()[class]
		if len(words) < 30 {
			t.Errorf("%d words of class %s", len(words), class)
		}
		for i, w := range words {
			total++
			if slices.Contains(words[:i], w) {
				t.Errorf("%s %s is there twice", class, w)
			}
			if len(wordnet.Default().Lookup(w, pos)) == 0 &&
				!slices.Contains([]string{"can", "could", "may", "must", "will",
					"would", "when", "where", "how", "million"}, w) {
				t.Errorf("WordNet has no %s %s", class, w)
			}
			n := 0
			for _, form := range []string{w, w + "s", w + "ed", w + "ing", w + "er", w + "y"} {
				n += brown.Count(form)
			}
			if n == 0 {
				rare++
				t.Logf("the Brown corpus has no %s", w)
			}
		}
	}
	if rare > total*3/100 {
		t.Errorf("%d of %d words are not in the Brown corpus", rare, total)
	}
}

func TestCommon(t *testing.T) {
	for word, want := range map[string]bool{
		"hammer": true, "Hammers": true, "told": true, "larger": true, "mice": true, "the": true,
		"entropy": false, "zymurgy": false, "": false,
	} {
		if got := Common(word); got != want {
			t.Errorf("Common(%q) is %v", word, got)
		}
	}
}

func TestArticle(t *testing.T) {
	for noun, want := range map[string]string{"owl": "an owl", "hour": "an hour",
		"horse": "a horse", "saw": "a saw"} {
		if got := Article(noun); got != want {
			t.Errorf("Article(%q) is %q", noun, got)
		}
	}
	for name, want := range map[string]string{"milk": "milk", "scissors": "scissors",
		"sun": "the sun", "ant": "an ant"} {
		i := slices.IndexFunc(Things(), func(t Thing) bool { return t.Name == name })
		if got := Things()[i].A(); got != want {
			t.Errorf("%s is spoken of as %q", name, got)
		}
	}
}
