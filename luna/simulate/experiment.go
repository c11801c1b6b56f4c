package simulate

import (
	"fmt"
	"slices"
	"strings"
)

// The size of the thesis's experiments.
const (
	Players = 100  // N, where it does not vary
	Games   = 1000 // T, where it does not vary
)

// Experiment is one figure of chapter 3.
type Experiment struct {
	Figure string // its number, such as 3.1
	Title  string // what is simulated
	Axis   string // what varies
	XName  string // the same, as the head of a column

	settings []setting
	printed  []printed
	lines    []line
}

// setting is a tournament to be played in every run: who plays, and after which games the errors are taken, with where that is on the axis.
type setting struct {
	players []Strategy
	after   []int
	x       []float64
}

// line is a level to compare with.
type line struct {
	level float64
	name  string
	below bool // the name, of the line
}

// Experiments lists the experiments by figure.
func Experiments() []Experiment {
	const games, honest = "games played by all 100 players", "players who guess honestly, in per cent"
	return []Experiment{
		{
			Figure: "3.1", Title: "all players use Random Guessing", Axis: games, XName: "games", settings: overTime(Random), printed: printed31,
			lines: []line{{100.0 / 3, "two random points: 33.3", false}, {25, "a constant 50: 25", true}},
		},
		{Figure: "3.2", Title: "all players guess honestly", Axis: games, XName: "games", settings: overTime(Honest), printed: printed32},
		{Figure: "3.3", Title: "some players use Minimum Guessing", Axis: honest, XName: "honest_percent", settings: shares(Minimum), printed: printed33},
		{Figure: "3.4", Title: "some players use Mean Guessing", Axis: honest, XName: "honest_percent", settings: shares(Mean), printed: printed34},
		{Figure: "3.5", Title: "all players use Quantile Guessing", Axis: games, XName: "games", settings: overTime(Quantile), printed: printed35},
		{Figure: "3.6", Title: "some players use Quantile Guessing", Axis: honest, XName: "honest_percent", settings: shares(Quantile), printed: printed36},
		{
			Figure: "3.7", Title: "Honest, then 500 games of Quantile Guessing", Axis: "games of honest play before the 500",
			XName: "honest_games", settings: delays(), printed: printed37,
		},
		{
			Figure: "3.8", Title: "some Honest, the rest Random, Minimum, Mean and Quantile in equal parts", Axis: honest, XName: "honest_percent",
			settings: shares(Random, Minimum, Mean, Quantile), printed: printed38,
		},
	}
}

// Figures lists the numbers of all figures.
func Figures() []string {
	var list []string
	for _, e := range Experiments() {
		list = append(list, e.Figure)
	}
	return list
}

// FindExperiment returns the experiment of a figure.
func FindExperiment(figure string) (Experiment, error) {
	for _, e := range Experiments() {
		if e.Figure == figure {
			return e, nil
		}
	}
	return Experiment{}, fmt.Errorf("figure is %q; known: %s", figure, strings.Join(Figures(), ", "))
}

// all is a strategy for each of the players.
func all(s Strategy) []Strategy { return slices.Repeat([]Strategy{s}, Players) }

// overTime takes the errors after 100, 110, … 1000 games.
func overTime(s Strategy) []setting {
	one := setting{players: all(s)}
	for games := 100; games <= Games; games += 10 {
		one.after = append(one.after, games)
		one.x = append(one.x, float64(games))
	}
	return []setting{one}
}

// shares takes the errors after 1000 games of 0, 5, … 100 % honest players and others who use the strategies given, in parts as equal as
// whole players can be.
func shares(others ...Strategy) []setting {
	var list []setting
	for honest := 0; honest <= Players; honest += 5 {
		players := all(Honest)
		for i := honest; i < Players; i++ {
			players[i] = others[(i-honest)*len(others)/(Players-honest)]
		}
		list = append(list, setting{players, []int{Games}, []float64{float64(honest)}})
	}
	return list
}

// delays takes the errors after 30, 50, 100, … 1000 honest games and then 500 others.
func delays() []setting {
	const others = 500
	list := []setting{{all(Delayed{30, Quantile}), []int{30 + others}, []float64{30}}}
	for honest := 50; honest <= Games; honest += 50 {
		list = append(list, setting{all(Delayed{honest, Quantile}), []int{honest + others}, []float64{float64(honest)}})
	}
	return list
}
