package simulate

import (
	"cmp"
	"context"
	"math"
	"runtime"

	"gonum.org/v1/gonum/stat"

	"github.com/luna-rating/luna/internal/parallel"
)

// Options are the settings of [Run].
type Options struct {
	Variant Variant
	Runs    int    // number of runs to average, up to [MaxRuns]; 0 means the variant's number
	Seed    uint64 // determines all random choices
	// Workers is the number of parallel runs; 0 means one per processor. Results do not
	// depend on it.
	Workers int
}

// MaxRuns is the maximum of [Options].Runs.
const MaxRuns = 100_000

// Result is the outcome of an Experiment in a Variant.
type Result struct {
	Experiment Experiment
	Variant    Variant
	Runs       int     // number of runs averaged
	Seed       uint64  // the seed in the options
	Points     []Point // by increasing X
	runs       [][]Errors
}

// Point holds the errors at one position on the axis.
type Point struct {
	X         float64  // what varies, such as the number of games
	Mean, Max Estimate // mean and maximum error over players, in points
}

// Estimate is a mean over runs and the standard deviation (SD) of runs, NaN for a single run.
type Estimate struct{ Mean, SD float64 }

// Run runs an experiment. It returns an error when ctx ends.
func Run(ctx context.Context, e Experiment, o Options) (*Result, error) {
	o.Runs = cmp.Or(o.Runs, o.Variant.Runs)
	o.Workers = cmp.Or(o.Workers, runtime.GOMAXPROCS(0))
	r := &Result{
		Experiment: e, Variant: o.Variant, Runs: o.Runs, Seed: o.Seed,
		runs: make([][]Errors, o.Runs),
	}
	err := parallel.Do(ctx, o.Workers, o.Runs, func(run int) (err error) {
		r.runs[run], err = e.runOnce(ctx, o, run)
		return err
	}, nil)
	if err != nil {
		return nil, err
	}
	for i, x := range e.xValues() {
		r.Points = append(r.Points, Point{
			X:    x,
			Mean: r.estimate(func(list []Errors) float64 { return list[i].Mean }),
			Max:  r.estimate(func(list []Errors) float64 { return list[i].Max }),
		})
	}
	return r, nil
}

// runOnce plays all settings of an experiment once.
func (e Experiment) runOnce(ctx context.Context, o Options, run int) ([]Errors, error) {
	var list []Errors
	for _, s := range e.settings {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		t := NewTournament(o.Variant, s.players, o.Seed, e.Figure, run)
		for _, games := range s.after {
			t.Play(games - t.games)
			list = append(list, t.Errors())
		}
	}
	return list, nil
}

// estimate returns mean and standard deviation over runs of a value that each run has.
func (r *Result) estimate(value func([]Errors) float64) Estimate {
	values := make([]float64, len(r.runs))
	for i, list := range r.runs {
		values[i] = value(list)
	}
	mean, sd := stat.MeanStdDev(values, nil)
	if len(values) < 2 {
		sd = math.NaN()
	}
	return Estimate{mean, sd}
}

// Variant holds the settings in which the text of the thesis and its program differ, and how many
// runs each of them averages.
type Variant struct {
	Name string // in figures and file names
	Runs int    // number of runs to average, unless [Options] sets another

	// NoiseSD is the standard deviation of Actual Guesses around the baseline, in points. The text
	// says σ² = 5; the program passes 5 to a function that expects a standard deviation.
	NoiseSD float64
	// DropFirst makes the second guess that a player receives replace the first one instead of
	// being averaged with it.
	DropFirst bool
	// PercentSlip passes the quantile p, in [0,1], to a function that expects a percentage, so
	// that Quantile reports about the lowest rating.
	PercentSlip bool
	// AllGuesses takes percentiles among the player's Actual Guesses of all players, met or not,
	// including the player. Otherwise they are taken among those of past opponents, once per game,
	// and the player reports the Actual Guess in the first game.
	AllGuesses bool
	// Interpolate takes quantiles of ratings by linear interpolation (Hyndman and Fan's
	// definition 7). Otherwise the quantile is the lowest rating with at least that share of
	// ratings at or below it (definition 1).
	Interpolate bool
}

// Published returns the variant of the program that made the figures of the thesis.
func Published() Variant {
	return Variant{
		Name: "published", Runs: 50, NoiseSD: 5,
		DropFirst: true, PercentSlip: true, AllGuesses: true, Interpolate: true,
	}
}

// Text returns the variant that the text of the thesis defines.
func Text() Variant { return Variant{Name: "text", Runs: 100, NoiseSD: math.Sqrt(5)} }
