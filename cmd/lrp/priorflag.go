package main

import (
	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/grades"
)

// priorFlag is the flag of every command that fits AUTO.
type priorFlag struct {
	file string
	base base // that a relative path starts at
}

func (f *priorFlag) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.file, "prior", "",
		"`FILE` of 'lrp prior': the prior of AUTO, instead of the embedded one")
	cli.CompleteFlags(flags, cli.Files, "prior")
}

// path returns the path of the file, "" if none is named.
func (f *priorFlag) path() string { return f.base.path(f.file) }

// open reads the prior, nil if none is named.
func (f *priorFlag) open() (*grades.Prior, error) {
	if f.file == "" {
		return nil, nil
	}
	p, err := grades.OpenPrior(f.path())
	if err != nil {
		return nil, unreadable(f.path(), err, "a prior, a file written by 'lrp prior'")
	}
	return &p, nil
}

// into gives AUTO the prior, if one is named.
func (f *priorFlag) into(approaches []lrp.Approach) error {
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
