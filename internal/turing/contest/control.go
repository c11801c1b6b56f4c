package contest

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/luna-rating/luna/internal/turing/session"
)

// The parts of a round, in which the organiser can do different things.
const (
	waiting = "waiting for people"
	talking = "conversations"
	voting  = "ballots"
	ranking = "ranks"
)

// action is something that the organiser can do.
type action struct {
	Name, Button, Help string
	Minutes, Confirm   bool // it needs a number of minutes, or to be confirmed
	Needs              bool // a reason
	in                 []string
	done               string // what the journal says
}

var actions = []action{
	{Name: "pause", Button: "Pause", Help: "The clock stands still for all, and nobody can type.",
		in: []string{talking, voting, ranking}, done: "paused the clock"},
	{Name: "go", Button: "Go on", Help: "The clock runs again.",
		in: []string{talking, voting, ranking}, done: "let the clock go on"},
	{Name: "extend", Button: "Extend", Help: "Everybody has more time.", Minutes: true,
		in: []string{talking, voting, ranking}, done: "extended the time by %v minutes"},
	{Name: "begin", Button: "Begin now", Help: "The round begins without those who are absent.",
		in: []string{waiting}, done: "began the round without those who were absent"},
	{Name: "end", Button: "End the conversations", Help: "Judges give their verdicts now.", Confirm: true,
		in: []string{talking}, done: "ended the conversations"},
	{Name: "annul", Button: "Annul the round", Help: "It is held again from its beginning.",
		Confirm: true, Needs: true, in: []string{talking, voting},
		done: "annulled the round, which was held again"},
}

// maxExtension bounds an extension, in minutes.
const maxExtension = 240

// scene is what the contest is doing.
type scene struct {
	stage, phase  string
	round, rounds int
	attempt       int
	clock         *session.Clock // nil if nobody's time is running
	tables        []*table
}

// id identifies a part of an attempt of a round.
func (s scene) id() string { return fmt.Sprint(s.stage, "/", s.round, "/", s.attempt, "/", s.phase) }

// where names the part of the contest, for people.
func (s scene) where() string {
	if s.stage == "" {
		return "Before the rounds"
	}
	return fmt.Sprintf("%s, round %d of %d: %s", s.stage, s.round, s.rounds, s.phase)
}

// order is an action that the organiser has chosen. The contest answers why it cannot be done, or "".
type order struct {
	*action
	reason  string
	minutes float64
	at      string // the scene in which it was confirmed, "" if it needs no confirmation
	answer  chan string
}

// control is what the organiser sees and does while the contest goes on.
type control struct {
	orders chan order

	mu    sync.Mutex
	scene scene
	news  []string
	last  string // order that was carried out
}

// maxNews bounds the messages on the control page.
const maxNews = 200

// warnf tells the organiser something, on the control page too. It returns the words, with the time.
func (c *contest) warnf(format string, args ...any) string {
	text := time.Now().Format("15:04:05 ") + fmt.Sprintf(format, args...)
	c.sayf("%s", text)
	c.control.mu.Lock()
	defer c.control.mu.Unlock()
	c.control.news = append(c.control.news, text)
	c.control.news = c.control.news[max(0, len(c.control.news)-maxNews):]
	return text
}

// enter shows the organiser another part of the contest.
func (c *contest) enter(s scene) {
	c.control.mu.Lock()
	defer c.control.mu.Unlock()
	c.control.scene = s
}

// enter shows the organiser another part of the round.
func (r *round) enter(phase string, clock *session.Clock) {
	s := scene{stage: r.stage.Name, phase: phase, round: r.number, attempt: r.state.attempts,
		rounds: len(r.contest.state.plans[r.stage.Name].Rounds), clock: clock}
	if phase == talking {
		s.tables = r.tables
	}
	r.contest.enter(s)
}

// now returns what the contest is doing.
func (c *control) now() scene {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.scene
}

// annulment is the error that ends a round which the organiser annulled, with the reason.
type annulment string

func (a annulment) Error() string { return "the round was annulled: " + string(a) }

// obey carries out an order if it fits the scene, and reports whether it did.
func (c *contest) obey(o order) (bool, error) {
	s := c.control.now()
	text := ""
	switch {
	case !slices.Contains(o.in, s.phase), o.at != "" && o.at != s.id(), s.clock != nil && s.clock.Left() == 0:
		text = fmt.Sprintf("It is too late, or too early, for “%s”. %s.", o.Button, s.where())
	case o.Name == "pause" && !s.clock.Pause(true):
		text = "The clock stands still already."
	case o.Name == "go" && !s.clock.Pause(false):
		text = "The clock runs already."
	}
	if text != "" {
		o.answer <- text
		return false, nil
	}
	what := o.done
	if o.Minutes {
		what = fmt.Sprintf(what, o.minutes)
		s.clock.Extend(c.real(minutes(o.minutes)))
	}
	if o.reason != "" {
		what += " (" + o.reason + ")"
	}
	note := c.warnf("%s, round %d: the organiser %s", s.stage, s.round, what)
	kind := eventControl
	if o.Name == "annul" {
		kind = eventAnnulled
	}
	err := c.record(event{Kind: kind, Stage: s.stage, Round: s.round, Note: note})
	c.control.mu.Lock()
	c.control.last = note
	c.control.mu.Unlock()
	o.answer <- ""
	if err == nil && kind == eventAnnulled {
		err = annulment(o.reason)
	}
	return true, err
}

// await waits for an order, which it carries out, for something to change or for a time. It returns
// the name of an action that was carried out.
func (c *contest) await(ctx context.Context, changed <-chan struct{}, most time.Duration) (string, error) {
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case o := <-c.control.orders:
		done, err := c.obey(o)
		if !done {
			return "", err
		}
		return o.Name, err
	case <-changed:
	case <-timer.C:
	case <-ctx.Done():
		return "", ctx.Err()
	}
	return "", nil
}

// controlPage is the data of the control page.
type controlPage struct {
	Name, Secret, Wrong, Last string
	Actions                   []action
	Ask                       *action // to be confirmed
	At, Reason                string
	Where                     string
}

// controls shows the control page and takes orders.
func (p *people) controls(w http.ResponseWriter, r *http.Request, _ string) {
	x := controlPage{Name: p.c.setup.Name, Secret: p.secret, Actions: actions}
	status := http.StatusOK
	if r.Method == http.MethodPost {
		if status = p.takeOrder(r, &x); status == http.StatusSeeOther { // so that it is not sent again
			http.Redirect(w, r, "/control/"+p.secret, status)
			return
		}
	}
	p.c.control.mu.Lock()
	x.Last = p.c.control.last
	p.c.control.mu.Unlock()
	writePage(w, status, "control.html", x)
}

// takeOrder has the contest carry out an order, or asks whether it is meant.
func (p *people) takeOrder(r *http.Request, x *controlPage) int {
	i := slices.IndexFunc(actions, func(a action) bool { return a.Name == r.PostFormValue("action") })
	if i < 0 {
		x.Wrong = "The form did not arrive as a whole. Send it again."
		return http.StatusBadRequest
	}
	o := order{action: &actions[i], reason: strings.TrimSpace(r.PostFormValue("reason")),
		at: r.PostFormValue("at"), answer: make(chan string, 1)}
	var err error
	o.minutes, err = strconv.ParseFloat(strings.TrimSpace(r.PostFormValue("minutes")), 64)
	switch {
	case o.Minutes && !(err == nil && o.minutes > 0 && o.minutes <= maxExtension):
		x.Wrong = fmt.Sprintf("Give the minutes as a number, at most %d.", maxExtension)
	case o.Needs && o.reason == "":
		x.Wrong = "Give a reason, for the results."
	case len([]rune(o.reason)) > maxReason || strings.ContainsFunc(o.reason, isControl):
		x.Wrong = fmt.Sprintf("Give a reason of at most %d characters.", maxReason)
	}
	s := p.c.control.now()
	switch {
	case x.Wrong != "":
		return http.StatusUnprocessableEntity
	case o.Confirm && o.at == "" && slices.Contains(o.in, s.phase):
		x.Ask, x.At, x.Reason, x.Where = o.action, s.id(), o.reason, s.where()
		return http.StatusOK
	}
	late := time.NewTimer(orderPatience)
	defer late.Stop()
	select {
	case p.c.control.orders <- o:
		if x.Wrong = <-o.answer; x.Wrong == "" {
			return http.StatusSeeOther
		}
	case <-late.C:
		x.Wrong = fmt.Sprintf("It is too late, or too early, for “%s”. No round goes on just now.",
			o.Button)
	case <-r.Context().Done():
	}
	return http.StatusConflict
}

const (
	maxReason = 200 // characters
	// orderPatience is how long an order waits for a round that could carry it out.
	orderPatience = 3 * time.Second
)

// statusPage is the data of the part of the control page that renews itself.
type statusPage struct {
	Where, Clock string
	Paused       bool
	People       []personRow
	Entries      []entityRow
	News         []string
}

// personRow says who is there, who has voted in the round, and whose form is open or filled in.
type personRow struct {
	Label, Name string
	Here, Voted bool
	Form        string
}

// voted reports whether a judge has voted in the round that goes on.
func (p *people) voted(judge string, s scene) bool {
	return slices.ContainsFunc(p.corrections.of(judge), func(g given) bool {
		return g.Stage == s.stage && g.Round == s.round
	})
}

// filled says what became of the form of a person, if there is one.
func (p *people) filled(label string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch f := p.forms[label]; {
	case f == nil:
		return ""
	case f.given == nil:
		return "open"
	}
	return "filled in"
}

// status shows what the contest is doing, and nothing of who is where or what is said.
func (p *people) status(w http.ResponseWriter, _ *http.Request, _ string) {
	s := p.c.control.now()
	x := statusPage{Where: s.where()}
	if s.clock != nil {
		x.Clock = clock(math.Ceil(s.clock.Left().Seconds() * p.c.Speed))
		x.Paused = s.clock.State().Paused
	}
	for _, label := range p.c.setup.people() {
		x.People = append(x.People, personRow{label, p.c.nameOf("", label), p.here(label),
			p.voted(label, s), p.filled(label)})
	}
	for _, t := range s.tables {
		for _, e := range t.ends {
			if e.program {
				x.Entries = append(x.Entries, e.row(p.c.Speed))
			}
		}
	}
	slices.SortFunc(x.Entries, func(a, b entityRow) int { return strings.Compare(a.Name, b.Name) })
	p.c.control.mu.Lock()
	x.News = slices.Clone(p.c.control.news)
	p.c.control.mu.Unlock()
	slices.Reverse(x.News)
	writePage(w, http.StatusOK, "status.html", x)
}
