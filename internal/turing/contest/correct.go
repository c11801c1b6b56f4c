package contest

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"sync"

	"github.com/luna-rating/luna/internal/turing/keylog"
	"github.com/luna-rating/luna/internal/turing/loebner"
	"github.com/luna-rating/luna/internal/turing/session"
)

// given is a ballot that a judge gave and can correct until the results.
type given struct {
	Stage  string
	Round  int
	Human  keylog.Side // the terminal named, "" if there is none
	Is     string      // whether the only witness is a human, "" if that was not the question
	Points float64     // of the left terminal
}

// corrections are the ballots that judges can correct. Pages read them while the contest goes on.
type corrections struct {
	mu   sync.Mutex
	list map[string][]given // by judge
}

func (c *corrections) of(judge string) []given {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.list[judge])
}

// learn finds out which ballots judges can correct.
func (p *people) learn() {
	list := make(map[string][]given)
	for _, stage := range p.c.rules.Stages {
		if p.c.state.finished != nil || p.c.state.used(p.c.rules, stage.Name) {
			continue
		}
		for i, pairs := range p.c.state.plans[stage.Name].Rounds {
			for _, x := range pairs {
				b, voted := p.c.state.round(stage.Name, i+1).ballots[x.Judge]
				if !voted || b.By != "" || p.seats[x.Judge] == nil {
					continue
				}
				g := given{Stage: stage.Name, Round: i + 1, Points: b.Left, Is: b.Is}
				if p.c.rules.Judging.Format != loebner.Points {
					g.Human = b.Human
				}
				list[x.Judge] = append(list[x.Judge], g)
			}
		}
	}
	p.corrections.mu.Lock()
	defer p.corrections.mu.Unlock()
	p.corrections.list = list
}

// correctPath returns the path of the page on which a judge corrects ballots.
func (p *people) correctPath(label string) string { return "/verdicts/" + p.seats[label].Token() }

// correctPage is the data of that page.
type correctPage struct {
	Secret, Wrong string
	Given         []given
	Done          bool
}

// correct shows a judge's ballots, and takes a correction.
func (p *people) correct(w http.ResponseWriter, r *http.Request, label string) {
	x := correctPage{Secret: r.PathValue("secret")}
	status := http.StatusOK
	if r.Method == http.MethodPost {
		x.Wrong = p.takeCorrection(r, label)
		if x.Done = x.Wrong == ""; !x.Done {
			status = http.StatusUnprocessableEntity
		}
	}
	x.Given = p.corrections.of(label)
	writePage(w, status, "verdicts.html", x)
}

// takeCorrection stores a correction for the contest, which takes it up as it does the organiser's
// votes, and says what is wrong with it, if anything.
func (p *people) takeCorrection(r *http.Request, judge string) (wrong string) {
	if r.ParseForm() != nil {
		return "The form did not arrive as a whole. Send it again."
	}
	p.corrections.mu.Lock()
	defer p.corrections.mu.Unlock()
	list := p.corrections.list[judge]
	i := slices.IndexFunc(list, func(g given) bool {
		return g.Stage == r.PostForm.Get("stage") && fmt.Sprint(g.Round) == r.PostForm.Get("round")
	})
	if i < 0 {
		return "This verdict cannot be corrected any more."
	}
	g := list[i]
	v := Vote{Stage: g.Stage, Round: g.Round, Judge: judge, Own: true, Left: -1}
	switch {
	case g.Is != "":
		v.Is = r.PostForm.Get("is")
		if v.Is != session.Human && v.Is != session.Machine {
			return "Choose a human or a machine."
		}
		list[i].Is = v.Is
	case g.Human != "":
		v.Human = keylog.Side(r.PostForm.Get("human"))
		if v.Human != keylog.Left && v.Human != keylog.Right {
			return "Choose left or right."
		}
		list[i].Human = v.Human
	default:
		n, err := strconv.Atoi(r.PostForm.Get("points"))
		if err != nil || n < 0 || n > 100 || n == 50 {
			return "Give a whole number from 0 to 100, and not 50 to each of them."
		}
		v.Left = float64(n)
		list[i].Points = v.Left
	}
	if err := v.store(p.c.dir); err != nil {
		list[i] = g
		p.c.sayf("correction of %s: %v", judge, err)
		return "The correction could not be stored. Tell the organiser."
	}
	return ""
}
