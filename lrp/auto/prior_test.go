package auto

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

// Grades drawn from the model give its weights back.
func TestLearnPrior(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	cache := text.NewCache(text.English)
	share := cue{name: "share", prepare: byKey(func(*features.Question) func(*text.Doc) float64 {
		return func(d *text.Doc) float64 { return float64(len(d.Clean)%10) / 10 }
	})}
	flag := cue{name: "flag", prepare: byKey(func(*features.Question) func(*text.Doc) float64 {
		return func(d *text.Doc) float64 { return float64(len(d.Clean) / 10 % 2) }
	})}
	letters := []rune("abcdefghijklmnopqrstuvwxyz")
	var graded []Graded
	for j := range 20 {
		g := Graded{Question: features.NewQuestion(string(letters[j]), []string{"key"}, nil, cache)}
		for range 300 {
			word := make([]rune, 3+rng.IntN(40))
			for k := range word {
				word[k] = letters[rng.IntN(26)]
			}
			d := cache.Doc(string(word))
			z := []float64{share.prepare(nil, nil).whole(d), flag.prepare(nil, nil).whole(d)}
			p := sigmoid(-1 + 3*z[0] - 1.5*z[1])
			grade := 0.0
			if rng.Float64() < p {
				grade = 1
			}
			g.Responses, g.Grades = append(g.Responses, d), append(g.Grades, grade)
		}
		graded = append(graded, g)
	}
	learn := func(cues []cue, graded []Graded) (Prior, error) {
		e, err := gradedExam("", cues, graded)
		if err != nil {
			return Prior{}, err
		}
		return LearnPrior("made up", e)
	}
	p, err := learn([]cue{share, flag}, graded)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(p.Intercept+1) > .2 || math.Abs(p.Weights["share"]-3) > .3 ||
		math.Abs(p.Weights["flag"]+1.5) > .2 {
		t.Errorf("%+v, expected intercept -1 and weights 3, -1.5", p)
	}
	if _, err := LearnPrior("none"); !errors.Is(err, ErrNotGraded) {
		t.Errorf("nothing graded: %v", err)
	}
	graded[0].Grades[3] = 2
	if _, err := learn([]cue{share}, graded); err == nil {
		t.Error("a grade of 2 is accepted")
	}
	graded[0].Grades = graded[0].Grades[1:]
	if _, err := learn([]cue{share}, graded); !errors.Is(err, errShape) {
		t.Errorf("fewer grades than responses: %v", err)
	}
}

// The default prior has a weight for every cue. Recall of the key and nearness to it raise grades,
// as does popularity. Cues that say the same share their weight, so that one of them may have a
// negative one.
func TestDefaultPrior(t *testing.T) {
	p := DefaultPrior()
	if p.Source == "" {
		t.Error("no source")
	}
	for _, transductive := range []bool{false, true} {
		weights := p.Weights
		if transductive {
			weights = p.Transductive.Weights
		}
		for _, c := range cuesOf(&meaning{memory: hashing()}, transductive) {
			w, ok := weights[c.name]
			raises := c.name == "DEM" || c.name == "ENC" || c.name == "common"
			if !ok || raises && w <= 0 {
				t.Errorf("cue %s: weight %v", c.name, w)
			}
		}
	}
}
