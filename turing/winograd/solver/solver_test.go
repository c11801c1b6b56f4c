package solver

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/realdata"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/internal/wsc"
	"github.com/luna-rating/luna/turing/winograd"
)

func answersOf(t *testing.T, training, problems []wsc.Problem) []int {
	t.Helper()
	answers, err := Best(training).Solve(context.Background(), problems)
	if err != nil {
		t.Fatal(err)
	}
	return answers
}

func TestSamples(t *testing.T) {
	problems := Samples()
	if runs := wsc.Runs(problems); len(runs) < 200 || len(problems) < 300 {
		t.Errorf("%d problems in %d runs", len(problems), len(runs))
	}
	count := make(map[int]int)
	absent := 0
	for _, p := range problems {
		count[p.Right]++
		if s := analyse(p); !s.candidates[p.Right].found {
			absent++
		}
	}
	if count[0] < len(problems)/3 || count[1] < len(problems)/3 {
		t.Errorf("right answers %v", count)
	}
	if absent > len(problems)/20 {
		t.Errorf("the right candidates of %d problems are not in the text", absent)
	}
}

func TestSampleErrors(t *testing.T) {
	for _, test := range []struct{ file, want string }{
		{"one line", "blocks of 1 line"},
		{"No pronoun.\na; b\nA", "pronoun in brackets"},
		{"If [it] {x|y}.\na; b\nA", "a letter for each text"},
		{"If [it] x.\na; b\nC", "one of 2 candidates"},
	} {
		_, err := parseSamples(test.file)
		want := strings.Replace(test.want, "blocks of 1 line", "a block of 1 lines", 1)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: found %v, wanted %s", test.file, err, want)
		}
	}
}

// TestOwn compares the samples with the published problems: they are not taken from them.
func TestOwn(t *testing.T) {
	measure := features.Measures()[slices.IndexFunc(features.Measures(),
		func(m features.Measure) bool { return m.Name == "FWO" })]
	for _, file := range []string{"WSCollection.xml", "PDPChallenge2016.xml"} {
		published, err := wsc.ReadFile(realdata.Path(t, "winograd", file))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range published {
			doc := text.English.Doc(p.Text())
			for _, s := range Samples() {
				if measure.Similarity(doc, text.English.Doc(s.Text())) > 0.5 {
					t.Errorf("%q is too like %q", s.Text(), p.Text())
				}
			}
		}
	}
}

func TestOrderDoesNotMatter(t *testing.T) {
	problems := Samples()[:80]
	training, err := wsc.ReadFile("../../../testdata/winograd/schemas.xml")
	if err != nil {
		t.Fatal(err)
	}
	answers := answersOf(t, training, problems)
	turned := slices.Clone(problems)
	for i := range turned {
		turned[i].Candidates = slices.Clone(turned[i].Candidates)
		slices.Reverse(turned[i].Candidates)
	}
	for i, a := range answersOf(t, training, turned) {
		if turned[i].Candidates[a] != problems[i].Candidates[answers[i]] {
			t.Errorf("%s: found %s and %s", problems[i].Text(), problems[i].Candidates[answers[i]],
				turned[i].Candidates[a])
		}
	}
}

// TestNoLeak changes right answers that must not count: those of the problems to be answered, and in
// training those of a problem's own cluster.
func TestNoLeak(t *testing.T) {
	problems, err := wsc.ReadFile("../../../testdata/winograd/schemas.xml")
	if err != nil {
		t.Fatal(err)
	}
	// The candidates of these two halves differ.
	problems = append(problems, marked("I put the plate on the shelf and [it] broke.", "the plate",
		"the shelf"), marked("I put the anvil on the shelf and [it] broke.", "the shelf", "the anvil"))
	changed := slices.Clone(problems)
	for i := range changed {
		changed[i].Right = (changed[i].Right + 1) % len(changed[i].Candidates)
	}
	if a, b := answersOf(t, nil, problems), answersOf(t, nil, changed); !reflect.DeepEqual(a, b) {
		t.Errorf("answers depend on the right ones: %v and %v", a, b)
	}
	a := answersOf(t, problems, problems)
	for _, cluster := range wsc.Clusters(problems) {
		training := slices.Clone(problems)
		for _, i := range cluster {
			training[i].Right = changed[i].Right
		}
		b := answersOf(t, training, problems)
		for _, i := range cluster {
			if a[i] != b[i] {
				t.Errorf("problem %d: the answer depends on its own right answer", i+1)
			}
		}
	}
	// Halves and copies with the candidates in another order count as held.
	l := newLessons(problems)
	copied := slices.Clone(problems[:1])
	copied[0].Candidates = slices.Clone(copied[0].Candidates)
	slices.Reverse(copied[0].Candidates)
	copied[0].Before = "Something else. " + copied[0].Before
	if len(l.touched([]int{0}, copied)) == 0 {
		t.Error("a problem with the same candidates is not held")
	}
	for _, run := range l.without([][]int{{0}}, copied) {
		if slices.Contains(run, len(Samples())) {
			t.Error("its run is learned from")
		}
	}
}

func TestErrors(t *testing.T) {
	problem := marked("Ann saw Eve when [she] came.", "Ann", "Eve")
	unkeyed := problem
	unkeyed.Right = wsc.Unknown
	ctx := context.Background()
	if _, err := Best([]wsc.Problem{unkeyed}).Solve(ctx, nil); err == nil {
		t.Error("problems without answers were learned from")
	}
	stopped, stop := context.WithCancel(ctx)
	stop()
	if _, err := Best(nil).Solve(stopped, []wsc.Problem{problem}); err != context.Canceled {
		t.Errorf("stopped: %v", err)
	}
	for _, o := range []StudyOptions{{}, {Repeats: MaxRepeats + 1},
		{Repeats: 1, Others: []wsc.Problem{unkeyed}}} {
		if _, err := NewStudy(ctx, []wsc.Problem{problem}, o); err == nil {
			t.Errorf("%+v was accepted", o)
		}
	}
	if _, err := NewStudy(ctx, nil, StudyOptions{Repeats: 1}); err == nil {
		t.Error("no problems were accepted")
	}
	if _, err := NewStudy(stopped, []wsc.Problem{problem}, StudyOptions{Repeats: 1}); err == nil {
		t.Error("a stopped study went on")
	}
}

//luna:race
func TestStudy(t *testing.T) {
	suite.Slow(t, "runs a whole study")
	problems, err := wsc.ReadFile("../../../testdata/winograd/schemas.xml")
	if err != nil {
		t.Fatal(err)
	}
	others, err := wsc.ReadFile("../../../testdata/winograd/pdp.xml")
	if err != nil {
		t.Fatal(err)
	}
	steps := 0
	o := StudyOptions{Repeats: 1, Seed: 3, Others: append(others, problems[0]),
		Progress: func(done, of int) { steps = of - done }}
	a, err := NewStudy(context.Background(), problems, o)
	if err != nil {
		t.Fatal(err)
	}
	if steps != 0 || len(a.Rows) != 9 || len(a.Only) != len(groups) || len(a.Curve) != len(shares) {
		t.Errorf("found %d rows, %d groups, %d shares, %d steps left", len(a.Rows), len(a.Only),
			len(a.Curve), steps)
	}
	if r := a.Rows[5]; r.Training > len(others) {
		t.Errorf("%s from %d problems: one of them is studied", r.Name, r.Training)
	}
	grade := winograd.GradeAnswers(problems, answersOf(t, nil, problems))
	if a.Rows[2].Accuracy-grade.Accuracy > 1e-9 || grade.Accuracy-a.Rows[2].Accuracy > 1e-9 {
		t.Errorf("the study has %g for best, a grade is %g", a.Rows[2].Accuracy, grade.Accuracy)
	}
	if a.Curve[len(shares)-1].Accuracy != a.Rows[2].Accuracy {
		t.Error("the curve does not end at best")
	}
	o.Others, o.Progress = nil, nil
	a, err = NewStudy(context.Background(), problems[:4], o)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := NewStudy(context.Background(), problems[:4], o); err != nil || !reflect.DeepEqual(a, b) {
		t.Errorf("two studies differ: %v", err)
	}
}

// TestPublished holds the figures of docs/contest.md.
func TestPublished(t *testing.T) {
	for file, want := range map[string]int{"WSCollection.xml": 155, "PDPChallenge2016.xml": 31} {
		problems, err := wsc.ReadFile(realdata.Path(t, "winograd", file))
		if err != nil {
			t.Fatal(err)
		}
		answers, err := winograd.Answer(context.Background(), Best(nil), problems)
		if err != nil {
			t.Fatal(err)
		}
		if got := winograd.GradeAnswers(problems, answers).Right; got != want {
			t.Errorf("%s: %d right, wanted %d", file, got, want)
		}
	}
}
