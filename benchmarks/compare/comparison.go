package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
)

// comparison is work that both sides do.
type comparison struct {
	name   string
	script string // sum the peer
	// prepare writes the files that both sides read to a folder. It returns additional arguments of
	// both.
	prepare func(s *settings, folder string) (ours, theirs []string, err error)
	// check compares the numbers of both sides and describes their agreement.
	check func(s *settings, ours, theirs json.RawMessage) (string, error)
	lines []line
}

// line is a row of the table: a timing of one side against a timing, or the sum of several, of the
// other.
type line struct {
	work   string
	ours   string
	theirs []string
}

// comparisons lists all comparisons in the order of the table.
var comparisons = []comparison{experiment, snl, distances}

// output is the standard output of a side.
type output struct {
	Seconds map[string]float64 // by timing
	Values  json.RawMessage    // numbers to compare
}

// side holds the results of the runs of one side.
type side struct {
	seconds map[string][]float64
	peak    int64
}

func (s *side) add(o output, u measure.Usage) {
	for name, t := range o.Seconds {
		s.seconds[name] = append(s.seconds[name], t)
	}
	s.peak = max(s.peak, u.Peak)
}

// sum returns the sum of the medians of the timings.
func (s *side) sum(names ...string) float64 {
	sum := 0.0
	for _, n := range names {
		sum += measure.Median(s.seconds[n])
	}
	return sum
}

// inputs holds the arguments of both sides.
type inputs struct{ ours, theirs []string }

// inputs writes the files that both sides read to a subfolder of the given folder.
func (c *comparison) inputs(s *settings, folder string) (inputs, error) {
	folder = filepath.Join(folder, c.name)
	if err := os.Mkdir(folder, 0o700); err != nil {
		return inputs{}, err
	}
	ours, theirs, err := c.prepare(s, folder)
	return inputs{append([]string{folder}, ours...),
		append([]string{filepath.Join(s.peers, c.script), folder}, theirs...)}, err
}

// measure runs both sides in turns, alternating which is first, and compares their numbers.
func (c *comparison) measure(
	ctx context.Context, s *settings, given inputs,
) (rows [][]string, note string, err error) {
	oursArgs, theirArgs := given.ours, given.theirs
	ours := side{seconds: make(map[string][]float64)}
	theirs := side{seconds: make(map[string][]float64)}
	for i := range s.runs {
		var a, b output
		var usedA, usedB measure.Usage
		one := func() error {
			usedA, err = measure.RunJob(ctx, &a, c.name, oursArgs...)
			return err
		}
		other := func() error {
			usedB, err = measure.Run(ctx, &b, s.python, theirArgs...)
			return err
		}
		if i%2 == 1 {
			one, other = other, one
		}
		if err := one(); err != nil {
			return nil, "", err
		}
		if err := other(); err != nil {
			return nil, "", err
		}
		ours.add(a, usedA)
		theirs.add(b, usedB)
		if note, err = c.check(s, a.Values, b.Values); err != nil {
			return nil, "", err
		}
		if i == 0 {
			theirArgs = append(theirArgs, "--no-check") // it takes long and is not timed
		}
		fmt.Fprintf(os.Stderr, "  run %d of %d, processor time %s and %s: %s\n", i+1, s.runs,
			measure.Seconds(usedA.CPU), measure.Seconds(usedB.CPU), note)
	}
	for _, l := range c.lines {
		a, b := ours.sum(l.ours), theirs.sum(l.theirs...)
		rows = append(rows, []string{
			c.name + ": " + l.work,
			measure.Seconds(a), measure.Seconds(b), fmt.Sprintf("%.4g", b/a),
			measure.Bytes(ours.peak), measure.Bytes(theirs.peak)})
	}
	return rows, note, nil
}

// writeJSON writes a file for both sides.
func writeJSON(folder, name string, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, name), b, 0o600)
}

// readJSON reads a file written by writeJSON.
func readJSON(folder, name string, v any) error {
	b, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		return err
	}
	return json.Unmarshal(b, v)
}

// result is the result of a job.
func result(seconds map[string]float64, values any) (any, error) {
	b, err := json.Marshal(values)
	return output{seconds, b}, err
}
