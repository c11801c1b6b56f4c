package main

import (
	"fmt"
	"io"
	"math"
	"slices"
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

LOG is a keystroke log of the Loebner Prize, compressed with gzip or not, or - for standard input.
Lines that cannot be understood are named on standard error and left out. With --format csv, each
turn is a row with its round.`,
		Example: `  turing loebner transcript 2009.P1.txt.gz | less
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
				talks = slices.DeleteFunc(talks, func(t keylog.Conversation) bool { return t.Number != int(round) })
				if len(talks) == 0 {
					return fmt.Errorf("%s: found no round %d, expected one of the log's rounds", args[0], round)
				}
			}
			return writeTranscript(c, l, talks)
		},
	})
	flags := c.Flags()
	addFormatFlag(c, "csv")
	flags.UintVar(&round, "round", 0, "only round `N`; 0 has the keys before any heading")
	flags.BoolVar(&blind, "blind", false, "do not say at which terminal the program is")
	return c
}

func writeTranscript(c *cobra.Command, l *keylog.Log, talks []keylog.Conversation) error {
	if format(c) == "csv" {
		return sheet.Write(c.OutOrStdout(), sheet.Dialect{}, turnRows(talks))
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

func turnRows(talks []keylog.Conversation) [][]any {
	rows := [][]any{{"round", "judge", "left", "right", "part", "t", "end", "from", "to", "keys",
		"backspaces", "line", "text"}}
	for _, c := range talks {
		for _, t := range c.Turns {
			rows = append(rows, []any{c.Number, c.Judge, c.Left, c.Right, t.Part, t.T, t.End, t.From,
				t.To, t.Keys, t.BackSpaces, t.Line, t.Text})
		}
	}
	return rows
}

func loebnerStatisticsCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "statistics LOG|DIR...",
		Short: "count what each party in a log did",
		Long: `Statistics counts what each party did in each round of keystroke logs: keys,
BackSpaces, turns, words, and seconds from the beginnings of turns to their ends. The judge counts
once for each terminal. Of a folder, all files are read.`,
		Example: `  turing loebner statistics 2009.P1.txt.gz 2010.P1.txt.gz`,
		Args:    oneOrMore("LOG"),
		RunE: func(c *cobra.Command, args []string) error {
			header := []any{"file", "round", "judge", "side", "who", "with", "keys", "backspaces", "turns",
				"words", "seconds"}
			rows, list := [][]any{header}, []keylog.Participant{}
			for _, path := range args {
				parties, err := participants(c, path)
				if err != nil {
					return err
				}
				list = append(list, parties...)
			}
			for _, p := range list {
				rows = append(rows, []any{p.File, p.Round, p.Judge, string(p.Side), p.Who, p.With, p.Keys,
					p.BackSpaces, p.Turns, p.Words, math.Round(10*p.Seconds) / 10})
			}
			if format(c) == "csv" {
				return sheet.Write(c.OutOrStdout(), sheet.Dialect{}, rows)
			}
			return show(c, struct {
				Participants []keylog.Participant `json:"participants"`
			}{list}, aligned(func(out io.Writer) {
				cells := strings.Repeat("\t%v", len(header))[1:] + "\n"
				for _, row := range rows {
					fmt.Fprintf(out, cells, row...)
				}
			}))
		},
	}
	addFormatFlag(c, "csv")
	return c
}

// maxLogs bounds the number of logs in a folder.
const maxLogs = 100_000

// participants reads a log, or all logs in a folder.
func participants(c *cobra.Command, path string) (list []keylog.Participant, err error) {
	paths := []string{path}
	if path != "-" {
		if paths, err = files.List(path, maxLogs, func(string) bool { return true }); err != nil {
			return nil, err
		}
	}
	for _, file := range paths {
		l, err := readKeyLog(c, file)
		switch {
		case err == nil:
			list = append(list, l.Participants(file)...)
		case file == path:
			return nil, err
		default:
			warn(c, "%v", err)
		}
	}
	if len(list) == 0 {
		return nil, files.New(path, 0, "no keystroke log", "a folder with some")
	}
	return list, nil
}
