// Package tradeset makes data sets of finished games of Turing Trade: the respondents are targets,
// the questions a script that many games share, and a rating says how human the market found the
// target.
package tradeset

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/luna/trade"
)

// Options are the settings of a data set. Zero values stand for the defaults.
type Options struct {
	Name string // name of the data set; "turing-trade"
	// Share is the share of the games in which a question must have been answered to be part of the
	// script, above 0 and at most 1; 0.5.
	Share float64
	// Nature rates targets by what they are, 1 for a human, instead of by the last price.
	Nature bool
}

// The defaults of [Options].
const (
	DefaultName  = "turing-trade"
	DefaultShare = 0.5
)

// Within is how long after an answer the price that becomes its score is taken, unless another
// answer or the end of the game comes first.
const Within = 10 * time.Second

// Set takes in games, one after another.
type Set struct {
	options Options
	targets []target
	asked   map[string]*question // by words
}

// target is what a game says about its target.
type target struct {
	id        string
	rating    float64
	synthetic bool
	answers   map[string]answer // the first one to a question, by the question's words
}

type answer struct {
	text  string
	score float64
}

type question struct {
	text  string // as it was asked first
	games int
	order int
}

// New returns a set without games.
func New(o Options) *Set {
	if o.Name == "" {
		o.Name = DefaultName
	}
	if o.Share == 0 {
		o.Share = DefaultShare
	}
	return &Set{options: o, asked: make(map[string]*question)}
}

// Add takes in a game that has ended. It leaves out games that were annulled, and games without
// bets, in which the price says nothing.
func (s *Set) Add(p *trade.Played) {
	end, ok := p.Ended()
	if !ok || end.Reason == trade.Annulled || p.Bets() == 0 {
		return
	}
	t := target{id: p.Settings().Game, rating: p.Price() / trade.Payout,
		synthetic: p.Settings().Synthetic, answers: make(map[string]answer)}
	if s.options.Nature {
		t.rating = 0
		if end.Nature == trade.Human {
			t.rating = 1
		}
	}
	for i, x := range p.Exchanges() {
		key := words(x.Question)
		if x.Answered < 0 || key == "" {
			continue
		}
		if _, again := t.answers[key]; again {
			continue
		}
		price, _ := p.PriceAfter(i, Within)
		t.answers[key] = answer{x.Answer, price / trade.Payout}
		q := s.asked[key]
		if q == nil {
			q = &question{text: x.Question, order: len(s.asked)}
			s.asked[key] = q
		}
		q.games++
	}
	s.targets = append(s.targets, t)
}

// words returns the key by which two questions are the same: their letters and digits, in lower
// case, with one space for anything between them.
func words(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r)
	}), " ")
}

// Dataset returns the data set. Its questions are those that were answered in a share of the games,
// in the order in which they were first asked, compared without regard to case and punctuation. A
// target who answered none of them is left out. The rating is the last price / 100, and a score is
// the price / 100 to which the answer led: at the next answer, at the end, or after [Within]. The
// names of games become the respondents' ids; a missing or duplicate name gets a number.
func (s *Set) Dataset() (*datasets.Dataset, error) {
	if len(s.targets) == 0 {
		return nil, fmt.Errorf("found no game with bets that was not annulled, expected one at least")
	}
	need := max(1, int(math.Ceil(s.options.Share*float64(len(s.targets))-1e-9)))
	var script []string
	most := &question{}
	for key, q := range s.asked {
		if q.games >= need {
			script = append(script, key)
		}
		if q.games > most.games || q.games == most.games && q.order < most.order {
			most = q
		}
	}
	if len(script) == 0 {
		return nil, fmt.Errorf("found no question that was answered in %d of %d games (%q was, in %d), "+
			"expected one at least; a smaller share takes more questions", need, len(s.targets),
			most.text, most.games)
	}
	slices.SortFunc(script, func(a, b string) int {
		return cmp.Compare(s.asked[a].order, s.asked[b].order)
	})
	d := &datasets.Dataset{Name: s.options.Name, RatingNote: s.note()}
	for i, key := range script {
		d.Questions = append(d.Questions,
			datasets.Question{ID: fmt.Sprintf("q%d", i+1), Text: s.asked[key].text})
	}
	taken := make(map[string]bool)
	for i, t := range s.targets {
		r := datasets.Respondent{Rating: t.rating}
		answered := false
		for _, key := range script {
			a, ok := t.answers[key]
			if !ok {
				a.score = math.NaN()
			}
			answered = answered || ok
			r.Responses, r.Scores = append(r.Responses, a.text), append(r.Scores, a.score)
		}
		if !answered {
			continue
		}
		r.ID = t.id
		if r.ID == "" || taken[r.ID] {
			r.ID = fmt.Sprintf("%s#%d", t.id, i+1)
		}
		for taken[r.ID] {
			r.ID += "'"
		}
		taken[r.ID] = true
		d.Synthetic = d.Synthetic || t.synthetic
		d.Respondents = append(d.Respondents, r)
	}
	return d, d.Validate()
}

func (s *Set) note() string {
	if s.options.Nature {
		return "1 for a human and 0 for a computer, the target of a game of Turing Trade"
	}
	return "last price of a human security in a game of Turing Trade, divided by 100"
}
