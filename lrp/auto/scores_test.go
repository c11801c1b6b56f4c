package auto

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/suite"
)

// Grades of texts whose scores are known are their mean scores, as far as these are many.
func TestScoresAreLearned(t *testing.T) {
	x := civics(80)
	f := fitTo(t, prepare(t, fixed(), x), x.withScores())
	learned := 0
	for j := range x.questions {
		scores := make(map[string][]float64)
		docs := make(map[string]*text.Doc)
		for i, r := range x.responses {
			scores[r[j].Raw], docs[r[j].Raw] = append(scores[r[j].Raw], x.scores[i][j]), r[j]
		}
		for raw, list := range scores {
			if len(list) < 4 {
				continue
			}
			learned++
			var mean float64
			for _, s := range list {
				mean += s / float64(len(list))
			}
			if got := f.Grade(j, docs[raw]); math.Abs(got-mean) > .1 {
				t.Errorf("question %d, %q: grade %v, expected about %v, the mean of %d scores",
					j, raw, got, mean, len(list))
			}
		}
	}
	if learned < 20 {
		t.Errorf("%d texts are repeated, expected at least 20", learned)
	}
}

// Scores of respondents without a rating make predictions better.
func TestUnratedRespondentsTell(t *testing.T) {
	const rated, train = 15, 75
	x := civics(275)
	p := prepare(t, fixed(), x)
	some := x.scored(0, train)
	some.Ratings = slices.Clone(some.Ratings)
	for i := rated; i < train; i++ {
		some.Ratings[i] = math.NaN()
	}
	a := x.error(fitTo(t, p, x.scored(0, rated)), train)
	b := x.error(fitTo(t, p, some), train)
	c := x.error(fitTo(t, p, x.scored(0, train)), train)
	if b > .85*a || b > 1.1*c {
		t.Errorf("RMSE %.4f by %d rated, %.4f with the scores of %d more, %.4f with their ratings",
			a, rated, b, train-rated, c)
	}
}

// A rating alone says something about answers without scores, though the answers of all others have
// scores.
func TestRatingAmongScores(t *testing.T) {
	x := civics(31)
	r := slices.Clone(x.responses[30])
	for j, word := range []string{"alpha", "beta", "gamma", "delta", "epsilon"} {
		r[j] = x.cache.Doc(word) // nobody else says so
	}
	x.responses[30] = r
	training := x.withScores()
	training.Ratings, training.Scores = slices.Clone(training.Ratings), slices.Clone(training.Scores)
	training.Scores[30] = nil
	p := prepare(t, fixed(), x)
	if b := p.newProblem(training); !slices.Equal(b.observed, []int{30}) {
		t.Fatalf("found the ratings of %v observed, expected that of 30", b.observed)
	}
	var grades [2]float64
	for k, rating := range []float64{.1, .9} {
		training.Ratings[30] = rating
		f := fitTo(t, p, training)
		for j, d := range r[:5] {
			grades[k] += f.Grade(j, d) / 5
		}
	}
	if grades[1] < grades[0]+.2 {
		t.Errorf("answers of a low rating have the mean grade %.3f, of a high one %.3f",
			grades[0], grades[1])
	}
}

// Where nobody is rated, ratings are mean scores. Predictions and intervals are numbers too if
// nobody has all scores.
func TestScoresWithoutTotals(t *testing.T) {
	const train = 24
	x := civics(124)
	p := prepare(t, Model{}, x)
	means := *x
	means.ratings = nil
	for _, list := range x.scores {
		means.ratings = append(means.ratings, stat.Mean(list, nil))
	}
	training := x.scored(0, train)
	training.Ratings = slices.Repeat([]float64{math.NaN()}, train)
	f := fitTo(t, p, training)
	want := fitTo(t, p, means.scored(0, train))
	for _, r := range x.responses[train:] {
		got, want := f.Predict(r, .9), want.Predict(r, .9)
		if got.Rating != want.Rating || got.Low != want.Low || got.High != want.High {
			t.Fatalf("found %+v, with mean scores as ratings %+v", got, want)
		}
	}
	if got, most := means.error(f, train), .6*means.constantError(train); got > most {
		t.Errorf("RMSE %.4f, expected at most %.4f", got, most)
	}
	training.Scores = slices.Clone(training.Scores)
	for i, list := range training.Scores {
		training.Scores[i] = slices.Clone(list)
		training.Scores[i][i%len(list)] = math.NaN()
	}
	for _, n := range []int{train, 1} {
		some := Training{training.Responses[:n], training.Ratings[:n], training.Scores[:n]}
		f := fitTo(t, p, some)
		checkNumbers(t, f, x)
		if most := .6 * means.constantError(train); n == train && means.error(f, train) > most {
			t.Errorf("RMSE %.4f with some scores, expected at most %.4f", means.error(f, train), most)
		}
		checkRestored(t, f, x, some)
	}
}

// checkNumbers checks that predictions and intervals are numbers.
func checkNumbers(t *testing.T, f *Fitted, x *exam) {
	t.Helper()
	for i, r := range x.responses {
		p := f.Predict(r, .9)
		inside := p.Low >= 0 && p.Low <= clip(p.Rating) && clip(p.Rating) <= p.High && p.High <= 1
		if math.IsNaN(p.Rating) || math.Abs(p.Rating-.5) > 1 || !inside {
			t.Fatalf("respondent %d: %v in [%v, %v]", i, p.Rating, p.Low, p.High)
		}
	}
}

// Few ratings among scores, whichever respondents have them, give predictions and intervals that
// are numbers, and a fit that is restored.
func TestFewRatingsAmongScores(t *testing.T) {
	x := civics(90)
	p := prepare(t, Model{}, x)
	for name, c := range map[string]struct {
		n     int
		rated func(i int) bool
	}{
		"one":              {30, func(i int) bool { return i == 4 }},
		"one part":         {30, func(i int) bool { return i%maxParts == 0 }},
		"seven":            {7, func(i int) bool { return i < 6 }},
		"one of many":      {90, func(i int) bool { return i == 4 }},
		"one fold of many": {90, func(i int) bool { return i%scoredFolds == 1 }},
	} {
		t.Run(name, func(t *testing.T) {
			training := x.scored(0, c.n)
			training.Ratings = slices.Clone(training.Ratings)
			for i := range training.Ratings {
				if !c.rated(i) {
					training.Ratings[i] = math.NaN()
				}
			}
			f := fitTo(t, p, training)
			checkNumbers(t, f, x)
			checkRestored(t, f, x, training)
		})
	}
}

// A fit that learned from scores is restored to the bit, with all of them or some.
func TestRestoreWithScores(t *testing.T) {
	x := civics(90)
	for _, n := range []int{0, 1, 30, 90} {
		known := *x
		known.responses, known.ratings, known.scores = x.responses[:n], x.ratings[:n], x.scores[:n]
		for _, of := range []func(*exam) Training{(*exam).withScores, (*exam).mixed} {
			training := of(&known)
			f := fitTo(t, prepare(t, Model{}, x), training)
			if n > 0 && f.totals {
				t.Errorf("%d respondents: scores are ignored", n)
			}
			checkRestored(t, f, x, training)
		}
	}
}

// checkRestored checks that a fit to a training set is the same after it was saved.
func checkRestored(t *testing.T, f *Fitted, x *exam, training Training) {
	t.Helper()
	saved, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	back, err := Model{}.Restore(x.questions, training, saved)
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := json.Marshal(back); string(again) != string(saved) {
		t.Errorf("%d respondents: the saved fit changed", len(training.Ratings))
	}
	other := make([]*text.Doc, len(x.questions))
	for j := range other {
		other[j] = text.English.Doc("something that nobody said")
	}
	for i, r := range append(slices.Clone(x.responses), other) {
		got, want := back.Predict(r, .9), f.Predict(r, .9)
		if got.Rating != want.Rating || got.Low != want.Low || got.High != want.High ||
			!slices.Equal(got.Grades, want.Grades) {
			t.Fatalf("%d respondents, respondent %d: %+v, expected %+v",
				len(training.Ratings), i, got, want)
		}
	}
}

// Scores are ignored if ratings, which have nothing to do with them, predict clearly better alone.
// Such a fit is that to the ratings, and is restored as one.
func TestTotalsAreChosen(t *testing.T) {
	const train = 60
	x := civics(100)
	rng := rand.New(rand.NewPCG(7, 1))
	for _, list := range x.scores {
		for j := range list {
			list[j] = rng.Float64()
		}
	}
	p := prepare(t, Model{}, x)
	f, totals := fitTo(t, p, x.scored(0, train)), fitTo(t, p, x.totals(0, train))
	if !f.totals || totals.totals {
		t.Fatalf("scores are ignored: %v, without any: %v; expected true and false",
			f.totals, totals.totals)
	}
	for i, r := range x.responses {
		got, want := f.Predict(r, .9), totals.Predict(r, .9)
		if got.Rating != want.Rating || got.Low != want.Low || got.High != want.High {
			t.Fatalf("respondent %d: %+v, by ratings alone %+v", i, got, want)
		}
	}
	checkRestored(t, f, x, x.scored(0, train))
}

// Fits are the same to the bit with lists of scores that have none as without scores.
func TestNoScores(t *testing.T) {
	const n = 12
	x := civics(30)
	p := prepare(t, Model{}, x)
	want := fitTo(t, p, x.totals(0, n)).Predict(x.responses[20], .9)
	empty := x.totals(0, n)
	empty.Scores = make([][]float64, n)
	empty.Scores[3] = slices.Repeat([]float64{math.NaN()}, len(x.questions))
	f := fitTo(t, p, empty)
	if got := f.Predict(x.responses[20], .9); got.Rating != want.Rating || got.Low != want.Low || f.totals {
		t.Errorf("found %+v, without scores %+v", got, want)
	}
	checkRestored(t, f, x, empty)
}

// A training set whose scores do not fit is refused, as is a respondent with nothing to learn from.
func TestScoreErrors(t *testing.T) {
	x := civics(3)
	p := prepare(t, Model{}, x)
	nan := math.NaN()
	unknown := slices.Repeat([]float64{nan}, len(x.questions))
	for name, c := range map[string]struct {
		change func(t *Training)
		want   error
	}{
		"lists":            {func(t *Training) { t.Scores = t.Scores[:2] }, errShape},
		"scores":           {func(t *Training) { t.Scores[1] = t.Scores[1][:9] }, errShape},
		"no scores":        {func(t *Training) { t.Scores[1] = []float64{} }, errShape},
		"negative":         {func(t *Training) { t.Scores[1][2] = -.1 }, errRating},
		"large":            {func(t *Training) { t.Scores[1][2] = 1.1 }, errRating},
		"infinite":         {func(t *Training) { t.Scores[1][2] = math.Inf(1) }, errRating},
		"rating":           {func(t *Training) { t.Ratings[1] = -1 }, errRating},
		"neither":          {func(t *Training) { t.Ratings[1], t.Scores[1] = nan, nil }, errRating},
		"neither, by NaNs": {func(t *Training) { t.Ratings[1], t.Scores[1] = nan, unknown }, errRating},
		"nobody":           {func(t *Training) { t.Ratings[1], t.Scores = nan, nil }, errRating},
		"rating alone":     {func(t *Training) { t.Scores[1] = nil }, nil},
		"scores alone":     {func(t *Training) { t.Ratings[1] = nan }, nil},
		"one score alone": {func(t *Training) {
			t.Ratings[1], t.Scores[1] = nan, append([]float64{.5}, unknown[1:]...)
		}, nil},
	} {
		training := x.withScores()
		training.Ratings, training.Scores = slices.Clone(training.Ratings), nil
		for _, list := range x.scores {
			training.Scores = append(training.Scores, slices.Clone(list))
		}
		c.change(&training)
		if _, err := p.Fit(training); !errors.Is(err, c.want) {
			t.Errorf("%s: found %v, expected %v", name, err, c.want)
		}
	}
}

// Scores predict ratings clearly better than ratings alone do, and 90% intervals contain about 90%.
func TestScoresPredictBetter(t *testing.T) {
	const test = 300
	x := civics(300 + test)
	p := prepare(t, Model{}, x)
	sizes := []int{30}
	if suite.Full(t) {
		sizes = append(sizes, 60, 90)
	}
	for _, n := range sizes {
		var squares, scored, inside, all float64
		for start := 0; start < 300; start += 100 {
			f := fitTo(t, p, x.scored(start, start+n))
			squares += math.Pow(x.error(fitTo(t, p, x.totals(start, start+n)), 300), 2)
			scored += math.Pow(x.error(f, 300), 2)
			for i := 300; i < len(x.ratings); i++ {
				if contains(f, x.responses[i], x.ratings[i]) {
					inside++
				}
				all++
			}
		}
		ratio := math.Sqrt(scored / squares)
		t.Logf("%d respondents: RMSE %.4f, %.3f of that by ratings alone, intervals contain %.3f",
			n, math.Sqrt(scored/3), ratio, inside/all)
		if ratio > .93 {
			t.Errorf("%d respondents: RMSE with scores is %.3f of that by ratings alone", n, ratio)
		}
		if share := inside / all; share < .85 || share > .95 {
			t.Errorf("%d respondents: 90%% intervals contain %.3f", n, share)
		}
	}
}

// Scores of more respondents than are fitted exactly are learned from, of all or of some of them.
func TestManyWithScores(t *testing.T) {
	suite.Slow(t, "fits 1,500 respondents")
	const n = 1500
	x := civics(n + 200)
	p := prepare(t, Model{}, x)
	some := x.scored(0, n)
	some.Scores = slices.Clone(some.Scores)
	for i := range n / 2 {
		some.Scores[2*i] = nil
	}
	totals := x.error(fit(t, p, x, n), n)
	for _, training := range []Training{x.scored(0, n), some} {
		f := fitTo(t, p, training)
		if f.totals || f.large == nil {
			t.Errorf("scores are ignored: %v, all respondents are fitted exactly: %v",
				f.totals, f.large == nil)
		}
		checkRestored(t, f, x, training)
		got := x.error(f, n)
		t.Logf("RMSE %.4f with %d lists of scores, %.4f by ratings alone", got, training.complete(), totals)
		if got > .95*totals {
			t.Errorf("RMSE %.4f with %d lists of scores, %.4f by ratings alone",
				got, training.complete(), totals)
		}
	}
}
