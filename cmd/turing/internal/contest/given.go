package contest

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/luna-rating/luna/cmd/turing/internal/desk"
	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
)

// Given lists the verdicts that a judge can correct, those that are not yet in the journal
// included.
func (c *contest) Given(judge string) (list []desk.Given) {
	c.mu.Lock()
	defer c.mu.Unlock()
	waiting, _ := c.storedVotes() // else those of the journal are shown
	for _, stage := range c.rules.Stages {
		if c.state.finished != nil || c.settled[stage.Name] || c.used(stage) {
			continue
		}
		for t := range c.tables(stage) {
			if v, ok := t.ownVote(waiting); ok && t.Judge == judge {
				list = append(list, desk.Given{Vote: v, Asked: t.details(stage), Question: questionOf(c.rules, stage)})
			}
		}
	}
	return list
}

// ownVote returns the verdict of the judge as a vote of theirs, unless it is for others to correct.
func (t *table) ownVote(waiting []stored) (v Vote, ok bool) {
	b, voted := t.ballot()
	final := b.Void != "" || b.By == byRule || b.By == byOrganiser && b.Corrected
	v = t.voteOf(session.Verdict{Left: int(b.Left), Human: b.Human, Is: b.Is, Reason: b.Reason})
	v.Confidence = b.Confidence
	for _, w := range waiting {
		if w.Own && w.Judge == t.Judge && w.Stage == v.Stage && w.Round == v.Round {
			v, voted = w.Vote, true
		}
	}
	return v, voted && !final
}

// Ranked lists the terminals in the order of a judge's ranks, those that are not yet in the journal
// included.
func (c *contest) Ranked(judge string) []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	ranks := c.state.ranks[judge]
	list, _ := c.storedVotes() // else those of the journal are shown
	for _, v := range slices.Backward(list) {
		if v.Judge == judge && v.Own && len(v.Ranks) > 0 {
			return v.Ranks
		}
	}
	return slices.SortedFunc(maps.Keys(ranks), func(a, b string) int { return cmp.Compare(ranks[a], ranks[b]) })
}

// Accept stores what a judge gives at a page.
func (c *contest) Accept(v Vote) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case len(v.Ranks) > 0 && c.ranksIn:
		return errors.New("it is too late: the ranks of all judges are in")
	case len(v.Ranks) == 0 && c.settled[v.Stage]:
		return errors.New("it is too late to correct verdicts")
	}
	v, err := c.checkVote(v)
	if err != nil {
		return err
	}
	if err := store(c.dir, v); err != nil {
		c.warnf("what %s gave could not be stored: %v", v.Judge, err)
		return errors.New("it could not be stored; tell the organiser")
	}
	return nil
}

// openForms asks the judges who are people to rank all that they met.
func (c *contest) openForms(stage loebner.Stage) {
	for _, judge := range loebner.Labels("J", len(c.setup.Judges)) {
		if talks := c.talks(stage, judge); c.desk.Seats(judge) && len(talks) > 0 {
			c.desk.AskRanks(judge, talks)
		}
	}
}

// talks returns what a judge saw in the rounds of a stage.
func (c *contest) talks(stage loebner.Stage, judge string) (list []desk.Talk) {
	for t := range c.tables(stage) {
		if t.Judge != judge || t.skipped() {
			continue
		}
		said, err := t.readLog()
		if err != nil {
			c.warnf("the transcripts of %s: %v", judge, err)
		}
		x := desk.Talk{Number: t.number, Turns: make(map[keylog.Side][]keylog.Turn)}
		for _, s := range t.sides() {
			at := string(s.side)
			x.Turns[s.side] = slices.DeleteFunc(keylog.Transcript(said), func(t keylog.Turn) bool {
				return t.From != at && t.To != at
			})
		}
		list = append(list, x)
	}
	return list
}

// reopen tells the people of a round that it is held again, and lets verdicts and ranks be given
// anew.
func (r *heldRound) reopen() {
	r.mu.Lock()
	r.settled[r.stage.Name], r.ranksIn = false, false
	r.mu.Unlock()
	r.desk.CloseForms()
	r.tellAnnulled()
}

// tellAnnulled tells the people of a round that it is held again.
func (r *heldRound) tellAnnulled() {
	for _, t := range r.tables {
		t.tell(fmt.Sprintf("The organiser has annulled round %d. It is held again. Please wait here.", r.number))
	}
}
