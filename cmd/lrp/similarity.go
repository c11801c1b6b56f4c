package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/lrp"
)

// maxLineSize bounds a line of sentences, in bytes.
const maxLineSize = 16 << 20

func similarityCommand() *cobra.Command {
	var measure, format string
	var words textFlags
	c := &cobra.Command{
		Use:   "similarity [FILE|-]",
		Short: "compare two sentences per line",
		Long: `Similarity reads two sentences per line, separated by a tab, and writes their similarity from 0 to
1, one per line. Measures see words alone, neither punctuation nor symbols; different texts without
a word have the similarity 0. With --format jsonl each line is {"line":1,"similarity":0.5}. The
measures are:

` + measureList(),
		Example: `  lrp similarity --measure SNL pairs.tsv
  printf 'a cat\ta dog\n' | lrp similarity --measure WCS`,
		Args: cli.AtMostOneArgument("FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			measures, err := words.measures(c)
			if err != nil {
				return err
			}
			m, err := findMeasure(measures, measure)
			if err != nil {
				return err
			}
			name := "-"
			if len(args) == 1 {
				name = args[0]
			}
			file, name, err := cli.Input(c, name, "a file of two sentences per line")
			if err != nil {
				return err
			}
			defer file.Close()
			in, analyzer, err := words.analyzerOf(file)
			if err != nil {
				return err
			}
			return similarities(c.Context(), c.OutOrStdout(), in, name, analyzer, m, format == "jsonl")
		},
	}
	c.Flags().StringVar(&measure, "measure", features.Measures()[0].Name, "similarity to compute")
	cli.EnumVar(c.Flags(), &format, "format", "%s", "text", "jsonl")
	words.register(c)
	return c
}

func measureList() string {
	var b strings.Builder
	for _, m := range features.Measures() {
		fmt.Fprintf(&b, "  %s  %s\n", m.Name, m.Description)
	}
	return b.String()
}

func findMeasure(measures []features.Measure, name string) (features.Measure, error) {
	i := slices.IndexFunc(measures, func(m features.Measure) bool { return strings.EqualFold(m.Name, name) })
	if i < 0 {
		known := numbers.Map(measures, func(m features.Measure) string { return m.Name })
		return features.Measure{}, &lrp.UnknownError{Kind: "measure", Name: name, Known: known}
	}
	return measures[i], nil
}

// similarity returns the similarity of two texts. Two texts without any word are similar only if
// they are equal, since the measures, which see only words, cannot tell them apart.
func similarity(m features.Measure, analyzer text.Analyzer, a, b string) float64 {
	x, y := analyzer.Doc(a), analyzer.Doc(b)
	if len(x.Tokens)+len(y.Tokens) == 0 && strings.TrimSpace(a) != strings.TrimSpace(b) {
		return 0
	}
	return m.Similarity(x, y)
}

// pair are the two sentences on a line.
type pair struct {
	line int
	a, b string
}

// similarities writes the similarity of the two sentences on each line of in.
func similarities(
	ctx context.Context, out io.Writer, in io.Reader, name string, analyzer text.Analyzer,
	m features.Measure, asJSON bool,
) error {
	w := bufio.NewWriter(out)
	form := "%[2]s\n"
	if asJSON {
		form = `{"line":%[1]d,"similarity":%[2]s}` + "\n"
	}
	memory, err := m.Encoder()
	if err != nil {
		return err
	}
	return inBatches(pairsIn(in, name), func(pairs []pair) error {
		if memory != nil {
			var texts []string
			for _, p := range pairs {
				texts = append(texts, p.a, p.b)
			}
			if err := memory.Lend(ctx, texts...); err != nil {
				return err
			}
		}
		for _, p := range pairs {
			s := strconv.FormatFloat(similarity(m, analyzer, p.a, p.b), 'f', 6, 64)
			fmt.Fprintf(w, form, p.line, s)
		}
		return w.Flush()
	})
}

// pairsIn returns the pairs on the lines of a file.
func pairsIn(file io.Reader, name string) iter.Seq2[pair, error] {
	return linesOf(file, name, func(line int, text string) (pair, error) {
		switch fields := strings.Split(text, "\t"); len(fields) {
		case 2:
			return pair{line, fields[0], fields[1]}, nil
		case 1:
			return pair{}, files.New(name, line, "no tab", "two sentences separated by a tab")
		default:
			return pair{}, files.New(name, line, fmt.Sprintf("%d fields", len(fields)), "two sentences separated by a tab")
		}
	})
}
