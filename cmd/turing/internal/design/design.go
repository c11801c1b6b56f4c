// Package design decides who meets whom in which round of a contest or a study, in as few rounds as
// everybody's seats allow.
package design

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
)

// People are those who meet.
type People struct {
	Judges, Entries, Confederates int
	// Seats returns how many judges an entry or a confederate talks to at once, at least 1.
	Seats func(label string) int
	// Humans is how many human witnesses each judge meets, in a test with two parties.
	Humans int
}

// meeting is a conversation for which a round is to be found: of a judge with an entry or a
// confederate, or with an entry and a confederate who is chosen later.
type meeting struct {
	loebner.Triple
	round int
}

// Rounds plans a stage of a kind such as [loebner.Pairs]: each judge talks once to each entry.
// Where somebody is missing from a meeting, the label is "".
func Rounds(how string, p People, rng *rand.Rand) loebner.Schedule {
	judges, confederates := loebner.Labels("J", p.Judges), loebner.Labels("C", p.Confederates)
	var list []meeting
	for _, j := range judges {
		for _, e := range loebner.Labels("E", p.Entries) {
			list = append(list, meeting{Triple: loebner.Triple{Judge: j, Entry: e}})
		}
	}
	together := 0 // conversations with confederates at the same time
	switch how {
	case loebner.Witnesses:
		list = append(list, humans(judges, confederates, p.Humans, rng)...)
	case loebner.Pairs:
		for _, label := range confederates {
			together += p.Seats(label)
		}
	}
	plan := make(loebner.Schedule, arrange(list, together, p.Seats, rng))
	if how == loebner.Pairs {
		accompany(list, len(plan), confederates, p.Seats, rng)
	}
	judge := make(map[string]int)
	for i, label := range judges {
		judge[label] = i
	}
	slices.SortFunc(list, func(a, b meeting) int { return cmp.Compare(judge[a.Judge], judge[b.Judge]) })
	for _, m := range list {
		r := &plan[m.round]
		r.Triples = append(r.Triples, m.Triple)
	}
	return plan
}

// humans returns the meetings of judges with human witnesses, of whom each gets about as many
// judges.
func humans(judges, confederates []string, each int, rng *rand.Rand) (list []meeting) {
	shuffle(confederates, rng)
	for _, j := range judges {
		for range min(max(each, 1), len(confederates)) {
			who := confederates[len(list)%len(confederates)]
			list = append(list, meeting{Triple: loebner.Triple{Judge: j, Confederate: who}})
		}
	}
	return list
}

func shuffle[T any](list []T, rng *rand.Rand) {
	rng.Shuffle(len(list), func(a, b int) { list[a], list[b] = list[b], list[a] })
}

// accompany chooses the confederates of the meetings of each round, as evenly as some attempts get
// it.
func accompany(list []meeting, rounds int, confederates []string, seats func(string) int, rng *rand.Rand) {
	best, least := slices.Clone(list), math.MaxInt
	for range 1 + attempts/(1+len(list)) {
		if again := attempt(list, rounds, confederates, seats, rng); again < least {
			least = again
			copy(best, list)
		}
	}
	copy(list, best)
}

// attempts bounds the attempts, times the meetings of each.
const attempts = 10_000

// attempt chooses confederates at random: one of those whom the judge has met least often, and of
// these one who has met the entry least often. It returns how often somebody met a confederate
// again, judges counting more.
func attempt(list []meeting, rounds int, confederates []string, seats func(string) int, rng *rand.Rand) (again int) {
	met := make(map[[2]string]int)
	for r := range rounds {
		var free []string
		for _, label := range confederates {
			free = append(free, slices.Repeat([]string{label}, seats(label))...)
		}
		shuffle(free, rng)
		for k := range list {
			m := &list[k]
			if m.round != r {
				continue
			}
			m.Confederate = slices.MinFunc(free, func(a, b string) int {
				return cmp.Or(cmp.Compare(met[[2]string{m.Judge, a}], met[[2]string{m.Judge, b}]),
					cmp.Compare(met[[2]string{m.Entry, a}], met[[2]string{m.Entry, b}]))
			})
			i := slices.Index(free, m.Confederate)
			free = slices.Delete(free, i, i+1)
			judge, entry := [2]string{m.Judge, m.Confederate}, [2]string{m.Entry, m.Confederate}
			again += len(list)*met[judge] + met[entry]
			met[judge]++
			met[entry]++
		}
	}
	return again
}
