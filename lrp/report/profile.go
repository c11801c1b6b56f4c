package report

import (
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/internal/design"
	"github.com/luna-rating/luna/lrp/stats"
)

// profile describes the texts and scores of a data set.
type profile struct {
	questions []questionProfile
	words     []int // numbers of words of non-empty responses
	responses int
	// blank is a share of all responses, inKey of those to questions with a key.
	blank, inKey float64
	keyed        int // questions with a key
	answers      int // acceptable answers of all keys
	scored       bool
}

// questionProfile describes the responses to one question. Undefined values are NaN.
type questionProfile struct {
	id, text string
	answers  int        // acceptable answers
	blank    float64    // share of the responses without any word
	distinct int        // non-empty responses with different words
	words    [3]float64 // quartiles of their numbers of words
	inKey    float64    // share of responses with exactly the words of an acceptable answer
	score    float64    // mean over the respondents with a score
	rating   float64    // correlation of score and rating
	silent   []bool     // by respondent: the response has no word
}

// newProfile describes a data set and its evaluated ratings. Words include stop words; case and
// punctuation are ignored.
func newProfile(ds *datasets.Dataset, ratings []float64) *profile {
	p := &profile{}
	cache := text.NewCache(text.For(design.Language(ds)))
	said := func(s string) (string, int) {
		tokens := cache.Doc(s).Tokens
		return strings.Join(tokens, " "), len(tokens)
	}
	blank, inKey, keyedResponses := 0, 0, 0
	for j, q := range ds.Questions {
		key := map[string]bool{}
		for _, a := range q.Key {
			if words, n := said(a); n > 0 {
				key[words] = true
			}
		}
		of := questionProfile{id: q.ID, text: q.Text, answers: len(key)}
		texts, counts, silent, right := map[string]bool{}, []int{}, 0, 0
		of.silent = make([]bool, len(ds.Respondents))
		for i, r := range ds.Respondents {
			words, n := said(r.Responses[j])
			if n == 0 {
				of.silent[i] = true
				silent++
				continue
			}
			texts[words] = true
			counts = append(counts, n)
			if key[words] {
				right++
			}
		}
		p.words = append(p.words, counts...)
		n := float64(len(ds.Respondents))
		of.blank, of.distinct, of.words = float64(silent)/n, len(texts), quartiles(counts)
		of.inKey = math.NaN()
		if len(key) > 0 {
			of.inKey = float64(right) / n
			p.keyed++
			p.answers += len(key)
			inKey += right
			keyedResponses += len(ds.Respondents)
		}
		scores, rated := scoresOf(ds, j, ratings)
		of.score, _ = stats.MeanSD(scores)
		of.rating = stats.Pearson(scores, rated)
		p.scored = p.scored || len(scores) > 0
		blank += silent
		p.responses += len(ds.Respondents)
		p.questions = append(p.questions, of)
	}
	p.blank = float64(blank) / float64(p.responses)
	p.inKey = float64(inKey) / float64(keyedResponses)
	return p
}

// scoresOf returns the known scores of question j, and the other values of the same respondents.
func scoresOf(ds *datasets.Dataset, j int, others []float64) (scores, of []float64) {
	for i, r := range ds.Respondents {
		if j < len(r.Scores) && !math.IsNaN(r.Scores[j]) && i < len(others) &&
			!math.IsNaN(others[i]) {
			scores, of = append(scores, r.Scores[j]), append(of, others[i])
		}
	}
	return scores, of
}

// quartiles returns the lower quartile, the median and the upper quartile, by linear interpolation.
func quartiles(values []int) [3]float64 {
	if len(values) == 0 {
		return [3]float64{math.NaN(), math.NaN(), math.NaN()}
	}
	sorted := slices.Sorted(slices.Values(values))
	var q [3]float64
	for k := range q {
		at := float64(k+1) / 4 * float64(len(sorted)-1)
		low := int(at)
		high := min(low+1, len(sorted)-1)
		q[k] = float64(sorted[low]) + (at-float64(low))*float64(sorted[high]-sorted[low])
	}
	return q
}
