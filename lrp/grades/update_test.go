package grades

import (
	"math"
	"testing"
)

// Updates solve the equations that the decomposition of the whole covariance solves.
func TestUpdates(t *testing.T) {
	x := civics(300)
	h := plain(x.ratings)
	h.Text = wholeText
	b := problemOf(t, x, h)
	for _, part := range []*problem{b, b.ignoring(func(i int) bool { return i%5 == 0 })} {
		quick := part.solved(h)
		if quick.solver == nil {
			t.Fatal("no updates")
		}
		for range 2 {
			h.Noise *= 0.7
			want, err := part.findMode(h, part.priorMean(h), 1e-10)
			if err != nil {
				t.Fatal(err)
			}
			got, err := quick.findMode(h, quick.priorMean(h), 1e-10)
			if err != nil {
				t.Fatal(err)
			}
			if got.covariance != nil {
				t.Error("decomposes the whole covariance")
			}
			wanted := part.precisions(want)
			for i, p := range quick.precisions(got) {
				if w := wanted[i]; math.Abs(p-w) > 1e-7*w {
					t.Fatalf("precision %d is %g, want %g", i, p, w)
				}
				if a, w := got.alpha[i], want.alpha[i]; math.Abs(a-w) > 1e-7*(1+math.Abs(w)) {
					t.Fatalf("alpha of %d is %g, want %g", i, a, w)
				}
			}
		}
	}
}

// Where weights or functions of the texts are learned, covariances are decomposed.
func TestUpdatesWhereTheyPay(t *testing.T) {
	x := civics(300)
	h := plain(x.ratings)
	if b := problemOf(t, x, h); b.solved(defaultHyper()).solver != nil {
		t.Error("updates of a covariance with functions of the texts")
	}
	if b := problemOf(t, x, h).solved(h); b.solved(defaultHyper()).solver != nil {
		t.Error("updates of a covariance without functions of the texts, for one with them")
	}
	h.Weight = 1
	if b := problemOf(t, x, h); b.solved(h).solver != nil {
		t.Error("updates of a covariance with weights of cues")
	}
}

// Cross-validation with updates predicts what it predicts with a variance of the weights for which
// there are no updates, and which is too small to count.
func TestUpdatesOfParts(t *testing.T) {
	x := civics(80)
	h := plain(x.ratings)
	h.Text = wholeText
	b := problemOf(t, x, h)
	got, err := b.crossValidated(h, 1e-8)
	if err != nil {
		t.Fatal(err)
	}
	if h.Weight = 1e-12; b.solved(h).solver != nil {
		t.Fatal("updates where weights are learned")
	}
	want, err := b.crossValidated(h, 1e-8)
	if err != nil {
		t.Fatal(err)
	}
	for i, y := range got {
		if math.Abs(y-want[i]) > 1e-8 {
			t.Errorf("respondent %d: %v, expected %v", i, y, want[i])
		}
	}
}
