package solver

import (
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/wsc"
)

// marked makes a problem of a text with its pronoun in brackets.
func marked(text string, candidates ...string) wsc.Problem {
	before, rest, _ := strings.Cut(text, "[")
	pronoun, after, _ := strings.Cut(rest, "]")
	return wsc.Problem{Before: before, Pronoun: pronoun, After: after, Candidates: candidates}
}

func TestTokenize(t *testing.T) {
	var words []string
	for _, token := range tokenize("Mr. O'Hara can't see “Ann’s” well-known U.S. flag; it's 3.5 m.") {
		words = append(words, token.text)
	}
	want := `Mr . O'Hara ca n't see " Ann 's " well-known U.S . flag ; it 's 3.5 m .`
	want = strings.Replace(want, "ca n't", "can n't", 1)
	if got := strings.Join(words, " "); got != want {
		t.Errorf("found  %s\nwanted %s", got, want)
	}
}

func TestEvent(t *testing.T) {
	for _, test := range []struct {
		text                 string
		role                 role
		verb, quality, thing string
		negated, passive     bool
		relation, initial    relation
	}{
		{"The guard let Ann in because [she] had shown her pass.", subject, "show", "", "pass",
			false, false, cause, none},
		{"Although Ann had never met Eve, [she] was not nervous.", subject, "be", "nervous", "",
			true, false, none, contrast},
		{"The box would not fit on the shelf, so we painted [it] quickly.", object, "paint", "", "",
			false, false, result, none},
		{"Mark told Pete a lie, but [he] was punished by the teacher.", subject, "punish", "", "teacher",
			false, true, contrast, none},
		{"Mark saw the dog and kept [its] collar.", possessor, "keep", "", "collar",
			false, false, addition, none},
		{"Mark saw the dog. A cat sat beside [it].", oblique, "sit", "", "",
			false, false, none, none},
	} {
		p := analyse(marked(test.text, "Mark", "the dog"))
		e := p.event
		if p.role != test.role || e.verb != test.verb || e.quality != test.quality ||
			e.thing != test.thing || e.negated != test.negated || e.passive != test.passive {
			t.Errorf("%s: found role %d, %+v", test.text, p.role, e)
		}
		if p.relation != test.relation || p.initial != test.initial {
			t.Errorf("%s: found relations %d and %d, wanted %d and %d", test.text, p.relation,
				p.initial, test.relation, test.initial)
		}
	}
}

func TestPlace(t *testing.T) {
	p := analyse(marked("The old farmer gave a cow to Tom's aunt, because the farmer said that [she] "+
		"needed milk.", "the old farmer", "a cow", "Tom's aunt", "Tom", "the vet"))
	for i, want := range []struct {
		role   role
		first  int
		found  bool
		plural bool
		proper bool
		head   string
	}{
		{subject, 0, true, false, false, "farmer"},
		{object, 1, true, false, false, "cow"},
		{oblique, 2, true, false, false, "aunt"},
		{possessor, 2, true, false, true, "tom"},
		{other, 4, false, false, false, "vet"},
	} {
		c := p.candidates[i]
		if c.role != want.role || c.first != want.first || c.found != want.found ||
			c.plural != want.plural || c.proper != want.proper || c.head != want.head {
			t.Errorf("%s: found %+v, wanted %+v", c.head, c, want)
		}
	}
	if v := p.candidates[0].event.verb; v != "give" {
		t.Errorf("the farmer's verb is %q", v)
	}
}

func TestAgreement(t *testing.T) {
	l, err := loadLexicon()
	if err != nil {
		t.Fatal(err)
	}
	for word, male := range map[string]bool{"peter": true, "charles": true, "grandfather": true,
		"anna": false, "elizabeth": false, "queen": false} {
		if got := l.male(word); got > 0 != male {
			t.Errorf("%s: found %.2f", word, got)
		}
	}
	for word, want := range map[string]bool{"dogs": true, "men": true, "people": true, "dog": false,
		"glass": false, "bus": false} {
		if got := plural([]string{word}, word); got != want {
			t.Errorf("%s is plural: found %t", word, got)
		}
	}
	if !plural([]string{"ann", "and", "tom"}, "tom") {
		t.Error("Ann and Tom are not plural")
	}
	if k := l.kindOf("nurse"); k.person < 0.5 {
		t.Errorf("a nurse is a person by %.2f", k.person)
	}
	if k := l.kindOf("table"); k.person > 0.1 {
		t.Errorf("a table is a person by %.2f", k.person)
	}
}

// TestScales places words that are not in the lists of the poles.
func TestScales(t *testing.T) {
	l, err := loadLexicon()
	if err != nil {
		t.Fatal(err)
	}
	index := make(map[string]int)
	for i, s := range scales {
		index[s.name] = i
	}
	for _, test := range []struct{ scale, high, low string }{
		{"evaluation", "delightful", "murder"},
		{"evaluation", "superb", "horrible"},
		{"potency", "enormous", "skinny"},
		{"activity", "rapid", "motionless"},
		{"knowledge", "veteran", "baffled"},
		{"want", "crave", "supplied"},
	} {
		i := index[test.scale]
		if high, low := l.scale(i, test.high), l.scale(i, test.low); high <= low {
			t.Errorf("%s: %s %.2f, %s %.2f", test.scale, test.high, high, test.low, low)
		}
	}
}

func FuzzRows(f *testing.F) {
	l, err := loadLexicon()
	if err != nil {
		f.Fatal(err)
	}
	f.Add("The dog's bone", "it", "wasn't 'n't' U.S.", "the dog", "'")
	f.Add("", "", "", "", "\xff")
	f.Add("because and , and ;", "her", "[]", "of of", "the the")
	f.Fuzz(func(t *testing.T, before, pronoun, after, a, b string) {
		rows := l.rows(wsc.Problem{Before: before, Pronoun: pronoun, After: after,
			Candidates: []string{a, b}})
		for _, row := range rows {
			if len(row) != len(columns()) {
				t.Fatalf("found %d cues", len(row))
			}
			for j, x := range row {
				if !(x > -1e6 && x < 1e6) {
					t.Fatalf("%s is %g", columns()[j], x)
				}
			}
		}
	})
}
