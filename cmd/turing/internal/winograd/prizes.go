package winograd

const (
	// contestProblems is the number of problems in a round of the contest.
	contestProblems = 60
	// threshold must be exceeded for a prize, in percent.
	threshold = 65
)

// amounts are the prizes of the top three of the first round of 2016, in dollars.
var amounts = [3]float64{1000, 750, 500}

// Prize is a team's prize, or its share of one.
type Prize struct {
	Prize  string  `json:"prize"` // "first", "second" or "third"
	Team   string  `json:"team"`
	Amount float64 `json:"amount"` // in dollars
	// SharedBy is the number of teams that split the prize, 1 if it is not split.
	SharedBy int `json:"shared_by"`
}

// prizes awards the prizes of the first round of 2016 to the three best teams above 65 %. Teams are
// sorted, the best first. The rules do not say what teams with the same number of right answers
// receive: here they split the prizes of the places that they take together.
func prizes(teams []Grade) []Prize {
	list := []Prize{}
	names := [...]string{"first", "second", "third"}
	for place := 0; place < min(len(teams), len(amounts)); {
		best := teams[place]
		if 100*best.Right <= threshold*best.Of {
			break
		}
		tied, sum := place, 0.0
		for ; tied < len(teams) && teams[tied].Right == best.Right; tied++ {
			if tied < len(amounts) {
				sum += amounts[tied]
			}
		}
		n := tied - place
		for _, g := range teams[place:tied] {
			list = append(list, Prize{names[place], g.Team, sum / float64(n), n})
		}
		place = tied
	}
	return list
}
