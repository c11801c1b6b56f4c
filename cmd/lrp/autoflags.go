package main

import (
	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/grades"
)

// autoFlags are the flags of every command that fits AUTO.
type autoFlags struct {
	prior   string
	learned string
	base    base // that a relative path starts at
}

// byData is the value of a flag that leaves a choice to the data.
const byData = "auto"

func (f *autoFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.prior, "prior", "",
		"`FILE` of 'lrp prior': the prior of AUTO, instead of the embedded one")
	cli.EnumVar(flags, &f.learned, "learn", "what AUTO learns from: %s", []cli.Choice{
		{Name: byData, Description: "what is there"},
		{Name: string(approach.LearnGrades), Description: "of answers, and totals"},
		{Name: string(approach.LearnTotals)},
	})
	cli.CompleteFlags(flags, cli.Files, "prior")
}

// learn returns what AUTO learns from.
func (f *autoFlags) learn() approach.Learn {
	if f.learned == byData {
		return approach.LearnAuto
	}
	return approach.Learn(f.learned)
}

// path returns the path of the prior's file, "" if none is named.
func (f *autoFlags) path() string { return f.base.path(f.prior) }

// open reads the prior, nil if none is named.
func (f *autoFlags) open() (*grades.Prior, error) {
	if f.prior == "" {
		return nil, nil
	}
	p, err := grades.OpenPrior(f.path())
	if err != nil {
		return nil, unreadable(f.path(), err, "a prior, a file written by 'lrp prior'")
	}
	return &p, nil
}

// into gives AUTO the prior, if one is named.
func (f *autoFlags) into(approaches []lrp.Approach) error {
	p, err := f.open()
	if p == nil {
		return err
	}
	for i := range approaches {
		if auto, ok := approaches[i].Learner.(approach.Auto); ok {
			auto.Model.Prior = p
			approaches[i].Learner = auto
		}
	}
	return nil
}
