package contest

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
)

// given is a verdict that a judge can correct.
type given struct {
	Vote
	session.Details // that are asked with it
	question        session.Question
}

// given lists the verdicts that a judge can correct, those that are not yet in the journal
// included.
func (c *contest) given(judge string) (list []given) {
	c.mu.Lock()
	defer c.mu.Unlock()
	waiting, _ := c.storedVotes() // else those of the journal are shown
	for _, stage := range c.rules.Stages {
		if c.state.finished != nil || c.settled[stage.Name] || c.used(stage) {
			continue
		}
		for t := range c.tables(stage) {
			if v, ok := t.ownVote(waiting); ok && t.Judge == judge {
				list = append(list, given{v, t.details(stage), questionOf(c.rules, stage)})
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

// correctPath returns the path of the page on which a judge corrects ballots.
func (p *people) correctPath(label string) string { return "/verdicts/" + p.seats[label].Token() }

// correct shows a judge's ballots, and takes a correction.
func (p *people) correct(r *http.Request, label string) (status int, data any) {
	status = http.StatusOK
	wrong := ""
	posted := r.Method == http.MethodPost
	if posted {
		if wrong = p.takeCorrection(r, label); wrong != "" {
			status = http.StatusUnprocessableEntity
		}
	}
	return status, map[string]any{"Secret": p.seats[label].Token(), "Wrong": wrong, "Ranked": ranked(p.c.rules),
		"Done": posted && wrong == "", "Given": p.c.given(label)}
}

// takeCorrection stores a correction, and says what is wrong with it, if anything.
func (p *people) takeCorrection(r *http.Request, judge string) (wrong string) {
	list := p.c.given(judge)
	i := slices.IndexFunc(list, func(v given) bool {
		return v.Stage == r.PostForm.Get("stage") && fmt.Sprint(v.Round) == r.PostForm.Get("round")
	})
	if i < 0 {
		return "This verdict cannot be corrected any more."
	}
	v := list[i].Vote
	switch list[i].question {
	case session.Single:
		v.Is = r.PostForm.Get("is")
	case session.Choice:
		v.Human = keylog.Side(r.PostForm.Get("human"))
	case session.Points:
		n, err := strconv.Atoi(strings.TrimSpace(r.PostForm.Get("points")))
		if err != nil {
			return "Give the points as a whole number."
		}
		v.Left = float64(n)
	}
	if list[i].Details.Confidence {
		n, err := strconv.Atoi(strings.TrimSpace(r.PostForm.Get("confidence")))
		if err != nil {
			return "Say how sure you are as a whole number from 0 to 100."
		}
		v.Confidence = &n
	}
	if list[i].Details.Reason {
		v.Why = strings.ReplaceAll(r.PostForm.Get("reason"), "\r\n", "\n")
	}
	if err := p.accept(v); err != nil {
		return err.Error()
	}
	return ""
}
