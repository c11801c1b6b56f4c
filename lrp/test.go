package lrp

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/lrp/experiment"
)

// Test compares the model's predictions with the ratings of a data set, whose questions are the
// model's, found by their identifiers or texts ([datasets.Join]). Respondents without a rating are
// left out. The report is that of one given split, with the model's training set as the training
// part and the data set as the test part. CBG is the mean rating of the training part. Ratings are
// on the model's scale.
func (m *Model) Test(ctx context.Context, ds *datasets.Dataset) (*Report, error) {
	const part = "test set"
	joined, err := datasets.Join(m.training, ds, part)
	if err != nil {
		return nil, err
	}
	tested := *joined
	tested.Name, tested.Synthetic = ds.Name, ds.Synthetic
	tested.Respondents = slices.DeleteFunc(joined.Respondents, func(r datasets.Respondent) bool {
		return r.Attributes[part] != "test" || !r.Rated()
	})
	if len(tested.Respondents) == 0 {
		return nil, fmt.Errorf("%s: found nobody with a rating, expected ratings to compare with", ds.Name)
	}
	if err := m.Encode(ctx, textsOf(tested.Respondents)...); err != nil {
		return nil, err
	}
	if slices.ContainsFunc(tested.Respondents, func(r datasets.Respondent) bool { return r.External != nil }) {
		if m, err = m.WithGrades(tested.Respondents); err != nil {
			return nil, err
		}
	}
	own := experiment.Scored{Approach: m.info.Approach, Regressor: m.info.Regressor}
	for _, r := range tested.Respondents {
		p, err := m.Predict(r.Responses)
		if err != nil {
			return nil, err
		}
		own.Ratings = append(own.Ratings, p.Rating)
		if !math.IsNaN(p.Interval[0]) {
			own.Intervals = append(own.Intervals, p.Interval)
		}
	}
	return experiment.Score(ctx, &tested, m.training, m.analyzer, own)
}

// textsOf returns the responses of each respondent.
func textsOf(respondents []datasets.Respondent) [][]string {
	return numbers.Map(respondents, func(r datasets.Respondent) []string { return r.Responses })
}

const (
	// maxCompared bounds the respondents of either side whose words are compared.
	maxCompared = 500
	// minCompared is how many respondents with words it takes on either side to say that they are
	// unlike. The words of fewer are too few to tell.
	minCompared = 10
	// familiarShare is the share of the typical familiarity below which responses are unlike. Other
	// respondents to the same questions are above .7 from ten trained ones on, and mostly above .8;
	// those to other questions in the same language are mostly below .5.
	familiarShare = 2.0 / 3
	// unfamiliarTail is the share of the training respondents who may be as unfamiliar.
	unfamiliarTail = 0.05
)

// Unlike returns a sentence that says that responses look like responses to questions other than
// the model's; it is "" if they do not, or if there are too few to tell. Those of each respondent
// are in the order of the model's questions.
//
// The familiarity of a respondent is the share of the respondent's words that the question's key or
// a training response to the question contains. For a training respondent, only the others'
// responses count. Responses are unlike if their median familiarity is far below that of the
// training respondents, and below that of nearly all of them.
func (m *Model) Unlike(responses [][]string) string {
	if len(responses) < minCompared {
		return ""
	}
	f := m.familiar()
	if f == nil {
		return ""
	}
	var found []float64
	for _, r := range numbers.Evenly(responses, maxCompared) {
		if len(r) != len(f.users) {
			continue
		}
		if share, ok := f.share(m.docs(r), 0); ok {
			found = append(found, share)
		}
	}
	if len(found) < minCompared {
		return ""
	}
	slices.Sort(found)
	typical, here := f.trained[len(f.trained)/2], found[len(found)/2]
	lowest := f.trained[int(unfamiliarTail*float64(len(f.trained)))]
	if here >= min(familiarShare*typical, lowest) {
		return ""
	}
	return fmt.Sprintf("the responses look like those to other questions: the model knows %.0f%% of "+
		"the words of a typical respondent, and would know about %.0f%% of one to its questions; do "+
		"not use the ratings unless the questions are the same", 100*here, 100*typical)
}

// familiarity knows the words of a training set.
type familiarity struct {
	users   []map[string]int // by question: the respondents who use a word, with the key as two
	trained []float64        // of the training respondents, ascending
}

// newFamiliarity returns nil if the training respondents are too few.
func newFamiliarity(training *datasets.Dataset, analyzer text.Analyzer) *familiarity {
	f := &familiarity{}
	cache := text.NewCache(analyzer)
	for _, q := range training.Questions {
		users := make(map[string]int)
		for _, k := range q.Key {
			use(users, cache.Doc(k), 2)
		}
		f.users = append(f.users, users)
	}
	var all [][]*text.Doc
	for _, r := range numbers.Evenly(training.Respondents, maxCompared) {
		docs := docsOf(cache, r.Responses)
		for j, d := range docs {
			use(f.users[j], d, 1)
		}
		all = append(all, docs)
	}
	for _, docs := range all {
		if share, ok := f.share(docs, 1); ok {
			f.trained = append(f.trained, share)
		}
	}
	if len(f.trained) < minCompared {
		return nil
	}
	slices.Sort(f.trained)
	return f
}

// use counts the words of a text, each once, by so much.
func use(users map[string]int, d *text.Doc, by int) {
	words := slices.Clone(d.Tokens)
	slices.Sort(words)
	for _, w := range slices.Compact(words) {
		users[w] += by
	}
}

// share returns the share of the words of a respondent that others use. Those who use a word may
// include the respondent itself: 1 or 0. It is not ok if there are no words.
func (f *familiarity) share(docs []*text.Doc, itself int) (share float64, ok bool) {
	words, known := 0, 0
	for j, d := range docs {
		for _, w := range d.Tokens {
			words++
			if f.users[j][w] > itself {
				known++
			}
		}
	}
	return float64(known) / float64(max(1, words)), words > 0
}
