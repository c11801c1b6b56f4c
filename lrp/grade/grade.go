package grade

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/auto"
	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/lrp/internal/design"
)

// Options say how [Grade] works. The zero value is recommended.
type Options struct {
	// Analyzer splits texts into words; nil means the one for the texts' language ([text.For]).
	Analyzer *text.Analyzer
	// AllWords keeps the stop words that the analyzer drops.
	AllWords bool
	// Vectors are word vectors; nil means [embed.Default].
	Vectors *embed.Vectors
	// Encoder is the encoder of texts; nil means [embed.Static].
	Encoder *embed.Memory
	// Prior is AUTO's prior; nil means [auto.DefaultPrior].
	Prior *auto.Prior
	// Blank says how AUTO counts a question without an answer; "" leaves it to the ratings.
	Blank auto.Blank
	// Judges are other raters or systems whose grades ([datasets.Respondent].External) count.
	Judges []string
	// Learn says what AUTO learns from; "" means the points of answers, where the data have any,
	// and totals.
	Learn approach.Learn
	// Decisions are scores that somebody gave to all answers of a group ([ReadDecisions]).
	Decisions []Decision
	// Transductive lets the texts of all respondents count, rated or not, but no ratings other than
	// those given. A note of the result says so.
	Transductive bool
	// Seed determines the folds for [Trust].
	Seed uint64
	// Workers is the number of goroutines; 0 means one per processor. Results do not depend on it.
	Workers int
	// Progress, if not nil, is called as work gets done: with what is being done and how much of it
	// is done so far. The total is 0 where it is not known.
	Progress func(stage string, done, total int)
}

// Result is the outcome of [Grade].
type Result struct {
	Data *datasets.Dataset
	// Scale and Points are those of the data. Points are what suggestions are out of, for each
	// question: equal shares if the data have none. If ratings are in [0,1], they are all 1, and
	// the rating is then the mean of the suggestions, not their sum.
	Scale  datasets.Scale
	Points []float64
	Rows   []Row // by respondent
	Trust  Trust // how far to trust the predictions
	// Notes say what was decided, Warnings what to beware of, one sentence each.
	Notes, Warnings []string

	equalShares  bool    // the data have no points
	apart        int     // rows whose suggested points do not add up to the rating
	partial      int     // rows without a rating whose points were learned from
	transductive bool    // as in [Options]
	off          float64 // how far predictions are from ratings on average, 0 if that is unknown
	// skipped is how much less a question counts in a rating without an answer, from 0 to 1.
	skipped float64
	model   bool   // the predictions are those of a model, see [Predicted]
	sealed  string // what the page says about the text that was written
}

// Row is what is known and predicted about one respondent, in the user's units.
type Row struct {
	ID    string  // the respondent's identifier
	Given float64 // the rating in the data, NaN if there is none
	// Rating is the predicted rating. For a rated respondent it comes from a fit without the given
	// rating, and is NaN if there are too few ratings for that, or all are equal.
	Rating float64
	// Low and High are the ends of an interval that holds the rating with a probability of 90%, NaN
	// if there are too few ratings for one.
	Low, High float64
	// Points are the suggested points for each question; nil for rated respondents, and if it is
	// unknown how good single responses are.
	Points []float64
	// First ranks unrated respondents by the width of their intervals: 1 is the widest, where a
	// human's rating is worth most. It is 0 for rated respondents.
	First int
}

// Rated reports whether the data have a rating.
func (r *Row) Rated() bool { return !math.IsNaN(r.Given) }

// Odd reports whether the data's rating is outside the interval predicted from the others. One in
// ten faultless ratings is.
func (r *Row) Odd() bool { return r.Rated() && (r.Given < r.Low || r.Given > r.High) }

// Grade predicts the ratings of all respondents without one. It fails if there is nothing to
// learn from.
func Grade(ctx context.Context, ds *datasets.Dataset, o Options) (*Result, error) {
	o = o.withDefaults()
	o.Progress("reading answers", 0, 0)
	d, err := newData(ds, o)
	if err != nil {
		return nil, err
	}
	if err := d.checkEnough(); err != nil {
		return nil, err
	}
	encoder, err := o.encode(ctx, ds)
	if err != nil {
		return nil, err
	}
	fitted, err := d.fit(o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", ds.Name, err)
	}
	trust, err := d.trust(ctx, o)
	if err != nil {
		return nil, err
	}
	predicted, err := d.predict(ctx, fitted, o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", ds.Name, err)
	}
	if err := encoder.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", ds.Name, err)
	}
	return d.result(fitted, trust, predicted, o), nil
}

func (o Options) withDefaults() Options {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Progress == nil {
		o.Progress = func(string, int, int) {}
	}
	return o
}

// auto returns the learner.
func (o *Options) auto() approach.Auto {
	return approach.Auto{Model: auto.Model{
		Vectors: o.Vectors, Encoder: o.Encoder, Prior: o.Prior, Blank: o.Blank, Judges: o.Judges}}
}

// encode has the encoder encode all texts of a data set in one call.
func (o *Options) encode(ctx context.Context, ds *datasets.Dataset) (*embed.Memory, error) {
	var texts []string
	for _, q := range ds.Questions {
		texts = append(texts, q.Key...)
	}
	for _, r := range ds.Respondents {
		texts = append(texts, r.Responses...)
	}
	m, err := o.auto().Encoder()
	if err == nil {
		err = m.Add(ctx, texts...)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", ds.Name, err)
	}
	return m, nil
}

// fit fits to all who are learned from.
func (d *data) fit(o Options) (approach.FittedLearner, error) {
	o.Progress("comparing answers", 0, 0)
	known := *d.known
	known.Respondents = slices.DeleteFunc(slices.Clone(known.Respondents),
		func(r datasets.Respondent) bool { return !learnedFrom(r) })
	corpus := design.NewCorpus(&known, d.analyzer.Analyzer)
	corpus.AddExternal(slices.DeleteFunc(slices.Clone(d.known.Respondents), learnedFrom), text.NewCache(d.analyzer.Analyzer))
	var population [][]*text.Doc
	if o.Transductive {
		population = d.docs(d.Respondents)
	}
	prepared, err := o.auto().Prepare(corpus.Questions, population)
	if err != nil {
		return nil, err
	}
	o.Progress("learning", 0, 0)
	return prepared.Fit(corpus.Training(corpus.Everyone()))
}

// trust predicts the rated respondents by fits that have not seen their ratings, unless all are
// equal.
func (d *data) trust(ctx context.Context, o Options) (*experiment.Trust, error) {
	if d.equal() {
		return &experiment.Trust{}, nil
	}
	a := approach.Approach{Name: "AUTO", Method: approach.Learning{Learner: o.auto()}}
	return experiment.MeasureTrust(ctx, d.known, a, experiment.Options{
		Seed: o.Seed, Analyzer: &d.analyzer.Analyzer, Transductive: o.Transductive, Predictions: true,
		Workers: o.Workers, Progress: func(done, total int) { o.Progress("checking", done, total) },
	})
}

// batchSize is the number of respondents that are predicted at a time.
const batchSize = 64

// predict predicts the unrated respondents.
func (d *data) predict(
	ctx context.Context, f approach.FittedLearner, o Options,
) ([]approach.Prediction, error) {
	list := make([]approach.Prediction, len(d.unrated))
	done, batches := 0, (len(list)+batchSize-1)/batchSize
	o.Progress("predicting", 0, batches)
	err := parallel.Do(ctx, o.Workers, batches, func(k int) error {
		from := k * batchSize
		batch := d.unrated[from:min(from+batchSize, len(list))]
		docs := d.docs(numbers.At(d.Respondents, batch))
		for n, p := range f.PredictAll(docs) {
			list[from+n] = d.completed(f, p, docs[n], d.kept(batch[n]))
		}
		return nil
	}, func() {
		done++
		o.Progress("predicting", done, batches)
	})
	return list, err
}

// docs processes the texts of respondents.
func (d *data) docs(respondents []datasets.Respondent) [][]*text.Doc {
	cache, rows := text.NewCache(d.analyzer.Analyzer), make([][]*text.Doc, len(respondents))
	for k, r := range respondents {
		for _, response := range r.Responses {
			rows[k] = append(rows[k], cache.Doc(response))
		}
	}
	return rows
}

// completed returns the prediction for a respondent some of whose answers have a given score, in
// place of their grades. If there are decisions, and ratings are the means of scores, the rating of
// a respondent all of whose answers have a score is the mean of these; if nobody is rated, the
// rating of all others is the mean of the grades, as nothing else is known about totals.
func (d *data) completed(
	f approach.FittedLearner, p approach.Prediction, docs []*text.Doc, given []float64,
) approach.Prediction {
	if p.Grades == nil || given == nil && (!d.sums || len(d.rated) > 0) {
		return p
	}
	grades := slices.Clone(p.Grades)
	responses := make([]string, len(docs))
	open := 0
	for j, doc := range docs {
		responses[j] = doc.Raw
		switch {
		case given != nil && !math.IsNaN(given[j]):
			grades[j] = given[j]
		case strings.TrimSpace(doc.Raw) != "":
			open++
		}
	}
	change := f.RatingOf(grades, docs) - f.RatingOf(p.Grades, docs)
	if d.sums && (open == 0 || len(d.rated) == 0) {
		change = d.mean(grades, responses, f.Unanswered()) - p.Rating
	}
	moved := func(v float64) float64 { return min(max(v+change, 0), 1) }
	x := approach.Prediction{
		Rating: moved(p.Rating), Grades: grades,
		Interval: [2]float64{moved(p.Interval[0]), moved(p.Interval[1])},
	}
	if d.sums && open == 0 {
		x.Interval = [2]float64{x.Rating, x.Rating}
	}
	return x
}

// mean returns the mean of grades by the points of the questions. Those without an answer count by
// the share.
func (d *data) mean(grades []float64, responses []string, share float64) float64 {
	var sum, all float64
	for j, v := range grades {
		points := 1.0
		if len(d.Points) > j {
			points = d.Points[j]
		}
		if strings.TrimSpace(responses[j]) == "" {
			if points *= share; math.IsNaN(v) {
				v = 0
			}
		}
		sum, all = sum+points*v, all+points
	}
	if all == 0 {
		return 0
	}
	return sum / all
}
