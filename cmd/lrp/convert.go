package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/atomicdir"
)

func convertCommand() *cobra.Command {
	var data dataFlags
	var out, name string
	c := &cobra.Command{
		Use:   "convert DATASET --out FILE.jsonl",
		Short: "write a data set in the native form",
		Long:  "Convert reads any data set and writes it as JSON lines: a head with the questions and their key, then a\nrespondent a line. With --out - it writes to standard output.",
		Args:  oneDataset,
		RunE: func(c *cobra.Command, args []string) error {
			if out == "" {
				return usagef("convert needs --out FILE.jsonl, or --out - for standard output")
			}
			ds, err := data.openOne(args[0], name)
			if err != nil {
				return err
			}
			write := func(w io.Writer) error { return datasets.WriteJSONL(w, ds) }
			if out == "-" {
				err = write(c.OutOrStdout())
			} else {
				err = atomicdir.WriteFile(out, write)
			}
			if err == nil {
				warn(c, ds.Warnings)
			}
			return err
		},
	}
	c.Flags().StringVar(&out, "out", "", "`FILE` to write, or - for standard output")
	c.Flags().StringVar(&name, "name", "", "which data set, where DATASET names several")
	data.register(c)
	return c
}
