package simulate

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"gonum.org/v1/gonum/stat"
)

// Options say how an experiment is run.
type Options struct {
	Variant Variant
	Runs    int    // over how many runs it is averaged, up to [MostRuns]; 0 means those of the variant
	Seed    uint64 // decides on all that is random
	Workers int    // how many runs go on at a time; 0 means one a processor. The result does not depend on it.
}

// MostRuns is the bound of [Options].Runs.
const MostRuns = 100_000

func (o Options) withDefaults() (Options, error) {
	if o.Runs == 0 {
		o.Runs = o.Variant.Runs
	}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	switch {
	case o.Runs < 1 || o.Runs > MostRuns:
		return o, fmt.Errorf("%d runs found, expected 1 to %d", o.Runs, MostRuns)
	case o.Workers < 1:
		return o, fmt.Errorf("%d workers found, expected at least 1", o.Workers)
	}
	return o, o.Variant.check()
}

// Result is what an experiment came to.
type Result struct {
	Experiment Experiment // what was run
	Variant    Variant    // by what
	Runs       int        // over how many it is averaged
	Seed       uint64     // that of the options
	Points     []Point    // by what varies
	runs       [][]Errors
}

// Point is the errors at a value of what varies.
type Point struct {
	X         float64  // on the axis
	Mean, Max Estimate // of the mean and the maximum error over players
}

// Estimate is a mean over runs and the standard deviation (SD) of runs, which is NaN where there is one run only.
type Estimate struct{ Mean, SD float64 }

// Run runs an experiment. It fails where the options cannot be, or ctx ends.
func Run(ctx context.Context, e Experiment, o Options) (*Result, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	if len(e.settings) == 0 {
		return nil, fmt.Errorf("experiment %q is none of Experiments", e.Figure)
	}
	r := &Result{Experiment: e, Variant: o.Variant, Runs: o.Runs, Seed: o.Seed, runs: make([][]Errors, o.Runs)}
	errs := make([]error, o.Runs)
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(o.Workers, o.Runs) {
		wg.Go(func() {
			for run := int(next.Add(1)) - 1; run < o.Runs && ctx.Err() == nil; run = int(next.Add(1)) - 1 {
				r.runs[run], errs[run] = e.once(ctx, o, run)
			}
		})
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	for i, x := range e.axis() {
		r.Points = append(r.Points, Point{x,
			r.estimate(func(list []Errors) float64 { return list[i].Mean }), r.estimate(func(list []Errors) float64 { return list[i].Max })})
	}
	return r, nil
}

// axis is all that varies, in the order in which once takes the errors.
func (e Experiment) axis() []float64 {
	var list []float64
	for _, s := range e.settings {
		list = append(list, s.x...)
	}
	return list
}

// once is one run of an experiment, all its settings.
func (e Experiment) once(ctx context.Context, o Options, run int) ([]Errors, error) {
	var list []Errors
	for _, s := range e.settings {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		t, err := NewTournament(o.Variant, s.players, o.Seed, e.Figure, run)
		if err != nil {
			return nil, err
		}
		for _, games := range s.after {
			t.Play(games - t.Games())
			list = append(list, t.Errors())
		}
	}
	return list, nil
}

// estimate is the mean over runs of something that each run has.
func (r *Result) estimate(of func([]Errors) float64) Estimate {
	values := make([]float64, len(r.runs))
	for i, list := range r.runs {
		values[i] = of(list)
	}
	mean, sd := stat.MeanStdDev(values, nil)
	if len(values) < 2 {
		sd = math.NaN()
	}
	return Estimate{mean, sd}
}
