package demo

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/stat"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/internal/synth"
	"github.com/luna-rating/luna/luna/player"
)

// TestSmallDemonstration checks the claims of the full demonstration, with smaller margins.
func TestSmallDemonstration(t *testing.T) {
	suite.Slow(t, "plays dozens of games")
	reports := 0
	o := Options{NewGuesser: newByModel, Games: 40, People: 12, Seed: 3,
		progress: func(p progress) {
			if reports++; p.Games != reports || p.Of != 40 || p.Machine != reports/3 {
				t.Errorf("progress after game %d: %d games, %d of the machine's %d",
					reports, p.Games, p.Machine, p.Of)
			}
		}}
	r := suite.Must(simulate(t.Context(), o))(t)
	if reports != 120 || len(r.Games) != 120 || r.MachineGames != 40 {
		t.Errorf("%d progress reports, %d games, %d of the machine; expected 120, 120 and 40",
			reports, len(r.Games), r.MachineGames)
	}
	if late := r.Errors(20, 40); !(late.N > 10 && late.Machine < 0.5*late.Mean &&
		late.Machine < late.Untaught) {
		t.Errorf("the machine has not learned: %+v", late)
	}
	if first := r.Errors(1, 10); !(first.Untaught < first.Middle && first.N == 10) {
		t.Errorf("without history the machine is no better than a constant: %+v", first)
	}
	if !(r.Spearman > 0.9) {
		t.Errorf("the rank correlation of ratings and abilities is %v", r.Spearman)
	}
	for _, p := range r.Players {
		if p.Kind == aGibberish && !(p.Rating < 5) {
			t.Errorf("gibberish is rated %v", p.Rating)
		}
	}
	checkGames(t, r)

}

func TestSameSeedSameResult(t *testing.T) {
	play := func(seed uint64) string {
		r := suite.Must(simulate(t.Context(),
			Options{NewGuesser: newByModel, Games: 12, People: 5, Seed: seed}))(t)
		return table(t, r)
	}
	first := play(6)
	if again := play(6); again != first {
		t.Errorf("the same seed gives\n%s\nand\n%s", first, again)
	}
	if other := play(7); other == first {
		t.Errorf("another seed gives the same:\n%s", other)
	}
}

func table(t *testing.T, r *result) string {
	t.Helper()
	var b bytes.Buffer
	suite.OK(t, r.WriteTable(&b))
	if !strings.HasPrefix(b.String(), "SYNTHETIC") {
		t.Errorf("the table is not marked as synthetic:\n%.80s", b.String())
	}
	return b.String()
}

// checkGames recomputes the ratings and game counts from the recorded games, and compares the
// machine's guesses with its games.
func checkGames(t *testing.T, r *result) {
	t.Helper()
	guesses, games := map[string][]float64{}, map[string]int{}
	machine := map[string]side{}
	for _, g := range r.Games {
		for i, s := range g.Sides {
			other := g.Sides[1-i]
			games[s.Player]++
			if other.Kind == aPerson {
				guesses[s.Player] = append(guesses[s.Player], other.Guess)
			}
			if s.Kind == aMachine {
				machine[string(g.ID)] = other
			}
			if s.Player == other.Player {
				t.Errorf("%s plays against themselves", s.Player)
			}
		}
	}
	for _, p := range r.Players {
		if games[p.Name] != p.Games {
			t.Errorf("%s has %d games, %d were recorded", p.Name, p.Games, games[p.Name])
		}
		if want := stat.Mean(guesses[p.Name], nil); math.Abs(p.Rating-want) > 1e-9 {
			t.Errorf("%s is rated %v, the mean of the guesses about them is %v",
				p.Name, p.Rating, want)
		}
	}
	sum := 0.0
	for i, g := range r.Guesses {
		other := machine[string(g.Game)]
		if other.Player != g.Opponent || other.Rating == nil || *other.Rating != g.Rating {
			t.Errorf("guess %d is of %s, rated %v; the game says %+v", i+1, g.Opponent, g.Rating,
				other)
		}
		if i > 0 && math.Abs(g.Mean-sum/float64(i)) > 1e-9 {
			t.Errorf("guess %d: the running mean is %v, expected %v", i+1, g.Mean, sum/float64(i))
		}
		sum += g.Rating
	}
}

// TestHonestGuessesAreUnbiased shows why people do not shrink their guesses: shrinking compresses
// the ratings.
func TestHonestGuessesAreUnbiased(t *testing.T) {
	slope := func(o Options) float64 {
		o.NewGuesser, o.Games, o.others, o.Seed = newMiddle, 200, 5, 5
		r := suite.Must(simulate(t.Context(), o))(t)
		var abilities, ratings []float64
		for _, p := range r.Players {
			abilities, ratings = append(abilities, p.Ability), append(ratings, p.Rating)
		}
		_, b := stat.LinearRegression(abilities, ratings, nil, false)
		return b
	}
	for _, spread := range []string{evenAbility, evenRating} {
		if b := slope(Options{Spread: spread}); math.Abs(b-1) > 0.05 {
			t.Errorf("spread %s: the slope of rating on ability is %v, expected 1", spread, b)
		}
	}
	if b := slope(Options{shrink: 0.3}); !(b < 0.8) {
		t.Errorf("with guesses shrunk by 0.3 the slope of rating on ability is %v, "+
			"expected less than 0.8", b)
	}
}

func TestInvalidOptions(t *testing.T) {
	failing := errors.New("no model")
	for want, o := range map[string]Options{
		"no guesser":            {},
		"-1 games":              {NewGuesser: newMiddle, Games: -1},
		"1 people":              {NewGuesser: newMiddle, People: 1},
		"by NaN":                {NewGuesser: newMiddle, shrink: math.NaN()},
		`spread "even"`:         {NewGuesser: newMiddle, Spread: "even"},
		"101 games":             {NewGuesser: newMiddle, others: 101},
		"9 games of the machin": {NewGuesser: newMiddle, atOnce: 9},
		"no model": {NewGuesser: func(player.QuestionSet) (player.Guesser,
			error) {
			return nil, failing
		}},
	} {
		if _, err := simulate(t.Context(), o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, expected it to contain %q", err, want)
		}
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := simulate(ended, Options{NewGuesser: newMiddle}); !errors.Is(err,
		context.Canceled) {
		t.Errorf("with a canceled context: %v", err)
	}
}

// TestFailingGuesserIsNamed also covers a demonstration that ends early.
func TestFailingGuesserIsNamed(t *testing.T) {
	_, err := simulate(t.Context(),
		Options{NewGuesser: func(player.QuestionSet) (player.Guesser,
			error) {
			return broken{player.Middle}, nil
		}})
	if err == nil || !strings.Contains(err.Error(), "machine in game") ||
		!errors.Is(err, errBroken) {
		t.Errorf("error %v", err)
	}
}

type broken struct{ player.Guesser }

var errBroken = errors.New("broken")

func (broken) Guess(context.Context, []string) (player.Guess, error) {
	return player.Guess{}, errBroken
}

func TestCorrelationAndErrors(t *testing.T) {
	people := []*member{
		{name: "a", kind: aPerson, ability: 1},
		{name: "b", kind: aPerson, ability: 2},
		{name: "c", kind: aPerson, ability: 3},
		{name: "d", kind: aMachine, ability: 4},
	}
	r := newRatings(people)
	if !math.IsNaN(r.spearman()) {
		t.Error("the correlation without ratings is not NaN")
	}
	r.add(people[0], people[1], 80, 30) // b 80, a 30
	r.add(people[2], people[3], 10, 99) // d 10; the machine's 99 does not count
	r.add(people[2], people[0], 20, 60) // a 25, c 60
	// The abilities are 1 2 3 4 and the ratings 25 80 60 10, so the ranks are 2 4 3 1. The
	// coefficient is 1 - 6 Σd²/(n(n²-1)) with d = 1, 2, 0, -3.
	if got, want := r.spearman(), 1-6*14.0/60; math.Abs(got-want) > 1e-12 {
		t.Errorf("rank correlation %v, expected %v", got, want)
	}
	res := &result{Guesses: []guessed{
		{Rating: 80, Guess: 70, Mean: 50, Untaught: 40},
		{Rating: 20, Guess: 50, Mean: 80, Untaught: 40},
	}}
	if got, want := res.Errors(1, 2), (meanErrors{1, 2, 2, 20, 45, 30, 30}); got != want {
		t.Errorf("errors: %s", cmp.Diff(want, got))
	}
	if got := res.Errors(2, 9); got.N != 1 || got.Machine != 30 {
		t.Errorf("errors of the second game: N %v, machine %v, expected 1 and 30",
			got.N, got.Machine)
	}
	if got := res.Errors(3, 9); got.N != 0 || !math.IsNaN(got.Machine) {
		t.Errorf("errors of no game: N %v, machine %v, expected 0 and NaN", got.N, got.Machine)
	}
}

func TestFiles(t *testing.T) {
	r := suite.Must(simulate(t.Context(), Options{NewGuesser: newMiddle, Games: 25, People: 6, Seed: 8}))(t)
	dir := filepath.Join(t.TempDir(), "out")
	d := suite.Must(atomicdir.Create(dir, fileNames()...))(t)
	suite.OK(t, r.WriteFiles(d))
	suite.OK(t, d.Commit())
	read := func(name string) []byte {
		return suite.Must(os.ReadFile(filepath.Join(dir, name)))(t)
	}
	if got := string(read(reportFile)); got != table(t, r) {
		t.Errorf("the report is\n%s", got)
	}
	img := suite.Must(png.Decode(bytes.NewReader(read(pngFile))))(t)
	if size := img.Bounds().Size(); size.X != 864 || size.Y < 864 {
		t.Errorf("the figure has %v pixels", size)
	}
	for _, want := range []string{"SYNTHETIC", "mean so far (CBG)", "constant 50",
		"machine, learning", "machine, untrained"} {
		if !bytes.Contains(read(svgFile), []byte(want)) {
			t.Errorf("the figure lacks %q", want)
		}
	}
	if bytes.Contains(read(svgFile), []byte("NaN")) {
		t.Error("the figure has undefined coordinates")
	}
	rowsOf := map[string]int{playersFile: len(r.Players), guessesFile: len(r.Guesses)}
	for name, rows := range rowsOf {
		list := suite.Must(csv.NewReader(bytes.NewReader(read(name))).ReadAll())(t)
		if len(list) != rows+1 || !strings.Contains(strings.Join(list[0], ","), "synthetic") {
			t.Errorf("%s has %d rows under %v, expected %d", name, len(list)-1, list[0], rows)
		}
	}
	lines := strings.Split(strings.TrimSpace(string(read(gamesFile))), "\n")
	var head struct{ Synthetic bool }
	var game played
	suite.OK(t, json.Unmarshal([]byte(lines[0]), &head))
	suite.OK(t, json.Unmarshal([]byte(lines[len(lines)-1]), &game))
	if !head.Synthetic || len(lines) != 76 || game.Number != 75 ||
		len(game.Sides[1].Responses) != 5 {
		t.Errorf("%d lines of games, synthetic %v; the last is game %d with %d responses",
			len(lines), head.Synthetic, game.Number, len(game.Sides[1].Responses))
	}
	sets := suite.Must(datasets.Open("jsonl:"+filepath.Join(dir, examplesFile), datasets.Options{}))(t)
	if s := sets[0]; !s.Synthetic || len(s.Respondents) != len(r.Guesses) ||
		len(s.Questions) != 5 || s.Respondents[3].Rating != r.Guesses[3].Rating/100 {
		t.Errorf("the examples have %d respondents to %d questions, synthetic %v",
			len(s.Respondents), len(s.Questions), s.Synthetic)
	}
}

// TestFigureWithoutGuesses plots a machine that has not yet met a player with a rating.
func TestFigureWithoutGuesses(t *testing.T) {
	for _, r := range []*result{{}, {Guesses: []guessed{{Number: 1, Rating: 50, Guess: 50}}}} {
		var b bytes.Buffer
		suite.OK(t, r.Figure().WriteSVG(&b))
		if bytes.Contains(b.Bytes(), []byte("NaN")) || bytes.Contains(b.Bytes(), []byte("Inf")) {
			t.Errorf("undefined coordinates in the figure of %d guesses", len(r.Guesses))
		}
		table(t, r)
	}
}

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
