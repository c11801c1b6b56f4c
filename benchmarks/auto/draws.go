package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/elements"
)

// nameOf returns the name of a data set as it is compared.
func (s *settings) nameOf(set *datasets.Dataset) string {
	if s.unkeyed {
		return set.Name + " without key"
	}
	return set.Name
}

// drawsOf returns what a data set is compared on: itself, or random draws from it if it has more
// respondents than -respondents or more questions than -questions. With -unkeyed they have no key.
func (s *settings) drawsOf(set *datasets.Dataset) ([]*datasets.Dataset, error) {
	whole := *set
	whole.Name = s.nameOf(set)
	if s.unkeyed {
		whole.Questions = slices.Clone(set.Questions)
		for j := range whole.Questions {
			whole.Questions[j].Key = nil
		}
	}
	fewer := s.respondents > 0 && s.respondents < len(set.Respondents)
	shorter := s.questions > 0 && s.questions < len(set.Questions)
	if !fewer && !shorter {
		return []*datasets.Dataset{&whole}, nil
	}
	var sizes []string
	if fewer {
		sizes = append(sizes, fmt.Sprintf("%d respondents", s.respondents))
	}
	if shorter {
		sizes = append(sizes, fmt.Sprintf("%d questions", s.questions))
	}
	draws := make([]*datasets.Dataset, s.draws)
	for k := range draws {
		draw := whole
		draw.Name = fmt.Sprintf("%s, draw %d of %s", whole.Name, k+1, strings.Join(sizes, " and "))
		rng := rand.New(rand.NewPCG(s.seed, uint64(k)))
		if fewer {
			drawn := rng.Perm(len(set.Respondents))[:s.respondents]
			draw.Respondents = elements.At(set.Respondents, drawn)
		}
		if shorter {
			drawn := rng.Perm(len(set.Questions))[:s.questions]
			slices.Sort(drawn)
			if err := shorten(&draw, drawn); err != nil {
				return nil, fmt.Errorf("%s: %w", draw.Name, err)
			}
		}
		draws[k] = &draw
	}
	return draws, nil
}

// shorten leaves a data set some of its questions. A rating is the mean of the respondent's scores
// there, scaled by the lowest and the highest of all. Respondents without a score are left out.
func shorten(set *datasets.Dataset, questions []int) error {
	set.Questions = elements.At(set.Questions, questions)
	set.Points = ofQuestions(set.Points, questions)
	set.Scale, set.RatingNote, set.Table = datasets.Scale{}, "", nil
	var kept []datasets.Respondent
	lowest, highest := math.Inf(1), math.Inf(-1)
	for _, r := range set.Respondents {
		r.Responses = elements.At(r.Responses, questions)
		r.Scores = ofQuestions(r.Scores, questions)
		r.Judgements = ofQuestions(r.Judgements, questions)
		scores := slices.DeleteFunc(slices.Clone(r.Scores), math.IsNaN)
		if len(scores) == 0 {
			continue
		}
		r.Rating = mean(scores)
		kept = append(kept, r)
		lowest, highest = min(lowest, r.Rating), max(highest, r.Rating)
	}
	if !(lowest < highest) {
		return fmt.Errorf("found %d respondents with scores, expected some whose mean scores differ",
			len(kept))
	}
	for i := range kept {
		kept[i].Rating = (kept[i].Rating - lowest) / (highest - lowest)
	}
	set.Respondents = kept
	return nil
}

// ofQuestions returns the elements of those questions, and nil where a data set has nil.
func ofQuestions[T any](all []T, questions []int) []T {
	if all == nil {
		return nil
	}
	return elements.At(all, questions)
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
		if ratio, ok := r.ratio(); ok {
			sum.drawRatios = append(sum.drawRatios, ratio)
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
