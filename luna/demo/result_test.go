package demo

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/suite"
)

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
