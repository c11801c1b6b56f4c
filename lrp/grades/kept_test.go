package grades

import (
	"slices"
	"sync"
	"testing"
)

// The products of respondents that are kept are those that are computed anew, to the bit, whichever
// fits kept them.
func TestKeptProducts(t *testing.T) {
	x := civics(60)
	p := prepare(t, Model{}, x)
	abilities := make([]float64, len(x.responses))
	for _, part := range [][2]int{{20, 40}, {0, 30}, {10, 60}} {
		from, to := part[0], part[1]
		q := p.newPeople(x.responses[from:to], abilities[from:to])
		if !q.kept {
			t.Fatalf("respondents %d to %d are not kept", from, to)
		}
		if n := to - from; !slices.Equal(q.text, allProducts(len(p.wholes.grams), n, q.grams)) {
			t.Errorf("respondents %d to %d: other products than those computed", from, to)
		}
		for i, r := range x.responses {
			got, want := make([]float64, to-from), make([]float64, to-from)
			q.products(p.wholes.of(r), got)
			q.postings().products(p.wholes.encode(r).grams.all(), want)
			if !slices.Equal(got, want) {
				t.Errorf("respondent %d: other products than those computed", i)
			}
		}
	}
	if n := len(p.wholes.kept.list); n > len(x.responses) {
		t.Errorf("%d respondents are kept, expected at most %d", n, len(x.responses))
	}
}

// Respondents are not kept with responses that were not known beforehand, or if they are too many.
func TestNotKept(t *testing.T) {
	const train = 30
	x := civics(train)
	p := prepare(t, Model{}, x)
	other := slices.Clone(x.responses[0])
	other[1] = x.cache.Doc("a response of nobody else")
	for range 2 {
		q := p.newPeople(append(slices.Clip(x.responses[1:]), other), x.ratings)
		if q.kept || p.wholes.of(other).kept != nil {
			t.Error("keeps a respondent with a response that was not known beforehand")
		}
		p.newPeople(x.responses, x.ratings) // keeps all others for the second time
	}
	p.wholes.kept.list = make([]*keptWhole, maxKept)
	clear(p.wholes.kept.byKey)
	if p.newPeople(x.responses, x.ratings).kept {
		t.Errorf("keeps more than %d respondents", maxKept)
	}
	if p.newPeople(x.responses[:1], x.ratings[:1]); len(p.wholes.kept.list) > maxKept {
		t.Error("keeps more after others were too many")
	}
}

// Fits at the same time keep respondents for each other, and each is as it is alone.
//
//luna:race
func TestKeptFoldsAtTheSameTime(t *testing.T) {
	const parts = 4
	x := civics(80)
	p := prepare(t, fixed(), x)
	ratings := func(p *Prepared, k int) (list []float64) {
		from := 10 * k
		f, err := p.Fit(x.totals(from, from+40))
		if err != nil {
			t.Error(err)
			return nil
		}
		for _, r := range f.PredictAll(x.responses, .9) {
			list = append(list, r.Rating, r.Low, r.High)
		}
		return list
	}
	var got [parts][]float64
	var wait sync.WaitGroup
	for k := range parts {
		wait.Go(func() { got[k] = ratings(p, k) })
	}
	wait.Wait()
	for k, list := range got {
		if !slices.Equal(list, ratings(prepare(t, fixed(), x), k)) {
			t.Errorf("part %d: other predictions than by a fit alone", k)
		}
	}
}
