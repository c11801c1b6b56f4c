package lrp

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/internal/lrptest"
	"github.com/luna-rating/luna/regress"
)

// civics is a synthetic exam with n rated respondents.
func civics(n int, seed uint64) *datasets.Dataset {
	return lrptest.Civics(n, seed)
}

func train(t testing.TB, ds *datasets.Dataset, o TrainOptions) *Model {
	t.Helper()
	m, err := Train(context.Background(), ds, o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func written(t testing.TB, m *Model) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := m.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// models has one small model of each kind.
var models = []struct {
	approach  string
	regressor regress.Regressor
}{
	{"AUTO", nil},
	{"CBG", nil},
	{"COM", regress.OLS{}},
	{"BOW", regress.NewLasso()},
	{"CNG", regress.KernelRidge{}},
	{"SNL", regress.GP{}},
}

// TestModelRoundTrip checks that a model that was read predicts the same to the bit and is written
// as the same bytes, and that training twice gives the same file.
func TestModelRoundTrip(t *testing.T) {
	ds, others := civics(40, 3), civics(30, 9)
	for _, c := range models {
		o := TrainOptions{Approach: c.approach, Regressor: c.regressor, Seed: 1}
		m := train(t, ds, o)
		file := written(t, m)
		if again := written(t, train(t, ds, o)); !bytes.Equal(file, again) {
			t.Errorf("%s: trained twice, two files", c.approach)
		}
		back, err := ReadModel(bytes.NewReader(file), "m", Parts{})
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(written(t, back), file) {
			t.Errorf("%s: the file changed", c.approach)
		}
		for i, r := range others.Respondents {
			want, err := m.Predict(r.Responses)
			if err != nil {
				t.Fatal(err)
			}
			got, err := back.Predict(r.Responses)
			if err != nil || fmt.Sprint(got) != fmt.Sprint(want) || got.Rating != want.Rating {
				t.Fatalf("%s, respondent %d: %v (%v), expected %v", c.approach, i, got, err, want)
			}
			for range 2 { // remembered or not
				if rating, _ := back.Rating(r.Responses); rating != want.Rating {
					t.Fatalf(
						"%s, respondent %d: Rating is %v, Predict says %v", c.approach, i, rating,
						want.Rating,
					)
				}
			}
		}
	}
}

// TestModelPredictsAsEvaluation checks that a model and an evaluation with the same training part
// predict the same.
func TestModelPredictsAsEvaluation(t *testing.T) {
	ds := civics(50, 3)
	splitter, err := datasets.NewSplitter(len(ds.Respondents), .8, 1)
	if err != nil {
		t.Fatal(err)
	}
	split := splitter.Split(0)
	training := *ds
	training.Respondents = nil
	for _, i := range split.Train {
		training.Respondents = append(training.Respondents, ds.Respondents[i])
	}
	for _, c := range models {
		if c.approach == "CBG" {
			continue
		}
		m := train(
			t, &training, TrainOptions{Approach: c.approach, Regressor: c.regressor, Folds: -1},
		)
		a, err := Approaches(c.approach)
		if err != nil {
			t.Fatal(err)
		}
		o := Options{
			Seed:       1,
			Trials:     1,
			Approaches: a,
			Regressors: []regress.Regressor{c.regressor},
		}
		report, err := Evaluate(context.Background(), []*datasets.Dataset{ds}, o)
		if err != nil {
			t.Fatal(err)
		}
		predicted := report.Datasets[0].Results[0].HeldOut.Mean
		for _, i := range split.Test {
			got, err := m.Rating(ds.Respondents[i].Responses)
			if err != nil || math.Abs(got-predicted[i]) > 1e-8 {
				t.Errorf("%s, respondent %d: %v (%v), the evaluation predicts %v",
					c.approach, i, got, err, predicted[i])
			}
		}
	}
}

// TestModelWithoutRespondents checks that AUTO predicts from key and prior with nobody rated.
func TestModelWithoutRespondents(t *testing.T) {
	ds := civics(30, 3)
	for i := range ds.Respondents {
		ds.Respondents[i].Rating = math.NaN()
	}
	m := train(t, ds, TrainOptions{Learn: approach.LearnTotals})
	if w := m.Info().Warnings; len(w) != 1 ||
		!strings.Contains(w[0], "30 of 30 respondents have no rating") {
		t.Errorf("warnings %q", w)
	}
	back, err := ReadModel(bytes.NewReader(written(t, m)), "m", Parts{})
	if err != nil {
		t.Fatal(err)
	}
	perfect, blank := make([]string, len(ds.Questions)), make([]string, len(ds.Questions))
	for j, q := range ds.Questions {
		perfect[j] = q.Key[0]
	}
	high, _ := back.Rating(perfect)
	low, _ := back.Rating(blank)
	if high < low+.4 {
		t.Errorf("all right is rated %v, no answer %v", high, low)
	}
	if _, err := Train(context.Background(), ds, TrainOptions{Approach: "BOW"}); err == nil ||
		!strings.Contains(err.Error(), "found 0 rated") {
		t.Errorf("BOW without respondents: %v", err)
	}
}

// TestExplanationAddsUp checks that the effects add up to the rating for every kind of model.
func TestExplanationAddsUp(t *testing.T) {
	ds, others := civics(40, 3), civics(6, 9)
	whole := 0.0
	for _, c := range append(slices.Clip(models), []struct {
		approach  string
		regressor regress.Regressor
	}{{"BOW", regress.Ridge{}}, {"COM", regress.NewLasso()}}...) {
		m := train(t, ds, TrainOptions{Approach: c.approach, Regressor: c.regressor, Folds: -1})
		for i, r := range others.Respondents {
			e, err := m.Explain(r.Responses)
			if err != nil {
				t.Fatal(err)
			}
			rating, _ := m.Rating(r.Responses)
			sum := e.Base + e.Whole + e.Cut
			if whole += math.Abs(e.Whole); c.approach != "AUTO" && e.Whole != 0 {
				t.Errorf("%s: the responses as a whole add %v", c.approach, e.Whole)
			}
			for j, q := range e.Questions {
				sum += q.Effect
				if q.ID != ds.Questions[j].ID || q.Response != r.Responses[j] {
					t.Errorf("%s: question %q, response %q", c.approach, q.ID, q.Response)
				}
			}
			if e.Rating != rating || math.Abs(sum-rating) > 1e-9 {
				t.Errorf(
					"%s, respondent %d: the parts come to %v, the rating is %v", c.approach, i, sum,
					rating,
				)
			}
			unclipped := m.predictor.Rating(m.parts(r.Responses))
			if inside := unclipped > 0 && unclipped < 1; inside && e.Cut != 0 {
				t.Errorf("%s, respondent %d: a cut of %v at %v", c.approach, i, e.Cut, unclipped)
			}
		}
	}
	if whole == 0 {
		t.Error("the responses as a whole add nothing to AUTO's ratings")
	}
}

// TestModelDamaged checks that a file is refused whichever byte is changed.
func TestModelDamaged(t *testing.T) {
	file := written(t, train(t, civics(12, 3), TrainOptions{Approach: "BOW"}))
	for i := range file {
		damaged := bytes.Clone(file)
		damaged[i] ^= 1 << (i % 8)
		if _, err := ReadModel(bytes.NewReader(damaged), "m", Parts{}); !errors.Is(
			err, ErrModelFile,
		) {
			t.Fatalf("byte %d of %d changed: found %v, expected ErrModelFile", i, len(file), err)
		}
	}
	for _, n := range []int{0, 1, len(file) / 2, len(file) - 1} {
		if _, err := ReadModel(bytes.NewReader(file[:n]), "m", Parts{}); !errors.Is(
			err, ErrModelFile,
		) {
			t.Errorf("%d of %d bytes: found %v, expected ErrModelFile", n, len(file), err)
		}
	}
}

// signed returns a file with the given lines and a valid digest.
func signed(lines []string) []byte {
	content := strings.Join(lines[:4], "\n") + "\n"
	sum := sha256.Sum256([]byte(content))
	return fmt.Appendf([]byte(content), "{\"sha256\":%q}\n", hex.EncodeToString(sum[:]))
}

// TestModelHostile checks that a file with a valid digest is not trusted.
func TestModelHostile(t *testing.T) {
	for _, c := range []struct{ approach, old, new, want string }{
		{"BOW", `"format":"lrp-model"`, `"format":"lrp-dataset"`, "m:1: cannot be used as a model: found no head"},
		{"BOW", `"version":2`, `"version":3`, "newer program"},
		{"BOW", `"version":2`, `"version":0.5`, "version 0.5"},
		{"BOW", `"tool":`, `"extra":1,"tool":`, `unknown field "extra"`},
		{"BOW", `"approach":"BOW"`, `"approach":"BOW"}{"a":"b"`, "m:1:"},
		{"BOW", `"features":["BOW"]`, `"features":["XYZ"]`, `feature "XYZ"`},
		{"BOW", `"features":["BOW"]`, `"features":["BOW","BOW"]`, "there twice"},
		{"BOW", `"features":["BOW"]`, `"features":["BIG"]`, "other columns"},
		{"BOW", `"analyzer":"english"`, `"analyzer":"latin"`, `analyzer "latin"`},
		{"BOW", `"respondents":12`, `"respondents":13`, "m:3: "},
		{"BOW", `"questions":10`, `"questions":11`, "m:2: "},
		{"BOW", `"responses":[[0,`, `"responses":[[99,`, "found text 99"},
		{"BOW", `"responses":[[0,`, `"responses":[[-1,`, "found text -1"},
		{"BOW", `"ratings":[`, `"ratings":[7,`, "m:3: "},
		{"BOW", `"kind":"linear"`, `"kind":"cubic"`, "m:4: "},
		{"BOW", `"mean":[`, `"mean":[0,`, "found means of"},
		{"BOW", `"coef":[`, `"coef":[0,`, "m:4: "},
		{"BOW", `"probe":[`, `"probe":[9,`, "found a probe of"},
		{"BOW", `"probe":[0.`, `"probe":[5.`, "expected 5."},
		{"AUTO", `"sha256":"`, `"sha256":"0`, "m:4: "}, // of the training part: harmless, then the resources'
		{"AUTO", `"learner":{`, `"learner":{"x":1,`, `unknown field "x"`},
		{"AUTO", `"Noise":`, `"Noise":-`, "hyper-parameter -"},
		{"CBG", `"constant":0`, `"constant":5`, "found the constant 5"},
		{"CBG", `"constant":`, `"learner":`, "nothing learned of the kind"},
	} {
		if c.approach == "AUTO" && strings.HasPrefix(c.old, `"sha256"`) {
			continue
		}
		file := string(
			written(t, train(t, civics(12, 3), TrainOptions{Approach: c.approach, Folds: -1})),
		)
		if !strings.Contains(file, c.old) {
			t.Fatalf("%s: no %s in the file", c.approach, c.old)
		}
		_, err := ReadModel(
			bytes.NewReader(signed(strings.Split(strings.Replace(file, c.old, c.new, 1), "\n"))),
			"m", Parts{},
		)
		if !errors.Is(err, ErrModelFile) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s with %s: found %v, expected %q", c.approach, c.new, err, c.want)
		}
	}
}

// TestModelOfOwnParts checks that a model of other parts needs these parts to be read.
func TestModelOfOwnParts(t *testing.T) {
	length := features.KeySimilarity("LEN", "ratio of lengths", func(a, b *text.Doc) float64 {
		return min(
			float64(len(a.Words)), float64(len(b.Words)),
		) / max(
			1, float64(len(a.Words)), float64(len(b.Words)),
		)
	})
	own := Parts{Extractors: []features.Extractor{length, features.BOW}}
	m := train(t, civics(20, 3), TrainOptions{Approach: "ALL", Parts: own})
	file := written(t, m)
	if _, err := ReadModel(bytes.NewReader(file), "m", own); err != nil {
		t.Error(err)
	}
	if _, err := ReadModel(bytes.NewReader(file), "m", Parts{}); err == nil ||
		!strings.Contains(err.Error(), `feature "LEN"`) {
		t.Errorf("without the feature: %v", err)
	}
}
