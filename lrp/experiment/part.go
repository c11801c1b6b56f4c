package experiment

import (
	"bytes"
	"cmp"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/luna-rating/luna/lrp/approach"
)

// Part divides the fits of an experiment, each of all approaches to one split, among processes with
// the same data sets and options. They are numbered from 0 over all data sets.
type Part struct {
	// Save keeps what came of a fit. The process has the fits whose number is Index modulo Of, and the
	// experiment returns [ErrPart] in the place of a report.
	Save      func(fit int, outcomes []byte) error
	Index, Of int
	// Load, in the place of Save, returns what was kept of a fit: the outcomes of all approaches, or
	// those of some in each piece. The report is then that of a single process, to the last bit.
	Load func(fit int) (pieces [][]byte, err error)

	before int // fits on earlier data sets
}

// ErrPart is the error of an experiment that did its [Part].
var ErrPart = errors.New("a part of the experiment is done")

// kept is an [outcome] in the form in which parts keep it.
type kept struct {
	Approach, Regressor string
	Test                []int
	Predicted           []float64
	Intervals           [][2]float64
	Score               score
	Points              *PointsAgreement
	Columns             int
	Warnings            []string
	Learned             *keptLearned
}

// keptLearned is a [learned] in that form.
type keptLearned struct {
	Levels, Intervals, Held int
	Width                   float64
	Questions               []keptGrades
}

type keptGrades struct {
	Predicted, Actual, Mean, Majority []float64
	Unseen                            []bool
}

// encode writes the outcomes of a fit.
func encode(outcomes []outcome) ([]byte, error) {
	list := make([]kept, len(outcomes))
	for i, o := range outcomes {
		k := kept{Approach: o.approach, Regressor: o.regressor, Test: o.test, Predicted: o.predicted,
			Intervals: o.intervals, Score: o.score, Points: o.points, Columns: o.columns}
		for _, w := range o.warnings {
			k.Warnings = append(k.Warnings, w.Error())
		}
		if l := o.learned; l != nil {
			k.Learned = &keptLearned{Levels: l.levels, Intervals: l.intervals, Held: l.held, Width: l.width}
			for _, q := range l.questions {
				k.Learned.Questions = append(k.Learned.Questions,
					keptGrades{q.predicted, q.actual, q.mean, q.majority, q.unseen})
			}
		}
		list[i] = k
	}
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(list)
	return b.Bytes(), err
}

// decode reads what encode wrote.
func decode(data []byte) (outcomes []outcome, err error) {
	var list []kept
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&list); err != nil {
		return nil, err
	}
	for _, k := range list {
		o := outcome{approach: k.Approach, regressor: k.Regressor, test: k.Test, predicted: k.Predicted,
			intervals: k.Intervals, score: k.Score, points: k.Points, columns: k.Columns}
		for _, w := range k.Warnings {
			o.warnings = append(o.warnings, errors.New(w))
		}
		if l := k.Learned; l != nil {
			o.learned = &learned{levels: l.Levels, intervals: l.Intervals, held: l.Held, width: l.Width}
			for _, q := range l.Questions {
				o.learned.questions = append(o.learned.questions, gradedResponses{predicted: q.Predicted,
					actual: q.Actual, unseen: q.Unseen, mean: q.Mean, majority: q.Majority})
			}
		}
		outcomes = append(outcomes, o)
	}
	return outcomes, nil
}

// load returns the outcomes of a fit that were kept, in the order of the approaches.
func (o *Options) load(fit int) (outcomes []outcome, err error) {
	pieces, err := o.Part.Load(fit)
	for _, data := range pieces {
		if err != nil {
			break
		}
		var some []outcome
		some, err = decode(data)
		outcomes = append(outcomes, some...)
	}
	place := func(x outcome) int {
		return slices.IndexFunc(o.Approaches, func(a approach.Approach) bool { return a.Name == x.approach })
	}
	slices.SortStableFunc(outcomes, func(x, y outcome) int { return cmp.Compare(place(x), place(y)) })
	return outcomes, err
}

// checkKept checks the outcomes of a fit that was kept: they may be those of another experiment.
func (o *Options) checkKept(fit, first []outcome) error {
	if len(fit) == 0 {
		return errors.New("found no outcomes")
	}
	for k, x := range fit {
		known := slices.ContainsFunc(o.Approaches, func(a approach.Approach) bool { return a.Name == x.approach })
		whole := len(x.predicted) == len(x.test) && (x.intervals == nil || len(x.intervals) == len(x.test))
		inside := !slices.ContainsFunc(x.test, func(i int) bool { return i < 0 || i >= o.respondents })
		if !known || !whole || !inside {
			return fmt.Errorf("found outcomes of %s that are not of this experiment", x.approach)
		}
		if x.test != nil && (len(fit) != len(first) || x.approach != first[k].approach ||
			x.regressor != first[k].regressor) { // in a curve, sizes differ
			return errors.New("found other approaches than in the first fit")
		}
	}
	return nil
}

// runPart is runAll for a part of the fits, or with fits that were kept.
func runPart(
	ctx context.Context, o Options, n int, fit func(i int) ([]outcome, error),
) ([][]outcome, error) {
	p := o.Part
	before := p.before
	p.before += n
	if p.Load != nil {
		list := make([][]outcome, n)
		for i := range list {
			var err error
			if list[i], err = o.load(before + i); err == nil {
				err = o.checkKept(list[i], list[0])
			}
			if err != nil {
				return nil, fmt.Errorf("fit %d: %w", before+i, err)
			}
		}
		return list, nil
	}
	var own []int
	for i := range n {
		if (before+i)%p.Of == p.Index {
			own = append(own, i)
		}
	}
	var saving sync.Mutex
	o.Part = nil
	_, err := runAll(ctx, o, len(own), func(k int) ([]outcome, error) {
		outcomes, err := fit(own[k])
		if err != nil {
			return nil, err
		}
		data, err := encode(outcomes)
		if err != nil {
			return nil, err
		}
		saving.Lock()
		defer saving.Unlock()
		return nil, p.Save(before+own[k], data)
	})
	if err == nil {
		err = ErrPart
	}
	return nil, err
}
