// Scale prints how time and memory grow with the number of respondents, on synthetic civics data
// with ten questions: training with its estimate of the error, evaluation and prediction, each in a
// process of its own.
//
//	go run ./benchmarks/scale [-sizes 1000,10000,100000] [-only train ALL ridge,predict AUTO] [-limit 30m]
//		[-csv benchmarks/scale/growth.csv]
//
// With -before it compares what two revisions need for jobs of moderate size, and what Python
// needs:
//
//	go run ./benchmarks/scale -before v1.0.0 [-job essays] [-share 0.1] [-limit 10m]
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
)

// settings are the flags.
type settings struct {
	sizes   []int
	steps   []step
	records int
	trials  int
	limit   time.Duration
	csv     string // file for the numbers; "" for none

	before, match, python string
	share                 float64 // of the sizes of the inputs to compare with
}

func main() {
	measure.Jobs(append(jobs(), measure.Job{Name: "input", Do: writeInput})...)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "scale:", err)
		os.Exit(1)
	}
}

func parse(args []string) (*settings, error) {
	s := &settings{}
	f := flag.NewFlagSet("scale", flag.ExitOnError)
	sizes := f.String("sizes", "1000,10000,100000", "numbers of respondents, ascending")
	only := f.String("only", "", "names of jobs in the table, separated by commas (default all)")
	f.IntVar(&s.records, "records", 50_000, "number of records to predict")
	f.IntVar(&s.trials, "trials", 10, "number of trials of the evaluation")
	f.DurationVar(&s.limit, "limit", 30*time.Minute, "time limit of a job")
	f.StringVar(&s.csv, "csv", "", "file to which the times and memory of training are written, for the figure")
	f.StringVar(&s.before, "before", "",
		"revision whose lrp is compared, in jobs of moderate size, with that of this tree")
	f.StringVar(&s.match, "job", "", "with -before: part of the name of the jobs (default all)")
	f.Float64Var(&s.share, "share", 1, "with -before: share of the size of their inputs")
	f.StringVar(&s.python, "python", "/usr/bin/python3", "with -before: Python with pandas and scikit-learn")
	_ = f.Parse(args) // exits on errors
	if f.NArg() > 0 {
		return nil, fmt.Errorf("found argument %q, expected only flags", f.Arg(0))
	}
	for word := range strings.SplitSeq(*sizes, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil || n < 10 || len(s.sizes) > 0 && n <= s.sizes[len(s.sizes)-1] {
			return nil, fmt.Errorf("-sizes: found %q, expected ascending whole numbers from 10",
				word)
		}
		s.sizes = append(s.sizes, n)
	}
	if s.records < 1 || s.trials < 1 {
		return nil, fmt.Errorf("found -records %d -trials %d, expected at least 1",
			s.records, s.trials)
	}
	s.steps = steps
	if *only != "" {
		s.steps = nil
	}
	for name := range strings.FieldsFuncSeq(*only, func(r rune) bool { return r == ',' }) {
		k := slices.IndexFunc(steps,
			func(p step) bool { return strings.EqualFold(p.name, strings.TrimSpace(name)) })
		if k < 0 {
			return nil, fmt.Errorf("-only: found %q, expected some of the jobs in the table", name)
		}
		s.steps = append(s.steps, steps[k])
	}
	return s, nil
}

func run(ctx context.Context, args []string) error {
	s, err := parse(args)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "scale")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	if s.before != "" {
		return s.compare(ctx, folder)
	}
	results := make([][]outcome, len(s.steps))
	for _, n := range s.sizes {
		name := filepath.Join(folder, strconv.Itoa(n))
		w := work{Job: "generate", Respondents: n, Records: s.records, Trials: s.trials, Data: name + ".jsonl",
			Known: name + "-records.jsonl", Fresh: name + "-new.jsonl", Model: name}
		if _, err := w.run(ctx); err != nil {
			return err
		}
		for k, p := range s.steps {
			o, err := s.measure(ctx, p, w)
			if err != nil {
				return err
			}
			fmt.Fprintf(os.Stderr, "%d respondents, %s: %s, %s of processors\n", n, p.name, o.cell(p, s),
				measure.Seconds(o.CPU))
			results[k] = append(results[k], o)
		}
	}
	if s.csv != "" {
		if err := toFile(s.csv, func(w io.Writer) error { return s.writeGrowth(w, results) }); err != nil {
			return err
		}
	}
	fmt.Printf("%s\nsynthetic-civics, 10 questions; evaluation of %d trials; %d records of "+
		"other respondents predicted\n\n", measure.Machine(), s.trials, s.records)
	return measure.Table(os.Stdout, s.table(results))
}

// run does the work in a process of its own.
func (w work) run(ctx context.Context) (o outcome, err error) {
	text, err := json.Marshal(w)
	if err != nil {
		return o, err
	}
	o.Usage, err = measure.RunJob(ctx, &o.seconds, w.Job, string(text))
	return o, err
}

// outcome is the result of a job. late means that the job exceeded the limit, skipped that there
// was no model.
type outcome struct {
	measure.Usage
	seconds       float64
	late, skipped bool
}

// measure does a step with the files of w, and trains a model first if it predicts and there is
// none.
func (s *settings) measure(ctx context.Context, p step, w work) (outcome, error) {
	w.Job = p.job
	w.Approach = p.approach
	w.Regressor = p.regressor
	w.Model += "-" + p.approach + p.regressor + ".lrp"
	limited, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()
	if _, err := os.Stat(w.Model); p.predicts() && err != nil {
		training := w
		training.Job = "train"
		if _, err := training.run(limited); err != nil {
			return outcome{skipped: true}, unlessLate(ctx, limited, err)
		}
	}
	o, err := w.run(limited)
	if err != nil {
		return outcome{late: true}, unlessLate(ctx, limited, err)
	}
	return o, nil
}

// unlessLate returns the error of a job, nil if that is that it exceeded the limit.
func unlessLate(ctx, limited context.Context, err error) error {
	if ctx.Err() == nil && errors.Is(limited.Err(), context.DeadlineExceeded) {
		return nil
	}
	return err
}

// cell formats an outcome for the table.
func (o outcome) cell(p step, s *settings) string {
	switch {
	case o.late:
		return "over " + s.limit.String()
	case o.skipped:
		return "no model"
	case p.predicts():
		return fmt.Sprintf("%.0f/s, %s", float64(s.records)/o.seconds, measure.Bytes(o.Peak))
	}
	return measure.Seconds(o.seconds) + ", " + measure.Bytes(o.Peak)
}

// growth formats the ratio of the times for two sizes.
func growth(before, after outcome) string {
	if before.seconds <= 0 || after.seconds <= 0 {
		return "–"
	}
	return fmt.Sprintf("× %.1f", after.seconds/before.seconds)
}

// table returns one row per job, with the growth of the time between two sizes.
func (s *settings) table(results [][]outcome) [][]string {
	head := []string{"job"}
	for i, n := range s.sizes {
		if i > 0 {
			head = append(head, "time")
		}
		head = append(head, strconv.Itoa(n))
	}
	rows := [][]string{head}
	for k, p := range s.steps {
		row := []string{p.name}
		for i, o := range results[k] {
			if i > 0 {
				row = append(row, growth(results[k][i-1], o))
			}
			row = append(row, o.cell(p, s))
		}
		rows = append(rows, row)
	}
	return rows
}

// writeGrowth writes how the jobs that train grew.
func (s *settings) writeGrowth(w io.Writer, results [][]outcome) error {
	_, err := fmt.Fprintf(w, "# %s; %s\njob,respondents,seconds,cpu_seconds,peak_bytes\n", measure.Machine(),
		time.Now().Format(time.DateOnly))
	for k, p := range s.steps {
		for i, o := range results[k] {
			if err == nil && p.job == "train" && o.seconds > 0 {
				_, err = fmt.Fprintf(w, "%s,%d,%.1f,%.1f,%d\n", p.name, s.sizes[i], o.seconds, o.CPU, o.Peak)
			}
		}
	}
	return err
}
