// Lrp-beam predicts ratings and evaluates approaches on a runner of Apache Beam, with the results
// of lrp to the last digit.
//
//	lrp-beam predict --model MODEL --input GLOB --output PREFIX
//	lrp-beam eval --data DATASET[,…] --output PREFIX > report.txt
//	lrp-beam workers --address HOST:50000        an external worker pool, of processes
//
// Flags of Beam, such as --runner, choose where the work is done; the default is prism, in a
// process beside this one. Errors are on one line that starts with "lrp-beam: ". The exit status is
// 0 on success, 1 after a failure and 2 after a usage error.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/s3"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx" // runners, and files of this computer and gs://

	"github.com/luna-rating/luna/beam/lrpbeam"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/report"
)

// command is what a first argument stands for.
type command struct {
	name, summary string
	needs         []string // flags
	run           func(context.Context) error
}

var commands = []command{
	{"predict", "predict the ratings of the respondents in files", []string{"model", "input", "output"}, predict},
	{"eval", "run the experiment: how well does each approach predict held-out ratings?",
		[]string{"data", "output"}, evaluate},
	{"workers", "start worker processes for runners that ask for them (--environment_type=EXTERNAL)",
		[]string{"address"}, workers},
	{prismCommand, "", nil, servePrism},
	{workerCommand, "", nil, work},
}

// Flags of all commands. Beam's are beside them.
var (
	output    = flag.String("output", "", "`PREFIX` of the names of the files to write")
	nParts    = flag.Int("parts", 0, "number of parts that the work is divided into (0: by size)")
	pipelines = flag.Int("pipelines", 1, "number of pipelines that share the parts; prism has a worker for each")
	attempts  = flag.Int("attempts", 3, "how often pipelines are started; each time what is left is done")
	logLevel  = flag.String("log_level", "", "let Beam say what is at least debug, info, warn or error")
	resume    = flag.Bool("resume", false, "keep the parts that are finished already")

	options lrpbeam.Options
	input   = flag.String("input", "", "`GLOB` of files of respondents: JSON lines or tables")

	evaluation lrpbeam.Evaluation
	format     = flag.String("format", "table", "format of the report: table, markdown, csv or json")

	address = flag.String("address", "",
		"`HOST:PORT` where workers are asked for (without HOST: on this computer alone)")
)

func init() {
	flag.StringVar(&options.Model, "model", "", "`MODEL` file written by 'lrp train'")
	flag.BoolVar(&options.Details, "details", false, "add the 90% interval and, if there are any, grades")
	flag.BoolVar(&options.Own, "own", false, "give ratings in the units of the training data")
	list := func(to *[]string, name, usage string) {
		flag.Func(name, usage, func(s string) error {
			*to = strings.Split(s, ",")
			return nil
		})
	}
	list(&evaluation.Datasets, "data", "`DATASETS`, separated by commas, as for lrp eval")
	list(&evaluation.Approaches, "approach", "`APPROACHES` to compare (default all)")
	list(&evaluation.Regressors, "regressor", "`REGRESSORS` (default ols,lasso)")
	flag.IntVar(&evaluation.Trials, "trials", 100, "number of random splits")
	flag.Uint64Var(&evaluation.Seed, "seed", 1, "seed of all random choices")
	flag.Float64Var(&evaluation.TrainFraction, "train", 0.8, "share of the respondents in the training set")
}

// errUsage is wrapped by the errors for a wrong command line.
var errUsage = errors.New("'lrp-beam --help' lists commands and flags")

func main() {
	parallel.LimitMemory()
	flag.Usage = usage
	name, args := "", os.Args[1:]
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		name, args = args[0], args[1:]
	}
	_ = flag.CommandLine.Parse(args) // exits on errors
	if *logLevel != "" {
		log.LogLevel = *logLevel
	}
	beam.Init() // which does not return in a worker
	if *logLevel == "" {
		slog.SetDefault(slog.New(slog.DiscardHandler))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, name)
	stop()
	if err != nil {
		fmt.Fprintf(os.Stderr, "lrp-beam: %s\n", strings.Join(strings.Fields(err.Error()), " "))
		if errors.Is(err, errUsage) {
			os.Exit(2)
		}
		os.Exit(1)
	}
}

func usage() {
	out := flag.CommandLine.Output()
	fmt.Fprintf(out, "Usage: lrp-beam COMMAND [flags]\n\n")
	for _, c := range commands[:3] {
		fmt.Fprintf(out, "  lrp-beam %-8s %s\n", c.name, c.summary)
	}
	fmt.Fprintf(out, "\nFlags, those of Beam and its runners included:\n")
	flag.PrintDefaults()
}

func run(ctx context.Context, name string) error {
	i := slices.IndexFunc(commands, func(c command) bool { return c.name == name })
	switch {
	case i < 0:
		return fmt.Errorf("found the command %q, expected predict, eval or workers; %w", name, errUsage)
	case flag.NArg() > 0:
		return fmt.Errorf("found the argument %q, expected only flags; %w", flag.Arg(0), errUsage)
	}
	given := make(map[string]bool)
	flag.Visit(func(f *flag.Flag) { given[f.Name] = true })
	for _, needed := range commands[i].needs {
		if !given[needed] {
			return fmt.Errorf("%s needs --%s; %w", name, needed, errUsage)
		}
	}
	return commands[i].run(ctx)
}

// job returns what the flags of all commands stand for.
func job() lrpbeam.Job {
	runner := cmp.Or(*runners.Runner, "prism")
	if runner == "prism" && *jobopts.Endpoint == "" {
		runner = apart
	}
	return lrpbeam.Job{Runner: runner, Output: *output, Parts: *nParts, Pipelines: *pipelines,
		Attempts: *attempts, Resume: *resume, Say: say}
}

func say(message string) { fmt.Fprintf(os.Stderr, "lrp-beam: %s\n", message) }

func predict(ctx context.Context) error {
	sum, err := job().Predict(ctx, options, *input)
	if err != nil {
		return err
	}
	say(fmt.Sprintf("wrote %d records in %d parts; %d were skipped", sum.Records, sum.Parts, sum.Bad))
	return nil
}

func evaluate(ctx context.Context) error {
	write := map[string]func(*lrp.Report) error{
		"table":    func(r *lrp.Report) error { return report.WriteTable(os.Stdout, r, report.Options{}) },
		"markdown": func(r *lrp.Report) error { return report.WriteMarkdown(os.Stdout, r, report.Options{}) },
		"csv":      func(r *lrp.Report) error { return report.WriteCSV(os.Stdout, r) },
		"json":     func(r *lrp.Report) error { return report.WriteJSON(os.Stdout, r) },
	}[*format]
	if write == nil {
		return fmt.Errorf("--format: found %q, expected table, markdown, csv or json; %w", *format, errUsage)
	}
	r, err := job().Evaluate(ctx, evaluation)
	if err != nil {
		return err
	}
	return write(r)
}
