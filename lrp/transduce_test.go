package lrp

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/auto"
	"github.com/luna-rating/luna/lrp/internal/lrptest"
)

// responsesOf returns the responses of the respondents from the given one on.
func responsesOf(ds *datasets.Dataset, from int) [][]string {
	var list [][]string
	for _, r := range ds.Respondents[from:] {
		list = append(list, r.Responses)
	}
	return list
}

func transduced(t *testing.T, m *Model, population [][]string) *Transduced {
	t.Helper()
	x, err := m.Transduce(population)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// ratingsOf are the ratings of a population.
func ratingsOf(t *testing.T, x *Transduced, population [][]string) []float64 {
	t.Helper()
	var list []float64
	for _, r := range population {
		rating, err := x.Rating(r)
		if err != nil || !(rating >= 0 && rating <= 1) {
			t.Fatalf("found the rating %v (%v)", rating, err)
		}
		list = append(list, rating)
	}
	return list
}

// The order of the population does not matter, to the bit, and a model that was read from a file,
// with a prior of its own, gives the same.
func TestTransduceOrder(t *testing.T) {
	prior := auto.DefaultPrior()
	prior.Intercept += .5
	prior.Transductive.Intercept += .5
	m := train(t, civics(12, 3), TrainOptions{Folds: -1, Parts: Parts{Prior: &prior}})
	population := responsesOf(civics(30, 9), 0)
	want := ratingsOf(t, transduced(t, m, population), population)
	reversed := slices.Clone(population)
	slices.Reverse(reversed)
	if got := ratingsOf(t, transduced(t, m, reversed), population); !slices.Equal(got, want) {
		t.Errorf("in another order %v, expected %v", got, want)
	}
	file := written(t, m)
	if got := ratingsOf(t, transduced(t, read(t, file), population), population); !slices.Equal(got,
		want) {
		t.Errorf("after reading %v, expected %v", got, want)
	}
	other := train(t, civics(12, 3), TrainOptions{Folds: -1})
	if got := ratingsOf(t, transduced(t, other, population), population); slices.Equal(got, want) {
		t.Error("the prior made no difference")
	}
	if !bytes.Equal(written(t, m), file) {
		t.Error("the model changed")
	}
}

// Nobody but one is to be rated, and nobody is rated.
func TestTransduceOne(t *testing.T) {
	for _, rated := range []int{0, 1, 20} {
		ds := civics(20, 3)
		ds.Respondents = ds.Respondents[:rated]
		m := train(t, ds, TrainOptions{Folds: -1})
		for _, r := range append(responsesOf(civics(2, 9), 0), make([]string, 10)) {
			one := [][]string{r}
			x := transduced(t, m, one)
			ratingsOf(t, x, one)
			e, err := x.Explain(r)
			if err != nil {
				t.Fatal(err)
			}
			sum := e.Base + e.Whole + e.Cut
			for _, q := range e.Questions {
				sum += q.Effect
			}
			if !e.Transductive || math.Abs(sum-e.Rating) > 1e-9 {
				t.Errorf("%d rated: found the explanation %+v, whose parts come to %v", rated, e, sum)
			}
		}
	}
}

// Few texts are a reason to warn, those of the training set included.
func TestTransduceWarns(t *testing.T) {
	m := train(t, civics(8, 3), TrainOptions{Folds: -1})
	for n, want := range map[int]string{11: "found 19, expected at least 20", 12: ""} {
		warnings := transduced(t, m, responsesOf(civics(n, 9), 0)).Info().Warnings
		if (want == "") != (len(warnings) == 0) || want != "" && !strings.HasSuffix(warnings[0], want) {
			t.Errorf("%d respondents: found warnings %q", n, warnings)
		}
	}
}

// The only text that differs is one that another member of the population gave.
func TestTransduceDependsOnOthers(t *testing.T) {
	m := train(t, civics(10, 3), TrainOptions{Folds: -1})
	population := responsesOf(civics(20, 9), 0)
	before := ratingsOf(t, transduced(t, m, population), population)
	population[19] = population[0] // who is now less alone
	after := ratingsOf(t, transduced(t, m, population), population[:1])
	if before[0] == after[0] {
		t.Error("another member of the population made no difference")
	}
}

func TestTransduceFails(t *testing.T) {
	m := train(t, civics(8, 3), TrainOptions{Folds: -1})
	if x, err := m.Transduce(nil); err == nil || !strings.Contains(err.Error(), "found nobody") {
		t.Errorf("nobody: %v (%v)", x, err)
	}
	_, err := m.Transduce([][]string{make([]string, 10), {"one"}})
	if !errors.Is(err, ErrResponses) || !strings.HasPrefix(err.Error(), "member 2 of the population") {
		t.Errorf("one response: %v", err)
	}
	x := transduced(t, m, [][]string{make([]string, 10)})
	if _, err := x.Rating([]string{"one"}); !errors.Is(err, ErrResponses) {
		t.Errorf("the rating of one response: %v", err)
	}
	for _, c := range models {
		if c.approach == "AUTO" {
			continue
		}
		m := train(t, lrptest.Civics(12, 3),
			TrainOptions{Approach: c.approach, Regressor: c.regressor, Folds: -1})
		_, err := m.Transduce([][]string{make([]string, 10)})
		if !errors.Is(err, ErrNotTransductive) || !strings.Contains(err.Error(), "found approach "+
			c.approach+", expected AUTO") || m.CanTransduce() == nil {
			t.Errorf("%s: %v", c.approach, err)
		}
	}
}

// A model of an older version that was trained again is like any other.
func TestTransduceOldModels(t *testing.T) {
	for _, name := range []string{"v1-auto.lrp", "v1-auto-unrated.lrp"} {
		file, err := os.ReadFile(filepath.Join(frozen, name))
		if err != nil {
			t.Fatal(err)
		}
		again, err := Retrain(context.Background(), bytes.NewReader(file), name, TrainOptions{Folds: -1})
		if err != nil {
			t.Fatal(err)
		}
		one := [][]string{make([]string, len(again.Questions()))}
		ratingsOf(t, transduced(t, again, one), one)
	}
}

// No file can claim to be transductive.
func TestTransducedFile(t *testing.T) {
	lines := linesOf(written(t, train(t, threeQuestions(8), TrainOptions{Folds: -1})))
	lines[0] = strings.TrimSuffix(lines[0], "}") +
		`,"transductive":{"respondents":3,"training":false}}`
	_, err := ReadModel(bytes.NewReader(signed(lines)), "m", Parts{})
	if !errors.Is(err, ErrModelFile) || !strings.Contains(err.Error(), "transductive") {
		t.Errorf("found %v", err)
	}
}
