package demo

import (
	"fmt"
	"math/rand/v2"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/synth"
	"github.com/luna-rating/luna/luna/game"
)

// person is a simulated human player, who plays one game at a time.
type person struct {
	name    string
	ability float64 // from 0 to 100, see [intelligence]
	known   *known
	self    synth.Person
	judge   synth.Judge
	asked   []int // the questions of the exam to ask
	rng     *rand.Rand
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

// newPeople generates people. Their number fixes the set of abilities; who has which is random.
func newPeople(k *known, people int, seed uint64) []*person {
	draw := numbers.Stream(seed, "luna/demo/people", 0)
	order := draw.Perm(people)
	hand := dealer(len(k.exam.Questions), draw)
	list := make([]*person, people)
	for i := range list {
		rng := numbers.Stream(seed, "luna/demo/person", i)
		p := &person{name: personName(i, people), known: k, rng: rng, asked: hand()}
		p.self = k.exam.PersonOf(rng, latent(order[i], people))
		p.judge = synth.Judge{Name: fmt.Sprintf("person-%s/%d", personNumber(i, people), seed),
			Leniency: 0.04 * rng.NormFloat64(), Noise: 0.2, Slip: 0.002}
		p.ability = intelligence(k.exam, p.self.Ability)
		list[i] = p
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
func (p *person) respond(questions []string) []string {
	list := make([]string, len(questions))
	for i, text := range questions {
		list[i] = p.known.answer(p.rng, text, p.self)
	}
	return list
}

// guess reports the mean grade as the person sees it, with symmetric noise, and the scores of the
// responses from 0 to 100.
func (p *person) guess(responses []string) (guess float64, scores []float64) {
	scores = make([]float64, len(responses))
	seen := 0.0
	for i, text := range responses {
		q := p.asked[i]
		grade := p.judge.Grade(p.known.exam.Questions[q].ID, text, p.known.worth(q, text), steps)
		scores[i] = float64(grade) * 100 / steps
		seen += scores[i] / float64(len(responses))
	}
	// symmetric also near the ends of the scale, where clipping would be a bias
	give := min(reach, seen, 100-seen)
	return min(100, max(0, seen+give*(2*p.rng.Float64()-1))), scores
}
