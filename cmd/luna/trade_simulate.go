package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/cmd/luna/internal/studies/analysis"
	"github.com/luna-rating/luna/cmd/luna/internal/studies/tradesim"
	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/luna/player"
	"github.com/luna-rating/luna/luna/trade"
	"github.com/luna-rating/luna/luna/trade/bettors"
)

type tradeSimulateFlags struct {
	format     string
	out        string
	population string
	studies    []string
	games      int
	seed       uint64
	workers    int
	machines   int
}

// maxMachines bounds the machine bettors, each of which trains models after its games.
const maxMachines = 10_000

// simulatedLogs is the name of the file with the logs of the analysed games.
const simulatedLogs = "logs.jsonl"

func tradeSimulateCommand() *cobra.Command {
	var f tradeSimulateFlags
	var populations []string
	var list strings.Builder
	for _, p := range tradesim.Populations() {
		populations = append(populations, p.Name)
		fmt.Fprintf(&list, "  %-10s  %s\n", p.Name, p.Title)
	}
	c := &cobra.Command{
		Use:   "simulate",
		Short: "simulate games of Turing Trade and study what markets make of signals",
		Long: `Simulate plays games of Turing Trade with SIMULATED bettors, whose private signals about the target
have a known quality, and analyses them as 'luna trade analyse' does. The populations:

` + list.String() + `
--study adds comparisons, each on as many games per population as --games says:
  beliefs       the market against the mean of private beliefs
  manipulation  a bettor who pushes the price whatever the truth
  start         what the start price does
  spread        what the spread of 1 does
  spike         which populations end at 40 to 49, as the games of the paper often did
  lmsr          the market against a logarithmic market scoring rule (Hanson 2007)
  machine       a machine bettor that learns from its games, at most 100 (see 'luna trade bet')
  all           all of them; none is the default

--out DIR receives the games (` + simulatedLogs + `), figures 7 and 8 with their tables, and of each
study a table, its numbers and, for some, a figure. The same seed gives the same bytes.`,
		Example: `  luna trade simulate --games 1000 --seed 1 --out simulation
  luna trade simulate --games 200 --study beliefs,spike`,
		Args: cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error { return f.run(c) },
	}
	flags := c.Flags()
	cli.EnumVar(flags, &f.format, "format", "%s", cli.TextOrJSON...)
	cli.EnumVar(flags, &f.population, "population", "who bets in the games that are analysed: %s", populations...)
	outVar(flags, &f.out, "`DIR` for games, figures and tables")
	flags.StringSliceVar(&f.studies, "study", nil, "`NAMES` of comparisons to add")
	flags.IntVar(&f.games, "games", 1000, "number of games")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of all random choices")
	flags.IntVar(&f.machines, "machines", 20, "number of machine bettors of the study machine")
	cli.WorkersVar(flags, &f.workers, "parallel games")
	cli.FromTo(flags, 1, tradesim.MaxGames, "games")
	cli.FromTo(flags, 2, maxMachines, "machines")
	return c
}

func (f *tradeSimulateFlags) check() error {
	known := append(tradesim.Studies(), tradesim.Machine)
	if slices.Equal(f.studies, []string{"all"}) {
		f.studies = known
	}
	for i, name := range f.studies {
		if !slices.Contains(known, name) {
			return cli.Usagef("--study has %q; %sknown: all, %s", name,
				cli.DidYouMean(name, known), strings.Join(known, ", "))
		}
		if slices.Contains(f.studies[:i], name) {
			return cli.Usagef("--study has %q twice", name)
		}
	}
	return nil
}

// tradeSimulation is the JSON form of the results.
type tradeSimulation struct {
	Format     string            `json:"format"` // "luna-trade-simulation"
	Version    int               `json:"version"`
	Synthetic  bool              `json:"synthetic"`
	Games      int               `json:"games"`
	Seed       uint64            `json:"seed"`
	Population string            `json:"population"`
	Analysis   *analysis.Result  `json:"analysis"`
	Studies    []*tradesim.Study `json:"studies,omitempty"`
}

func (f *tradeSimulateFlags) run(c *cobra.Command) error {
	if err := f.check(); err != nil {
		return err
	}
	p, err := tradesim.FindPopulation(f.population)
	if err != nil {
		return cli.Usage(err)
	}
	o := tradesim.Options{Games: f.games, Seed: f.seed, Workers: f.workers}
	var dir *atomicdir.Dir
	logs := io.Discard
	if f.out != "" {
		names := append([]string{simulatedLogs}, analysis.Files()...)
		for _, study := range f.studies {
			names = append(names, tradesim.Files(study)...)
		}
		if dir, err = atomicdir.Create(f.out, names...); err != nil {
			return err
		}
		defer dir.Abort()
		if logs, err = dir.File(simulatedLogs); err != nil {
			return err
		}
	}
	a := analysis.New(analysis.Options{})
	err = tradesim.Games(c.Context(), p, o, func(g *trade.Played) error {
		a.Add(g)
		if dir == nil {
			return nil
		}
		return trade.WriteLog(logs, g.Log)
	})
	if err != nil {
		return err
	}
	result := tradeSimulation{Format: "luna-trade-simulation", Version: 1, Synthetic: true,
		Games: f.games, Seed: f.seed, Population: p.Name, Analysis: a.Result()}
	for _, name := range f.studies {
		s, err := f.study(c, name, o)
		if err != nil {
			return err
		}
		fmt.Fprintf(c.ErrOrStderr(), "study %s is done\n", name)
		result.Studies = append(result.Studies, s)
	}
	if dir != nil {
		if err := result.Analysis.WriteFiles(dir); err != nil {
			return err
		}
		for _, s := range result.Studies {
			if err := s.WriteFiles(dir); err != nil {
				return err
			}
		}
		if err := dir.Commit(); err != nil {
			return err
		}
		cli.Wrote(c, "games, figures and tables to %s", f.out)
	}
	return cli.WriteAs(c.OutOrStdout(), f.format, result, writeTradeSimulation)
}

// study carries out a study.
func (f *tradeSimulateFlags) study(c *cobra.Command, name string, o tradesim.Options) (*tradesim.Study, error) {
	if name != tradesim.Machine {
		return tradesim.Do(c.Context(), name, o)
	}
	script := player.QuestionSet{Name: "synthetic-civics", Questions: tradesim.Script()}
	return tradesim.Learn(c.Context(), tradesim.LearnOptions{
		Runs: f.machines, Games: min(f.games, tradesim.MaxMachineGames), Seed: o.Seed,
		Workers:    o.Workers,
		NewLearner: func() (bettors.Learner, error) { return newTradeLearner(c.Context(), script) },
	})
}

func writeTradeSimulation(w io.Writer, s tradeSimulation) error {
	if err := s.Analysis.WriteText(w); err != nil {
		return err
	}
	for _, study := range s.Studies {
		fmt.Fprintln(w)
		if err := study.WriteText(w); err != nil {
			return err
		}
	}
	return nil
}
