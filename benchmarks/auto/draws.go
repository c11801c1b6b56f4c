package main

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/luna-rating/luna/datasets"
)

// nameOf returns the name of a data set as it is compared.
func (s *settings) nameOf(set *datasets.Dataset) string {
	if s.unkeyed {
		return set.Name + " without key"
	}
	return set.Name
}

// drawsOf returns what a data set is compared on: itself, or random draws of its respondents if it
// has more than -respondents. With -unkeyed they have no key.
func (s *settings) drawsOf(set *datasets.Dataset) []*datasets.Dataset {
	whole := *set
	whole.Name = s.nameOf(set)
	if s.unkeyed {
		whole.Questions = slices.Clone(set.Questions)
		for j := range whole.Questions {
			whole.Questions[j].Key = nil
		}
	}
	n := len(set.Respondents)
	if s.respondents == 0 || n <= s.respondents {
		return []*datasets.Dataset{&whole}
	}
	draws := make([]*datasets.Dataset, s.draws)
	for k := range draws {
		draw := whole
		draw.Name = fmt.Sprintf("%s, draw %d of %d respondents", whole.Name, k+1, s.respondents)
		draw.Respondents = nil
		rng := rand.New(rand.NewPCG(s.seed, uint64(k)))
		for _, i := range rng.Perm(n)[:s.respondents] {
			draw.Respondents = append(draw.Respondents, set.Respondents[i])
		}
		draws[k] = &draw
	}
	return draws
}

// together returns the results on all draws of a data set as one, with the splits that both sides
// have of each.
func together(name string, all []*result) *result {
	if len(all) == 1 {
		return all[0]
	}
	sum := &result{
		Name:        fmt.Sprintf("%s, %d draws", name, len(all)),
		Respondents: all[0].Respondents, Questions: all[0].Questions,
		Peers: make(map[string][]float64),
	}
	var coverage float64
	covered := 0
	for _, r := range all {
		n := r.splits()
		for name, errs := range r.Peers {
			sum.Peers[name] = append(sum.Peers[name], errs[:n]...)
		}
		if len(r.AUTO) > 0 {
			sum.CBG, sum.AUTO = append(sum.CBG, r.CBG[:n]...), append(sum.AUTO, r.AUTO[:n]...)
		}
		if r.Coverage != nil {
			coverage, covered = coverage+*r.Coverage, covered+1
		}
	}
	if covered == len(all) {
		coverage /= float64(covered)
		sum.Coverage = &coverage
	}
	return sum
}
