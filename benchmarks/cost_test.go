package benchmarks

import (
	"context"
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/regress"
)

// boundsFile holds the bounds of TestCost, one name and number per line. After a change that saves,
// or that is worth its cost, LUNA_TEST=update writes new bounds, a little above what is found.
const boundsFile = "testdata/costs.txt"

// margin is the ratio of a bound to the figure found. Garbage collection and the seeds of maps
// change counts by less.
const margin = 1.1

// TestCost bounds what repeats from run to run, unlike seconds: allocations, their bytes, and
// sweeps of solvers.
func TestCost(t *testing.T) {
	suite.Slow(t, "measures whole jobs")
	bounds := readBounds(t)
	var lines []string
	for _, c := range costs {
		for k, found := range c.measure(t) {
			name := c.names[k]
			bound, known := bounds[name]
			switch {
			case suite.Update() && (!known || found > bound || found*margin*margin < bound):
				bound = roundUp(found * margin)
			case !known:
				t.Errorf("%s has no bound in %s. %s", name, boundsFile, suite.Accept(t))
			case found > bound:
				t.Errorf("%s: found %.0f, expected at most %.0f. %s", name, found, bound, suite.Accept(t))
			}
			t.Logf("%-60s %12.0f, bound %12.0f", name, found, bound)
			lines = append(lines, fmt.Sprintf("%-60s %.0f\n", name, bound))
		}
	}
	if suite.Update() {
		suite.Write(t, boundsFile, []byte(strings.Join(lines, "")))
	}
}

// readBounds reads the bounds from their file.
func readBounds(t *testing.T) map[string]float64 {
	content, err := os.ReadFile(boundsFile)
	if err != nil && !suite.Update() {
		t.Fatal(err)
	}
	bounds := make(map[string]float64)
	for line := range strings.Lines(string(content)) {
		fields := strings.Fields(line)
		if len(fields) < 2 {
			t.Fatalf("%s: found line %q, expected a name and a number", boundsFile, line)
		}
		last := len(fields) - 1
		bound, err := strconv.ParseFloat(fields[last], 64)
		if err != nil {
			t.Fatalf("%s: %v", boundsFile, err)
		}
		bounds[strings.Join(fields[:last], " ")] = bound
	}
	return bounds
}

// roundUp rounds up to two significant digits.
func roundUp(x float64) float64 {
	if x < 10 {
		return math.Ceil(x)
	}
	unit := math.Pow(10, math.Floor(math.Log10(x))-1)
	return math.Ceil(x/unit) * unit
}

// costs lists what is bounded. All of it is measured on the sample in the form of Powergrading,
// with one worker.
var costs = []struct {
	names   []string
	measure func(t *testing.T) []float64
}{
	{[]string{
		"allocations of preparing an evaluation", "kilobytes of preparing an evaluation",
		"allocations of a trial, all approaches but AUTO",
		"kilobytes of a trial, all approaches but AUTO",
	}, evaluation},
	{[]string{"allocations of a fit of AUTO", "kilobytes of a fit of AUTO"}, autoFit},
	{[]string{"allocations of a prediction, AUTO",
		"allocations of a prediction of new texts, AUTO"}, predictions("AUTO")},
	{[]string{"allocations of a prediction, ALL", "allocations of a prediction of new texts, ALL"},
		predictions("ALL")},
	{[]string{"sweeps of the Lasso, penalty .001, in 5 trials of BOW and ALL"}, sweeps},
}

// sample is the data set of all measurements.
func sample(t testing.TB) *datasets.Dataset {
	t.Helper()
	sets, err := lrp.Load("sample-powergrading")
	if err != nil {
		t.Fatal(err)
	}
	return sets[0]
}

// allocated counts the allocations of do and their kilobytes, without garbage collection, which
// would empty pools.
func allocated(do func()) (n, kilobytes float64) {
	runtime.GC()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	kilobytes = float64(after.TotalAlloc-before.TotalAlloc) / 1e3
	return float64(after.Mallocs - before.Mallocs), kilobytes
}

// evaluated counts the allocations of an evaluation with all approaches except AUTO.
func evaluated(t *testing.T, trials int) (n, kilobytes float64) {
	t.Helper()
	sets := []*datasets.Dataset{sample(t)}
	o := lrp.Options{Seed: 1, Trials: trials, Workers: 1, Approaches: designed(approach.All())}
	return allocated(func() { mustEvaluate(t, sets, o) })
}

// designed leaves out approaches with a learner of their own.
func designed(all []lrp.Approach) []lrp.Approach {
	return slices.DeleteFunc(all, func(a lrp.Approach) bool { return a.Learns() })
}

func mustEvaluate(t *testing.T, sets []*datasets.Dataset, o lrp.Options) *lrp.Report {
	t.Helper()
	r, err := lrp.Evaluate(context.Background(), sets, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// evaluation measures what an evaluation takes apart from its trials, and what each trial adds.
// What is loaded once for all evaluations is not counted.
func evaluation(t *testing.T) []float64 {
	evaluated(t, 1)
	few, fewKB := evaluated(t, 2)
	many, manyKB := evaluated(t, 6)
	each, eachKB := (many-few)/4, (manyKB-fewKB)/4
	return []float64{few - 2*each, fewKB - 2*eachKB, each, eachKB}
}

// autoFit counts the allocations of a fit of AUTO to all respondents of the sample.
func autoFit(t *testing.T) []float64 {
	ds := sample(t)
	cache := text.NewCache(text.English)
	var questions []*features.Question
	responses := make([][]*text.Doc, len(ds.Respondents))
	ratings := make([]float64, len(ds.Respondents))
	for j, q := range ds.Questions {
		var texts []string
		for i, r := range ds.Respondents {
			texts = append(texts, r.Responses[j])
			responses[i] = append(responses[i], cache.Doc(r.Responses[j]))
			ratings[i] = r.Rating
		}
		question := features.NewQuestion(q.ID, q.Key, texts, cache)
		question.Text = cache.Doc(q.Text)
		questions = append(questions, question)
	}
	auto, err := approach.Auto{}.Prepare(questions, nil)
	if err != nil {
		t.Fatal(err)
	}
	n, kilobytes := allocated(func() {
		if _, err := auto.Fit(approach.Training{Responses: responses, Ratings: ratings}); err != nil {
			t.Fatal(err)
		}
	})
	return []float64{n, kilobytes}
}

// predictions counts the allocations of a prediction by a model of the approach, with ridge if it
// takes a regressor: for responses of the training set, and for others.
func predictions(approach string) func(t *testing.T) []float64 {
	return func(t *testing.T) []float64 {
		ds := sample(t)
		o := lrp.TrainOptions{Approach: approach, Folds: -1}
		m, err := lrp.Train(context.Background(), ds, o)
		if err != nil {
			t.Fatal(err)
		}
		count := func(record func(*datasets.Dataset) []string) float64 {
			const runs = 20
			records := make([][]string, runs+1) // AllocsPerRun starts with an uncounted run
			for i := range records {
				records[i] = record(ds)
			}
			i := 0
			return testing.AllocsPerRun(runs, func() {
				if _, err := m.Rating(records[i]); err != nil {
					t.Fatal(err)
				}
				i++
			})
		}
		return []float64{count(known), count(fresh())}
	}
}

// known returns the responses of a respondent of the training set.
func known(ds *datasets.Dataset) []string { return ds.Respondents[7].Responses }

// fresh returns a function that returns records of new responses.
func fresh() func(*datasets.Dataset) []string {
	n := 0
	return func(ds *datasets.Dataset) []string {
		n++
		var record []string
		for j, r := range ds.Respondents[7].Responses {
			record = append(record, fmt.Sprintf("%s zq%dx%d", r, n, j))
		}
		return record
	}
}

// sweeps returns the sum of the iterations in the Lasso's diagnostics.
func sweeps(t *testing.T) []float64 {
	counted := &counting{Regressor: regress.Lasso{Alpha: .001}}
	approaches, err := lrp.Approaches("BOW", "ALL")
	if err != nil {
		t.Fatal(err)
	}
	mustEvaluate(t, []*datasets.Dataset{sample(t)}, lrp.Options{Seed: 1, Trials: 5, Workers: 1,
		Approaches: approaches, Regressors: []regress.Regressor{counted}})
	if counted.fits != 10 {
		t.Errorf("%s was fitted %d times, expected 10", counted.Name(), counted.fits)
	}
	return []float64{float64(counted.iterations)}
}

// counting counts the fits of a regressor and their iterations.
type counting struct {
	regress.Regressor
	fits, iterations int
}

func (c *counting) Fit(p regress.Problem) (regress.Model, error) {
	m, err := c.Regressor.Fit(p)
	if err == nil {
		c.fits++
		c.iterations += m.Diagnostics().Iterations
	}
	return m, err
}

// TestTextsAreComparedOnce counts how often an evaluation calls the function of a feature: a
// similarity at most once for each pair of distinct texts and twice for a text that is in the key,
// the terms at most once for each distinct text, whatever the number of trials.
func TestTextsAreComparedOnce(t *testing.T) {
	ds := sample(t)
	keyPairs, pairs, docs := distinct(ds)
	for _, trials := range []int{1, 4} {
		var toKey, between, terms int
		approaches := approach.All(
			features.KeySimilarity("KEY", "", func(a, b *text.Doc) float64 {
				toKey++
				return float64(len(a.Set)) / float64(len(a.Set)+len(b.Set))
			}),
			features.Nearest("NEAR", "", func(a, b *text.Doc) float64 {
				between++
				return -math.Abs(float64(len(a.Clean) - len(b.Clean)))
			}),
			features.Bag("TERMS", "", func(d *text.Doc) []string { terms++; return d.Set }),
		)
		mustEvaluate(t, []*datasets.Dataset{ds}, lrp.Options{Seed: 1, Trials: trials, Workers: 1,
			Approaches: designed(approaches), Regressors: []regress.Regressor{regress.OLS{}}})
		for _, c := range []struct {
			name       string
			found, max int
		}{
			{"comparisons with the key", toKey, keyPairs},
			{"comparisons of responses", between, pairs},
			{"bags of terms", terms, docs},
		} {
			if c.found == 0 || c.found > c.max {
				t.Errorf("%d trials: found %d %s, expected 1 to %d", trials, c.found, c.name, c.max)
			}
		}
	}
}

// distinct counts, over all questions, the pairs of a distinct nonempty text and an acceptable
// answer, the pairs of distinct cleaned texts, each with itself too, and the distinct texts.
func distinct(ds *datasets.Dataset) (keyPairs, pairs, docs int) {
	cache := text.NewCache(text.English)
	for j, q := range ds.Questions {
		raw, cleaned, key := make(map[string]bool), make(map[string]bool), make(map[string]bool)
		for _, k := range q.Key {
			key[cache.Doc(k).Clean] = true
		}
		for _, r := range ds.Respondents {
			d := cache.Doc(r.Responses[j])
			if !raw[d.Raw] && !d.Empty() {
				keyPairs += len(q.Key)
				if len(q.Key) > 1 && key[d.Clean] { // compared with the rest of the key too
					keyPairs += len(q.Key) - 1
				}
			}
			raw[d.Raw], cleaned[d.Clean] = true, true
		}
		docs += len(raw)
		pairs += len(cleaned) * (len(cleaned) + 1) / 2
	}
	return keyPairs, pairs, docs
}
