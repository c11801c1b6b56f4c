package demo

import (
	_ "embed"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"unicode"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/synth"
	"github.com/luna-rating/luna/luna/game"
)

// person is a simulated human player, who plays one game at a time.
type person struct {
	name  string
	self  synth.Person
	asked []synth.Question
	rng   *rand.Rand
	said  *sync.Map // what anybody has responded: the qualities by question and text
}

// prefix begins the names of all simulated people.
const prefix = "simulated-"

// reach is the maximum distance of a guess from the mean quality of the responses, in points.
const reach = 6

// The range of the abilities, on the scale of [synth.Person].
const (
	lowestAbility  = -4.5
	highestAbility = 2.5
)

// latent returns the i-th of n abilities, in increasing order. They are spaced evenly, and since
// few questions of the exam are hard for able people or easy for the others, many people answer
// almost everything or almost nothing.
func latent(i, n int) float64 {
	at := (float64(i) + 0.5) / float64(n)
	return lowestAbility + (highestAbility-lowestAbility)*at
}

// newPeople generates people. Their number fixes the set of abilities; who has which is random.
func newPeople(people int, seed uint64) []*person {
	exam, said := synth.Civics(), &sync.Map{}
	order := numbers.Stream(seed, "luna/demo/people", 0).Perm(people)
	list := make([]*person, people)
	for i := range list {
		rng := numbers.Stream(seed, "luna/demo/person", i)
		p := &person{rng: rng, said: said, self: exam.PersonOf(rng, latent(order[i], people)),
			name: fmt.Sprintf("%s%0*d", prefix, len(fmt.Sprint(people)), i+1)}
		for _, q := range rng.Perm(len(exam.Questions))[:game.Questions] {
			p.asked = append(p.asked, exam.Questions[q])
		}
		list[i] = p
	}
	return list
}

func (p *person) questions() []string {
	list := make([]string, len(p.asked))
	for i, q := range p.asked {
		list[i] = q.Text
	}
	return list
}

//go:embed others.txt
var othersText string

// others is an exam with the questions of the thesis's machines; its last question stands for any
// other.
var others = sync.OnceValue(func() *synth.Exam {
	e, err := synth.Parse(othersText)
	if err != nil {
		panic(err) // the text is embedded
	}
	return e
})

// respond draws new answers. The better the person, the better the answer: to a question of the
// exam, to one of the others, and, in stock phrases, to any question.
func (p *person) respond(questions []string) []string {
	list := make([]string, len(questions))
	for i, text := range questions {
		list[i], _ = others().AnswerBy(p.rng, len(others().Questions)-1, p.self)
		for _, e := range []*synth.Exam{synth.Civics(), others()} {
			for n, q := range e.Questions {
				if q.Text == text {
					var quality float64
					list[i], quality = e.AnswerBy(p.rng, n, p.self)
					p.said.Store([2]string{q.Text, list[i]}, quality)
				}
			}
		}
	}
	return list
}

// guess returns the mean quality of responses in points, with symmetric noise.
func (p *person) guess(responses []string) float64 {
	mean := 0.0
	for i, text := range responses {
		mean += 100 * p.quality(p.asked[i], text) / float64(len(responses))
	}
	// symmetric also near the ends of the scale, where clipping would be a bias
	give := min(reach, mean, 100-mean)
	return min(100, max(0, mean+give*(2*p.rng.Float64()-1)))
}

// quality returns how good a response is, from 0 to 1. A text that no simulated person wrote is
// right if it contains the words of an acceptable answer side by side, without a leading article.
// Case and punctuation do not matter.
func (p *person) quality(q synth.Question, text string) float64 {
	if known, ok := p.said.Load([2]string{q.Text, text}); ok {
		return known.(float64)
	}
	for _, answer := range q.Key {
		words := spaced(answer)
		for _, article := range []string{" a ", " an ", " the "} {
			if rest, ok := strings.CutPrefix(words, article); ok && rest != "" {
				words = " " + rest
			}
		}
		if strings.Contains(spaced(text), words) {
			return 1
		}
	}
	return 0
}

// spaced returns the words of a text in lower case, with a space before and after each.
func spaced(text string) string {
	words := strings.FieldsFunc(strings.ToLower(text),
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return " " + strings.Join(words, " ") + " "
}
