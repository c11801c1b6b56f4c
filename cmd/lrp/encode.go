package main

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/internal/files"
)

type encodeFlags struct {
	encoderFlags
	data dataFlags
	out  string
}

func encodeCommand() *cobra.Command {
	f := &encodeFlags{}
	c := &cobra.Command{
		Use:   "encode [FILE|-|DATASET]",
		Short: "write the vectors that an encoder gives texts",
		Long: `Encode reads a text a line, from a file or standard input, and writes {"text":…,"vector":[…]} for
each, in the same order. An empty line is a text too. A line that starts with a double quote is a
string of JSON, for a text with line breaks. Of a data set, such as csv:exam.csv, each different
answer and acceptable answer is written once.

What it writes is a file for --encoder: a slow encoder then runs once, on a computer of your choice.`,
		Example: `  lrp encode --encoder e5-small --encoder-prefix "query: " csv:exam.csv --out vectors.jsonl
  lrp eval exam.csv --encoder vectors.jsonl
  echo 'the sky is blue' | lrp encode`,
		Args: cli.AtMostOneArgument("FILE"),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, append(args, "-")[0]) },
	}
	f.registerEncoder(c.Flags())
	c.Flags().StringVarP(&f.out, "out", "o", "-", "`FILE` for the vectors, or - for standard output")
	f.data.register(c)
	return c
}

func (f *encodeFlags) run(c *cobra.Command, name string) error {
	f.Encoder = cmp.Or(f.Encoder, static)
	e, err := f.encoder(c, f.Encoder, f.Prefix)
	if err != nil {
		return err
	}
	var texts iter.Seq2[string, error]
	if isDataset(name) {
		sets, err := f.data.open([]string{name}, false)
		if err != nil {
			return err
		}
		texts = differentTexts(sets)
	} else {
		file, name, err := cli.Input(c, name, "a file of a text per line")
		if err != nil {
			return err
		}
		defer file.Close()
		texts = textLines(file, name)
	}
	return writeOutput(c, f.out, func(w io.Writer) error { return encodeTexts(c.Context(), e, texts, w) })
}

// encodeTexts writes the vectors of all texts.
func encodeTexts(
	ctx context.Context, e embed.Encoder, texts iter.Seq2[string, error], out io.Writer,
) error {
	return inBatches(texts, func(batch []string) error {
		vectors, err := e.Encode(ctx, batch)
		if err != nil {
			return err
		}
		return embed.WriteVectors(out, batch, vectors)
	})
}

// inBatches calls do with many items at a time, so that an encoder gets many texts at once. An
// error ends the items; those before it are done.
func inBatches[T any](items iter.Seq2[T, error], do func([]T) error) error {
	const most = 256
	var batch []T
	var last error
	for item, err := range items {
		if last = err; last != nil {
			break
		}
		if batch = append(batch, item); len(batch) == most {
			if err := do(batch); err != nil {
				return err
			}
			batch = batch[:0]
		}
	}
	if err := do(batch); err != nil {
		return err
	}
	return last
}

// linesOf returns what is on the lines of a file, up to the first error.
func linesOf[T any](file io.Reader, name string, parse func(line int, text string) (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var item T
		lines := files.NewScanner(file, name, maxLineSize)
		for lines.Scan() {
			var err error
			if item, err = parse(lines.Line(), lines.Text()); !yield(item, err) || err != nil {
				return
			}
		}
		if lines.Err() != nil {
			yield(item, lines.Err())
		}
	}
}

// textLines returns the texts on the lines of a file.
func textLines(file io.Reader, name string) iter.Seq2[string, error] {
	return linesOf(file, name, func(line int, text string) (string, error) {
		text = strings.ToValidUTF8(text, "\ufffd")
		if strings.HasPrefix(text, `"`) && json.Unmarshal([]byte(text), &text) != nil {
			return "", files.New(name, line, "a line that starts with a double quote", "a string of JSON")
		}
		return text, nil
	})
}

// differentTexts returns the different acceptable answers and answers of data sets, question by
// question.
func differentTexts(sets []*datasets.Dataset) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		seen := map[string]bool{}
		for _, ds := range sets {
			for j, q := range ds.Questions {
				texts := slices.Clone(q.Key)
				for _, r := range ds.Respondents {
					texts = append(texts, r.Responses[j])
				}
				for _, text := range texts {
					text = strings.ToValidUTF8(text, "\ufffd")
					if !seen[text] && !yield(text, nil) {
						return
					}
					seen[text] = true
				}
			}
		}
	}
}
