package experiment

import (
	"crypto/sha256"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/features/text"
	messages "github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp/internal/design"
	"github.com/luna-rating/luna/lrp/stats"
)

// twins are groups of respondents who gave equal answers to all questions, such as one person under
// two names. Answers are equal if their words are, apart from case and punctuation.
type twins struct {
	group []int // by respondent; -1 for one without a twin
	size  []int // by group
}

// chance is the expected number of pairs in a data set who agree by chance below which those who do
// are twins.
const chance = .01

// newTwins finds the twins among respondents. Those who left a question without an answer have
// none, nor those who may well agree by chance: if n respondents answered each question as others
// do and independently, n(n-1)/2 times the product of the shares of the others who gave an answer
// would. A new answer has the product of the shares of those who use its words. Acceptable answers
// have the share 1, as good people agree in these, and so does what was said before, such as "I
// don't know".
func newTwins(c *design.Corpus) *twins {
	t := &twins{group: slices.Repeat([]int{-1}, len(c.Ratings))}
	equal := make(map[[sha256.Size]byte][]int)
	for i := range c.Ratings {
		var all strings.Builder
		for _, docs := range c.Docs {
			if len(docs[i].Tokens) == 0 {
				all.Reset()
				break
			}
			all.WriteString(textOf(docs[i]) + "\n")
		}
		if all.Len() > 0 {
			digest := sha256.Sum256([]byte(all.String()))
			equal[digest] = append(equal[digest], i)
		}
	}
	var given []map[string]int
	for _, members := range equal {
		if len(members) < 2 {
			continue
		}
		if given == nil {
			given = givenTo(c)
		}
		if matches(c, given, members) < math.Log(chance) {
			for _, i := range members {
				t.group[i] = len(t.size)
			}
			t.size = append(t.size, len(members))
		}
	}
	return t
}

func textOf(d *text.Doc) string { return strings.Join(d.Tokens, " ") }

// givenTo counts, for each question, the respondents who gave each text and, after a blank, used
// each word. Acceptable answers have a negative count.
func givenTo(c *design.Corpus) []map[string]int {
	given := make([]map[string]int, len(c.Docs))
	for j, docs := range c.Docs {
		given[j] = make(map[string]int)
		for _, d := range docs {
			given[j][textOf(d)]++
			for _, w := range vocabulary(d) {
				given[j][" "+w]++
			}
		}
		for _, k := range c.Questions[j].Key {
			given[j][textOf(k)] = -1
		}
	}
	return given
}

func vocabulary(d *text.Doc) []string {
	return slices.Compact(slices.Sorted(slices.Values(d.Tokens)))
}

// matches returns the logarithm of the number of pairs expected to agree by chance on the answers
// of respondents who do.
func matches(c *design.Corpus, given []map[string]int, members []int) float64 {
	n := float64(len(c.Ratings))
	log, before := math.Log(n*(n-1)/2), map[string]bool{}
	for j, docs := range c.Docs {
		share := func(what string) float64 {
			return math.Log(float64(given[j][what]-len(members)+1) / (n - float64(len(members)) + 2))
		}
		d := docs[members[0]]
		said := textOf(d)
		switch count := given[j][said]; {
		case before[said] || count < 0:
		case count > len(members):
			log += share(said)
		default:
			words := 0.0
			for _, w := range vocabulary(d) {
				words += share(" " + w)
			}
			log += min(words, share(said))
		}
		before[said] = true
	}
	return log
}

// known says who of a test part has a twin outside of it.
func (t *twins) known(test []int) []bool {
	known, inside := make([]bool, len(test)), make([]int, len(t.size))
	for _, i := range test {
		if g := t.group[i]; g >= 0 {
			inside[g]++
		}
	}
	for k, i := range test {
		g := t.group[i]
		known[k] = g >= 0 && inside[g] < t.size[g]
	}
	return known
}

// leaveOutTwins sets the result's RMSEWithout from the outcomes of its trials, and notes whose
// twins were learned from.
func (r *DatasetReport) leaveOutTwins(result *Result, trials []outcome, twins *twins) {
	if twins == nil || len(twins.size) == 0 {
		return
	}
	var means, all []float64
	found := make([]bool, len(r.Ratings))
	for _, t := range trials {
		var squares []float64
		for k, known := range twins.known(t.Test) {
			i := t.Test[k]
			e := t.Ratings[k] - r.Ratings[i]
			if found[i] = found[i] || known; !known {
				squares = append(squares, e*e)
			}
		}
		if mean, _ := stats.MeanSD(squares); len(squares) > 0 {
			means = append(means, math.Sqrt(mean))
		}
		all = append(all, squares...)
	}
	without, _ := stats.MeanSD(means)
	if r.ByRespondent() {
		mean, _ := stats.MeanSD(all)
		without = math.Sqrt(mean)
	}
	if !slices.Contains(found, true) {
		return
	}
	result.RMSEWithout, r.Contaminated = &without, nil
	for i, x := range r.Data.Respondents {
		if found[i] {
			r.Contaminated = append(r.Contaminated, x.ID)
		}
	}
}

// warnOfTwins warns of the respondents whose twins were learned from.
func (r *DatasetReport) warnOfTwins() {
	n := len(r.Contaminated)
	if n == 0 {
		return
	}
	without := "nobody else was predicted"
	if i := r.best(); i >= 0 && !math.IsNaN(*r.Results[i].RMSEWithout) {
		best := &r.Results[i]
		without = fmt.Sprintf("without them, the RMSE of %s is %.3f, not %.3f", best.Approach,
			*best.RMSEWithout, best.RMSEMean)
	}
	r.Warnings = append(r.Warnings, fmt.Sprintf("%s gave all the answers of somebody who was learned "+
		"from: %s; %s", messages.Count(n, "respondent"), messages.Some(r.Contaminated, 3), without))
}
