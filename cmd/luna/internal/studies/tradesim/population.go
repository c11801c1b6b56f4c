package tradesim

import (
	"fmt"
	"strings"
)

// trader is a kind of bettor.
type trader struct {
	noise   bool    // bets at random; others trade by belief
	quality float64 // of the signals
	trust   float64 // in the price, from 0 (none) to 1
}

// Population is a population from which games are drawn: who bets.
type Population struct {
	Name    string // the name by which [FindPopulation] finds it
	Title   string // what it is, in a phrase
	traders []trader
	shared  float64 // share of the variance of signals that all bettors have in common
	// silent is the share of games in which traders who trade by belief do nothing
	silent float64
}

// quality is the default quality of the signals of populations.
const quality = 0.4

func three(t trader) []trader { return []trader{t, t, t} }

// Calibrated is the population of bettors whose signals are independent and who trust the price.
const Calibrated = "calibrated"

// Populations returns the populations whose [Games] can be played.
func Populations() []Population {
	return []Population{
		{Name: Calibrated, Title: "bettors with independent signals who trust the price",
			traders: three(trader{quality: quality, trust: 1})},
		{Name: "stubborn", Title: "bettors who trade by their own signals alone",
			traders: three(trader{quality: quality})},
		{Name: "cautious", Title: "bettors who trust the price by half",
			traders: three(trader{quality: quality, trust: 0.5})},
		{Name: "herd", Title: "bettors who trust the price and read the same into answers",
			traders: three(trader{quality: quality, trust: 1}), shared: 1},
		{Name: "mixed", Title: "one bettor with signals who trusts the price, two who bet at random",
			traders: []trader{{quality: quality, trust: 1}, {noise: true}, {noise: true}}},
		{Name: "noise", Title: "bettors who bet at random", traders: three(trader{noise: true})},
		{Name: "shy", Title: "calibrated bettors, who leave 4 of 10 games after one bet on computer",
			traders: three(trader{quality: quality, trust: 1}), silent: 0.4},
	}
}

// FindPopulation returns the population with a name.
func FindPopulation(name string) (Population, error) {
	var names []string
	for _, p := range Populations() {
		if p.Name == name {
			return p, nil
		}
		names = append(names, p.Name)
	}
	return Population{}, fmt.Errorf("the population is %q, known: %s", name, strings.Join(names, ", "))
}
