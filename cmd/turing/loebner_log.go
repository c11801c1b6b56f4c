package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/sheet"
)

func loebnerTranscriptCommand() *cobra.Command {
	var round uint
	var blind bool
	c := takes("LOG", cli.Files, &cobra.Command{
		Use:   "transcript LOG",
		Short: "turn a keystroke log into readable conversations",
		Long: `Transcript makes turns of the keys of a log of any year, with BackSpaces applied, or of
its utterances: who said what to whom, when they began and ended, and how many keys they pressed.
Turns are in the order in which they begin. See docs/contest.md for what a turn is.

LOG is a keystroke log of the Loebner Prize, compressed with gzip or not, or - for standard input.
Lines that cannot be understood are named on standard error and left out. With --format jsonl or
csv, each turn is a line with its round; csv is for spreadsheets. 2003 is the form of the logs of
2003, which the rules of 2004 want: a line for each utterance, and each terminal by itself. With
--blind, nothing says at which terminal the program is.`,
		Example: `  turing loebner transcript 2009.P1.txt.gz | less
  turing loebner transcript --blind --round 2 2009.P1.txt.gz
  turing loebner transcript --format csv 2009.P1.txt.gz > turns.csv`,
		RunE: func(c *cobra.Command, args []string) error {
			l, err := readKeyLog(c, args[0])
			if err != nil {
				return err
			}
			if blind {
				l = l.Blind()
			}
			talks := l.Conversations()
			if c.Flags().Changed("round") {
				talks = slices.DeleteFunc(talks, func(t keylog.Conversation) bool { return t.Round != int(round) })
				if len(talks) == 0 {
					return fmt.Errorf("%s: found no round %d, expected one of the log's rounds",
						args[0], round)
				}
			}
			return writeTranscript(c, l, talks)
		},
	})
	flags := c.Flags()
	addFormatFlag(c, "jsonl", "csv", "2003")
	flags.UintVar(&round, "round", 0, "only round `N`; 0 has the keys before any heading")
	flags.BoolVar(&blind, "blind", false, "do not say at which terminal the program is")
	return c
}

func writeTranscript(c *cobra.Command, l *keylog.Log, talks []keylog.Conversation) error {
	out := c.OutOrStdout()
	switch format(c) {
	case "jsonl":
		return writeTurns(out, talks)
	case "csv":
		return sheet.Write(out, sheet.Dialect{}, turnRows(talks))
	case "2003":
		return keylog.WriteUtterances(out, l.Head, talks)
	}
	var parts []string
	if len(l.Head) > 0 {
		parts = append(parts, strings.Join(l.Head, "\n")+"\n")
	}
	for _, t := range talks {
		parts = append(parts, t.Text())
	}
	return show(c, struct {
		Rounds []keylog.Conversation `json:"rounds"`
		Lines  keylog.Lines          `json:"lines"`
	}{talks, l.Lines}, strings.Join(parts, "\n"))
}

// writeTurns writes each turn as an object on a line of its own.
func writeTurns(w io.Writer, talks []keylog.Conversation) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	for _, c := range talks {
		for _, t := range c.Turns {
			if err := e.Encode(struct {
				Round int    `json:"round"`
				Judge string `json:"judge"`
				Left  string `json:"left"`
				Right string `json:"right"`
				keylog.Turn
			}{c.Round, c.Judge, c.Left, c.Right, t}); err != nil {
				return err
			}
		}
	}
	return nil
}

func turnRows(talks []keylog.Conversation) [][]any {
	rows := [][]any{{"round", "judge", "left", "right", "part", "t", "end", "from", "to", "keys",
		"backspaces", "line", "text"}}
	for _, c := range talks {
		for _, t := range c.Turns {
			rows = append(rows, []any{c.Round, c.Judge, c.Left, c.Right, t.Part, t.T, t.End, t.From,
				t.To, t.Keys, t.BackSpaces, t.Line, t.Text})
		}
	}
	return rows
}

func loebnerStatisticsCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "statistics LOG...",
		Short: "measure how programs and people type",
		Long: `Statistics measures how the parties of keystroke logs type: keys, BackSpaces, the
times between keys within words and before them, how long they wait before they reply, words per
minute, characters a turn, and the share of time that they type. It compares programs with humans
over all logs: the quartiles of each, in how many rounds the human has more, and the p value of a
sign test. See docs/contest.md.

Logs may be compressed with gzip. With --format csv, each party in a round is a line, the judge once
for each terminal.`,
		Example: `  turing loebner statistics 2009.P1.txt.gz 2010.P1.txt.gz
  turing loebner statistics --format csv *.txt.gz > parties.csv`,
		Args: oneOrMore("LOG"),
		RunE: func(c *cobra.Command, args []string) error {
			parties := []keylog.Participant{}
			for _, path := range args {
				l, err := readKeyLog(c, path)
				if err != nil {
					return err
				}
				if l.Lines.Keys == 0 {
					return files.New(path, 0, "utterances without keys", "a keystroke log")
				}
				parties = append(parties, l.Participants(filepath.Base(path))...)
			}
			comparisons := keylog.Compare(parties)
			if format(c) == "csv" {
				return sheet.Write(c.OutOrStdout(), sheet.Dialect{}, partyRows(parties))
			}
			return show(c, struct {
				Comparisons  []keylog.Comparison  `json:"comparisons"`
				Participants []keylog.Participant `json:"participants"`
			}{comparisons, parties}, comparisonsText(comparisons))
		},
	}
	addFormatFlag(c, "csv")
	return c
}

func comparisonsText(list []keylog.Comparison) string {
	return aligned(func(t io.Writer) {
		fmt.Fprintln(t, "measure\tprograms\thumans\thuman has more\tp")
		for _, c := range list {
			more := "-"
			if c.Pairs > 0 {
				more = fmt.Sprintf("%d of %d rounds (%.0f to %.0f%%)", c.HumanMore, c.Pairs,
					100*c.Low, 100*c.High)
			}
			fmt.Fprintf(t, "%s (%s)\t%s\t%s\t%s\t%s\n", c.Name, c.Unit, quartilesText(c.Programs),
				quartilesText(c.Humans), more, measured(c.P))
		}
		fmt.Fprintln(t)
		for _, c := range list {
			fmt.Fprintf(t, "%s\t%s\n", c.Name, c.Meaning)
		}
	})
}

func quartilesText(q keylog.Quartiles) string {
	if q.N == 0 {
		return "-"
	}
	return fmt.Sprintf("%s (%s to %s)", measured(q.Median), measured(q.Low), measured(q.High))
}

// measured formats a value to three digits.
func measured(v keylog.Value) string {
	x := float64(v)
	switch {
	case math.IsNaN(x):
		return "-"
	case math.Abs(x) >= 100:
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'g', 3, 64)
}

func partyRows(list []keylog.Participant) [][]any {
	header := []any{"file", "round", "judge", "side", "who", "with"}
	for _, m := range keylog.Measures() {
		header = append(header, m.Name)
	}
	rows := [][]any{header}
	for _, p := range list {
		row := []any{p.File, p.Round, p.Judge, string(p.Side), p.Who, p.With}
		for _, m := range keylog.Measures() {
			row = append(row, float64(p.Values[m.Name]))
		}
		rows = append(rows, row)
	}
	return rows
}
