package simulate

import (
	"slices"
)

// The size of the thesis's experiments.
const (
	defaultPlayers = 100  // N
	defaultGames   = 1000 // T, unless it varies
)

// Experiment is one figure of chapter 3.
type Experiment struct {
	Figure string // its number, such as "3.1"
	Title  string // what is simulated

	axis     string // what varies, in words
	column   string // the same, as the name of a column
	settings []setting
	printed  []printedNumber
	levels   []level
}

// setting is a tournament that is played in every run. The errors are recorded after certain
// numbers of games; x gives the position of each on the axis.
type setting struct {
	players []Strategy
	after   []int
	x       []float64
}

// level is a horizontal line for comparison.
type level struct {
	y     float64
	name  string
	below bool // the name is below the line
}

// Experiments returns all experiments in the order of their figures.
func Experiments() []Experiment {
	const (
		games  = "games played by all 100 players"
		honest = "players who guess honestly, in per cent"
	)
	overGames := func(figure, title string, s Strategy, printed []printedNumber) Experiment {
		return Experiment{
			Figure: figure, Title: title, axis: games, column: "games",
			settings: overTime(s), printed: printed,
		}
	}
	overHonest := func(figure, title string, p []printedNumber, others ...Strategy) Experiment {
		return Experiment{
			Figure: figure, Title: title, axis: honest, column: "honest_percent",
			settings: shares(others...), printed: p,
		}
	}
	random := overGames("3.1", "all players use Random Guessing", Random, printed31)
	random.levels = []level{{100.0 / 3, "two random points: 33.3", false},
		{25, "a constant 50: 25", true}}
	return []Experiment{
		random,
		overGames("3.2", "all players guess honestly", Honest, printed32),
		overHonest("3.3", "some players use Minimum Guessing", printed33, Minimum),
		overHonest("3.4", "some players use Mean Guessing", printed34, Mean),
		overGames("3.5", "all players use Quantile Guessing", Quantile, printed35),
		overHonest("3.6", "some players use Quantile Guessing", printed36, Quantile),
		{
			Figure: "3.7", Title: "Honest, then 500 games of Quantile Guessing",
			axis: "games of honest play before the 500", column: "honest_games",
			settings: delays(), printed: printed37,
		},
		overHonest("3.8", "some Honest, the rest Random, Minimum, Mean and Quantile in equal parts",
			printed38, Random, Minimum, Mean, Quantile),
	}
}

// Figures returns the numbers of all figures.
func Figures() []string {
	var list []string
	for _, e := range Experiments() {
		list = append(list, e.Figure)
	}
	return list
}

// everybody returns the same strategy for each player.
func everybody(s Strategy) []Strategy { return slices.Repeat([]Strategy{s}, defaultPlayers) }

// overTime records the errors after 100, 110, … 1000 games.
func overTime(s Strategy) []setting {
	one := setting{players: everybody(s)}
	for games := 100; games <= defaultGames; games += 10 {
		one.after = append(one.after, games)
		one.x = append(one.x, float64(games))
	}
	return []setting{one}
}

// shares records the errors after 1000 games for 0, 5, … 100 % honest players. The others use the
// given strategies, in parts as equal as whole players can be.
func shares(others ...Strategy) []setting {
	var list []setting
	for honest := 0; honest <= defaultPlayers; honest += 5 {
		players := everybody(Honest)
		for i := honest; i < defaultPlayers; i++ {
			players[i] = others[(i-honest)*len(others)/(defaultPlayers-honest)]
		}
		list = append(list, setting{players, []int{defaultGames}, []float64{float64(honest)}})
	}
	return list
}

// delays records the errors after 30, 50, 100, … 1000 honest games and 500 games of Quantile.
func delays() []setting {
	delay := func(honest int) setting {
		return setting{everybody(Delayed(honest, Quantile)), []int{honest + 500},
			[]float64{float64(honest)}}
	}
	list := []setting{delay(30)}
	for honest := 50; honest <= defaultGames; honest += 50 {
		list = append(list, delay(honest))
	}
	return list
}

// xValues returns the positions on the axis, in the order in which a run records the errors.
func (e Experiment) xValues() []float64 {
	var list []float64
	for _, s := range e.settings {
		list = append(list, s.x...)
	}
	return list
}
