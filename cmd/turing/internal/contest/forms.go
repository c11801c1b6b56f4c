package contest

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
)

const rankTitle = "Rank everybody by how human they seemed"

// form asks a judge to rank those that they met.
type form struct {
	fields []formField
	talks  []seenRound
}

// formField asks for the rank of whoever was at a terminal of a round.
type formField struct{ Name, Words, Value, terminal string }

// seenRound is what a judge saw in a round.
type seenRound struct {
	Number int
	Turns  map[keylog.Side][]keylog.Turn // by terminal
}

// newForm returns the form for a judge after a stage. It has a field for each terminal of each
// round, since one for each person would tell who was met in several rounds.
func (c *contest) newForm(stage loebner.Stage, judge string) *form {
	f := &form{}
	for i, m := range c.meetings(stage, judge) {
		round, side, _ := strings.Cut(m.terminal, "-")
		f.fields = append(f.fields, formField{Name: fmt.Sprint("f", i+1),
			Words: fmt.Sprintf("Round %s, %s terminal", round, side), terminal: m.terminal})
	}
	for t := range c.tables(stage) {
		if t.Judge != judge || t.skipped() {
			continue
		}
		said, err := t.readLog()
		if err != nil {
			c.warnf("the transcripts of %s: %v", judge, err)
		}
		x := seenRound{t.number, make(map[keylog.Side][]keylog.Turn)}
		for _, s := range t.sides() {
			at := string(s.side)
			x.Turns[s.side] = slices.DeleteFunc(keylog.Transcript(said), func(t keylog.Turn) bool {
				return t.From != at && t.To != at
			})
		}
		f.talks = append(f.talks, x)
	}
	return f
}

// openForms asks the judges who are people to rank all that they met. Those who have done so can
// correct it.
func (p *people) openForms(stage loebner.Stage) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, label := range loebner.Labels("J", len(p.c.setup.Judges)) {
		if p.seats[label] == nil || len(p.c.meetings(stage, label)) == 0 {
			continue
		}
		p.forms[label] = p.c.newForm(stage, label)
		message := "Please fill in the form."
		if p.c.state.ranks[label] != nil {
			message = ranksNoted
		}
		p.askRanks(label, message)
	}
}

// ranksNoted thanks a judge for ranks.
const ranksNoted = "Thank you. That was the last question. You can correct your ranks at the form until " +
	"everybody's are there; then the contest is over."

// askRanks shows a judge the way to the form.
func (p *people) askRanks(label, message string) {
	labels := p.labels(label, rankTitle)
	labels.Link = "/form/" + p.seats[label].Token()
	p.seats[label].Say(labels, message)
}

// formPage is the data of a form's page.
type formPage struct {
	Title, Secret, Wrong string
	Done                 bool
	Given                string // the ranks that the page shows
	Fields               []formField
	Talks                []seenRound
}

// rank shows the form of a judge, and takes the ranks.
func (p *people) rank(r *http.Request, label string) (status int, data any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	x, f := formPage{Secret: p.seats[label].Token(), Title: "Nothing to fill in now"}, p.forms[label]
	status = http.StatusOK
	if f == nil {
		if r.Method == http.MethodPost {
			status, x.Wrong = http.StatusConflict, "Ranks are not asked for now, so these were not taken."
		}
		return status, x
	}
	x.Title, x.Talks, x.Fields = rankTitle, f.talks, slices.Clone(f.fields)
	given := p.c.ranksGiven(label)
	x.Given = strings.Join(given, ",")
	switch {
	case r.Method != http.MethodPost:
		x.fill(given)
	case r.PostForm.Get("given") != x.Given:
		x.fill(given)
		x.Wrong = "You have ranked everybody in the meantime, at another page, so these ranks were not taken. " +
			"The form shows those that were. To correct them, change them here."
		status = http.StatusConflict
	default:
		if x.Wrong = p.takeRanks(&x, r, label); x.Wrong != "" {
			status = http.StatusUnprocessableEntity
			break
		}
		x.Done = true
		p.askRanks(label, ranksNoted)
	}
	return status, x
}

// fill shows ranks in the fields.
func (x *formPage) fill(given []string) {
	for i, field := range x.Fields {
		if n := slices.Index(given, field.terminal); n >= 0 {
			x.Fields[i].Value = fmt.Sprint(n + 1)
		}
	}
}

// takeRanks stores the ranks of a form, or says what is wrong with them.
func (p *people) takeRanks(x *formPage, r *http.Request, label string) (wrong string) {
	ranks := make([]string, len(x.Fields))
	for i, field := range x.Fields {
		x.Fields[i].Value = r.PostForm.Get(field.Name)
		n, err := strconv.Atoi(strings.TrimSpace(x.Fields[i].Value))
		switch {
		case err != nil || n < 1 || n > len(x.Fields):
			wrong = fmt.Sprintf("Each field needs a whole number from 1 to %d.", len(x.Fields))
		case ranks[n-1] != "":
			wrong = fmt.Sprintf("The rank %d is there twice; each rank is needed once.", n)
		default:
			ranks[n-1] = field.terminal
		}
	}
	if wrong == "" {
		if err := p.accept(Vote{Judge: label, Left: -1, Ranks: ranks, Own: true}); err != nil {
			wrong = err.Error()
		}
	}
	return wrong
}

// ranksGiven returns the terminals in the order of a judge's ranks, those that are not yet in the
// journal included.
func (c *contest) ranksGiven(judge string) []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	ranks := c.state.ranks[judge]
	list, _ := c.storedVotes() // else those of the journal are shown
	for _, v := range list {
		if v.Judge == judge && v.Own && len(v.Ranks) > 0 {
			ranks = ranksOf(v.Ranks)
		}
	}
	return slices.SortedFunc(maps.Keys(ranks), func(a, b string) int { return cmp.Compare(ranks[a], ranks[b]) })
}

// accept stores what a judge gives at a page, before the judge is thanked.
func (p *people) accept(v Vote) error {
	p.c.mu.Lock()
	defer p.c.mu.Unlock()
	switch {
	case len(v.Ranks) > 0 && p.c.ranksIn:
		return errors.New("it is too late: the ranks of all judges are in")
	case len(v.Ranks) == 0 && p.c.settled[v.Stage]:
		return errors.New("it is too late to correct verdicts")
	}
	v, err := p.c.checkVote(v)
	if err != nil {
		return err
	}
	if err := v.store(p.c.dir); err != nil {
		p.c.warnf("what %s gave could not be stored: %v", v.Judge, err)
		return errors.New("it could not be stored; tell the organiser")
	}
	return nil
}

// reopen tells the people of a round that is held again, and lets verdicts and ranks be given anew.
func (p *people) reopen(r *heldRound) {
	p.c.mu.Lock()
	p.c.settled[r.stage.Name], p.c.ranksIn = false, false
	p.c.mu.Unlock()
	p.mu.Lock()
	clear(p.forms)
	p.mu.Unlock()
	for _, t := range r.tables {
		t.tell(fmt.Sprintf("The organiser has annulled round %d. It is held again. Please wait here.", r.number))
	}
}
