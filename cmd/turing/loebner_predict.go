package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/seeded"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/approach"
)

type predictFlags struct {
	entries, finalists int
	draws              int
	seed               uint64
	format             string
}

func loebnerPredictCommand() *cobra.Command {
	var f predictFlags
	c := &cobra.Command{
		Use:   "predict DATASET",
		Short: "predict who would be a finalist, and say how well that works",
		Long: `Predict reads a data set of screened entries, as 'turing loebner dataset' makes it,
and predicts each entry's rating from its answers by a model of lrp (approach AUTO) that was trained
on other entries, in a ten-fold cross-validation. It compares the error with that of the constant
best guess, the mean of the others.

Then it draws contests of --entries entries at random and takes for finalists those predicted best.
The share of them that are among those rated best is compared with what the points of the screening
find, and with chance. Entries without a rating are predicted by a model trained on all that have
one, and the finalists among them are named.`,
		Example: `  turing loebner predict simulated.jsonl
  turing loebner predict contests.jsonl --entries 8 --format json`,
		Args:              cli.OneArgument("DATASET"),
		ValidArgsFunction: cli.Files,
		RunE:              func(c *cobra.Command, args []string) error { return f.run(c, args[0]) },
	}
	flags := c.Flags()
	flags.IntVar(&f.entries, "entries", 16, "number of entries in a contest")
	flags.IntVar(&f.finalists, "finalists", 4, "number of its finalists")
	flags.IntVar(&f.draws, "draws", 1000, "number of contests that are drawn")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of all random choices")
	cli.EnumVar(flags, &f.format, "format", "%s", cli.TextOrJSON)
	return c
}

// maxDraws bounds the number of contests that are drawn.
const maxDraws = 1_000_000

// minRated is how many rated entries a cross-validation needs.
const minRated = 10

// finalistStudy is the JSON form of a study of how well finalists are predicted.
type finalistStudy struct {
	Dataset   string        `json:"dataset"`
	Synthetic bool          `json:"synthetic"`
	Rated     int           `json:"rated"`
	RMSE      float64       `json:"rmse"`       // of AUTO
	RMSEGuess float64       `json:"rmse_guess"` // of the constant best guess
	Entries   int           `json:"entries"`
	Finalists int           `json:"finalists"`
	Contests  int           `json:"contests"`
	Found     foundShares   `json:"found"`     // shares of the finalists
	Predicted []predictedOf `json:"predicted"` // the unrated, the best first
}

type foundShares struct {
	Predicted float64  `json:"predicted"`
	Points    *float64 `json:"points"` // null without scores
	Chance    float64  `json:"chance"`
}

type predictedOf struct {
	Entry    string  `json:"entry"`
	Rating   float64 `json:"rating"`
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
	Finalist bool    `json:"finalist"`
}

func (f *predictFlags) run(c *cobra.Command, path string) error {
	switch {
	case f.finalists < 1 || f.entries <= f.finalists:
		return cli.Usagef(
			"--finalists is %d of %d --entries, at least 1 and fewer than the entries are needed",
			f.finalists,
			f.entries,
		)
	case f.draws < 1 || f.draws > maxDraws:
		return cli.Usagef("--draws is %d, a number from 1 to %d is needed", f.draws, maxDraws)
	}
	sets, err := lrp.Load(path)
	if err != nil {
		return err
	}
	if len(sets) != 1 {
		return fmt.Errorf("%s holds %d data sets, one is needed", path, len(sets))
	}
	rated, unrated := sets[0].RatedOnly()
	if len(rated.Respondents) < minRated {
		return fmt.Errorf("%s: found too few rated entries, %d, expected at least %d",
			path, len(rated.Respondents), minRated)
	}
	if len(rated.Respondents) < f.entries {
		return cli.Usagef(
			"--entries is %d, but %s has only %d rated entries",
			f.entries,
			path,
			len(rated.Respondents),
		)
	}
	s, err := f.study(c.Context(), rated)
	if err != nil {
		return err
	}
	if unrated > 0 {
		if s.Predicted, err = f.predict(c.Context(), sets[0]); err != nil {
			return err
		}
	}
	if f.format == "json" {
		return cli.WriteJSON(c.OutOrStdout(), s)
	}
	return s.writeText(cli.Readable(c.OutOrStdout()))
}

// learn ignores the points of a screening: the judges' opinion of an entry is not their sum.
const learn = approach.LearnTotals

// study measures predictions of the rated entries.
func (f *predictFlags) study(ctx context.Context, d *datasets.Dataset) (*finalistStudy, error) {
	approaches, err := lrp.Approaches("CBG", "AUTO")
	if err != nil {
		return nil, err
	}
	report, err := lrp.CrossValidate(ctx, []*datasets.Dataset{d}, lrp.Options{
		Trials: 1, Folds: min(10, len(d.Respondents)), Seed: f.seed, Approaches: approaches,
		Learn: learn})
	if err != nil {
		return nil, err
	}
	s := &finalistStudy{
		Dataset:   d.Name,
		Synthetic: d.Synthetic,
		Rated:     len(d.Respondents),
		Entries:   f.entries,
		Finalists: f.finalists,
		Contests:  f.draws,
		Predicted: []predictedOf{},
	}
	var predicted []float64
	for _, r := range report.Datasets[0].Results {
		switch r.Approach {
		case "AUTO":
			s.RMSE, predicted = r.RMSEPooled, r.HeldOut.Mean
		case "CBG":
			s.RMSEGuess = r.RMSEPooled
		}
	}
	if predicted == nil {
		return nil, fmt.Errorf("%s: found no predictions of AUTO", d.Name)
	}
	ratings, points := make([]float64, len(predicted)), make([]float64, len(predicted))
	scored := true
	for i := range d.Respondents {
		r := &d.Respondents[i]
		ratings[i] = r.Rating
		scored = scored && r.Scores != nil
		for _, v := range r.Scores {
			if !math.IsNaN(v) {
				points[i] += v
			}
		}
	}
	s.Found.Chance = float64(f.finalists) / float64(f.entries)
	s.Found.Predicted = f.found(predicted, ratings)
	if scored {
		v := f.found(points, ratings)
		s.Found.Points = &v
	}
	return s, nil
}

// found returns the mean share of finalists by rating that are finalists by a prediction, over
// contests drawn at random. Ties are broken by chance.
func (f *predictFlags) found(predicted, ratings []float64) float64 {
	hits := 0
	for draw := range f.draws {
		rng := seeded.New(f.seed, "turing/loebner/predict", draw)
		contest := rng.Perm(len(ratings))[:f.entries]
		best := func(values []float64) []int {
			list := slices.Clone(contest)
			rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
			slices.SortStableFunc(list, func(a, b int) int {
				switch {
				case values[a] > values[b]:
					return -1
				case values[a] < values[b]:
					return 1
				}
				return 0
			})
			return list[:f.finalists]
		}
		finalists := best(ratings)
		for _, i := range best(predicted) {
			if slices.Contains(finalists, i) {
				hits++
			}
		}
	}
	return float64(hits) / float64(f.draws*f.finalists)
}

// predict rates the unrated entries with a model trained on the others.
func (f *predictFlags) predict(ctx context.Context, d *datasets.Dataset) ([]predictedOf, error) {
	model, err := lrp.Train(ctx, d, lrp.TrainOptions{Seed: f.seed, Learn: learn})
	if err != nil {
		return nil, err
	}
	var list []predictedOf
	for i := range d.Respondents {
		r := &d.Respondents[i]
		if r.Rated() {
			continue
		}
		p, err := model.Predict(r.Responses)
		if err != nil {
			return nil, err
		}
		list = append(
			list,
			predictedOf{Entry: r.ID, Rating: p.Rating, Low: p.Interval[0], High: p.Interval[1]},
		)
	}
	slices.SortStableFunc(list, func(a, b predictedOf) int {
		return cmp.Compare(b.Rating, a.Rating)
	})
	for i := range list {
		list[i].Finalist = i < f.finalists
	}
	return list, nil
}

func (s *finalistStudy) writeText(out io.Writer) error {
	kind := ""
	if s.Synthetic {
		kind = "SYNTHETIC: "
	}
	fmt.Fprintf(
		out,
		"%s%s has %d rated entries. AUTO predicts the rating of an entry that it has not seen "+
			"with\n"+
			"an RMSE of %.3f; guessing the mean of the others has %.3f (%+.0f%%).\n",
		kind,
		s.Dataset,
		s.Rated,
		s.RMSE,
		s.RMSEGuess,
		100*(s.RMSE/s.RMSEGuess-1),
	)
	fmt.Fprintf(
		out,
		"Of the %d finalists among %d entries, in %d contests drawn at random, are found:\n",
		s.Finalists,
		s.Entries,
		s.Contests,
	)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "  by predicted rating\t%.1f%%\n", 100*s.Found.Predicted)
	if s.Found.Points != nil {
		fmt.Fprintf(w, "  by points of the screening\t%.1f%%\n", 100**s.Found.Points)
	}
	fmt.Fprintf(w, "  by chance\t%.1f%%\n", 100*s.Found.Chance)
	if err := w.Flush(); err != nil {
		return err
	}
	if len(s.Predicted) == 0 {
		return nil
	}
	fmt.Fprintf(out, "\nPredicted for entries without a rating:\n")
	w = tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, p := range s.Predicted {
		state := ""
		if p.Finalist {
			state = "finalist"
		}
		fmt.Fprintf(w, "  %s\t%.3f\t[%.3f, %.3f]\t%s\n", p.Entry, p.Rating, p.Low, p.High, state)
	}
	return w.Flush()
}
