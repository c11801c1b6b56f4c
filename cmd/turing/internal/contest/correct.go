package contest

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"sync"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
)

// corrections are the ballots that judges have given at their pages and can correct, as the votes that
// they are. Pages read them while the contest goes on.
type corrections struct {
	settled map[string]bool // stages of which nothing can be corrected

	mu   sync.Mutex
	list map[string][]Vote // by judge
}

func (c *corrections) of(judge string) []Vote {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.list[judge])
}

// learn finds out which ballots judges can correct.
func (p *people) learn() {
	list := make(map[string][]Vote)
	for _, stage := range p.c.rules.Stages {
		if p.c.state.finished != nil || p.corrections.settled[stage.Name] || p.c.used(stage) {
			continue
		}
		for t := range p.c.tables(stage) {
			b, voted := t.ballot()
			if !voted || b.By != "" || p.seats[t.Judge] == nil {
				continue
			}
			v := Vote{Stage: stage.Name, Round: t.number, Judge: t.Judge, Own: true, Human: b.Human, Is: b.Is,
				Left: -1}
			if questionOf(p.c.rules, stage) == session.Points {
				v.Human, v.Left = "", b.Left
			}
			list[t.Judge] = append(list[t.Judge], v)
		}
	}
	p.corrections.mu.Lock()
	defer p.corrections.mu.Unlock()
	p.corrections.list = list
}

// settle ends the corrections of a stage. Those that were noted before are taken up with the next votes.
func (p *people) settle(stage loebner.Stage) {
	p.corrections.settled[stage.Name] = true
	p.learn()
}

// correctPath returns the path of the page on which a judge corrects ballots.
func (p *people) correctPath(label string) string { return "/verdicts/" + p.seats[label].Token() }

// correct shows a judge's ballots, and takes a correction.
func (p *people) correct(r *http.Request, label string) (status int, data any) {
	status, wrong, posted := http.StatusOK, "", r.Method == http.MethodPost
	if posted {
		wrong = p.takeCorrection(r, label)
	}
	if wrong != "" {
		status = http.StatusUnprocessableEntity
	}
	return status, map[string]any{"Secret": p.seats[label].Token(), "Wrong": wrong,
		"Done": posted && wrong == "", "Given": p.corrections.of(label)}
}

// takeCorrection stores a correction for the contest, which takes it up as it does the organiser's
// votes, and says what is wrong with it, if anything.
func (p *people) takeCorrection(r *http.Request, judge string) (wrong string) {
	p.corrections.mu.Lock()
	defer p.corrections.mu.Unlock()
	list := p.corrections.list[judge]
	i := slices.IndexFunc(list, func(v Vote) bool {
		return v.Stage == r.PostForm.Get("stage") && fmt.Sprint(v.Round) == r.PostForm.Get("round")
	})
	if i < 0 {
		return "This verdict cannot be corrected any more."
	}
	v := list[i]
	stage, _ := p.c.stage(v.Stage)
	question := questionOf(p.c.rules, stage)
	switch question {
	case session.Single:
		v.Is = r.PostForm.Get("is")
	case session.Choice:
		v.Human = keylog.Side(r.PostForm.Get("human"))
	case session.Points:
		n, err := strconv.Atoi(r.PostForm.Get("points"))
		if err != nil {
			return "Give the points as a whole number."
		}
		v.Left = float64(n)
	}
	if err := question.Check(v.verdict()); err != nil {
		return err.Error()
	}
	if err := v.store(p.c.dir); err != nil {
		p.c.sayf("correction of %s: %v", judge, err)
		return "The correction could not be stored. Tell the organiser."
	}
	list[i] = v
	return ""
}
