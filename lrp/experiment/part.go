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
	// Save keeps what came of a fit. The process has the fits whose number is Index modulo Of, and
	// the experiment returns [ErrPart] in the place of a report.
	Save      func(fit int, outcomes []byte) error
	Index, Of int
	// Load, in the place of Save, returns what was kept of a fit: the outcomes of all approaches,
	// or those of some in each piece. The report is then that of a single process, to the last bit.
	Load func(fit int) (pieces [][]byte, err error)

	before int // fits on earlier data sets
}

// ErrPart is the error of an experiment that did its [Part].
var ErrPart = errors.New("a part of the experiment is done")

// load returns the outcomes of a fit that were kept, in the order of the approaches.
func (o *Options) load(fit int) (outcomes []outcome, err error) {
	pieces, err := o.Part.Load(fit)
	for _, data := range pieces {
		if err != nil {
			break
		}
		var some []outcome
		err = gob.NewDecoder(bytes.NewReader(data)).Decode(&some)
		outcomes = append(outcomes, some...)
	}
	place := func(x outcome) int {
		return slices.IndexFunc(o.Approaches, func(a approach.Approach) bool { return a.Name == x.Approach })
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
		known := slices.ContainsFunc(o.Approaches, func(a approach.Approach) bool { return a.Name == x.Approach })
		whole := len(x.Ratings) == len(x.Test) && (x.Intervals == nil || len(x.Intervals) == len(x.Test))
		inside := !slices.ContainsFunc(x.Test, func(i int) bool { return i < 0 || i >= o.respondents })
		if !known || !whole || !inside || !x.Learned.of(o.respondents, o.questions) {
			return fmt.Errorf("found outcomes of %s that are not of this experiment", x.Approach)
		}
		if x.Test != nil && (len(fit) != len(first) || x.Approach != first[k].Approach ||
			x.Regressor != first[k].Regressor) { // in a curve, sizes differ
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
		var data bytes.Buffer
		if err := gob.NewEncoder(&data).Encode(outcomes); err != nil {
			return nil, err
		}
		saving.Lock()
		defer saving.Unlock()
		return nil, p.Save(before+own[k], data.Bytes())
	})
	if err == nil {
		err = ErrPart
	}
	return nil, err
}
