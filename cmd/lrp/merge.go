package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/lrp/shard"
)

func mergeCommand() *cobra.Command {
	out := ""
	c := &cobra.Command{
		Use:   "merge DIR",
		Short: "put the parts of 'lrp predict --shard' together",
		Long: `Merge checks that the parts in a folder are all there, whole and of the same work, and writes what
'lrp predict' on one computer writes: the same bytes.`,
		Example: "  lrp merge parts --out ratings.jsonl",
		Args:    cli.OneArgument("DIR"),
		RunE: func(c *cobra.Command, args []string) error {
			list, err := shard.All(shard.Folder(args[0]))
			if err != nil {
				return err
			}
			if list[0].Command != "predict" {
				return fmt.Errorf("%s: found parts of lrp %s, expected those of lrp predict: 'lrp %[2]s' with "+
					"the same arguments and --parts %[1]s makes the report", args[0], list[0].Command)
			}
			if out != "-" {
				if _, err := os.Stat(out); err == nil {
					return fmt.Errorf("%s: found a file, expected none", out)
				}
			}
			records, bad := 0, 0
			for _, m := range list {
				records += m.Records
				bad += m.Bad
			}
			if records == 0 && bad > 0 {
				return fmt.Errorf("%s: found no valid record among %d, expected respondents of the model's "+
					"questions", args[0], bad)
			}
			err = writeOutput(c, out, func(w io.Writer) error { return shard.Merge(w, shard.Folder(args[0]), list) })
			if err != nil {
				return err
			}
			cli.Wrote(c, "%d records of %d parts; %d were skipped", records, len(list), bad)
			return nil
		},
	}
	c.Flags().StringVar(&out, "out", "-", "new `FILE` for the predictions, or - for standard output")
	return c
}
