package auto

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/features/text"
)

// Every answer is in one group, with all answers that are equal but for case and white space,
// however they are ordered.
func TestGroups(t *testing.T) {
	x := civics(60).withGaps()
	rng := rand.New(rand.NewPCG(1, 2))
	for _, r := range x.responses {
		for j, d := range r {
			switch rng.IntN(4) {
			case 0:
				r[j] = x.cache.Doc(strings.ToUpper(d.Raw))
			case 1:
				r[j] = x.cache.Doc("  " + strings.ReplaceAll(d.Raw, " ", "\n"))
			}
		}
	}
	p := prepare(t, Model{}, x)
	groups := p.Groups(x.partial(0, 0))
	of := make([]map[string]int, len(x.questions))
	for j := range of {
		of[j] = map[string]int{}
	}
	shared := 0
	for g, y := range groups {
		if len(y.Wordings) != len(y.Counts) || !slices.IsSortedFunc(y.Counts, func(a, b int) int {
			return cmp.Compare(b, a)
		}) {
			t.Fatalf("%d wordings, counts %v", len(y.Wordings), y.Counts)
		}
		if len(y.Wordings) > 1 {
			shared++
		}
		for _, d := range y.Wordings {
			w := Wording(d.Raw)
			if _, twice := of[y.Question][w]; twice || w == "" {
				t.Errorf("question %d: %q is in two groups, or no answer is in one", y.Question, w)
			}
			of[y.Question][w] = g
		}
		checkAlike(t, p.questions[y.Question], y.Wordings)
	}
	if shared == 0 {
		t.Error("no group has two wordings")
	}
	counts := make([]int, len(groups))
	for _, r := range x.responses {
		for j, d := range r {
			if blank(d) {
				continue
			}
			g, ok := of[j][Wording(d.Raw)]
			if !ok {
				t.Fatalf("question %d: %q is in no group", j, d.Raw)
			}
			counts[g]++
		}
	}
	for g := range groups {
		if counts[g] != groups[g].People() {
			t.Errorf("group %d: %d people, expected %d", g, groups[g].People(), counts[g])
		}
	}
}

// checkAlike compares the wordings of a group with its first by the kernel.
func checkAlike(t *testing.T, x *question, wordings []*text.Doc) {
	t.Helper()
	w, first := defaultHyper().kernelWeights(), x.text(wordings[0])
	self := func(a *encodedText) float64 { return w.sum(selfKernel(a)) }
	for _, d := range wordings[1:] {
		a := x.text(d)
		c := w.sum(kernel(a, first)) / math.Sqrt(self(a)*self(first))
		if same := a.same != nil && a.same == first.same; !same && c < minAlike-1e-6 || d.Clean == "" {
			t.Errorf("%q and %q are in a group, their correlation is %v", d.Raw, first.doc.Raw, c)
		}
	}
}

// Stop words and the order of words may differ within a group, what is said may not. A text without
// content words is alone.
func TestGroupsByMeaning(t *testing.T) {
	x := civics(1).first(1)
	var all [][]*text.Doc
	for _, answer := range []string{"freedom of speech", "Freedom of speech.", "the freedom of speech",
		"freedom of religion", "freedom of speech", "the", "of", "", " "} {
		all = append(all, []*text.Doc{x.cache.Doc(answer)})
	}
	x.questions[0].Docs = nil
	for _, r := range all {
		x.questions[0].Docs = append(x.questions[0].Docs, r[0])
	}
	x.responses, x.ratings = all, slices.Repeat([]float64{math.NaN()}, len(all))
	var found []string
	for _, g := range prepare(t, Model{}, x).Groups(x.all()) {
		var list []string
		for _, d := range g.Wordings {
			list = append(list, d.Raw)
		}
		found = append(found, strings.Join(list, "|"))
	}
	want := []string{"freedom of speech|Freedom of speech.|the freedom of speech", "freedom of religion",
		"the", "of"}
	if !slices.Equal(found, want) {
		t.Errorf("found %q, expected %q", found, want)
	}
}

// No texts whose n-grams have a cosine below minCosine can be alike: all else being equal, the
// correlation is less than minAlike.
func TestMinCosine(t *testing.T) {
	w := defaultHyper().kernelWeights()
	for _, vector := range []float64{0, 1} {
		all := w.sum([kernelParts]float64{gramPart: 1, vectorPart: vector, cuePart: 1})
		if c := w.sum([kernelParts]float64{gramPart: minCosine, vectorPart: vector, cuePart: 1}) / all; c >=
			minAlike {
			t.Errorf("texts with the cosine %v have the correlation %v", minCosine, c)
		}
	}
}
