package simulate

import (
	"bytes"
	"context"
	"encoding/csv"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/suite"
)

// written returns everything written about a result except the PNG, which takes long.
func written(t *testing.T, r *Result) string {
	t.Helper()
	var b bytes.Buffer
	for _, err := range []error{r.WriteCSV(&b), WriteTable(&b, r), r.figure().WriteSVG(&b)} {
		suite.OK(t, err)
	}
	return b.String()
}

//luna:race
func TestWorkersDoNotMatter(t *testing.T) {
	for _, figure := range []string{"3.1", "3.7"} {
		o := Options{Variant: Text(), Runs: 3, Seed: 9, Workers: 1}
		one := written(t, run(t, figure, o))
		o.Workers = 4
		if written(t, run(t, figure, o)) != one {
			t.Errorf("figure %s differs with four workers", figure)
		}
		o.Seed++
		if written(t, run(t, figure, o)) == one {
			t.Errorf("figure %s is the same with another seed", figure)
		}
	}
}

func TestSamePlayersInBothVariants(t *testing.T) {
	quiet, loud := Text(), Published()
	quiet.NoiseSD, loud.NoiseSD = 5, 5
	a, b := play(t, quiet, everybody(Random), 30, 2), play(t, loud, everybody(Honest), 30, 2)
	for p := range defaultPlayers {
		if a.Intelligence(p) != b.Intelligence(p) || a.players[p].games != b.players[p].games {
			t.Fatalf("player %d has intelligence %v after %d games, and %v after %d", p,
				a.Intelligence(p), a.players[p].games, b.Intelligence(p), b.players[p].games)
		}
	}
}

func TestEstimates(t *testing.T) {
	r := &Result{runs: [][]Errors{{{1, 5}}, {{4, 5}}, {{7, 5}}}}
	if e := r.estimate(func(list []Errors) float64 { return list[0].Mean }); e != (Estimate{4, 3}) {
		t.Errorf("%v, expected a mean of 4 and a deviation of 3", e)
	}
	single := run(t, "3.3", Options{Variant: Published(), Runs: 1})
	if p := single.Points[0]; !math.IsNaN(p.Mean.SD) || math.IsNaN(p.Mean.Mean) {
		t.Errorf("%v, expected a mean without deviation", p.Mean)
	}
	if text := written(t, single); strings.Contains(text, "NaN") ||
		!strings.Contains(text, "a single run") {
		t.Error("a single run is not described as such, or has NaN")
	}
}

func TestRefusals(t *testing.T) {
	e := experiment(t, "3.2")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, e, Options{Variant: Text()}); err != context.Canceled {
		t.Errorf("%v, expected context.Canceled", err)
	}
}

//luna:race
func TestFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	r := run(t, "3.7", Options{Variant: Text(), Runs: 2})
	d := suite.Must(atomicdir.Create(path, Files([]Experiment{r.Experiment}, r.Variant)...))(t)
	defer d.Abort()
	suite.OK(t, WriteFiles(d, r))
	suite.OK(t, d.Commit())
	contents := map[string][]byte{}
	for _, name := range fileNames("3.7", "text") {
		data, err := os.ReadFile(filepath.Join(path, name))
		contents[filepath.Ext(name)] = suite.Must(data, err)(t)
	}
	suite.Must(png.Decode(bytes.NewReader(contents[".png"])))(t)
	// The title is wrapped.
	for _, words := range []string{">SIMULATED, figure 3.7: Honest,", "Quantile Guessing<"} {
		if !bytes.Contains(contents[".svg"], []byte(words)) {
			t.Errorf("the figure's title lacks %q", words)
		}
	}
	if !bytes.Contains(contents[".txt"], []byte("mean error, 500 games honest")) {
		t.Errorf("a row is missing in the table:\n%s", contents[".txt"])
	}
	rows := suite.Must(csv.NewReader(bytes.NewReader(contents[".csv"])).ReadAll())(t)
	if len(rows) != 22 || rows[1][5] != "30" || rows[21][5] != "1000" || rows[1][1] != "text" {
		t.Errorf("rows %v", rows)
	}
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// experiment returns the experiment of a figure.
func experiment(t testing.TB, figure string) Experiment {
	t.Helper()
	i := slices.Index(Figures(), figure)
	if i < 0 {
		t.Fatalf("there is no figure %s", figure)
	}
	return Experiments()[i]
}

// run runs the experiment of a figure.
func run(t testing.TB, figure string, o Options) *Result {
	t.Helper()
	e := experiment(t, figure)
	r, err := Run(t.Context(), e, o)
	return suite.Must(r, err)(t)
}

// near fails unless a number is within a tolerance of the expected one.
func near(t testing.TB, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: %.4f, expected %.4f ± %.4f", what, got, want, tolerance)
	}
}

// TestPublished compares the published variant with every number of the thesis.
func TestPublished(t *testing.T) {
	suite.Slow(t, "runs whole simulations")
	found := 0
	for _, e := range Experiments() {
		r := run(t, e.Figure, Options{Variant: Published(), Runs: 20, Seed: 3})
		for _, c := range r.comparisons() {
			if found++; !c.within() {
				t.Errorf("figure %s, %s: %.2f, expected the %v of the thesis ± %.2f",
					c.figure, c.what, c.simulated, c.printed, c.tolerance)
			}
			if !(c.tolerance < max(.25*c.printed, .2)) {
				t.Errorf("figure %s, %s: the tolerance %.2f is too large for %v",
					c.figure, c.what, c.tolerance, c.printed)
			}
		}
	}
	if found != 15 {
		t.Errorf("%d numbers compared, expected 15", found)
	}
}

// numberOf simulates a number of a figure by a variant, and its standard error.
func numberOf(t *testing.T, figure, what string, v Variant) (ours, se float64) {
	t.Helper()
	for _, c := range run(t, figure, Options{Variant: v, Runs: 10, Seed: 4}).comparisons() {
		if c.what == what {
			return c.simulated, c.se
		}
	}
	t.Fatalf("figure %s has no %q", figure, what)
	return 0, 0
}

// TestText compares the variant of the text, and the program with single errors corrected, with
// numbers from independent repetitions or from a calculation.
func TestText(t *testing.T) {
	lessNoise := Published()
	lessNoise.NoiseSD = math.Sqrt(5)
	corrected := Published()
	corrected.PercentSlip, corrected.AllGuesses = false, false
	for _, c := range []struct {
		figure, what string
		variant      Variant
		want, read   float64
	}{
		{"3.2", "mean error after 1000 games", lessNoise, .42, .005},
		{"3.2", "mean error after 1000 games", Text(), .405, .01}, // √(2/π) √5 E[1/√n], n about 20
		{"3.3", "mean error, all Minimum", Text(), 50, .5},
		// 25, and a little for ratings of 20 guesses
		{"3.1", "mean error after 1000 games", Text(), 25.6, .3},
		{"3.8", "fall of it for 10 % more honest", corrected, 2.65, .05},
		{"3.8", "fall of it for 10 % more honest", Text(), 2.65, .05},
	} {
		ours, se := numberOf(t, c.figure, c.what, c.variant)
		near(t, "figure "+c.figure+", "+c.what, ours, c.want, c.read+4*se)
	}
}

// TestDelayedQuantile checks that the percentage error causes the large error of delayed Quantile
// Guessing, and what else changes the number.
func TestDelayedQuantile(t *testing.T) {
	suite.Slow(t, "runs whole simulations")
	const what = "mean error, 500 games honest"
	corrected := Published()
	corrected.PercentSlip, corrected.AllGuesses = false, false
	published, _ := numberOf(t, "3.7", what, Published())
	without, se := numberOf(t, "3.7", what, corrected)
	if published < 10*without {
		t.Errorf("with the percentage error the mean error is %.2f, without it %.2f, "+
			"expected at most a tenth", published, without)
	}
	near(t, "without the percentage error", without, 1.9, .1+4*se)
	// An independent repetition got 3.2, by percentiles among opponents met since the delay only.
	const runs = 5
	var forgetful []float64
	for i := range uint64(runs) {
		forgetful = append(forgetful, playByDefinition(corrected, everybody(Delayed(500, Quantile)),
			1000, i, true))
	}
	near(t, "without the percentage error, honest games forgotten", average(forgetful), 3.15, .3)
}

// TestTextDoesNotCollapse checks that by the definition of the text, Quantile Guessing from the
// start does not make ratings collapse (figure 3.5).
func TestTextDoesNotCollapse(t *testing.T) {
	points := run(t, "3.5", Options{Variant: Text(), Runs: 10, Seed: 1}).Points
	first, last := points[0].Mean.Mean, points[len(points)-1].Mean.Mean
	if !(last < first/2 && last < 8) {
		t.Errorf("the mean error goes from %.1f to %.1f, expected it to fall by half, below 8",
			first, last)
	}
}
