package winograd

import (
	"cmp"
	"slices"
)

// The thresholds of the contest of 2016, in percent, and its prizes in dollars.
const (
	// GrandThreshold is needed in the first round to enter the second, and in both for the grand
	// prize.
	GrandThreshold = 90
	// smallThreshold must be exceeded in the first round for one of the smaller prizes.
	smallThreshold = 65
	// grandPrize is the grand prize.
	grandPrize = 25_000
)

// smallPrizes are the prizes of the top three of the first round.
var smallPrizes = [3]float64{1000, 750, 500}

// Prize is a team's prize, or its share of one.
type Prize struct {
	Prize  string  `json:"prize"` // "grand", "first", "second" or "third"
	Team   string  `json:"team"`
	Amount float64 `json:"amount"` // in dollars
	// SharedBy is the number of teams that split the prize, 1 if it is not split.
	SharedBy int `json:"shared_by"`
}

// Prizes awards the prizes by the results of one or two rounds; second is nil if there was only
// one.
//
// The grand prize goes to the team with 90 % in both rounds. If there are several, the one with
// more right answers in the second round wins, then the one with more in the first; if these are
// equal, too, they split the prize. A team below 90 % in the first round is not allowed in the
// second.
//
// The three best teams above 65 % in the first round receive $1000, $750 and $500. The rules do not
// say what teams with the same number of right answers receive: here they split the prizes of the
// places that they take together. Nor do the rules exclude the winner of the grand prize from
// these.
func Prizes(first Round, second *Round) []Prize {
	prizes := []Prize{}
	if second != nil {
		prizes = append(prizes, grand(first, *second)...)
	}
	teams := above(first.Teams)
	names := [...]string{"first", "second", "third"}
	for place := 0; place < min(len(teams), len(smallPrizes)); {
		tied := place + 1
		for tied < len(teams) && teams[tied].Right == teams[place].Right {
			tied++
		}
		sum := 0.0
		for _, amount := range smallPrizes[place:min(tied, len(smallPrizes))] {
			sum += amount
		}
		n := tied - place
		for _, g := range teams[place:tied] {
			prizes = append(prizes, Prize{names[place], g.Team, sum / float64(n), n})
		}
		place = tied
	}
	return prizes
}

// above returns the teams above the threshold of the smaller prizes, the best first.
func above(teams []Grade) []Grade {
	var list []Grade
	for _, g := range teams {
		if 100*g.Right > smallThreshold*g.Of {
			list = append(list, g)
		}
	}
	slices.SortStableFunc(list, func(a, b Grade) int { return cmp.Compare(b.Right, a.Right) })
	return list
}

// Qualified reports whether a result of at least 90 % lets a team enter the second round; the grand
// prize needs it in each round.
func Qualified(g Grade) bool { return g.Of > 0 && 100*g.Right >= GrandThreshold*g.Of }

func grand(first, second Round) []Prize {
	scores := map[string]int{}
	for _, g := range first.Teams {
		if Qualified(g) {
			scores[g.Team] = g.Right
		}
	}
	var winners []Grade
	for _, g := range second.Teams {
		if _, entered := scores[g.Team]; entered && Qualified(g) {
			winners = append(winners, g)
		}
	}
	if len(winners) == 0 {
		return nil
	}
	order := func(a, b Grade) int {
		return cmp.Or(cmp.Compare(a.Right, b.Right), cmp.Compare(scores[a.Team], scores[b.Team]))
	}
	best := slices.MaxFunc(winners, order)
	winners = slices.DeleteFunc(winners, func(g Grade) bool { return order(g, best) < 0 })
	var prizes []Prize
	for _, g := range winners {
		n := len(winners)
		prizes = append(prizes, Prize{"grand", g.Team, grandPrize / float64(n), n})
	}
	return prizes
}
