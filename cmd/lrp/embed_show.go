package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/embed"
)

func embedInfoCommand() *cobra.Command {
	var output string
	c := &cobra.Command{
		Use:   "info [FILE]",
		Short: "describe word vectors and their origin",
		Long: `Info describes a file of word vectors or, without FILE, the embedded ones. The SHA-256 is that of
the words and numbers and does not depend on the file's format.`,
		Args: cli.AtMostOneArgument("FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			name, format := "", "embedded"
			if len(args) == 1 {
				name = args[0]
			}
			v, err := vectorsOrDefault(name)
			if err != nil {
				return err
			}
			if name != "" {
				format = v.Format()
			}
			return writeInfo(c.OutOrStdout(), v, format, output)
		},
	}
	cli.EnumVar(c.Flags(), &output, "format", "%s", cli.TextOrJSON...)
	return c
}

// vectorsOrDefault opens a file, or the embedded vectors if the name is "".
func vectorsOrDefault(name string) (*embed.Vectors, error) {
	if name == "" {
		return embed.Default()
	}
	return embed.Open(name, embed.Options{})
}

func writeInfo(w io.Writer, v *embed.Vectors, format, output string) error {
	if output == "json" {
		return cli.WriteJSON(w, map[string]any{
			"name": v.About().Name, "source": v.About().Source, "licence": v.About().Licence,
			"format": format, "words": v.Len(), "dimensions": v.Dim(),
			"storage": v.Storage().String(), "sha256": v.Digest(),
		})
	}
	words := strconv.Itoa(v.Len())
	if n, first := v.Broken(); n > 0 {
		words += fmt.Sprintf(", %d of them not UTF-8, such as %q: they match no text; is the file in "+
			"another encoding?", n, first)
	}
	row, flush := namedValues(w)
	about := v.About()
	for _, x := range [][2]string{{"name", about.Name}, {"source", about.Source}, {"licence", about.Licence},
		{"format", format}, {"words", words}, {"dimensions", strconv.Itoa(v.Dim())},
		{"storage", v.Storage().String()}, {"SHA-256", v.Digest()}} {
		row(x[0], "%s", oneField(cmp.Or(x[1], "not given")))
	}
	return flush()
}

// oneField escapes line breaks and tabs, to keep a text in its field of a line.
func oneField(s string) string { return strings.ReplaceAll(oneLine(s), "\t", `\t`) }

func embedNearestCommand() *cobra.Command {
	var file, format string
	var k int
	c := &cobra.Command{
		Use:   "nearest WORD...",
		Short: "list the words nearest to a word",
		Long: `Nearest writes, for each word, the words whose vectors have the highest cosine similarity with its
own: word, neighbour and cosine, separated by tabs. The embedded vectors are in lower case.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("embed nearest needs a WORD")
			}
			return nil
		},
		RunE: func(c *cobra.Command, words []string) error {
			v, err := vectorsOrDefault(file)
			if err != nil {
				return err
			}
			for _, word := range words {
				if _, known := v.Lookup(word); !known {
					return fmt.Errorf("found word %q, expected one of the %d in %s",
						word, v.Len(), cmp.Or(file, "the embedded vectors"))
				}
			}
			return nearest(c.Context(), c.OutOrStdout(), v, words, k, format)
		},
	}
	c.Flags().StringVar(&file, "vectors", "",
		"`FILE` of word vectors, instead of the embedded ones")
	cli.NotEmpty(c.Flags(), "a file", "vectors")
	inputFiles(c.Flags(), "vectors")
	cli.EnumVar(c.Flags(), &format, "format", "%s", "tsv", "json")
	c.Flags().IntVarP(&k, "number", "k", 10, "number of neighbours to list")
	cli.AtLeast(c.Flags(), 1, "number")
	return c
}

// nearest writes the k nearest words of each word.
func nearest(
	ctx context.Context, out io.Writer, v *embed.Vectors, words []string, k int, format string,
) error {
	type neighbour struct {
		Word      string  `json:"word"`
		Neighbour string  `json:"neighbour"`
		Cosine    float64 `json:"cosine"`
	}
	list := []neighbour{}
	for _, word := range words {
		if err := ctx.Err(); err != nil {
			return err
		}
		near, _ := v.Nearest(word, k)
		for _, n := range near {
			list = append(list, neighbour{word, n.Word, n.Cosine})
		}
	}
	return cli.WriteAs(out, format, list, func(out io.Writer, list []neighbour) error {
		w := bufio.NewWriter(out)
		for _, n := range list {
			fmt.Fprintf(w, "%s\t%s\t%.6f\n", oneField(n.Word), oneField(n.Neighbour), n.Cosine)
		}
		return w.Flush()
	})
}
