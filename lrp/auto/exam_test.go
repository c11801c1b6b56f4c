package auto

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

// drawnExam draws grades with these parameters from a single cue, which is uniform in [0,1].
func drawnExam(rng *rand.Rand, name string, intercept, weight float64, responses int) *Exam {
	e := &Exam{about: PriorExam{Name: name}, cues: []string{"share"}, questions: 4}
	for i := range responses {
		z := rng.Float64()
		r := gradedRow{x: []float64{1, z}, question: i % 4}
		if rng.Float64() < sigmoid(intercept+weight*z) {
			r.grade = 1
		}
		e.rows = append(e.rows, r)
		e.sum, e.count = e.sum+r.grade, e.count+1
	}
	return e
}

// Exams whose weights were drawn from a distribution give its mean and variance back, however
// different their sizes are.
func TestPriorFromExams(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var exams []*Exam
	var weights []float64
	for i := range 60 {
		w := 2 + 1.5*rng.NormFloat64()
		weights = append(weights, w)
		exams = append(exams, drawnExam(rng, fmt.Sprint(i), -1, w, 400+4000*(i%2)))
	}
	p, err := LearnPrior("drawn", exams...)
	if err != nil {
		t.Fatal(err)
	}
	var mean, variance float64
	for _, w := range weights {
		mean += w / 60
	}
	for _, w := range weights {
		variance += (w - mean) * (w - mean) / 60
	}
	if math.Abs(p.Weights["share"]-mean) > .15 {
		t.Errorf("weight %v, expected %v", p.Weights["share"], mean)
	}
	if v := p.Between["share"]; math.Abs(v/variance-1) > .25 {
		t.Errorf("variance %v, expected %v", v, variance)
	}
	if v := p.Between[interceptName]; v > .5 {
		t.Errorf("variance %v of the intercept, which all exams have in common", v)
	}
	if len(p.Exams) != 60 || p.Exams[7].Name != "7" {
		t.Errorf("recorded %d exams", len(p.Exams))
	}
}

// Few exams hardly say how much they differ: the variance stays near the prior guess.
func TestPriorFromTwoExams(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	p, err := LearnPrior("drawn", drawnExam(rng, "a", 0, 2, 3000),
		drawnExam(rng, "b", 0, 2, 3000))
	if err != nil {
		t.Fatal(err)
	}
	if v := p.Between["share"]; v < 1 || v > 4 {
		t.Errorf("variance %v between equal exams, expected 1 to 4", v)
	}
}

// Grades that a cue separates perfectly lead Newton's method away from the mode, unless it halves
// its steps.
func TestPriorOfSeparatedGrades(t *testing.T) {
	e := &Exam{cues: []string{"share"}, questions: 1}
	for i := range 1000 {
		r := gradedRow{x: []float64{1, float64(i % 2)}, grade: float64(i % 2)}
		e.rows, e.sum, e.count = append(e.rows, r), e.sum+r.grade, e.count+1
	}
	for _, exams := range [][]*Exam{{e}, {e, e, e}} {
		p, err := LearnPrior("separated", exams...)
		if err != nil || !(p.Weights["share"] > 3) || p.check() != nil {
			t.Errorf("%d exams: %+v, %v", len(exams), p, err)
		}
	}
}

func TestPriorWithoutExams(t *testing.T) {
	if _, err := LearnPrior("none"); !errors.Is(err, ErrNotGraded) {
		t.Errorf("found %v", err)
	}
	other := &Exam{cues: []string{"length"}}
	rng := rand.New(rand.NewPCG(1, 1))
	if _, err := LearnPrior("other", drawnExam(rng, "a", 0, 1, 9), other); err == nil {
		t.Error("exams with different cues: no error")
	}
	if _, err := (Model{}).NewExam("none", nil); !errors.Is(err, ErrNotGraded) {
		t.Errorf("found %v", err)
	}
}

func asked(cache *text.Cache, words string, key ...string) *features.Question {
	q := features.NewQuestion("1", key, nil, cache)
	q.Text = cache.Doc(words)
	return q
}

// Questions are recognised by their letters and digits, those without a text by their key.
func TestQuestionDigest(t *testing.T) {
	cache := text.NewCache(text.English)
	d := questionDigest(asked(cache, "What is a  Stack?", "a list"))
	if len(d) != digestSize || d != questionDigest(asked(cache, "what is a stack", "a pile")) {
		t.Errorf("spelling changes the digest %q", d)
	}
	if d == questionDigest(asked(cache, "What is a queue?", "a list")) {
		t.Error("two questions have one digest")
	}
	a, b := asked(cache, "", "rain", "snow"), asked(cache, "", "Snow.", "rain")
	if questionDigest(a) == "" || questionDigest(a) != questionDigest(b) {
		t.Error("equal keys have different digests")
	}
	if questionDigest(asked(cache, "?")) != "" {
		t.Error("a question without words has a digest")
	}
	p := Prior{Exams: []PriorExam{
		{Name: "civics", Questions: []string{d, questionDigest(a)}}, {Name: "other"},
	}}
	count, exams := p.Known("mine", []*features.Question{b, asked(cache, "?"), a})
	if count != 2 || !slices.Equal(exams, []string{"civics"}) {
		t.Errorf("found %d questions of %q, expected 2 of civics", count, exams)
	}
	count, exams = p.Known("other", nil)
	if count != 0 || !slices.Equal(exams, []string{"other"}) {
		t.Errorf("found %d questions of %q, expected none of other", count, exams)
	}
}

func TestPriorFile(t *testing.T) {
	p := DefaultPrior()
	p.Between = map[string]float64{"CED": 2.5}
	p.Exams = []PriorExam{{Name: "a", Questions: []string{"0123456789abcdef"}, Responses: 7}}
	path := filepath.Join(t.TempDir(), "prior.json")
	if err := p.Save(path); err != nil {
		t.Fatal(err)
	}
	q, err := OpenPrior(path)
	if err != nil {
		t.Fatal(err)
	}
	var before, after bytes.Buffer
	if p.Write(&before) != nil || q.Write(&after) != nil || before.String() != after.String() {
		t.Errorf("%v became %v", before.String(), after.String())
	}
	good := before.String()
	for name, damaged := range map[string]string{
		"empty":     "",
		"no object": "[1]",
		"another":   `{"format":"lrp-model","version":1}`,
		"version":   strings.Replace(good, `"version": 1`, `"version": 2`, 1),
		"unknown":   strings.Replace(good, `"source"`, `"sauce"`, 1),
		"twice":     good + good,
		"huge":      strings.Replace(good, `"intercept": `, `"intercept": 1e9`, 1),
		"negative":  strings.Replace(good, `"CED": 2.5`, `"CED": -1`, 1),
		"overflow":  strings.Replace(good, `"CED": 2.5`, `"CED": 1e999`, 1),
	} {
		if damaged == good {
			t.Fatalf("%s: nothing is damaged", name)
		}
		if err := os.WriteFile(path, []byte(damaged), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenPrior(path); err == nil || !strings.HasPrefix(err.Error(), path) {
			t.Errorf("%s: found %v, expected an error with the file's name", name, err)
		}
	}
}

// A model refuses a prior that no file can have.
func TestPriorOutOfRange(t *testing.T) {
	p := DefaultPrior()
	p.Weights["CED"] = math.NaN()
	cache := text.NewCache(text.English)
	_, err := Model{Prior: &p}.Prepare([]*features.Question{asked(cache, "Why?", "so")})
	if err == nil {
		t.Error("a weight that is no number is accepted")
	}
}
