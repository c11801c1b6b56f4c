package guesser_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/luna-rating/luna/cmd/internal/guesser"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/synth"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/player"
	"github.com/luna-rating/luna/luna/responder"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestSenseWithoutHistory uses the five questions of the thesis, four of which have one-word
// answers. The prior alone takes long responses to be better, also those of the Gibberish Bot,
// which have up to a dozen words. So it guesses gibberish higher than "idk", but always far below
// right answers.
func TestSenseWithoutHistory(t *testing.T) {
	g, err := guesser.New(t.Context(), player.ThesisQuestions(), "")
	must(t, err)
	gibberish := responder.NewGibberish(1)
	sum, highest := 0.0, 0.0
	const bots = 50
	for range bots {
		responses, err := gibberish.Respond(t.Context(), player.ThesisQuestions().Texts())
		must(t, err)
		p, err := g.Guess(t.Context(), responses)
		must(t, err)
		sum, highest = sum+p.Rating/bots, max(highest, p.Rating)
	}
	t.Logf("gibberish is guessed %.1f, at most %.1f", sum, highest)
	if sum > 33 || highest > 45 {
		t.Errorf("gibberish is guessed %.1f, at most %.1f, expected 33 and 45 at most", sum, highest)
	}
	for _, c := range []struct {
		low, high float64
		responses []string
	}{
		{70, 100, []string{"Blue.", "The ball", "Because 7 8 9!", "Because of inequality",
			"Albany"}},
		{70, 100, []string{"It is blue", "ball", "because seven ate nine",
			"People are greedy, so poverty persists.", "Albany, NY"}},
		{0, 45, []string{"blue", "the dog", "no idea", "war", "New York City"}},
		{0, 35, []string{"green", "boy", "idk", "idk", "Buffalo"}},
		{0, 25, []string{"idk", "idk", "idk", "idk", "idk"}},
		{0, 10, []string{"", "", "", "", ""}},
	} {
		p, err := g.Guess(t.Context(), c.responses)
		must(t, err)
		if p.Rating < c.low || p.Rating > c.high || !(p.Low <= p.Rating && p.Rating <= p.High) {
			t.Errorf("%q: guess %.1f in [%.1f, %.1f], expected one from %v to %v", c.responses,
				p.Rating, p.Low, p.High, c.low, c.high)
		}
	}
}

// class simulates people of all abilities who answer five questions of the civics exam.
type class struct {
	rng     *rand.Rand
	set     player.QuestionSet
	use     []int
	people  []synth.Person
	ratings []float64 // expected quality of their answers, times 100
}

func newClass(seed uint64) *class {
	exam := synth.Civics()
	c := &class{rng: rand.New(rand.NewPCG(seed, 7)), use: []int{1, 3, 5, 7, 9},
		set: player.QuestionSet{Name: "civics"}}
	for _, i := range c.use {
		q := exam.Questions[i]
		c.set.Questions = append(c.set.Questions,
			datasets.Question{ID: q.ID, Text: q.Text, Key: q.Key})
	}
	for range 30 {
		p := exam.PersonOf(c.rng, -3.5+6*c.rng.Float64())
		sum := 0.0
		const times = 50
		for range times {
			for i := range exam.Questions {
				_, quality := exam.AnswerBy(c.rng, i, p)
				sum += 100 * quality / float64(times*len(exam.Questions))
			}
		}
		c.people, c.ratings = append(c.people, p), append(c.ratings, sum)
	}
	return c
}

// games returns n games, each with a random person.
func (c *class) games(n int) []player.Example {
	list := make([]player.Example, n)
	for i := range list {
		who := c.rng.IntN(len(c.people))
		list[i] = player.Example{Game: game.GameID(fmt.Sprint("g", i)), Rating: c.ratings[who]}
		for _, q := range c.use {
			text, _ := synth.Civics().AnswerBy(c.rng, q, c.people[who])
			list[i].Responses = append(list[i].Responses, text)
		}
	}
	return list
}

// measure returns the mean absolute error and the share of games whose rating is in the interval.
func measure(t *testing.T, g player.Guesser, games []player.Example) (mae, held float64) {
	t.Helper()
	for _, e := range games {
		p, err := g.Guess(t.Context(), e.Responses)
		must(t, err)
		mae += math.Abs(p.Rating-e.Rating) / float64(len(games))
		if p.Low <= e.Rating && e.Rating <= p.High {
			held += 1 / float64(len(games))
		}
	}
	return mae, held
}

func TestGuessesGetBetter(t *testing.T) {
	c := newClass(3)
	g, err := guesser.New(t.Context(), c.set, "")
	must(t, err)
	test, train := c.games(300), c.games(200)
	mean := 0.0
	for _, e := range train {
		mean += e.Rating / float64(len(train))
	}
	constant, _ := measure(t, player.Middle, test)
	byMean, _ := measure(t, player.Constant(mean), test)
	prior, _ := measure(t, g, test)
	must(t, g.Learn(t.Context(), train[:2]))
	if again, _ := measure(t, g, test); again != prior {
		t.Errorf("two examples changed the error from %[2]v to %[1]v", again, prior)
	}
	must(t, g.Learn(t.Context(), train))
	learned, held := measure(t, g, test)
	t.Logf("constant %.1f, mean %.1f, prior alone %.1f, learned %.1f, intervals hold %.2f",
		constant, byMean, prior, learned, held)
	if prior > constant/1.5 || learned > prior/1.15 || learned > byMean/2 || held < .7 {
		t.Error("the errors are too large or the intervals hold too few ratings")
	}
}

func TestModelIsSaved(t *testing.T) {
	c := newClass(1)
	path := filepath.Join(t.TempDir(), "m.lrp")
	g, err := guesser.New(t.Context(), c.set, path)
	must(t, err)
	must(t, g.Learn(t.Context(), c.games(20)))
	m, err := lrp.OpenModel(path, lrp.Parts{})
	must(t, err)
	fixed, err := guesser.Fixed(m, c.set)
	must(t, err)
	must(t, fixed.Learn(t.Context(), c.games(50))) // has no effect
	test := c.games(20)
	kept, _ := measure(t, fixed, test)
	if own, _ := measure(t, g, test); math.Abs(own-kept) > 1e-9 {
		t.Errorf("error %v by the file, %v in memory", kept, own)
	}
	if _, err := guesser.Fixed(m, player.ThesisQuestions()); err == nil ||
		!strings.Contains(err.Error(), "other questions") {
		t.Errorf("other questions: %v", err)
	}
	if _, err := g.Guess(t.Context(), make([]string, 4)); err == nil {
		t.Error("no error for four responses")
	}
}

func TestUnwritableFile(t *testing.T) {
	_, err := guesser.New(t.Context(), player.ThesisQuestions(),
		filepath.Join(t.TempDir(), "no", "folder", "m.lrp"))
	if err == nil {
		t.Error("no error")
	}
}

func BenchmarkLearn(b *testing.B) {
	for _, n := range []int{0, 10, 100, 300, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			c := newClass(1)
			games := c.games(n)
			g, err := guesser.New(b.Context(), c.set, "")
			must(b, err)
			for b.Loop() {
				must(b, g.Learn(b.Context(), games))
			}
		})
	}
}
