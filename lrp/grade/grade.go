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
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/parallel"
	phrase "github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/auto"
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
	// Prior is AUTO's prior; nil means [auto.DefaultPrior].
	Prior *auto.Prior
	// Blank says how AUTO counts a question without an answer; "" leaves it to the ratings.
	Blank auto.Blank
	// Learn says what AUTO learns from; "" means the points of answers, where the data have any, and
	// totals.
	Learn approach.Learn
	// Decisions are scores that somebody gave to all answers of a group ([ReadDecisions]).
	Decisions []Decision
	// Transductive lets the texts of all respondents count, rated or not, but no ratings other than
	// those given. A note of the result says so.
	Transductive bool
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
	partial      int     // rows without a rating whose points were learned from
	transductive bool    // as in [Options]
	off          float64 // how far predictions are from ratings on average, 0 if that is unknown
	// skipped is how much less a question counts in a rating without an answer, from 0 to 1.
	skipped float64
	model   bool // the predictions are those of a model, see [Predicted]
}

// Row is what is known and predicted about one respondent, in the user's units.
type Row struct {
	ID    string  // the respondent's identifier
	Given float64 // the rating in the data, NaN if there is none
	// Rating is the predicted rating. For a rated respondent it comes from a fit without the given
	// rating, and is NaN if there are too few ratings for that.
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

// CheckKnown returns an error, with the notes on the data, if the data have neither a rating nor a
// graded answer nor a key.
func CheckKnown(ds *datasets.Dataset) error { return checkKnown(ds, approach.LearnGrades) }

func checkKnown(ds *datasets.Dataset, learn approach.Learn) error {
	known := func(r datasets.Respondent) bool {
		return r.Rated() || learn == approach.LearnGrades && r.Scored()
	}
	if ds.HasKey() || slices.ContainsFunc(ds.Respondents, known) {
		return nil
	}
	name, why := ds.Name, ""
	if ds.Table != nil {
		if name = ds.Table.File; ds.Table.NotRated != "" {
			why = " (" + ds.Table.NotRated + ")"
		}
	}
	return datasets.WithNotes(files.New(name, 0, "neither a rating"+why+" nor an acceptable answer",
		"some rows with a rating (ten are a good start) or a key"), ds.Notes)
}

// equal reports whether there are several ratings, all equal.
func (g *grader) equal() bool {
	return len(g.rated) > 1 && !slices.ContainsFunc(g.rated, func(i int) bool {
		return g.ds.Respondents[i].Rating != g.ds.Respondents[g.rated[0]].Rating
	})
}

// Grade predicts the ratings of all respondents without one. It fails if there is nothing to
// learn from.
func Grade(ctx context.Context, ds *datasets.Dataset, o Options) (*Result, error) {
	if err := ds.Validate(); err != nil {
		return nil, err
	}
	learn, err := o.learn(ds)
	if err != nil {
		return nil, datasets.WithNotes(err, ds.Notes)
	}
	if err := checkKnown(ds, learn); err != nil && len(o.Decisions) == 0 {
		return nil, err
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Progress == nil {
		o.Progress = func(string, int, int) {}
	}
	o.Progress("reading answers", 0, 0)
	r := &Result{Data: ds, Scale: ds.Scale}
	r.Warnings = append(r.Warnings, ds.Warnings...)
	r.choosePoints(ds.Points)
	analyzer := r.chooseAnalyzer(o)
	s := decided(ds, o.Decisions)
	g := newGrader(ds, analyzer, learn, s)
	r.partial = len(g.given)
	r.noteLearned(learn, len(o.Decisions), s.answers)
	if g.equal() && !ds.HasKey() && learn == approach.LearnTotals {
		return nil, datasets.WithNotes(fmt.Errorf("%s: found the rating %.6g in all %d rated rows, "+
			"expected different ratings, or a key: there is nothing to learn from", ds.Name,
			ds.Scale.Value(ds.Respondents[g.rated[0]].Rating), len(g.rated)), ds.Notes)
	}
	o.Progress("comparing answers", 0, 0)
	var population [][]*text.Doc
	auto := approach.Auto{Model: auto.Model{Vectors: o.Vectors, Prior: o.Prior, Blank: o.Blank}}
	r.Warnings = append(r.Warnings, auto.DataWarnings(ds)...)
	if r.transductive = o.Transductive; r.transductive {
		r.Notes = append(r.Notes, "transductive: predictions depend on the texts of all respondents "+
			"in the data, those to be rated included")
		if w := approach.TransductiveWarning(len(ds.Respondents)); w != "" {
			r.Warnings = append(r.Warnings, w)
		}
		everybody := make([]int, len(ds.Respondents))
		for i := range everybody {
			everybody[i] = i
		}
		population = g.docs(everybody)
	}
	g.prepare = func(q []*features.Question) (approach.PreparedLearner, error) {
		return auto.Prepare(q, population)
	}
	if g.learner, err = g.prepare(g.corpus.Questions); err != nil {
		return nil, fmt.Errorf("%s: %w", ds.Name, err)
	}
	if err := g.run(ctx, o); err != nil {
		return nil, fmt.Errorf("%s: %w", ds.Name, err)
	}
	r.Notes, r.skipped = append(r.Notes, g.notes...), g.skipped
	r.fill(g)
	return r, ctx.Err()
}

// learn returns what is learned from.
func (o *Options) learn(ds *datasets.Dataset) (approach.Learn, error) {
	switch {
	case len(o.Decisions) == 0:
		return o.Learn.On(ds)
	case o.Learn == approach.LearnTotals:
		return "", fmt.Errorf("%s: found decisions on answers, which are no totals, expected to learn "+
			"from grades (--learn)", ds.Name)
	}
	return approach.LearnGrades, nil
}

// noteLearned says what is learned from, where the data leave a choice.
func (r *Result) noteLearned(learn approach.Learn, decisions, answers int) {
	switch {
	case decisions > 0:
		r.Notes = append(r.Notes, fmt.Sprintf("%s %s to %s; AUTO learns from them, and from points and "+
			"totals in the table", phrase.Count(decisions, "decision"),
			map[bool]string{true: "gives points", false: "give points"}[decisions == 1],
			phrase.Count(answers, "answer")))
	case learn == approach.LearnGrades:
		text := "AUTO learns from the points given for answers and from totals"
		if r.partial > 0 {
			text += fmt.Sprintf("; %s without a total %s points",
				phrase.Count(r.partial, "row"), map[bool]string{true: "has", false: "have"}[r.partial == 1])
		}
		r.Notes = append(r.Notes, text+" (--learn totals leaves the points out)")
	case slices.ContainsFunc(r.Data.Respondents, datasets.Respondent.Scored):
		r.Notes = append(r.Notes, "AUTO learns from totals: the points given for answers are left out")
	}
}

// chooseAnalyzer returns the analyzer and notes why it is another than that for English.
func (r *Result) chooseAnalyzer(o Options) text.Analyzer {
	a := design.Choose(r.Data, o.Analyzer, o.AllWords)
	if a.Foreign != "" {
		r.Notes = append(r.Notes, fmt.Sprintf("the texts look %s: %s", a.Language, a.Description()))
	}
	r.Warnings = append(r.Warnings, a.Warnings...)
	return a.Analyzer
}

// grader predicts respondents by fits to others.
type grader struct {
	ds              *datasets.Dataset
	analyzer        text.Analyzer
	corpus          *design.Corpus // of those who are learned from
	totals, partial []int          // those with a rating, by their place in the corpus, and those without
	prepare         func([]*features.Question) (approach.PreparedLearner, error)
	learner         approach.PreparedLearner // with the whole keys
	given           map[int][]float64        // scores of the unrated who are in the corpus
	rated, unrated  []int                    // respondents
	method          string
	predicted       []approach.Prediction // of the unrated
	checked         []approach.Prediction // of the rated, by fits without them; nil if they are few
	guessed         []float64             // for the rated: the mean of the ratings that such a fit saw
	notes           []string
	skipped         float64 // see [Result]
	warnings        []error
	// sums says that there are decisions, and that ratings are the means of the scores, as far as anybody
	// is rated.
	sums bool
}

// newGrader processes the texts of the respondents who are learned from: those with a rating and, if
// grades are learned from, those with scores alone. Texts of the others are needed once.
func newGrader(
	ds *datasets.Dataset, analyzer text.Analyzer, learn approach.Learn, s scores,
) *grader {
	g, known := &grader{ds: ds, analyzer: analyzer, given: map[int][]float64{}}, *ds
	known.Respondents = nil
	for i, r := range ds.Respondents {
		r.Scores = s.given[i]
		if learn == approach.LearnTotals {
			r.Scores = nil
		}
		if r.Rated() {
			g.rated = append(g.rated, i)
		} else {
			g.unrated = append(g.unrated, i)
			if r.Scored() {
				g.given[i], r.Scores = r.Scores, s.learned[i]
			}
		}
		if r.Rated() || r.Scored() {
			known.Respondents = append(known.Respondents, r)
		}
	}
	g.sums = s.answers > 0 && !slices.ContainsFunc(g.rated, func(i int) bool {
		r := &ds.Respondents[i]
		return r.Scores == nil || !(math.Abs(g.mean(r.Scores, r.Responses, 1)-r.Rating) < 1e-6)
	})
	g.corpus = design.NewCorpus(&known, analyzer)
	g.totals, g.partial = g.corpus.Rated()
	return g
}

// docs processes the texts of respondents.
func (g *grader) docs(respondents []int) [][]*text.Doc {
	cache, rows := text.NewCache(g.analyzer), make([][]*text.Doc, len(respondents))
	for k, i := range respondents {
		for _, r := range g.ds.Respondents[i].Responses {
			rows[k] = append(rows[k], cache.Doc(r))
		}
	}
	return rows
}

// run fits to the whole corpus and, for the trust, without some of the rated at a time. Then it
// predicts the unrated.
func (g *grader) run(ctx context.Context, o Options) error {
	parts := g.parts()
	g.checked = make([]approach.Prediction, len(g.rated))
	g.guessed = make([]float64, len(g.rated))
	if len(parts) == 0 {
		g.checked = nil
	}
	var fitted approach.FittedLearner
	err := doing(ctx, o, "learning", len(parts)+1, func(i int) (err error) {
		if i == 0 {
			fitted, err = g.fit(g.learner, g.corpus.Everyone())
			return err
		}
		return g.check(parts[i-1])
	})
	if err != nil {
		return err
	}
	g.learned(fitted)
	g.predicted = make([]approach.Prediction, len(g.unrated))
	batches := (len(g.unrated) + batchSize - 1) / batchSize
	return doing(ctx, o, "predicting", batches, func(k int) error {
		from, to := k*batchSize, min((k+1)*batchSize, len(g.unrated))
		docs := g.docs(g.unrated[from:to])
		for n, p := range fitted.PredictAll(docs) {
			g.predicted[from+n] = g.completed(fitted, p, docs[n], g.given[g.unrated[from+n]])
		}
		return nil
	})
}

// batchSize is the number of respondents that are predicted at a time.
const batchSize = 64

// doing is [parallel.Do] for a stage of the work.
func doing(ctx context.Context, o Options, stage string, n int, do func(i int) error) error {
	o.Progress(stage, 0, n)
	done := 0
	return parallel.Do(ctx, o.Workers, n, do, func() {
		done++
		o.Progress(stage, done, n)
	})
}

// learned keeps what a fit to the whole corpus says about it.
func (g *grader) learned(fitted approach.FittedLearner) {
	g.warnings = fitted.Warnings()
	g.notes = fitted.Notes()
	g.skipped = 1 - fitted.Unanswered()
}

// fit fits to some of the corpus.
func (g *grader) fit(
	learner approach.PreparedLearner, respondents []int,
) (approach.FittedLearner, error) {
	return learner.Fit(g.corpus.Training(respondents))
}

// check predicts some of the rated respondents, given by their indices in g.rated, from all others in
// the corpus, as people whom the keys do not know.
func (g *grader) check(part []int) error {
	left := make(map[int]bool)
	for _, k := range part {
		left[k] = true
	}
	train, test, mean := slices.Clone(g.partial), []int(nil), 0.0
	for k, i := range g.totals {
		if left[k] {
			test = append(test, i)
			continue
		}
		train = append(train, i)
		mean += g.corpus.Ratings[i]
	}
	slices.Sort(train)
	learner := g.learner
	if c := g.corpus.WithoutAnswersOf(test); c != g.corpus {
		var err error
		if learner, err = g.prepare(c.Questions); err != nil {
			return err
		}
	}
	fitted, err := g.fit(learner, train)
	if err != nil {
		return err
	}
	for n, p := range fitted.PredictAll(g.corpus.Responses(test)) {
		g.checked[part[n]] = p
		g.guessed[part[n]] = mean / float64(len(g.totals)-len(part))
	}
	return nil
}

const (
	// minChecked is the smallest number of rated respondents that errors are estimated from.
	minChecked = 5
	// maxAlone is the number of rated respondents up to which each is left out alone.
	maxAlone = 40
	// maxTenths is the number of rated respondents up to which a tenth is left out at a time.
	maxTenths = 200
)

// parts returns the parts of the rated respondents that are left out in turn, as indices in
// g.rated.
func (g *grader) parts() [][]int {
	n, k := len(g.rated), 0
	switch {
	case n < minChecked:
		return nil
	case n <= maxAlone:
		k, g.method = n, "leave-one-out"
	case n <= maxTenths:
		k, g.method = 10, "10-fold cross-validation"
	default:
		k, g.method = 5, "5-fold cross-validation"
	}
	parts := make([][]int, k)
	for i := range n {
		parts[i%k] = append(parts[i%k], i)
	}
	return parts
}

// completed returns the prediction for a respondent some of whose answers have a given score, in
// place of their grades. If there are decisions, and ratings are the means of scores, the rating of
// a respondent all of whose answers have a score is the mean of these; if nobody is rated, the
// rating of all others is the mean of the grades, as nothing else is known about totals.
func (g *grader) completed(
	f approach.FittedLearner, p approach.Prediction, docs []*text.Doc, given []float64,
) approach.Prediction {
	if p.Grades == nil || given == nil && (!g.sums || len(g.rated) > 0) {
		return p
	}
	grades, responses, open := slices.Clone(p.Grades), make([]string, len(docs)), 0
	for j, d := range docs {
		responses[j] = d.Raw
		switch {
		case given != nil && !math.IsNaN(given[j]):
			grades[j] = given[j]
		case strings.TrimSpace(d.Raw) != "":
			open++
		}
	}
	change := f.RatingOf(grades, docs) - f.RatingOf(p.Grades, docs)
	if g.sums && (open == 0 || len(g.rated) == 0) {
		change = g.mean(grades, responses, f.Unanswered()) - p.Rating
	}
	moved := func(v float64) float64 { return min(max(v+change, 0), 1) }
	x := approach.Prediction{
		Rating: moved(p.Rating), Grades: grades,
		Interval: [2]float64{moved(p.Interval[0]), moved(p.Interval[1])},
	}
	if g.sums && open == 0 {
		x.Interval = [2]float64{x.Rating, x.Rating}
	}
	return x
}

// mean returns the mean of grades by the points of the questions. Those without an answer count by the
// share.
func (g *grader) mean(grades []float64, responses []string, share float64) float64 {
	var sum, all float64
	for j, v := range grades {
		points := 1.0
		if len(g.ds.Points) > j {
			points = g.ds.Points[j]
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
