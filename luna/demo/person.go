package demo

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/synth"
	"github.com/luna-rating/luna/luna/game"
)

// person is a simulated human player, who plays one game at a time.
type person struct {
	known  *known
	self   synth.Person
	judge  synth.Judge
	asked  []int // the questions of the exam to ask
	shrink float64

	rng      *rand.Rand
	revealed float64 // sum of the ratings revealed to the person
	games    int     // number of those ratings
}

const (
	// steps is the number of grades above 0 that people give: steps of five points.
	steps = 20
	// reach is the maximum distance of a reported guess from the mean grade, in points.
	reach = 6
)

// personName is the name of the i-th of n people, which says what they are.
func personName(i, n int) string { return "simulated-" + personNumber(i, n) }

func personNumber(i, n int) string { return fmt.Sprintf("%0*d", len(fmt.Sprint(n)), i+1) }

// newPeople generates people. The options fix the set of abilities; who has which is random.
func newPeople(k *known, o Options) []*member {
	draw := numbers.Stream(o.Seed, "luna/demo/people", 0)
	order := draw.Perm(o.People)
	hand := dealer(len(k.exam.Questions), draw)
	list := make([]*member, o.People)
	for i := range list {
		rng := numbers.Stream(o.Seed, "luna/demo/person", i)
		p := &person{known: k, rng: rng, shrink: o.shrink, asked: hand()}
		p.self = k.exam.PersonOf(rng, latent(o.Spread, k.exam, order[i], o.People))
		p.judge = synth.Judge{Name: fmt.Sprintf("person-%s/%d", personNumber(i, o.People), o.Seed),
			Leniency: 0.04 * rng.NormFloat64(), Noise: 0.2, Slip: 0.002}
		list[i] = &member{personName(i, o.People), aPerson, intelligence(k.exam, p.self.Ability), p}
	}
	return list
}

// dealer returns a function that deals hands of five out of n questions. No question is dealt again
// before all were, so that all are asked equally often and the questions of all people together are
// the exam.
func dealer(n int, rng *rand.Rand) func() []int {
	var deck []int
	return func() []int {
		hand := make([]int, 0, game.Questions)
		held := make(map[int]bool)
		for len(hand) < game.Questions {
			if len(deck) == 0 {
				deck = rng.Perm(n)
			}
			at := 0
			for at < len(deck) && held[deck[at]] {
				at++
			}
			if at == len(deck) { // all cards left are in the hand already
				deck = append(deck, rng.Perm(n)...)
				continue
			}
			hand, held[deck[at]] = append(hand, deck[at]), true
			deck = append(deck[:at], deck[at+1:]...)
		}
		return hand
	}
}

func (p *person) questions() []string {
	list := make([]string, len(p.asked))
	for i, q := range p.asked {
		list[i] = p.known.exam.Questions[q].Text
	}
	return list
}

// respond generates new answers by ability.
func (p *person) respond(_ context.Context, questions []string) ([]string, error) {
	list := make([]string, len(questions))
	for i, text := range questions {
		list[i] = p.known.answer(p.rng, text, p.self)
	}
	return list, nil
}

// guess reports the mean grade as the person sees it, with symmetric noise.
func (p *person) guess(_ context.Context, responses []string) (float64, []float64, error) {
	scores := make([]float64, len(responses))
	seen := 0.0
	for i, text := range responses {
		q := p.asked[i]
		grade := p.judge.Grade(p.known.exam.Questions[q].ID, text, p.known.worth(q, text), steps)
		scores[i] = float64(grade) * 100 / steps
		seen += scores[i] / float64(len(responses))
	}
	if p.games > 0 {
		seen += p.shrink * (p.revealed/float64(p.games) - seen)
	}
	// symmetric also near the ends of the scale, where clipping would be a bias
	give := min(reach, seen, 100-seen)
	return min(100, max(0, seen+give*(2*p.rng.Float64()-1))), scores, nil
}

func (p *person) learn(_ context.Context, v game.View) error {
	if v.OpSmartsRating != nil {
		p.revealed += *v.OpSmartsRating
		p.games++
	}
	return nil
}
