package winograd

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/internal/wsc"
	"github.com/luna-rating/luna/luna/responder"
)

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s is %v, expected %v", what, got, want)
	}
}

func sample(t testing.TB, file string) []wsc.Problem {
	t.Helper()
	problems := suite.Must(files.With("../../../../testdata/winograd/"+file, "problems", wsc.Read))(t)
	return problems
}

// answered returns the answers of a solver, all of which must be understood.
func answered(t testing.TB, s Solver, problems []wsc.Problem) []int {
	t.Helper()
	answers := wsc.Output{}.Answers(len(problems))
	suite.OK(t, Answer(t.Context(), s, problems, answers, func(err error) { t.Error(err) }))
	return answers
}

// output returns the file of a team, as it is read again.
func output(t testing.TB, team string, problems []wsc.Problem, answers []int) wsc.Output {
	t.Helper()
	var b bytes.Buffer
	suite.OK(t, wsc.WriteOutput(&b, problems, answers))
	o := suite.Must(wsc.ReadOutput(&b, team+wsc.Suffix))(t)
	return o
}

// TestBaselinesOfThePublishedCollections compares with the facts of the contest.
func TestBaselinesOfThePublishedCollections(t *testing.T) {
	for _, c := range []struct {
		file          string
		problems      int
		random        float64
		first, humans int
	}{
		{"PDPChallenge2016.xml", 60, 0.4525, 32, 1103},
		{"WSCollection.xml", 285, 0.5, 143, 0},
	} {
		problems := suite.Must(files.With(suite.Data(t, "winograd", c.file), "problems", wsc.Read))(t)
		o := output(t, "first", problems, answered(t, alwaysA, problems))
		if faults := wsc.Check(o, problems); len(faults) > 0 {
			t.Errorf("%s: %v", c.file, faults[0].Error)
		}
		r := suite.Must(GradeAll(problems, c.file, []wsc.Output{o}))(t)
		suite.Equal(t, "the result", []int{r.Problems, r.Teams[0].Right}, []int{c.problems, c.first})
		suite.Equal(t, "a contest", r.Contest, c.problems == 60)
		suite.Equal(t, "the result", r.Random, c.random)
		suite.Equal(t, "the result", r.AlwaysA, float64(c.first)/float64(c.problems))
		if c.humans > 0 {
			suite.Equal(t, "the result", r.Humans.Right, c.humans)
		}
		mean := 0.0
		const seeds = 400
		for seed := range uint64(seeds) {
			mean += float64(count(problems, answered(t, Random(seed), problems))) / float64(seeds*len(problems))
		}
		near(t, "the accuracy of random solvers", mean, c.random, 0.012)
	}
}

func TestSolversSeeNoRightAnswer(t *testing.T) {
	problems := sample(t, "pdp.xml")
	spy := func(_ context.Context, p wsc.Problem) (string, error) {
		if p.Right != wsc.Unknown || p.Humans != 0 || p.HumansRight != 0 {
			t.Errorf("the solver sees %+v", p)
		}
		p.Candidates[0] = "changed"
		return "A", nil
	}
	answered(t, spy, problems)
	if problems[0].Right == wsc.Unknown || problems[0].Candidates[0] == "changed" {
		t.Error("the problems have changed")
	}
}

// TestGradesAgreeWithAPlainScript grades random files and compares with a reader that shares no
// code with the package: it takes the last line, splits it at commas and compares letters.
func TestGradesAgreeWithAPlainScript(t *testing.T) {
	suite.Slow(t, "grades many answers")
	for _, file := range []string{"pdp.xml", "schemas.xml"} {
		problems := sample(t, file)
		for seed := range uint64(300) {
			rng := rand.New(rand.NewPCG(seed, 1))
			items := make([]string, len(problems)-2+rng.IntN(5))
			for i := range items {
				items[i] = []string{"A", "B", "C", "D", "Z", "a", "b", "-", "", " A", "B "}[rng.IntN(11)]
			}
			items[0] = "A"
			text := "1. Some text\nan excerpt\nAnswer 1.B x\n\n" +
				strings.Join(items, []string{",", ", "}[rng.IntN(2)])
			text += []string{"\n", "", "\r\n", "\n\n"}[rng.IntN(4)]
			o := suite.Must(wsc.ReadOutput(strings.NewReader(text), "x-output.txt"))(t)
			r := suite.Must(GradeAll(problems, file, []wsc.Output{o}))(t)

			right := 0
			all := strings.Split(strings.TrimSpace(text), "\n")
			for i, item := range strings.Split(all[len(all)-1], ",") {
				item = strings.ToUpper(strings.TrimSpace(item))
				if i < len(problems) && len(item) == 1 && int(item[0])-'A' == problems[i].Right {
					right++
				}
			}
			g := r.Teams[0]
			if g.Right != right || g.Of != len(problems) ||
				g.Accuracy != float64(right)/float64(len(problems)) {
				t.Fatalf("%q: %d of %d are right, expected %d", all[len(all)-1], g.Right, g.Of, right)
			}
		}
	}
}

func TestGrade(t *testing.T) {
	problems := sample(t, "schemas.xml")
	right := make([]int, len(problems))
	for i, p := range problems {
		right[i] = p.Right
	}
	g := grade(problems, wsc.Halves(problems), output(t, "x", problems, right))
	suite.Equal(t, "the result", g.Halves, &Halves{Both: share(7, 7), Different: 7, Answered: 7})

	answers := append([]int(nil), right...)
	answers[0], answers[1] = right[1], right[0] // different, both wrong
	answers[2] = right[3]                       // the same, one right
	answers[4] = wsc.Unknown
	answers[6] = 25
	g = grade(problems, wsc.Halves(problems), output(t, "x", problems, answers))
	suite.Equal(t, "the result", g.Halves, &Halves{Both: share(3, 7), Different: 4, Answered: 5})
	suite.Equal(t, "the result", []int{g.Right, g.Of, g.Omitted, g.Invalid}, []int{11, 16, 1, 1})

	pdp := sample(t, "pdp.xml")
	g = grade(pdp, wsc.Halves(pdp), output(t, "x", pdp, make([]int, len(pdp))))
	suite.Equal(t, "the result", g.Halves, (*Halves)(nil))

	same := []wsc.Output{{File: "a/x-output.txt", Team: "x"}, {File: "b/x-output.txt", Team: "x"}}
	_, err := GradeAll(pdp, "pdp.xml", same)
	if err == nil || err.Error() != `found a/x-output.txt and b/x-output.txt of the same team, "x", `+
		`expected one file per team` {
		t.Errorf("found the error %v", err)
	}
	if _, err := GradeAll(sample(t, "contest.xml"), "contest.xml", nil); err == nil {
		t.Error("a round without right answers is graded")
	}
}

// TestOmittedAndInvalid tells answers that are missing from those that are no letters.
func TestOmittedAndInvalid(t *testing.T) {
	problems := sample(t, "pdp.xml")
	o := suite.Must(wsc.ReadOutput(strings.NewReader("B, , A, -, B, A, Z, A, 7, B\n"), "x-output.txt"))(t)
	r := suite.Must(GradeAll(problems, "pdp.xml", []wsc.Output{o}))(t)
	g := r.Teams[0]
	suite.Equal(t, "the result", []int{g.Right, g.Omitted, g.Invalid}, []int{6, 4, 2})
	suite.Equal(t, "found the warnings", len(g.Warnings), 3)
}

// TestPublishedProblemsArePlayed plays and grades the published collections.
func TestPublishedProblemsArePlayed(t *testing.T) {
	for file, want := range map[string][2]int{
		"WSCollection.xml": {143, 285}, "PDPChallenge2016.xml": {32, 60},
	} {
		problems := suite.Must(files.With(suite.Data(t, "winograd", file), "problems", wsc.Read))(t)
		r := responder.Fixed(`So it is \boxed{A}.`)
		g := grade(problems, wsc.Halves(problems), output(t, "x", problems, answered(t, fromResponder(r), problems)))
		suite.Equal(t, "the result", [2]int{g.Right, g.Of}, want)
	}
}

// TestOnlyContestsHavePrizes grades 60 problems of a contest, one fewer, and 60 of a benchmark.
func TestOnlyContestsHavePrizes(t *testing.T) {
	var problems []wsc.Problem
	for i := range 60 {
		problems = append(problems, wsc.Problem{Number: i + 1, Before: "A saw B;", Pronoun: "it",
			Candidates: []string{"A", "B"}})
	}
	of := func(problems []wsc.Problem) Grading {
		o := output(t, "ann", problems, make([]int, len(problems)))
		return suite.Must(GradeAll(problems, "folder/key.xml", []wsc.Output{o}))(t)
	}
	r := of(problems)
	suite.Equal(t, "the prizes", r.Prizes, []Prize{{"first", "ann", 1000, 1}})
	suite.Equal(t, "the key", r.Key, "key.xml")
	suite.Equal(t, "the prizes of 59", of(problems[:59]).Prizes, []Prize{})
	for i := range problems {
		problems[i].Set = "WSC273"
	}
	suite.Equal(t, "the prizes of a benchmark", of(problems).Prizes, []Prize{})
}

func TestPrizes(t *testing.T) {
	for name, c := range map[string]struct {
		of    int
		teams []any // sorted
		want  []Prize
	}{
		"nobody above 65 %": {60, []any{"a", 39, "b", 0}, []Prize{}},
		"one":               {60, []any{"a", 40, "b", 39}, []Prize{{"first", "a", 1000, 1}}},
		"four": {100, []any{"b", 69, "c", 68, "d", 67, "a", 66}, []Prize{
			{"first", "b", 1000, 1}, {"second", "c", 750, 1}, {"third", "d", 500, 1}}},
		"tied first": {100, []any{"a", 70, "b", 70, "c", 68, "d", 67}, []Prize{
			{"first", "a", 875, 2}, {"first", "b", 875, 2}, {"third", "c", 500, 1}}},
		"tied third": {100, []any{"a", 80, "b", 70, "c", 68, "d", 68}, []Prize{
			{"first", "a", 1000, 1}, {"second", "b", 750, 1}, {"third", "c", 250, 2}, {"third", "d",
				250, 2}}},
		"all tied": {100, []any{"a", 70, "b", 70, "c", 70, "d", 70, "e", 70}, []Prize{
			{"first", "a", 450, 5}, {"first", "b", 450, 5}, {"first", "c", 450, 5}, {"first", "d", 450, 5},
			{"first", "e", 450, 5}}},
		"tied second above a third": {100, []any{"a", 80, "b", 70, "c", 70}, []Prize{
			{"first", "a", 1000, 1}, {"second", "b", 625, 2}, {"second", "c", 625, 2}}},
	} {
		var teams []Grade
		for i := 0; i < len(c.teams); i += 2 {
			teams = append(teams, Grade{Team: c.teams[i].(string), Share: share(c.teams[i+1].(int), c.of)})
		}
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			suite.Equal(t, "the result", prizes(teams), c.want)
		})
	}
}

func TestAsk(t *testing.T) {
	suite.Equal(t, "the result", Ask(sample(t, "schemas.xml")[0]), "The jug would not go into the basket because it was too "+
		"wide. In “it was too wide”, who or what is “it”? A: the jug, B: the basket. Answer with the "+
		"letter only.")
}

func TestUnderstand(t *testing.T) {
	p := wsc.Problem{Pronoun: "he", Candidates: []string{"Babar", "old man", "the man", "Susan B. Smith"}}
	for answer, want := range map[string]int{
		"A": 0, "b": 1, " C. ": 2, "(D)": 3, "B)": 1, "B!": 1, "**B**": 1, "`C`": 2,
		"A. Babar": 0, "B: old man": 1, "b) the old man, of course": 1, "\"A\"": 0,
		"The answer is B.": 1, "Answer: C": 2, "I would choose option D": 3, "My answer: (A)": 0,
		"It is Babar (A), I think.": 0, "B because he is rich": 1, "(B) He, not the man(s), is meant.": 1,
		"Babar": 0, "babar.": 0, "It must be Babar!": 0, "an old man": 1, "the man": 2,
		"It is the old man.": 1, "He is Susan B. Smith": 3, "B, not Babar": 1, "“Babar”": 0,
		"A, as Babar is the one": 0, "A man": 2, "A) Babar (A)": 0,
		`\boxed{A}`: 0, `A or B? It is $\boxed{\text{B}}$.`: 1, `\boxed{ (c) }`: 2,
		`\boxed{B. old man}`: 1, `Not Babar: \boxed{the old man}`: 1, `\boxed{A} no, \boxed{B}`: 1,
		`\boxed{}`: wsc.Unknown, "A: Babar, B: old man. The answer is B.": 1,
		"The correct answer is: **(C)**": 2, "The answer is A. No, the answer is B.": wsc.Unknown,
		"": wsc.Unknown, "E": wsc.Unknown, "E. nobody": wsc.Unknown, "Hmm": wsc.Unknown, "I do not know.": wsc.Unknown,
		"Babar or the man": wsc.Unknown, "(A) or (B)": wsc.Unknown, "A or B": wsc.Unknown,
		"A) Babar (B) old man": wsc.Unknown,
		"The answer is F":      wsc.Unknown, "old": wsc.Unknown,
	} {
		got, ok := understand(p, answer)
		if !ok {
			got = wsc.Unknown
		}
		if got != want {
			t.Errorf("%q is understood as %d, expected %d", answer, got, want)
		}
	}
}

func FuzzUnderstand(f *testing.F) {
	f.Add("The answer is (B).", "the dog", "the cat")
	f.Add("", " ", "a")
	f.Fuzz(func(t *testing.T, answer, a, b string) {
		p := wsc.Problem{Number: 1, Pronoun: "it", Candidates: []string{a, b}}
		if i, ok := understand(p, answer); ok && (i < 0 || i > 1) {
			t.Errorf("%q is understood as %d", answer, i)
		}
	})
}

func alwaysA(context.Context, wsc.Problem) (string, error) { return "A", nil }
