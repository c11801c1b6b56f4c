package demo

import (
	"math"
	"slices"
	"testing"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/internal/synth"
	"github.com/luna-rating/luna/luna/player"
)

func TestAbilitiesAreSpread(t *testing.T) {
	e := synth.Civics()
	for _, i := range []float64{0.5, 12, 50, 97.5} {
		if got := intelligence(e, abilityOf(e, i)); math.Abs(got-i) > 1e-6 {
			t.Errorf("the ability for intelligence %v gives %v", i, got)
		}
	}
	if got := intelligence(e, mediumAbility); math.Abs(got-50) > 1 {
		t.Errorf("medium ability gives %v", got)
	}
	for i := range 4 {
		if got, want := intelligence(e, latent(evenRating, e, i, 4)),
			12.5+25*float64(i); math.Abs(got-want) > 1e-6 {
			t.Errorf("person %d of four gives %v, expected %v", i, got, want)
		}
	}
	if lo, hi := latent(evenAbility, e, 0, 2), latent(evenAbility, e, 1, 2); lo != -2.75 ||
		hi != 0.75 {
		t.Errorf("the abilities of two are %v and %v, expected -2.75 and 0.75", lo, hi)
	}
}

// TestAllQuestionsAreAskedEquallyOften checks that ratings measure the whole exam equally.
func TestAllQuestionsAreAskedEquallyOften(t *testing.T) {
	for _, n := range []int{5, 7, 10, 12} {
		hand := dealer(n, numbers.Stream(1, "hands", n))
		asked := make([]int, n)
		for range 8 * n {
			h := hand()
			slices.Sort(h)
			if len(slices.Compact(h)) != 5 {
				t.Fatalf("a hand of %v", h)
			}
			for _, q := range h {
				asked[q]++
			}
		}
		if most, least := slices.Max(asked), slices.Min(asked); most-least > 1 || most != 40 {
			t.Errorf("%d questions are asked %v times", n, asked)
		}
	}
}

// TestGuessesHaveNoBias draws many guesses for the same responses: all right, all wrong and half
// right.
func TestGuessesHaveNoBias(t *testing.T) {
	k := newKnown(synth.Civics())
	p := &person{known: k, rng: numbers.Stream(1, "guesser", 0), asked: []int{0, 3, 7, 8, 9},
		judge: synth.Judge{Name: "J"}}
	right := []string{"Referendum!", "the mayor", "a monarchy", "The district attorney", "the UN"}
	wrong := []string{"", "9F KL2", "question one, you ask.", "idk", "nato"}
	for _, c := range []struct {
		responses []string
		want      float64
	}{
		{right, 100}, {wrong, 0}, {append(right[:2:2], wrong[2:]...), 40},
	} {
		sum, lo, hi := 0.0, 100.0, 0.0
		for range 4000 {
			guess, scores, err := p.guess(t.Context(), c.responses)
			suite.OK(t, err)
			if len(scores) != 5 {
				t.Fatalf("%d scores", len(scores))
			}
			sum, lo, hi = sum+guess, min(lo, guess), max(hi, guess)
		}
		if mean := sum / 4000; math.Abs(mean-c.want) > 0.2 || lo < 0 || hi > 100 {
			t.Errorf("guesses for %q average %v, from %v to %v; expected %v", c.responses,
				mean, lo, hi, c.want)
		}
		if c.want == 40 && hi-lo < reach {
			t.Errorf("guesses range from %v to %v, expected more variation", lo, hi)
		}
	}
}

func TestQualityOfResponses(t *testing.T) {
	k := newKnown(synth.Civics())
	k.add(0, "some wording of half", 0.5)
	for text, want := range map[string]float64{
		"some wording of half": 0.5, "A  PLEBISCITE?": 1, "it is a referendum, I think": 1,
		"Referendum": 1, "areferendum": 0, "": 0, "a": 0, "7QX ZZ": 0,
	} {
		if got := k.worth(0, text); got != want {
			t.Errorf("%q is worth %v, expected %v", text, got, want)
		}
	}
}

// TestPeopleAnswerByAbility compares the mean quality of the responses with the expected quality,
// over the hands of all askers.
func TestPeopleAnswerByAbility(t *testing.T) {
	k := newKnown(synth.Civics())
	people := newPeople(k, Options{People: 6, Spread: evenRating, Seed: 9})
	for _, m := range people {
		sum, n := 0.0, 0
		for range 150 {
			for _, asker := range people {
				p := asker.mind.(*person)
				responses := suite.Must(m.mind.respond(t.Context(), p.questions()))(t)
				for i, text := range responses {
					sum += k.worth(p.asked[i], text)
					n++
				}
			}
		}
		if mean := 100 * sum / float64(n); math.Abs(mean-m.ability) > 2 {
			t.Errorf("%s of ability %v answers with quality %v", m.name, m.ability, mean)
		}
	}
}

// TestPeopleAnswerOtherQuestionsByAbility counts the answers to questions that are not on the exam
// that a person of low and one of high ability repeat.
func TestPeopleAnswerOtherQuestionsByAbility(t *testing.T) {
	k := newKnown(synth.Civics())
	able, rng := k.exam.PersonOf(numbers.Stream(1, "able", 0), highestAbility), numbers.Stream(1, "others", 0)
	unable := able
	unable.Ability = lowestAbility
	for _, q := range player.ThesisQuestions().Questions {
		right := map[bool]int{}
		for range 200 {
			for _, p := range []synth.Person{able, unable} {
				if text := k.answer(rng, q.Text, p); holds(text, q.Key[0]) {
					right[p == able]++
				}
			}
		}
		if right[true] < 100 || right[false] > 60 {
			t.Errorf("%q: %d of 200 answers by the able hold %q, and %d by the unable", q.Text,
				right[true], q.Key[0], right[false])
		}
	}
	length := map[bool]int{}
	for range 200 {
		length[true] += len(k.answer(rng, "Who am I?", able))
		length[false] += len(k.answer(rng, "Who am I?", unable))
	}
	if length[true] < 4*length[false] || length[false] == 0 {
		t.Errorf("answers to an unknown question have %d characters by the able, %d by the unable",
			length[true]/200, length[false]/200)
	}
}

func TestQualityOfBotsAndMachine(t *testing.T) {
	c := suite.Must(newCast(Options{NewGuesser: newMiddle, People: 2, Spread: evenAbility, Seed: 4}))(t)
	k := c.people[0].mind.(*person).known
	for _, m := range []*member{c.note, c.gibberish, c.machine} {
		var all []string
		for _, q := range k.exam.Questions {
			all = append(all, q.Text)
		}
		responses := suite.Must(m.mind.respond(t.Context(), all))(t)
		sum := 0.0
		for q, text := range responses {
			sum += 10 * k.worth(q, text)
		}
		if math.Abs(sum-m.ability) > 1e-9 {
			t.Errorf("%s is worth %v, its responses are worth %v: %q", m.name, m.ability, sum,
				responses)
		}
	}
	var ids []string
	for _, q := range c.set.Questions {
		ids = append(ids, q.ID)
	}
	if want := []string{"1", "4", "8", "9", "10"}; !slices.Equal(ids, want) {
		t.Errorf("the machine asks %v, expected %v", ids, want)
	}
}
