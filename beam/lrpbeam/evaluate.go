package lrpbeam

import (
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
	// PartTrials is the number of trials of an approach on a data set that are done together; 0
	// means 10.
	PartTrials int
}

// evaluated counts the fits.
var evaluated = beam.NewCounter("lrp", "fits")

// Evaluate evaluates approaches. An element of the pipeline has some trials of one approach on one
// data set. The report is that of [lrp.Evaluate].
func (j Job) Evaluate(ctx context.Context, e Evaluation) (*lrp.Report, error) {
	if e.PartTrials <= 0 {
		e.PartTrials = 10
	}
	x, err := e.open()
	if err != nil {
		return nil, err
	}
	s, base, err := openStore(ctx, j.Output)
	if err != nil {
		return nil, err
	}
	inputs := make([]shard.Input, len(x.sets))
	for i, ds := range x.sets {
		inputs[i] = shard.Input{File: ds.Name, SHA256: datasets.Digest(ds)}
	}
	if len(x.keyless) > 0 {
		j.say("there is not an answer key for all data sets, so %s are left out", strings.Join(x.keyless, ", "))
	}
	n := x.parts()
	if n > shard.Max {
		return nil, fmt.Errorf("found %d parts, expected at most %d: let each have more trials", n, shard.Max)
	}
	all := make([]*shard.Manifest, n)
	for i := range all {
		all[i] = shard.New("eval", i, n, base, ".fits", e.flags())
		all[i].Inputs = inputs
	}
	err = j.do(ctx, s, all, func(s beam.Scope, list beam.PCollection) {
		beam.ParDo0(s.Scope("lrpbeam.Job.Evaluate"), &evaluateFn{part{j.Output}, e}, list)
	})
	if err != nil {
		return nil, err
	}
	list, err := shard.All(s)
	if err != nil {
		return nil, err
	}
	o := x.options
	if o.Part, err = shard.Fits(s, list); err != nil {
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
	options lrp.Options
	keyless []string // approaches that are left out
	blocks  int      // of trials, into which each approach on each data set is divided
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
		if err != nil {
			return nil, err
		}
		x := &opened{sets: sets, options: o, blocks: (e.Trials + e.PartTrials - 1) / e.PartTrials}
		keyless := func(ds *datasets.Dataset) bool { return !ds.HasKey() }
		if len(e.Approaches) == 0 && slices.ContainsFunc(sets, keyless) {
			x.leaveOutKeyed()
		}
		return x, nil
	})
}

// leaveOutKeyed leaves out the approaches that need an answer key.
func (x *opened) leaveOutKeyed() {
	x.options.Approaches = slices.DeleteFunc(x.options.Approaches, func(a lrp.Approach) bool {
		if a.NeedsKey() {
			x.keyless = append(x.keyless, a.Name)
		}
		return a.NeedsKey()
	})
}

// parts returns the number of parts. The approaches of a block of trials follow each other.
func (x *opened) parts() int { return len(x.sets) * x.blocks * len(x.options.Approaches) }

// evaluateFn does trials of an approach.
type evaluateFn struct {
	Part       part
	Evaluation Evaluation
}

// ProcessElement does those of one part.
func (f *evaluateFn) ProcessElement(ctx context.Context, manifest string) error {
	return f.Part.write(ctx, manifest, func(s *store, m *shard.Manifest) error {
		x, err := f.Evaluation.open()
		if err != nil {
			return err
		}
		approach, block := m.Shard%len(x.options.Approaches), m.Shard/len(x.options.Approaches)
		set := block / x.blocks
		ds := x.sets[set]
		if datasets.Digest(ds) != m.Inputs[set].SHA256 {
			return fmt.Errorf("%s: found another data set than the one that the job began with", ds.Name)
		}
		o := x.options
		o.Approaches = o.Approaches[approach : approach+1]
		err = shard.Write(s, m, func(w io.Writer) error {
			save := m.SaveFit(w)
			o.Part = &experiment.Part{Index: block % x.blocks, Of: x.blocks,
				Save: func(fit int, outcomes []byte) error { return save(set*o.Trials+fit, outcomes) }}
			_, err := lrp.Evaluate(ctx, x.sets[set:set+1], o)
			if errors.Is(err, experiment.ErrPart) {
				err = nil
			}
			return err
		})
		if err == nil {
			evaluated.Inc(ctx, int64(m.Records))
		}
		return err
	})
}
