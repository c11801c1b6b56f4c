package grade

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/auto"
	"github.com/luna-rating/luna/lrp/internal/lrptest"
)

// exam returns an exam out of 20 points with ratings of the first respondents, and all ratings in
// points.
func exam(n, rated int) (*datasets.Dataset, []float64) {
	ds := lrptest.Civics(n, 5)
	ds.Scale, ds.Points, ds.Warnings = datasets.Scale{Full: 20}, nil, nil
	truth := make([]float64, n)
	for i := range ds.Respondents {
		r := &ds.Respondents[i]
		r.Scores = nil
		r.Rating = math.Round(40*r.Rating) / 40 // half points
		truth[i] = ds.Scale.Value(r.Rating)
		if i >= rated {
			r.Rating = math.NaN()
		}
	}
	return ds, truth
}

func grade(t *testing.T, ds *datasets.Dataset, o Options) *Result {
	t.Helper()
	r, err := Grade(context.Background(), ds, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestGrade compares predictions with those of a model that lrp.Train makes, and with the ratings.
func TestGrade(t *testing.T) {
	ds, truth := exam(40, 25)
	r := grade(t, ds, Options{Workers: 3})
	m, err := lrp.Train(context.Background(), ds, lrp.TrainOptions{Folds: -1})
	if err != nil {
		t.Fatal(err)
	}
	var off, spread float64
	held := 0
	for i, row := range r.Rows {
		if row.ID != ds.Respondents[i].ID || row.Rated() != (i < 25) {
			t.Fatalf("row %d is of %s, rated %v", i, row.ID, row.Rated())
		}
		if row.Rated() {
			if row.Given != truth[i] || row.Points != nil || row.First != 0 {
				t.Errorf("row %d: %+v", i, row)
			}
			continue
		}
		want, err := m.Predict(ds.Respondents[i].Responses)
		if err != nil {
			t.Fatal(err)
		}
		for k, v := range []float64{row.Rating, row.Low, row.High} {
			w := 20 * []float64{want.Rating, want.Interval[0], want.Interval[1]}[k]
			if math.Abs(v-w) > 0.02 {
				t.Errorf("row %d: %v, the model says %v", i, v, w)
			}
		}
		off += math.Abs(row.Rating-truth[i]) / 15
		spread += math.Abs(truth[i]-14) / 15
		if row.Low <= truth[i] && truth[i] <= row.High {
			held++
		}
	}
	if off > 0.7*spread || held < 11 {
		t.Errorf("off by %v, spread %v, %d of 15 held", off, spread, held)
	}
	if again := grade(t, ds, Options{Workers: 1}); !reflect.DeepEqual(bare(r), bare(again)) {
		t.Error("the result depends on the number of goroutines")
	}
}

// TestWorkersDoNotMatter is a small exam, for the race detector.
//
//luna:race
func TestWorkersDoNotMatter(t *testing.T) {
	ds, _ := exam(16, 10)
	one, three := grade(t, ds, Options{Workers: 1}), grade(t, ds, Options{Workers: 3})
	if !reflect.DeepEqual(bare(one), bare(three)) {
		t.Error("the result depends on the number of goroutines")
	}
}

// bare returns the rows without NaN, which is not equal to itself.
func bare(r *Result) []Row {
	rows := slices.Clone(r.Rows)
	for i := range rows {
		if math.IsNaN(rows[i].Given) {
			rows[i].Given = -1
		}
	}
	return rows
}

// TestCheckedApart checks that the prediction of a rated respondent is that of a run in which its
// rating is missing, and the errors those of these predictions.
func TestCheckedApart(t *testing.T) {
	suite.Slow(t, "fits many models")
	ds, _ := exam(20, 15)
	r := grade(t, ds, Options{})
	for _, left := range []int{0, 7, 14} {
		rating := ds.Respondents[left].Rating
		ds.Respondents[left].Rating = math.NaN()
		without := grade(t, ds, Options{}).Rows[left]
		ds.Respondents[left].Rating = rating
		if with := r.Rows[left]; math.Abs(with.Rating-without.Rating) > 1e-7 ||
			math.Abs(with.Low-without.Low) > 1e-7 || math.Abs(with.High-without.High) > 1e-7 {
			t.Errorf("respondent %d: %+v, left out %+v", left, with, without)
		}
	}
	var squares, absolute, guesses, sum float64
	held := 0
	for _, row := range r.Rows[:15] {
		sum += row.Given
	}
	for _, row := range r.Rows[:15] {
		squares += (row.Rating - row.Given) * (row.Rating - row.Given)
		absolute += math.Abs(row.Rating - row.Given)
		guesses += math.Abs((sum-row.Given)/14 - row.Given)
		if row.Given >= row.Low && row.Given <= row.High {
			held++
		}
	}
	tr := r.Trust
	for k, pair := range [][2]float64{
		{tr.RMSE, math.Sqrt(squares / 15)}, {tr.MAE, absolute / 15}, {tr.GuessMAE, guesses / 15},
		{float64(tr.Held), float64(held)},
	} {
		if math.Abs(pair[0]-pair[1]) > 1e-9 {
			t.Errorf("figure %d is %v, expected %v", k, pair[0], pair[1])
		}
	}
	if tr.Method != "leave-one-out" ||
		!strings.HasPrefix(tr.String(), "Expect to be off by about ") ||
		!strings.Contains(tr.String(), " of 20 points; guessing the mean for everybody would be off") {
		t.Errorf("%s: %s", tr.Method, tr)
	}
}

// TestScales checks that other units change the numbers and nothing else.
func TestScales(t *testing.T) {
	ds, _ := exam(14, 8)
	points := grade(t, ds, Options{})
	ds.Scale = datasets.Scale{}
	unit := grade(t, ds, Options{})
	ds.Scale = datasets.Scale{Zero: -3, Full: 3}
	signed := grade(t, ds, Options{})
	apart := map[*Result]int{}
	for i, row := range unit.Rows {
		if math.Abs(20*row.Rating-points.Rows[i].Rating) > 1e-9 ||
			math.Abs(6*row.High-3-signed.Rows[i].High) > 1e-9 {
			t.Errorf("%+v in points %+v, signed %+v", row, points.Rows[i], signed.Rows[i])
		}
		for _, r := range []*Result{unit, signed} { // grades, whose mean is the rating
			if p := r.Rows[i].Points; p != nil {
				sum := 0.0
				for _, v := range p {
					sum += v
				}
				if math.Abs(sum/float64(len(p))-row.Rating) > 1e-6 {
					apart[r]++ // its grades are all sure
				}
			}
		}
	}
	for r, n := range apart {
		if n != r.apart || n > 1 {
			t.Errorf("grades of %d rows have another mean than the rating, %d are known", n, r.apart)
		}
	}
	for r, want := range map[*Result]string{
		points: " of 20 points;", unit: " on the scale from 0 to 1;",
		signed: " on the scale from -3 to 3;",
	} {
		if !strings.Contains(r.Trust.String(), want) {
			t.Errorf("%s lacks %q", r.Trust, want)
		}
	}
}

// TestUnanswered checks the suggested points where ratings are means over the answered questions.
func TestUnanswered(t *testing.T) {
	suite.Slow(t, "fits many models")
	ds, _ := exam(60, 40)
	scored := lrptest.Civics(60, 5)
	for i := range ds.Respondents {
		r := &ds.Respondents[i]
		var sum, answered float64
		for j, score := range scored.Respondents[i].Scores {
			if (3*i+j)%(3+i%3) == 0 {
				r.Responses[j] = ""
				continue
			}
			sum += score
			answered++
		}
		if r.Rated() {
			r.Rating = sum / answered
		}
	}
	r := grade(t, ds, Options{})
	if !slices.Contains(r.Notes, "the given ratings fit better if questions without an answer do "+
		"not count; is that so? --blank zero, ignore or text decides otherwise") {
		t.Fatalf("notes %q", r.Notes)
	}
	if given := grade(t, ds, Options{Blank: auto.BlankIgnore}); len(given.Notes) > 0 {
		t.Errorf("notes %q on what was given", given.Notes)
	}
	for i, row := range r.Rows {
		if row.Points == nil {
			continue
		}
		var sum, counted float64
		for j, p := range row.Points {
			if sum += p; ds.Respondents[i].Responses[j] != "" {
				counted += r.Points[j]
			} else if p != 0 {
				t.Errorf("row %d: %v points for no answer", i, p)
			}
		}
		if math.Abs(sum/counted-row.Rating/20) > 1e-6 {
			t.Errorf("row %d: %v of %v points, rating %v of 20", i, sum, counted, row.Rating)
		}
	}
	var page strings.Builder
	if err := r.WriteHTML(&page, "exam.csv"); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(page.String(), "the same share of the points that count") {
		t.Error("the page does not say what suggested points add up to")
	}
}

func TestWarnings(t *testing.T) {
	has := func(name string, r *Result, want string) {
		t.Helper()
		if !strings.Contains(strings.Join(r.Warnings, "\n"), want) {
			t.Errorf("%s: warnings %q lack %q", name, r.Warnings, want)
		}
	}
	ds, _ := exam(12, 0)
	r := grade(t, ds, Options{})
	has("none rated", r, "no row is rated: check the level")
	if r.Trust.estimated() || !strings.Contains(r.Trust.String(), "from the key alone") {
		t.Errorf("none rated: %s", r.Trust)
	}
	for j := range ds.Questions {
		ds.Questions[j].Key = nil
	}
	_, err := Grade(context.Background(), ds, Options{})
	if err == nil || !strings.Contains(err.Error(), "neither a rating nor an acceptable answer") {
		t.Errorf("neither rated nor keyed: %v", err)
	}
	ds, _ = exam(12, 3)
	r = grade(t, ds, Options{})
	has("three rated", r, "only 3 of 12 rows are rated")
	if r.Trust.estimated() || !math.IsNaN(r.Rows[0].Rating) || r.Rows[0].Odd() {
		t.Errorf("three rated: %s, %+v", r.Trust, r.Rows[0])
	}
	ds, _ = exam(12, 12)
	if r = grade(t, ds, Options{}); len(r.Warnings) != 0 || len(r.ranked()) != 0 {
		t.Errorf("all rated: %q", r.Warnings)
	}
	for i := range ds.Respondents[:11] {
		ds.Respondents[i].Rating = 0.5
	}
	ds.Respondents[11].Rating = math.NaN()
	r = grade(t, ds, Options{})
	if r.Trust.estimated() || !strings.HasPrefix(r.Trust.String(), "All 11 given ratings are equal:") {
		t.Errorf("all equal: %s", r.Trust)
	}
	keys := ds.Questions
	ds.Questions, ds.Notes = slices.Clone(keys), []string{"totals in column Sum"}
	for j := range ds.Questions {
		ds.Questions[j].Key = nil
	}
	_, err = Grade(context.Background(), ds, Options{})
	noted := (*datasets.NotedError)(nil)
	if !errors.As(err, &noted) || noted.Notes[0] != ds.Notes[0] ||
		!strings.Contains(err.Error(), "found the rating 10 in all 11 rated rows") {
		t.Errorf("all equal without a key: %v", err)
	}
	ds.Questions, ds.Notes = keys, nil
	// Ratings that say nothing about the responses.
	for i := range ds.Respondents[:11] {
		ds.Respondents[i].Rating = float64(i*7%11) / 10
	}
	r = grade(t, ds, Options{})
	has("chance", r, "no better than guessing the mean")
	if !r.Trust.useless() {
		t.Errorf("chance: %s", r.Trust)
	}
	ds.Name = ""
	ds.Questions = nil
	if _, err := Grade(context.Background(), ds, Options{}); err == nil {
		t.Error("no questions: no error")
	}
}

// TestLanguages checks that stop words are chosen by the language unless an analyzer is given.
func TestLanguages(t *testing.T) {
	ds, _ := exam(8, 6)
	if r := grade(t, ds, Options{}); len(r.Notes) != 0 {
		t.Errorf("notes on English texts: %q", r.Notes)
	}
	for i := range ds.Respondents {
		for j := range ds.Questions {
			ds.Respondents[i].Responses[j] = "das ist nicht der Präsident und auch nicht die Frau"
		}
	}
	for j := range ds.Questions {
		ds.Questions[j] = datasets.Question{ID: ds.Questions[j].ID}
	}
	r := grade(t, ds, Options{})
	const note = "the texts look German: all words are kept, and what is known of English"
	if len(r.Notes) != 1 || !strings.HasPrefix(r.Notes[0], note) {
		t.Errorf("notes %q", r.Notes)
	}
	r = grade(t, ds, Options{Analyzer: &text.English})
	if len(r.Notes) != 0 || !strings.Contains(strings.Join(r.Warnings, ""), "look German, but") {
		t.Errorf("notes %q, warnings %q", r.Notes, r.Warnings)
	}
}

//luna:race
func TestCanceled(t *testing.T) {
	ds, _ := exam(12, 8)
	ctx, cancel := context.WithCancel(context.Background())
	var stages []string
	_, err := Grade(ctx, ds, Options{Workers: 1, Progress: func(stage string, done, total int) {
		if stages = append(stages, fmt.Sprintf("%s %d/%d", stage, done, total)); done == 1 {
			cancel()
		}
	}})
	want := "[reading answers 0/0 comparing answers 0/0 learning 0/0 checking 1/8]"
	if got := fmt.Sprint(stages); !errors.Is(err, context.Canceled) || got != want {
		t.Errorf("%v after %s, expected %s", err, got, want)
	}
}
