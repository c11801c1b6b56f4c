package lrpbeam

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/lrp/shard"
	"github.com/luna-rating/luna/regress"
)

func init() { register.DoFn2x1[context.Context, string, error](&evaluateFn{}) }

// Evaluation is the experiment of [lrp.Evaluate], by names, which workers can be told.
type Evaluation struct {
	// Datasets are named as for 'lrp eval'. Every worker must be able to open them.
	Datasets []string
	// Approaches and Regressors are names; none means all approaches, and OLS and the Lasso.
	Approaches, Regressors []string
	Trials                 int
	Seed                   uint64
	TrainFraction          float64
}

// evaluated counts the fits.
var evaluated = beam.NewCounter("lrp", "fits")

// partFits is the number of fits of a part where the number of parts is not given.
const partFits = 5

// Evaluate evaluates approaches. An element of the pipeline is a part of the fits, each of all
// approaches in a trial on a data set. The report is that of [lrp.Evaluate].
func (j Job) Evaluate(ctx context.Context, e Evaluation) (*lrp.Report, error) {
	x, err := e.open()
	if err != nil {
		return nil, err
	}
	p, base, err := parts(ctx, j.Output)
	if err != nil {
		return nil, err
	}
	if len(x.keyless) > 0 {
		j.say("there is not an answer key for all data sets, so %s are left out", strings.Join(x.keyless, ", "))
	}
	fits := len(x.sets) * e.Trials
	n := min(cmp.Or(max(0, j.Parts), (fits+partFits-1)/partFits), max(1, fits), shard.Max)
	all := make([]*shard.Manifest, n)
	for i := range all {
		all[i] = shard.New("eval", i, n, base, ".fits", e.flags())
		all[i].Inputs = x.inputs
	}
	err = j.do(ctx, p, all, func(s beam.Scope, list beam.PCollection) {
		beam.ParDo0(s.Scope("lrpbeam.Job.Evaluate"), &evaluateFn{part{j.Output}, e}, list)
	})
	if err != nil {
		return nil, err
	}
	list, err := p.All()
	if err != nil {
		return nil, err
	}
	o := x.options
	if o.Part, err = p.Fits(list); err != nil {
		return nil, err
	}
	return lrp.Evaluate(ctx, x.sets, o)
}

// flags are the settings that outcomes depend on, in the form in which JSON returns them.
func (e Evaluation) flags() map[string]any {
	e.Datasets = nil // their digests count
	return map[string]any{"evaluation": fmt.Sprintf("%+v", e)}
}

// opened is an evaluation with its data sets and approaches.
type opened struct {
	sets    []*datasets.Dataset
	inputs  []shard.Input // their digests
	options lrp.Options
	keyless []string // approaches that are left out
}

// evaluations are those that this process has opened.
var evaluations = once[string, *opened]{}

// open opens the data sets, once a process, and finds the approaches.
func (e Evaluation) open() (*opened, error) {
	return evaluations.get(fmt.Sprint(e), func() (*opened, error) {
		o := lrp.Options{Trials: e.Trials, Seed: e.Seed, TrainFraction: e.TrainFraction}
		var err error
		if o.Approaches, err = lrp.Approaches(e.Approaches...); err != nil {
			return nil, err
		}
		for _, name := range e.Regressors {
			r, err := regress.ByName(name, regress.Options{})
			if err != nil {
				return nil, err
			}
			o.Regressors = append(o.Regressors, r)
		}
		sets, err := lrp.Load(e.Datasets...)
		if err == nil && e.Trials < 1 {
			err = fmt.Errorf("found %d trials, expected at least 1", e.Trials)
		}
		if err = cmp.Or(err, o.Check()); err != nil {
			return nil, err
		}
		x := &opened{sets: sets, options: o}
		for _, ds := range sets {
			x.inputs = append(x.inputs, shard.Input{File: ds.Name, SHA256: datasets.Digest(ds)})
		}
		keyless := func(ds *datasets.Dataset) bool { return !ds.HasKey() }
		if len(e.Approaches) == 0 && slices.ContainsFunc(sets, keyless) {
			x.options.Approaches = slices.DeleteFunc(x.options.Approaches, func(a lrp.Approach) bool {
				if a.NeedsKey() {
					x.keyless = append(x.keyless, a.Name)
				}
				return a.NeedsKey()
			})
		}
		return x, nil
	})
}

// evaluateFn does fits of an evaluation.
type evaluateFn struct {
	Part       part
	Evaluation Evaluation
}

// ProcessElement does those of one part.
func (f *evaluateFn) ProcessElement(ctx context.Context, manifest string) error {
	return f.Part.write(ctx, manifest, func(p shard.Parts, m *shard.Manifest) error {
		x, err := f.Evaluation.open()
		if err != nil {
			return err
		}
		if !slices.Equal(x.inputs, m.Inputs) {
			return fmt.Errorf("found the data sets %v, expected %v, with which the job began", x.inputs, m.Inputs)
		}
		err = p.Write(m, func(w io.Writer) error {
			o := x.options
			o.Part = &experiment.Part{Index: m.Shard, Of: m.Shards, Save: m.SaveFit(w)}
			if _, err := lrp.Evaluate(ctx, x.sets, o); !errors.Is(err, experiment.ErrPart) {
				return err
			}
			return nil
		})
		if err == nil {
			evaluated.Inc(ctx, int64(m.Records))
		}
		return err
	})
}
