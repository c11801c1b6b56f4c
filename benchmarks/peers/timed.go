package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
	"github.com/luna-rating/luna/datasets"
)

// comparison is work that both sides do.
type comparison struct {
	name    string
	script  string   // the peer
	modules []string // that it needs
	// prepare returns the input of both sides, as JSON holds it.
	prepare func(s *settings, set *datasets.Dataset) (any, error)
	// do does our side of the work on the input in a folder.
	do func(folder string) (output, error)
	// check compares the numbers of both sides and describes their agreement.
	check func(ours, theirs json.RawMessage) (string, error)
	lines []line
}

// line is a row of the table: a timing of one side against a timing, or the sum of several, of the
// other.
type line struct {
	work   string
	ours   string
	theirs []string
}

// comparisons lists all comparisons.
var comparisons = []comparison{lexicalExperiment, snl, distances}

// output is the standard output of a side.
type output struct {
	Seconds map[string]float64 // by timing
	Values  json.RawMessage    // numbers to compare
}

// newOutput returns timings and numbers.
func newOutput(seconds map[string]float64, values any) (output, error) {
	b, err := json.Marshal(values)
	return output{seconds, b}, err
}

// side holds the results of the runs of one side.
type side struct {
	seconds map[string][]float64
	peak    int64
}

// add adds what a run took.
func (x *side) add(o output, used measure.Usage) {
	for name, t := range o.Seconds {
		x.seconds[name] = append(x.seconds[name], t)
	}
	x.peak = max(x.peak, used.Peak)
}

// sum returns the sum of the medians of the timings.
func (x *side) sum(names ...string) float64 {
	sum := 0.0
	for _, n := range names {
		sum += measure.Median(x.seconds[n])
	}
	return sum
}

// compare runs both sides in turns, alternating which is first, compares their numbers and prints a
// table.
func (c comparison) compare(ctx context.Context, s *settings, set *datasets.Dataset, out io.Writer) error {
	versions, err := s.versions(ctx, c.modules...)
	if err != nil {
		return err
	}
	input, err := c.prepare(s, set)
	if err != nil {
		return err
	}
	ours, theirs := side{seconds: make(map[string][]float64)}, side{seconds: make(map[string][]float64)}
	note := ""
	err = withInput(input, func(folder string) error {
		args := []string{folder}
		for i := range s.runs {
			var a, b output
			turns := []func() error{func() error {
				used, err := measure.RunJob(ctx, &a, c.name, folder)
				ours.add(a, used)
				return err
			}, func() error {
				used, err := s.script(ctx, &b, c.script, args...)
				theirs.add(b, used)
				return err
			}}
			if i%2 == 1 {
				slices.Reverse(turns)
			}
			err := errors.Join(turns[0](), turns[1]())
			if err == nil {
				note, err = c.check(a.Values, b.Values)
			}
			if err != nil {
				return err
			}
			args = []string{folder, "--no-check"} // a check takes long and is not timed
			fmt.Fprintf(os.Stderr, "run %d of %d: %s\n", i+1, s.runs, note)
		}
		return nil
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s; %s\nMedians of %d runs in turns; %s, %d respondents, %d questions\n\n",
		measure.Machine(), versions, s.runs, set.Name, len(set.Respondents), len(set.Questions))
	rows := [][]string{{"work", "Luna", "peer", "ratio", "Luna's peak", "peer's peak"}}
	for _, l := range c.lines {
		a, b := ours.sum(l.ours), theirs.sum(l.theirs...)
		rows = append(rows, []string{c.name + ": " + l.work, measure.Seconds(a), measure.Seconds(b),
			fmt.Sprintf("%.4g", b/a), measure.Bytes(ours.peak), measure.Bytes(theirs.peak)})
	}
	if err := measure.Table(out, rows); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "\n%s\n", note)
	return err
}

// decode decodes the numbers of both sides.
func decode(ours, theirs json.RawMessage, a, b any) error {
	if err := json.Unmarshal(ours, a); err != nil {
		return err
	}
	return json.Unmarshal(theirs, b)
}
