package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/batch"
	"github.com/luna-rating/luna/lrp/report"
)

func explainCommand() *cobra.Command {
	f := &recordFlags{}
	var id, format string
	units := &unitFlags{}
	c := &cobra.Command{
		Use:   "explain -m MODEL [FILE|-|DATASET]",
		Short: "predict ratings and explain each of them",
		Long: `Explain reads respondents as 'lrp predict' does and explains each predicted rating: as a sum of
effects of the questions and of the responses as a whole, and for each question by the words, the
cues or columns, and the neighbours with the largest effects. The effect of a word is how far the
rating falls without it. --format json writes one object per line. With --units own ratings and
effects on them are in the units of the training data, such as points; effects on the logit of a
grade have no units. --transductive is that of 'lrp predict', whose ratings it explains: all
respondents in FILE count, also with --id.`,
		Example: `  lrp explain -m civics.lrp --id s17 respondents.jsonl
  lrp explain -m civics.lrp --format json respondents.jsonl`,
		ValidArgsFunction: cli.First(completeDataset),
		RunE: func(c *cobra.Command, args []string) error {
			o, err := f.options(c, args)
			if err != nil {
				return err
			}
			show := showText
			if format == "json" {
				show = nil // JSON lines
			}
			o.Only = id
			return f.process(c, args,
				func(m *lrp.Model, in io.Reader, name string) (batch.Summary, error) {
					o.Scale = units.scale(m)
					s, err := batch.Explain(c.Context(), m, in, name, c.OutOrStdout(), o, show)
					if err == nil && id != "" && s.Records == 0 {
						err = fmt.Errorf("found no respondent %q in %s", id, name)
					}
					if err == nil {
						units.note(c, m.Scale())
					}
					return s, err
				})
		},
	}
	f.register(c)
	units.register(c)
	c.Flags().StringVar(&id, "id", "", "explain only the respondent with this `ID`")
	cli.EnumVar(c.Flags(), &format, "format", "%s", textOrJSON)
	return c
}

// showText writes an explanation followed by a blank line.
func showText(w io.Writer, id string, e *lrp.Explanation) error {
	w = cli.Readable(w)
	if err := report.WriteExplanation(w, id, e); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
