package screening

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/luna-rating/luna/internal/seeded"
	"github.com/luna-rating/luna/luna/responder"
)

// MaxSimulated bounds the respondents of [Simulate].
const MaxSimulated = 10_000

// Simulate makes SYNTHETIC entries, to try out what depends on many of them. Each has a skill, drawn
// uniformly from 0 to 1, and for each set one near it. With the probability of that skill it answers
// from the key, in one of several wordings. Otherwise, and where a question has no key, it gives a
// wrong answer, or the reply of a program of this module, the same throughout: Eliza, AIML, the
// Simple Bot, gibberish, or one that says that it does not know.
//
// Ratings are means over four simulated judges of how human an entry seems, from 0 to 1: three
// quarters skill, one quarter the manner of the program behind it, and normal noise with a standard
// deviation of 0.12 for each judge.
func Simulate(
	ctx context.Context,
	q *Questionnaire,
	n int,
	seed uint64,
) ([]*Sheet, map[string]float64, error) {
	if n < 1 || n > MaxSimulated {
		return nil, nil, fmt.Errorf("found %d simulated entries, expected 1 to %d", n, MaxSimulated)
	}
	var sheets []*Sheet
	ratings := map[string]float64{}
	for i := range n {
		rng := seeded.New(seed, "turing/screening/simulate", i)
		e := simulated{q: q, rng: rng, skill: map[string]float64{}}
		skill := rng.Float64()
		for _, set := range Sets() {
			e.skill[set] = skill + 0.1*rng.NormFloat64()
		}
		m := manners[rng.IntN(len(manners))]
		open, err := responder.Open(m.spec)
		if err != nil {
			return nil, nil, err
		}
		if m.spec == "gibberish" { // which draws a seed of its own
			open = responder.NewGibberish(rng.Uint64())
		}
		c := responder.Converse(open, rng.Uint64())
		s, err := e.sheet(ctx, fmt.Sprintf("simulated-%d", i+1), c)
		if err != nil {
			return nil, nil, err
		}
		sheets = append(sheets, s)
		sum := 0.0
		for range simulatedJudges {
			seems := 0.75*skill + 0.25*m.human + 0.12*rng.NormFloat64()
			sum += math.Max(0, math.Min(1, seems))
		}
		ratings[s.Respondent] = sum / simulatedJudges
	}
	return sheets, ratings, nil
}

const simulatedJudges = 4

// manners are the programs behind simulated entries and how human they seem.
var manners = []struct {
	spec  string
	human float64
}{
	{
		"eliza",
		0.7,
	}, {"aiml", 0.8}, {"simple", 0.4}, {"fixed:" + responder.DontKnow, 0.6}, {"gibberish", 0},
}

// wordings are those of answers from the key.
var wordings = []string{
	"%s",
	"%s.",
	"It is %s.",
	"I think %s",
	"I would say %s.",
	"That is easy: %s!",
	"%s, of course",
	"Well, it must be %s.",
}

type simulated struct {
	q     *Questionnaire
	rng   *rand.Rand
	skill map[string]float64 // by set
}

func (e *simulated) sheet(
	ctx context.Context,
	name string,
	c responder.Conversation,
) (*Sheet, error) {
	defer c.Close()
	answers, err := e.q.Ask(ctx, c)
	if err != nil {
		return nil, err
	}
	for i, question := range e.q.Questions {
		answers[i].At = time.Time{} // which is not made up
		switch u := e.rng.Float64(); {
		case u < e.skill[question.Set] && len(question.Key) > 0:
			answers[i].Text = fmt.Sprintf(wordings[e.rng.IntN(len(wordings))],
				question.Key[e.rng.IntN(min(len(question.Key), 3))])
		case e.rng.IntN(2) == 0:
			if wrong := e.wrong(question); wrong != "" {
				answers[i].Text = wrong
			}
		}
	}
	s := NewSheet(name, e.q, answers)
	s.Synthetic = true
	return s, nil
}

// wrong returns what the question rejects, or the answer to another question of the set; "" if there
// is none.
func (e *simulated) wrong(question Question) string {
	list := question.Reject
	if len(list) == 0 {
		for _, other := range e.q.Questions {
			if other.Set == question.Set && other.ID != question.ID && len(other.Key) > 0 {
				list = append(list, other.Key[0])
			}
		}
	}
	if len(list) == 0 {
		return ""
	}
	return list[e.rng.IntN(len(list))]
}
