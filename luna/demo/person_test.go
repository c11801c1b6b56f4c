package demo

import (
	"math"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/synth"
	"github.com/luna-rating/luna/luna/player"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestPeopleAnswerByAbility has everybody answer everybody's questions, and judge the answers.
func TestPeopleAnswerByAbility(t *testing.T) {
	people := newPeople(6, 9)
	ratings := map[float64]float64{}
	for _, answerer := range people {
		for range 100 {
			for _, asker := range people {
				ratings[answerer.self.Ability] += asker.guess(answerer.respond(asker.questions())) / 600
			}
		}
	}
	for i := range 5 {
		if low, high := ratings[latent(i, 6)], ratings[latent(i+1, 6)]; low >= high {
			t.Errorf("person %d of 6 in ability has the mean %v, the next one %v", i+1, low, high)
		}
	}
	if low, high := ratings[latent(0, 6)], ratings[latent(5, 6)]; low > 25 || high < 75 {
		t.Errorf("the means range from %v to %v", low, high)
	}
}

// TestGuessesHaveNoBias draws many guesses for the same responses: all right, all wrong and some
// right.
func TestGuessesHaveNoBias(t *testing.T) {
	p := &person{rng: numbers.Stream(1, "guesser", 0), said: &sync.Map{}}
	for _, i := range []int{0, 3, 7, 8, 9} {
		p.asked = append(p.asked, synth.Civics().Questions[i])
	}
	correct := []string{"Referendum!", "the mayor", "a monarchy", "The district attorney", "the UN"}
	wrong := []string{"", "9F KL2", "question one, you ask.", "idk", "nato"}
	for _, c := range []struct {
		responses []string
		want      float64
	}{{correct, 100}, {wrong, 0}, {append(correct[:2:2], wrong[2:]...), 40}} {
		sum, lo, hi := 0.0, 100.0, 0.0
		for range 4000 {
			guess := p.guess(c.responses)
			sum, lo, hi = sum+guess, min(lo, guess), max(hi, guess)
		}
		if mean := sum / 4000; math.Abs(mean-c.want) > 0.2 || lo < 0 || hi > 100 {
			t.Errorf("guesses for %q average %v, from %v to %v; expected %v", c.responses, mean, lo, hi, c.want)
		}
		if c.want == 40 && hi-lo < reach {
			t.Errorf("guesses range from %v to %v, expected more variation", lo, hi)
		}
	}
}

func TestQualityOfResponses(t *testing.T) {
	q, p := synth.Civics().Questions[0], &person{said: &sync.Map{}}
	p.said.Store([2]string{q.Text, "some wording of half"}, 0.5)
	for text, want := range map[string]float64{
		"some wording of half": 0.5, "A  PLEBISCITE?": 1, "it is a referendum, I think": 1,
		"Referendum": 1, "areferendum": 0, "": 0, "a": 0, "7QX ZZ": 0,
	} {
		if got := p.quality(q, text); got != want {
			t.Errorf("%q has the quality %v, expected %v", text, got, want)
		}
	}
}

// TestPeopleAnswerOtherQuestionsByAbility counts the answers to questions that are not on the exam
// that a person of low and one of high ability repeat.
func TestPeopleAnswerOtherQuestionsByAbility(t *testing.T) {
	able := newPeople(2, 1)[0]
	able.self.Ability = highestAbility
	unable := newPeople(2, 1)[0]
	unable.self.Ability = lowestAbility
	count := func(p *person, question, answer string) (n int) {
		for range 200 {
			if strings.Contains(spaced(p.respond([]string{question})[0]), spaced(answer)) {
				n++
			}
		}
		return n
	}
	for _, q := range player.ThesisQuestions().Questions {
		if most, least := count(able, q.Text, q.Key[0]), count(unable, q.Text, q.Key[0]); most < 100 || least > 60 {
			t.Errorf("%q: %d of 200 answers by the able hold %q, and %d by the unable", q.Text, most, q.Key[0], least)
		}
	}
	long, short := 0, 0
	for range 200 {
		long += len(able.respond([]string{"Who am I?"})[0])
		short += len(unable.respond([]string{"Who am I?"})[0])
	}
	if long < 4*short || short == 0 {
		t.Errorf("answers to an unknown question have %d characters by the able, %d by the unable", long/200, short/200)
	}
}

// TestPeopleLeaveThoseWhoDoNotAct checks that people are patient only as long as somebody is free.
func TestPeopleLeaveThoseWhoDoNotAct(t *testing.T) {
	g := &gate{}
	if got := g.patience(); got != impatient {
		t.Errorf("patience %v while nobody is free", got)
	}
	g.waiting.Add(1)
	if got := g.patience(); got != patient {
		t.Errorf("patience %v while somebody is free", got)
	}
}

func TestNumberOfPeople(t *testing.T) {
	for _, n := range []int{0, 1, MaxPeople + 1} {
		if err := Practice(t.Context(), PracticeOptions{Addr: "127.0.0.1:0", People: n}, nil); err == nil {
			t.Errorf("%d people practice", n)
		}
	}
}
