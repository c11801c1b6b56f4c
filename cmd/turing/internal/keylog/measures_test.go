package keylog

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

// A round with all measures known by hand: keys come every 100 ms, and every 300 ms for the human,
// whose space takes a second.
func measured() *Log {
	program := typed(0., "judge", "left", "Hi\n", 2., "entity", "left", "ab cd<d\n",
		5., "judge", "left", "ok\n")
	human := typed(10., "judge", "right", "Hi\n")
	for i, c := range "yes so\n" {
		s := typed(0., "entity", "right", string(c))[0]
		s.Received = 14*second + int64(i)*300_000
		if i > 3 {
			s.Received += 700_000
		}
		human = append(human, s)
	}
	return &Log{Rounds: []Round{{Number: 1, Judge: "J1", Left: Program, Right: Human,
		Strokes: append(program, human...)}}}
}

func TestMeasures(t *testing.T) {
	want := map[string]map[string]float64{
		// a-b 100, c-d 100, d after BackSpace is none; space-c 100
		"program": {"keys": 8, "backspaces": 12.5, "within_words": 100, "before_words": 100,
			"spread": 0,
			"reply":  1.9, "words_per_minute": 5. / 5 / (.6 / 60), "characters": 5, "turns": 1,
			"typing": 100 * .6 / 16.5},
		"human": {"keys": 7, "backspaces": 0, "within_words": 300, "before_words": 1000,
			"spread": 0,
			"reply":  3.9, "words_per_minute": 6. / 5 / (2.2 / 60), "characters": 6, "turns": 1,
			"typing": 100 * 2.2 / 16.5},
		"judge program": {"keys": 6, "reply": 2.4, "characters": 2, "turns": 2},
		"judge human":   {"keys": 3, "reply": math.NaN(), "turns": 1},
	}
	for _, p := range measured().Participants("f") {
		who := strings.TrimSpace(p.Who + " " + p.With)
		for name, v := range want[who] {
			if got := float64(p.Values[name]); !(math.Abs(got-v) < 1e-9 || math.IsNaN(got) &&
				math.IsNaN(v)) {
				t.Errorf("%s: %s is %v, want %v", who, name, got, v)
			}
		}
		delete(want, who)
		if len(p.Values) != len(measures) || p.File != "f" || p.Round != 1 || p.Judge != "J1" {
			t.Errorf("got %+v", p)
		}
		if _, err := json.Marshal(p); err != nil {
			t.Error(err)
		}
	}
	if len(want) > 0 {
		t.Errorf("missing: %v", want)
	}
}

func TestCompare(t *testing.T) {
	var list []Participant
	for i := range 6 {
		for who, keys := range map[string]Value{Program: 10, Human: Value(20 + i)} {
			if i == 5 && who == Human {
				keys = 5
			}
			list = append(list, Participant{Round: i, Who: who,
				Values: map[string]Value{"keys": keys}})
		}
	}
	list = append(list, Participant{Round: 9, Who: Judge, Values: map[string]Value{"keys": 99}})
	c := Compare(list)[0]
	// The sign test of 5 of 6: 2 (1 + 6) / 64.
	if c.Name != "keys" || c.Pairs != 6 || c.HumanMore != 5 ||
		math.Abs(float64(c.P)-14./64) > 1e-9 ||
		c.Humans.N != 6 || c.Programs.Median != 10 || c.Low > 5./6 || c.High < 5./6 {
		t.Errorf("got %+v", c)
	}
	none := Compare(nil)
	if len(none) != len(measures) || none[0].Pairs != 0 {
		t.Errorf("of nobody: %+v", none)
	}
	text, err := json.Marshal(none)
	if err != nil || !strings.Contains(string(text), `"p":null`) {
		t.Errorf("of nobody: %s, %v", text, err)
	}
}

// The human types more slowly than the program in nearly all rounds of the real logs.
func TestRealProgramsAndPeopleDiffer(t *testing.T) {
	var list []Participant
	for _, path := range realLogs(t) {
		list = append(list, readLog(t, path).Participants(path)...)
	}
	i := slices.IndexFunc(measures, func(m Measure) bool { return m.Name == "words_per_minute" })
	if c := Compare(list)[i]; c.Pairs < 28 || float64(c.HumanMore) > .2*float64(c.Pairs) {
		t.Errorf("the human types faster in %d of %d rounds", c.HumanMore, c.Pairs)
	}
}

func TestQuantile(t *testing.T) {
	for _, c := range []struct {
		list    []float64
		p, want float64
	}{
		{[]float64{3, 1, 2}, .5, 2}, {[]float64{4, 1, 2, 3}, .5, 2.5}, {[]float64{1, 2, 3, 4, 5},
			.25, 2},
		{[]float64{7}, .75, 7}, {[]float64{1, 2}, 1, 2}, {[]float64{0, 10}, .75, 7.5},
	} {
		suite.Equal(t, "quantile", quantile(c.list, c.p), c.want)
	}
	if !math.IsNaN(quantile(nil, .5)) {
		t.Error("nothing has a median")
	}
}
