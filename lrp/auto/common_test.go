package auto

import (
	"errors"
	"math"
	"testing"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

// The cue is the root of the mean similarity to the responses of the others, less its mean.
func TestCommon(t *testing.T) {
	cache := text.NewCache(text.English)
	var population []*text.Doc
	for _, r := range []string{"lava", "lava", "Lava!", "sand", ""} {
		population = append(population, cache.Doc(r))
	}
	q := features.NewQuestion("1", nil, nil, cache)
	at := common.prepare(q, population).whole
	// Two of the four others of one who says lava do so too. Sand shares no n-gram with lava.
	root := math.Sqrt(2.0 / 4)
	mean := 3 * root / 4
	for response, want := range map[string]float64{
		"lava": root - mean, "LAVA": root - mean, "sand": -mean, "": 0, "?": 0, "xyz": -mean,
	} {
		if got := at(cache.Doc(response)); math.Abs(got-want) > 1e-12 {
			t.Errorf("%q: %v, expected %v", response, got, want)
		}
	}
	// One outside the population is compared with all of it.
	seen := common.prepare(q, population[1:]).whole(cache.Doc("lavas"))
	if !(seen > -1 && seen < 1) || seen == 0 {
		t.Errorf("lavas: %v", seen)
	}
	keyed := features.NewQuestion("1", []string{"sand"}, nil, cache)
	at = common.prepare(keyed, population).whole
	if a, b := at(cache.Doc("sand")), at(cache.Doc("lava")); a != b {
		t.Errorf("the acceptable answer has %v, expected that of the most common response, %v", a, b)
	}
	if v := common.prepare(q, nil).whole(cache.Doc("lava")); v != 0 {
		t.Errorf("nobody else: %v, expected 0", v)
	}
}

// With nobody rated and no key, a transductive model tells common responses from rare ones, by the
// texts of the population alone.
func TestPopulation(t *testing.T) {
	x := civics(60)
	for _, q := range x.questions {
		q.Key = nil
	}
	m := Model{Population: x.responses}
	f := fit(t, prepare(t, m, x), x, 0)
	low, high := 1.0, 0.0
	for _, r := range x.responses {
		p := f.Predict(r, 0.9)
		low, high = min(low, p.Rating), max(high, p.Rating)
	}
	if high-low < 0.05 {
		t.Errorf("predictions from %v to %v, expected them to differ", low, high)
	}
	without := fit(t, prepare(t, Model{}, x), x, 0)
	if names, _ := without.CueWeights(); len(names) != len(cuesOf(&meaning{}, false)) {
		t.Errorf("a model without a population has the cues %q", names)
	}
	m.Population = [][]*text.Doc{x.responses[0][:2]}
	if _, err := m.Prepare(x.questions); !errors.Is(err, errShape) {
		t.Errorf("two responses to ten questions: %v", err)
	}
}

// A transductive fit is restored with its population.
func TestRestoreTransductive(t *testing.T) {
	x := civics(30)
	m := Model{Population: x.responses}
	f := fit(t, prepare(t, m, x), x, 12)
	saved, err := f.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	g, err := m.Restore(x.questions, x.totals(0, 12), saved)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := f.Predict(x.responses[20], 0.9), g.Predict(x.responses[20], 0.9); a.Rating != b.Rating {
		t.Errorf("%v became %v", a.Rating, b.Rating)
	}
	if _, err := (Model{}).Restore(x.questions, x.totals(0, 12), saved); err == nil {
		t.Error("restored without the population")
	}
}

// With nobody rated a transductive model knows who is abler than the others. What that adds to
// ratings cancels out over the population.
func TestAbilityInPopulation(t *testing.T) {
	x := civics(40)
	f := fit(t, prepare(t, Model{Population: x.responses}, x), x, 0)
	var sum, most float64
	for _, r := range x.responses {
		added := f.Explain(r).Whole
		sum += added
		most = max(most, added)
	}
	if math.Abs(sum) > 1e-9 || most < .02 {
		t.Errorf("found the sum %v and at most %v, expected 0 and more than .02", sum, most)
	}
	without := fit(t, prepare(t, Model{}, x), x, 0)
	if got := without.Explain(x.responses[0]).Whole; got != 0 {
		t.Errorf("found %v without a population, expected 0", got)
	}
}
