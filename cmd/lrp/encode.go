package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
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
	next, closeInput, err := f.texts(c, name)
	if err != nil {
		return err
	}
	defer closeInput()
	n := 0
	err = writeOutput(c, f.out, func(w io.Writer) error {
		n, err = encodeTexts(c, e, next, w)
		return err
	})
	if err == nil && f.out != "-" {
		cli.Wrote(c, "%d vectors of %d numbers to %s", n, e.Identity().Dim, f.out)
	}
	return err
}

// encodeBatch is the number of texts that are encoded at a time.
const encodeBatch = 256

// encodeTexts writes the vectors of all texts and returns their number.
func encodeTexts(
	c *cobra.Command, e embed.Encoder, next func() (string, error), out io.Writer,
) (n int, err error) {
	w := bufio.NewWriter(out)
	for err == nil {
		var batch []string
		for len(batch) < encodeBatch && err == nil {
			var text string
			if text, err = next(); err == nil {
				batch = append(batch, text)
			}
		}
		if err != nil && err != io.EOF {
			return n, err
		}
		if len(batch) == 0 {
			continue
		}
		vectors, failed := e.Encode(c.Context(), batch)
		if failed != nil {
			return n, failed
		}
		for i, text := range batch {
			_, _ = w.Write(appendVector(nil, text, vectors[i])) // Flush returns its error
		}
		n += len(batch)
		if err := w.Flush(); err != nil {
			return n, err
		}
	}
	return n, nil
}

// appendVector appends a line of a file of vectors. Numbers have as few digits as tell them apart.
func appendVector(line []byte, text string, vector []float32) []byte {
	line = append(line, `{"text":`...)
	line = append(line, strings.TrimSuffix(string(plainJSON(text)), "\n")...)
	line = append(line, `,"vector":[`...)
	for k, v := range vector {
		if k > 0 {
			line = append(line, ',')
		}
		line = strconv.AppendFloat(line, float64(v), 'g', -1, 32)
	}
	return append(line, "]}\n"...)
}

// plainJSON returns a text as a line of JSON, not escaped for HTML.
func plainJSON(text string) []byte {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(text) // a string has no error
	return []byte(b.String())
}

// texts returns the texts of the argument one after the other, and at the end io.EOF.
func (f *encodeFlags) texts(
	c *cobra.Command, name string,
) (next func() (string, error), closeInput func() error, err error) {
	if isDataset(name) {
		sets, err := f.data.open([]string{name}, false)
		if err != nil {
			return nil, nil, err
		}
		list := differentTexts(sets)
		return func() (text string, err error) {
			if len(list) == 0 {
				return "", io.EOF
			}
			text, list = list[0], list[1:]
			return text, nil
		}, func() error { return nil }, nil
	}
	file, name, err := cli.Input(c, name, "a file of a text per line")
	if err != nil {
		return nil, nil, err
	}
	lines := files.NewLineReader(file, maxLineSize)
	return func() (string, error) {
		line, err := lines.Read()
		switch {
		case line == nil && err == io.EOF:
			return "", io.EOF
		case err != nil && err != io.EOF:
			return "", files.ExplainLine(err, name, lines.Line(), maxLineSize)
		}
		text := strings.ToValidUTF8(string(line), "\ufffd")
		if lines.Line() == 1 {
			text = strings.TrimPrefix(text, "\ufeff") // byte order mark
		}
		if strings.HasPrefix(text, `"`) {
			if err := json.Unmarshal([]byte(text), &text); err != nil {
				return "", fmt.Errorf("%s:%d: found a line that starts with a double quote, expected a string "+
					"of JSON: %w", name, lines.Line(), err)
			}
		}
		return text, nil
	}, file.Close, nil
}

// differentTexts returns the different acceptable answers and answers of data sets, question by
// question.
func differentTexts(sets []*datasets.Dataset) (list []string) {
	seen := map[string]bool{}
	for _, ds := range sets {
		for j, q := range ds.Questions {
			texts := slices.Clone(q.Key)
			for _, r := range ds.Respondents {
				texts = append(texts, r.Responses[j])
			}
			for _, text := range texts {
				if text = strings.ToValidUTF8(text, "\ufffd"); !seen[text] {
					seen[text] = true
					list = append(list, text)
				}
			}
		}
	}
	return list
}
