package demo

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/synth"
	"github.com/luna-rating/luna/luna/player"
)

// TestHonestGuessesAreUnbiased regresses ratings, the means of guesses about people, on their
// abilities.
func TestHonestGuessesAreUnbiased(t *testing.T) {
	people := newPeople(newKnown(synth.Civics()), 24, 5)
	rng := numbers.Stream(5, "pairs", 0)
	var abilities, ratings []float64
	for i, p := range people {
		rating := 0.0
		const games = 60
		for range games {
			other := people[(i+1+rng.IntN(len(people)-1))%len(people)]
			guess, _ := other.guess(p.respond(other.questions()))
			rating += guess / games
		}
		abilities, ratings = append(abilities, p.ability), append(ratings, rating)
	}
	if _, b := stat.LinearRegression(abilities, ratings, nil, false); math.Abs(b-1) > 0.05 {
		t.Errorf("the slope of rating on ability is %v, expected 1", b)
	}
}

func TestAbilitiesAreSpread(t *testing.T) {
	e := synth.Civics()
	for i := range 50 {
		if a, b := intelligence(e, latent(i, 51)), intelligence(e, latent(i+1, 51)); a >= b {
			t.Errorf("person %d of 51 has the intelligence %v, the next one %v", i, a, b)
		}
	}
	if lo, hi := latent(0, 2), latent(1, 2); lo != -2.75 ||
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
			guess, scores := p.guess(c.responses)
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
	people := newPeople(k, 6, 9)
	for _, answerer := range people {
		sum, n := 0.0, 0
		for range 150 {
			for _, asker := range people {
				for i, text := range answerer.respond(asker.questions()) {
					sum += k.worth(asker.asked[i], text)
					n++
				}
			}
		}
		if mean := 100 * sum / float64(n); math.Abs(mean-answerer.ability) > 2 {
			t.Errorf("%s of ability %v answers with quality %v", answerer.name, answerer.ability, mean)
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
