package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp"
)

// unitFlags are the flags of every command that writes ratings by a model.
type unitFlags struct{ units string }

func (f *unitFlags) register(c *cobra.Command) {
	cli.EnumVar(c.Flags(), &f.units, "units", "what ratings are written in: %s", []cli.Choice{
		{Name: "unit", Description: "0 to 1"},
		{Name: "own", Description: "the units of the training data, such as points"},
	})
}

// scale returns the scale in which ratings are to be written.
func (f *unitFlags) scale(m *lrp.Model) datasets.Scale {
	if f.units == "own" {
		return m.Scale()
	}
	return datasets.Scale{}
}

// note says on standard error what the ratings mean, if the model knows other units than 0 to 1.
func (f *unitFlags) note(c *cobra.Command, s datasets.Scale) {
	switch {
	case f.units == "own" && s.Unit():
		fmt.Fprintln(c.ErrOrStderr(), "lrp: ratings are from 0 to 1: "+
			"the training data have no other units")
	case s.Unit():
	case f.units == "own":
		fmt.Fprintf(c.ErrOrStderr(), "lrp: ratings are in the units of the training data, "+
			"from %.6g to %.6g\n", s.Zero, s.Full)
	default:
		fmt.Fprintf(c.ErrOrStderr(), "lrp: ratings are from 0 to 1: %s in the units of the "+
			"training data; --units own converts them\n", s)
	}
}

// meaning says how the ratings of a training set came about and what they stand for.
func meaning(d lrp.ModelDataset) string {
	switch {
	case d.Scale.Unit():
		return cli.InLine(d.Note)
	case d.Note == "":
		return d.Scale.String()
	}
	return cli.InLine(d.Note) + "; " + d.Scale.String()
}
