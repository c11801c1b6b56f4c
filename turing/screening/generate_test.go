package screening

import (
	"context"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/responder"
	"github.com/luna-rating/luna/turing/screening/internal/phrase"
	"github.com/luna-rating/luna/turing/screening/internal/world"
)

// inRoundThree is 10:40 on the contest's day.
var inRoundThree = time.Date(2010, time.October, 23, 10, 40, 0, 0, time.UTC)

func generated(t testing.TB, seed uint64, perSet int) *Questionnaire {
	t.Helper()
	q, err := Generate(Options{Seed: seed, PerSet: perSet, Facts: Facts2010(time.UTC)})
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// many yields the questions of several questionnaires, each text once.
func many(t *testing.T, yield func(f Facts, q Question)) {
	t.Helper()
	for _, q := range manyQuestions(t) {
		yield(Facts2010(time.UTC), q)
	}
}

var manyQuestions = func() func(testing.TB) []Question {
	var list []Question
	var once sync.Once
	return func(t testing.TB) []Question {
		once.Do(func() {
			seen := map[string]bool{}
			seeds := uint64(12)
			if !suite.Full(t) {
				seeds = 8
			}
			for seed := range seeds {
				for _, question := range generated(t, seed, MaxPerSet).Questions {
					if id := question.About + question.Text; !seen[id] {
						seen[id] = true
						list = append(list, question)
					}
				}
			}
		})
		return list
	}
}()

func TestGenerateDependsOnTheSeedAlone(t *testing.T) {
	a, b, c := generated(t, 1, 10), generated(t, 1, 10), generated(t, 2, 10)
	if !reflect.DeepEqual(a, b) {
		t.Error("the same seed gives other questions")
	}
	if reflect.DeepEqual(a.Questions, c.Questions) {
		t.Error("another seed gives the same questions")
	}
	for i, set := range Sets() {
		if got := len(slices.Collect(a.ofSet(set))); got != 10 {
			t.Errorf("%d questions of set %s", got, set)
		}
		if q := a.Questions[10*i]; q.Set != set || q.ID != set+"-1" {
			t.Errorf("question %d is %s of %s", 10*i, q.ID, q.Set)
		}
	}
}

func TestGenerateRefuses(t *testing.T) {
	facts := Facts2010(time.UTC)
	for name, c := range map[string]struct {
		o    Options
		want string
	}{
		"many": {Options{PerSet: 51}, "found 51 questions per set, expected 1 to 50"},
		"none": {Options{PerSet: -1}, "found -1 questions per set, expected 1 to 50"},
		"set": {Options{Sets: []string{"colors"}},
			`found the sets ["colors"], expected different ones of ["time" "things" "relations" "memory"]`},
		"twice": {Options{Sets: []string{"time", "time"}},
			`found the sets ["time" "time"], expected different ones of ["time" "things" "relations" "memory"]`},
		"rounds": {Options{Facts: Facts{Start: facts.Start, Round: time.Hour}},
			"found 0 rounds, expected 1 to 100"},
		"length": {Options{Facts: Facts{Start: facts.Start, Rounds: 1}},
			"found rounds of 0s, expected whole seconds, 1 second to 24 hours"},
		"start": {Options{Facts: Facts{Rounds: 1, Round: time.Hour}},
			"found a start in the year 1, expected 1900 to 9999"},
	} {
		if _, err := Generate(c.o); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

// TestContestsOfAllLengths generates questions for contests whose rounds are too short or too long
// to suppose times in them.
func TestContestsOfAllLengths(t *testing.T) {
	for _, f := range []Facts{
		{time.Date(2026, 1, 1, 23, 0, 0, 0, time.UTC), 100, 24 * time.Hour},
		{time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), 1, time.Second},
		{time.Date(2026, 6, 1, 23, 50, 0, 0, time.UTC), 4, 7 * time.Minute},
	} {
		q, err := Generate(Options{Seed: 1, PerSet: 10, Facts: f})
		if err != nil {
			t.Errorf("%v: %v", f, err)
			continue
		}
		for _, question := range q.Questions {
			if _, err := q.KeyAt(question, f.Start.Add(f.Round/2)); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestHundredsOfDifferentQuestions(t *testing.T) {
	suite.Slow(t, "needs many questions")
	n := map[string]int{}
	many(t, func(_ Facts, q Question) { n[q.Set]++ })
	for _, set := range Sets() {
		if n[set] < 200 {
			t.Errorf("%d different questions of set %s", n[set], set)
		}
	}
	t.Log(n)
}

func TestAllWordsAreInTheVocabulary(t *testing.T) {
	many(t, func(_ Facts, q Question) {
		one := Questionnaire{Questions: []Question{q}}
		if words := one.Uncommon(); words != nil {
			t.Errorf("%v %q has %q", q.Say, q.Text, words)
		}
	})
	own := Questionnaire{
		Questions: []Question{
			{Say: []string{"Entropy grows."}, Text: "What does John use a sextant for?"},
		},
	}
	if got := own.Uncommon(); !slices.Equal(got, []string{"entropy", "sextant"}) {
		t.Errorf("uncommon words are %q", got)
	}
}

// TestKeysAreRight answers every generated question from its key in several wordings.
func TestKeysAreRight(t *testing.T) {
	suite.Slow(t, "tries many answers")
	many(t, func(f Facts, q Question) {
		e, err := q.expects(f, inRoundThree)
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range e.key() {
			for _, form := range []string{"%s", "It is %s.", "I think it's %s", "Well, %s!",
				"%s, of course"} {
				answer := fmt.Sprintf(form, key)
				if m := Score(q, f, answer, inRoundThree, DefaultScale()); m.Points != 1 ||
					m.Of != 1 {
					t.Errorf(
						"%q: the answer %q gets %v points: %s",
						q.Text,
						answer,
						m.Points,
						m.Why,
					)
				}
			}
		}
	})
}

// TestWrongAnswersGetNothing tries replies that know nothing, and the rejected ones.
func TestWrongAnswersGetNothing(t *testing.T) {
	suite.Slow(t, "tries many answers")
	gibberish := responder.NewGibberish(1)
	points, n := 0.0, 0
	many(t, func(f Facts, q Question) {
		e, err := q.expects(f, inRoundThree)
		if err != nil {
			t.Fatal(err)
		}
		wrong := []string{
			"",
			"?!",
			q.Text,
			"You asked: " + q.Text,
			"Why do you ask " + q.Text,
			strings.ToUpper(q.Text),
			strings.TrimRight(
				q.Text,
				"?",
			) + " ...",
			"I don't know.",
			"It is not " + e.key()[0] + ".",
			responder.Interesting,
			"Yes.",
			"No.",
		}
		wrong = append(wrong, q.Reject...)
		for _, answer := range wrong {
			if m := Score(q, f, answer, inRoundThree, DefaultScale()); m.Points != 0 ||
				m.Why == "" {
				t.Errorf("%q: the answer %q gets %v points: %s", q.Text, answer, m.Points, m.Why)
			}
		}
		list, err := gibberish.Respond(context.Background(), []string{q.Text})
		if err != nil {
			t.Fatal(err)
		}
		m := Score(q, f, list[0], inRoundThree, DefaultScale())
		if m.Points > 0 {
			t.Logf("%q: the answer %q gets %v points: %s", q.Text, list[0], m.Points, m.Why)
		}
		points += m.Points
		n++
	})
	if points/float64(n) > 0.005 {
		t.Errorf("gibberish gets %.4f of all points", points/float64(n))
	}
}

var (
	compares = regexp.MustCompile(`^Which is (\w+), an? (\w+) or an? (\w+)\?$`)
	than     = regexp.MustCompile(`(\w+) is (\w+) than (\w+)`)
	asksEnd  = regexp.MustCompile(`(?:Which of them is the (\w+)|Who is (\w+), \w+ or \w+)\?$`)
)

// TestComparisonsFollowTheTable parses the questions and looks their answers up, by code that
// shares nothing with the generator. The factor of two is what the rules' examples allow.
func TestComparisonsFollowTheTable(t *testing.T) {
	value := func(name string, of func(world.Thing) float64) float64 {
		for _, thing := range world.Things() {
			if thing.Name == name {
				return of(thing)
			}
		}
		return 0
	}
	attributes := map[string]struct {
		of  func(world.Thing) float64
		max bool
	}{
		"larger": {
			func(t world.Thing) float64 { return t.Size },
			true,
		}, "bigger": {func(t world.Thing) float64 { return t.Size }, true},
		"smaller": {func(t world.Thing) float64 { return t.Size }, false},
		"heavier": {
			func(t world.Thing) float64 { return t.Weight },
			true,
		}, "lighter": {func(t world.Thing) float64 { return t.Weight }, false},
		"faster": {
			func(t world.Thing) float64 { return t.Speed },
			true,
		}, "slower": {func(t world.Thing) float64 { return t.Speed }, false},
	}
	found := map[string]int{}
	many(t, func(_ Facts, q Question) {
		m := compares.FindStringSubmatch(q.Text)
		if m == nil || attributes[m[1]].of == nil {
			return
		}
		found[m[1]]++
		a, b := value(m[2], attributes[m[1]].of), value(m[3], attributes[m[1]].of)
		if a <= 0 || b <= 0 || max(a, b) < 2*min(a, b) {
			t.Errorf("%q compares %v and %v", q.Text, a, b)
		}
		want := m[2]
		if (a < b) == attributes[m[1]].max {
			want = m[3]
		}
		if q.Key[0] != want || len(q.Key) != 1 {
			t.Errorf("%q has the key %q, want %s", q.Text, q.Key, want)
		}
	})
	for word := range attributes {
		if found[word] < 5 {
			t.Errorf("%d questions for what is %s", found[word], word)
		}
	}
}

// TestChainsHaveOneAnswer tries all orders of the people of a question. The key holds in every one
// that agrees with what is said.
func TestChainsHaveOneAnswer(t *testing.T) {
	up := map[string]bool{}
	for _, o := range orders {
		up[o[0][0]], up[o[0][1]] = true, true
	}
	n := 0
	many(t, func(_ Facts, q Question) {
		said := than.FindAllStringSubmatch(q.Text, -1)
		if said == nil {
			return
		}
		n++
		people := slices.Concat(q.Key, q.Reject)
		end := asksEnd.FindStringSubmatch(q.Text)
		asked := end[1] + end[2]
		offered := people
		if end[2] != "" { // of two people
			offered = nil
			for _, p := range people {
				if strings.Contains(q.Text[strings.Index(q.Text, "Who is "):], p) {
					offered = append(offered, p)
				}
			}
		}
		agree := 0
		permute(people, func(order []string) {
			rank := func(p string) int { return slices.Index(order, p) }
			for _, s := range said {
				if (rank(s[1]) < rank(s[3])) != up[s[2]] {
					return
				}
			}
			agree++
			best := slices.MinFunc(offered, func(a, b string) int {
				if up[asked] {
					return rank(a) - rank(b)
				}
				return rank(b) - rank(a)
			})
			if best != q.Key[0] {
				t.Errorf("%q has the key %q, want %s", q.Text, q.Key, best)
			}
		})
		if agree != 1 {
			t.Errorf("%d orders agree with %q", agree, q.Text)
		}
	})
	if n < 50 {
		t.Errorf("%d chains", n)
	}
}

func permute(list []string, yield func([]string)) {
	if len(list) < 2 {
		yield(slices.Clone(list))
		return
	}
	for i := range list {
		permute(slices.Delete(slices.Clone(list), i, i+1), func(rest []string) {
			yield(append([]string{list[i]}, rest...))
		})
	}
}

// TestSupposedTimes computes keys of supposed times from the text alone.
func TestSupposedTimes(t *testing.T) {
	at := regexp.MustCompile(`^Suppose that it is (\d+):(\d\d) (AM|PM)`)
	n := 0
	many(t, func(f Facts, q Question) {
		m := at.FindStringSubmatch(q.Text)
		if m == nil {
			return
		}
		h, _ := strconv.Atoi(m[1])
		minute, _ := strconv.Atoi(m[2])
		since := h*60 + minute - (9*60 + 30) // the contest ends before 1 PM
		e, err := q.expects(f, inRoundThree.AddDate(3, 1, 1))
		if err != nil {
			t.Fatal(err)
		}
		want, ok := map[string]string{
			"round":       fmt.Sprint(since/30 + 1),
			"rounds-left": fmt.Sprint(5 - since/30),
			"left":        fmt.Sprintf("%d minutes", 30-since%30),
		}[q.Clock]
		if !ok {
			return
		}
		n++
		if got := e.key()[0]; got != want {
			t.Errorf("%q has the key %q, want %q", q.Text, got, want)
		}
	})
	if n < 10 {
		t.Errorf("%d questions", n)
	}
}

// TestMemoryIsAskedAfterSomethingElse checks that each assertion is said before its questions, with
// something in between, and that its names do not occur in another one.
func TestMemoryIsAskedAfterSomethingElse(t *testing.T) {
	for seed := range uint64(20) {
		said := map[string]bool{}
		answers := map[string]string{}
		for q := range generated(t, seed, MaxPerSet).ofSet(Memory) {
			if len(q.Say) > 0 && q.Say[0] == q.About {
				said[q.About] = true
				if len(q.Say) < 2 {
					t.Errorf("%q follows its assertion at once", q.Text)
				}
			}
			if !said[q.About] {
				t.Errorf("%q is asked before %q is said", q.Text, q.About)
			}
			if other, again := answers[q.Text]; again && !strings.Contains(q.Text, "just") {
				t.Errorf("%q is asked for %q and %q", q.Text, other, q.Key)
			}
			answers[q.Text] = q.Key[0]
			if phrase.Parse(q.Text).Together(phrase.NewPattern(q.Key[0])) >= 0 {
				t.Errorf("%q gives its key away", q.Text)
			}
		}
	}
}

// TestKindsAgreeWithWordNet checks a few kinds by hand.
func TestKindsAgreeWithWordNet(t *testing.T) {
	for _, c := range []struct {
		noun, kind string
		want       bool
	}{
		{"robin", "bird", true}, {"robin", "fish", false}, {"hammer", "tool", true}, {"apple", "fruit", true},
		{"bed", "furniture", true}, {"apple", "vehicle", false}, {"nonsensical", "bird", false},
	} {
		if got := mayBe(c.noun, c.kind); got != c.want {
			t.Errorf("mayBe(%q, %q) is %v", c.noun, c.kind, got)
		}
	}
}
