package main

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/internal/turing/keylog"
	"github.com/luna-rating/luna/internal/turing/loebner"
	"github.com/luna-rating/luna/internal/turing/seat"
)

// ballotFlags say where a verdict is written.
type ballotFlags struct {
	file, sides string

	rules loebner.Rules
	judge string
	round int
	side  side
}

// side says which terminal the entry is at, which a judge must not know.
type side struct {
	entry, confederate string
	of                 keylog.Side // the terminal of the entry
}

func (b *ballotFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&b.file, "ballots", "", "`FILE` in CSV to which the verdict is appended")
	flags.StringVar(&b.sides, "sides", "",
		"`FILE` in CSV that says where the entry sits: judge, entry, confederate, entry_side")
}

// open checks, before the round, that a verdict can be written after it.
func (b *ballotFlags) open(r loebner.Rules, judge string, round int) error {
	b.rules, b.judge, b.round = r, judge, round
	if b.sides != "" {
		if err := b.readSides(); err != nil {
			return err
		}
	}
	if b.file == "" {
		return nil
	}
	old, err := os.ReadFile(b.file)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case err != nil:
		return err
	}
	text, err := b.text(seat.Verdict{})
	if err != nil {
		return err
	}
	head, _, _ := strings.Cut(text, "\n")
	found, _, _ := strings.Cut(string(old), "\n")
	if len(old) > 0 && strings.TrimRight(found, "\r") != head {
		return fileerr.New(b.file, 1, "columns "+fileerr.Quote(found), head)
	}
	return nil
}

// maxSides bounds the file of sides, in bytes.
const maxSides = 1 << 20

// readSides reads the row of the judge. Its errors do not quote the file, which the judge must not
// see.
func (b *ballotFlags) readSides() error {
	f, err := os.Open(b.sides)
	if err != nil {
		return err
	}
	defer f.Close()
	in := csv.NewReader(io.LimitReader(f, maxSides))
	in.TrimLeadingSpace = true
	rows, err := in.ReadAll()
	if err != nil {
		return fmt.Errorf("%s: %w", b.sides, err)
	}
	const expected = "judge,entry,confederate,entry_side"
	if len(rows) == 0 || strings.Join(rows[0], ",") != expected {
		return fileerr.New(b.sides, 1, "other columns", expected)
	}
	found := 0
	for i, row := range rows[1:] {
		of := keylog.Side(strings.ToLower(strings.TrimSpace(row[3])))
		if of != keylog.Left && of != keylog.Right {
			return fileerr.New(b.sides, i+2, "another entry_side", "left or right")
		}
		for _, name := range row[:3] {
			if !word.MatchString(name) {
				return fileerr.New(b.sides, i+2, "a name that is no word",
					"letters and digits, such as E1")
			}
		}
		if row[0] == b.judge {
			b.side = side{row[1], row[2], of}
			found++
		}
	}
	if found != 1 {
		return fileerr.New(b.sides, 0, fmt.Sprintf("%d rows of judge %s", found, b.judge), "one")
	}
	return nil
}

// text is the verdict in CSV, with the names of the columns.
func (b *ballotFlags) text(v seat.Verdict) (string, error) {
	var out bytes.Buffer
	if b.sides == "" {
		column, value := "left_points", strconv.Itoa(v.Left)
		if b.rules.Judging.Format != loebner.Points {
			column, value = "human_side", string(v.Human)
		}
		fmt.Fprintf(&out, "judge,round,%s\n%s,%d,%s\n", column, b.judge, b.round, value)
		return out.String(), nil
	}
	ballot := loebner.Ballot{Judge: b.judge, Entry: b.side.entry, Confederate: b.side.confederate,
		Points: v.Left, Named: loebner.NamedConfederate}
	if b.side.of == keylog.Right {
		ballot.Points = v.Right
	}
	if v.Human == b.side.of {
		ballot.Named = loebner.NamedEntry
	}
	err := loebner.WriteBallots(&out, b.rules, []loebner.Ballot{ballot})
	return strings.ReplaceAll(out.String(), "\r\n", "\n"), err
}

// write writes the verdict of a round.
func (b *ballotFlags) write(c *cobra.Command, v seat.Verdict) error {
	text, err := b.text(v)
	if err != nil {
		return err
	}
	if b.file == "" {
		_, err := io.WriteString(c.OutOrStdout(), text)
		return err
	}
	if err := appendRow(b.file, text); err != nil {
		// The judge has gone: what they said must not be lost.
		_, line, _ := strings.Cut(text, "\n")
		return fmt.Errorf("%w; the ballot is %s", err, strings.TrimSpace(line))
	}
	fmt.Fprintf(c.ErrOrStderr(), "wrote the verdict of %s to %s\n", b.judge, b.file)
	return nil
}

// appendRow appends a row to a file. The row of names is written to an empty file only.
func appendRow(path, text string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return err
	}
	size, err := f.Seek(0, io.SeekEnd)
	if err == nil && size > 0 {
		_, text, _ = strings.Cut(text, "\n")
		last := []byte{'\n'}
		if _, err = f.ReadAt(last, size-1); last[0] != '\n' {
			text = "\n" + text
		}
	}
	if err == nil {
		_, err = f.WriteString(text)
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}
