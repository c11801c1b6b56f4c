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
	Prior string `toml:"prior,omitempty"`
	Learn string `toml:"learn,omitempty"`
	Blank string `toml:"blank,omitempty"` // "" is "auto" where nothing else is known
	base  base   // that a relative path starts at
}

// byData is the value of a flag that leaves a choice to the data.
const byData = "auto"

func (f *autoFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.Prior, "prior", "",
		"`FILE` of 'lrp prior': the prior of AUTO, instead of the embedded one")
	cli.EnumVar(flags, &f.Learn, "learn", "what AUTO learns from: %s", []cli.Choice{
		{Name: byData, Description: "what is there"},
		{Name: string(approach.LearnGrades), Description: "of answers, and totals"},
		{Name: string(approach.LearnTotals)},
	})
	cli.OptionalEnumVar(flags, &f.Blank, "blank", "how AUTO counts a question without an answer: %s",
		[]cli.Choice{
			{Name: byData, Description: "by the ratings"},
			{Name: string(grades.BlankZero), Description: "as worth nothing"},
			{Name: string(grades.BlankIgnore), Description: "not at all"},
			{Name: string(grades.BlankText), Description: "as an answer whose worth is learned"},
		})
	cli.CompleteFlags(flags, cli.Files, "prior")
}

// blanks returns how AUTO counts questions without an answer, nil if it is not given.
func (f *autoFlags) blanks() *grades.Blank {
	switch f.Blank {
	case "":
		return nil
	case byData:
		return new(grades.BlankAuto)
	}
	return new(grades.Blank(f.Blank))
}

// learn returns what AUTO learns from.
func (f *autoFlags) learn() approach.Learn {
	if f.Learn == byData {
		return approach.LearnAuto
	}
	return approach.Learn(f.Learn)
}

// path returns the path of the prior's file, "" if none is named.
func (f *autoFlags) path() string { return f.base.path(f.Prior) }

// open reads the prior, nil if none is named.
func (f *autoFlags) open() (*grades.Prior, error) {
	if f.Prior == "" {
		return nil, nil
	}
	p, err := grades.OpenPrior(f.path())
	if err != nil {
		return nil, unreadable(f.path(), err, "a prior, a file written by 'lrp prior'")
	}
	return &p, nil
}

// into gives AUTO what the flags say.
func (f *autoFlags) into(approaches []lrp.Approach) error {
	p, err := f.open()
	if err != nil {
		return err
	}
	for i := range approaches {
		auto, ok := approaches[i].Learner.(approach.Auto)
		if !ok {
			continue
		}
		if auto.Model.Prior = p; f.blanks() != nil {
			auto.Model.Blank = *f.blanks()
		}
		approaches[i].Learner = auto
	}
	return nil
}
