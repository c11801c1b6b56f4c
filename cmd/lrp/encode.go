package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
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
	c.Flags().StringVar(&f.out, "out", "-", "`FILE` for the vectors, or - for standard output")
	f.data.register(c)
	return c
}

func (f *encodeFlags) run(c *cobra.Command, name string) error {
	if f.Encoder == "" {
		f.Encoder = static
	}
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
	return writeOutput(c, f.out, func(w io.Writer) error { return encodeTexts(c, e, texts, w) })
}

// encodeBatch is the number of texts that are encoded at a time.
const encodeBatch = 256

// encodeTexts writes the vectors of all texts.
func encodeTexts(
	c *cobra.Command, e embed.Encoder, texts iter.Seq2[string, error], out io.Writer,
) error {
	w := bufio.NewWriter(out)
	var batch []string
	encode := func() error {
		vectors, err := e.Encode(c.Context(), batch)
		if err != nil {
			return err
		}
		for i, text := range batch {
			_, _ = w.Write(appendVector(nil, text, vectors[i])) // Flush returns its error
		}
		batch = batch[:0]
		return w.Flush()
	}
	for text, err := range texts {
		if err != nil {
			return err
		}
		if batch = append(batch, text); len(batch) == encodeBatch {
			if err := encode(); err != nil {
				return err
			}
		}
	}
	return encode()
}

// appendVector appends a line of a file of vectors. Numbers have as few digits as tell them apart.
func appendVector(line []byte, text string, vector []float32) []byte {
	quoted, _ := json.Marshal(text) // a string has no error
	line = append(append(append(line, `{"text":`...), quoted...), `,"vector":[`...)
	for k, v := range vector {
		if k > 0 {
			line = append(line, ',')
		}
		line = strconv.AppendFloat(line, float64(v), 'g', -1, 32)
	}
	return append(line, "]}\n"...)
}

// textLines returns the texts on the lines of a file.
func textLines(file io.Reader, name string) iter.Seq2[string, error] {
	lines := files.NewLineReader(file, maxLineSize)
	return func(yield func(string, error) bool) {
		for {
			line, err := lines.Read()
			if line == nil && err == io.EOF {
				return
			}
			last := err == io.EOF
			text := strings.ToValidUTF8(string(line), "\ufffd")
			if lines.Line() == 1 {
				text = strings.TrimPrefix(text, "\ufeff") // byte order mark
			}
			if err != nil && !last {
				err = files.ExplainLine(err, name, lines.Line(), maxLineSize)
			} else if err = nil; strings.HasPrefix(text, `"`) && json.Unmarshal([]byte(text), &text) != nil {
				err = fmt.Errorf("%s:%d: found a line that starts with a double quote, expected a string of JSON",
					name, lines.Line())
			}
			if !yield(text, err) || last {
				return
			}
		}
	}
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
