package contest

import (
	"context"
	"fmt"
	"maps"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/round"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
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
	Table              bool // that of a judge
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
	{Name: "skip", Button: "Skip the table", Help: "The others go on without this judge. No verdict is awaited.",
		Table: true, Confirm: true, in: []string{waiting, talking}, done: "skipped the table of %v"},
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
	round *heldRound // nil before the rounds
	phase string
	clock *session.Clock // nil if nobody's time is running
}

// id identifies a part of an attempt of a round.
func (s scene) id() string {
	return fmt.Sprint(s.round.stage.Name, "/", s.round.number, "/", s.round.attempt, "/", s.phase)
}

// where names the part of the contest, for people.
func (s scene) where() string {
	if s.round == nil {
		return "Before the rounds"
	}
	return fmt.Sprintf("%s, round %d of %d: %s", s.round.stage.Name, s.round.number, s.round.of, s.phase)
}

// order is an action that the organiser has chosen.
type order struct {
	*action
	Reason  string
	minutes float64
	Judge   string      // whose table is meant
	At      string      // the scene in which it was confirmed, "" if it needs no confirmation
	after   string      // how many orders the organiser knew of
	answer  chan string // why it was not done, "" if it was
}

// control is what the organiser sees and does while the contest goes on.
type control struct {
	orders chan order

	mu    sync.Mutex
	scene scene
	news  []string
	last  string // order that was carried out
	done  int    // orders that were carried out
}

// maxNews bounds the messages on the control page.
const maxNews = 200

// warnf tells the organiser something, on the control page too. It returns the words, with the
// time.
func (c *contest) warnf(format string, args ...any) string {
	text := time.Now().Format("15:04:05 ") + fmt.Sprintf(format, args...)
	c.sayf("%s", text)
	c.control.mu.Lock()
	defer c.control.mu.Unlock()
	c.control.news = append(c.control.news, text)
	c.control.news = c.control.news[max(0, len(c.control.news)-maxNews):]
	return text
}

// enter shows the organiser another part of the round.
func (r *heldRound) enter(phase string, clock *session.Clock) {
	r.control.mu.Lock()
	defer r.control.mu.Unlock()
	r.control.scene = scene{round: r, phase: phase, clock: clock}
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

// obey carries out an order, or says why it does not fit the scene.
func (c *contest) obey(o order) (why string, err error) {
	s := c.control.now()
	switch {
	case !slices.Contains(o.in, s.phase), o.At != "" && o.At != s.id(), s.clock != nil && s.clock.Left() == 0:
		return fmt.Sprintf("It is too late, or too early, for “%s”. %s.", o.Button, s.where()), nil
	case o.after != fmt.Sprint(c.control.done): // written by this goroutine alone
		return "Something was done since this page was loaded. See what it was, and send it again if need be.", nil
	case o.Table && s.round.toSkip(o.Judge) == nil:
		return "There is no table of this judge that could be skipped.", nil
	case o.Name == "pause" && !s.clock.Pause(true):
		return "The clock stands still already.", nil
	case o.Name == "go" && !s.clock.Pause(false):
		return "The clock runs already.", nil
	}
	what := o.done
	if o.Minutes {
		what = fmt.Sprintf(what, o.minutes)
		s.clock.Extend(c.real(minutes(o.minutes)))
	}
	if o.Table {
		what = fmt.Sprintf(what, c.nameOf("", o.Judge))
	}
	if o.Reason != "" {
		what += " (" + o.Reason + ")"
	}
	note := c.warnf("%s, round %d: the organiser %s", s.round.stage.Name, s.round.number, what)
	kind := eventControl
	if o.Name == "annul" {
		kind = eventAnnulled
	}
	err = s.round.note(event{Kind: kind, Note: note})
	c.control.mu.Lock()
	c.control.last = note
	c.control.done++
	c.control.mu.Unlock()
	switch {
	case err == nil && kind == eventAnnulled:
		err = annulment(o.Reason)
	case err == nil && o.Table:
		err = s.round.toSkip(o.Judge).skip(o.Reason)
	}
	return "", err
}

// await waits for an order, which it carries out, for something to change or for a time. It returns
// the name of an action that was carried out.
func (c *contest) await(ctx context.Context, changed <-chan struct{}, most time.Duration,
) (did string, err error) {
	if err := c.takeVotes(); err != nil {
		return "", err
	}
	if c.people != nil {
		if err := c.people.takeConsents(); err != nil {
			return "", err
		}
	}
	select {
	case o := <-c.control.orders:
		why, err := c.obey(o)
		o.answer <- why
		if why == "" {
			did = o.Name
		}
		return did, err
	case <-changed:
	case <-time.After(most):
	case <-ctx.Done():
		return "", ctx.Err()
	}
	return "", nil
}

// controlPage is the data of the control page.
type controlPage struct {
	After                     int // orders that were carried out
	Name, Secret, Wrong, Last string
	Actions                   []action
	Ask                       *order // to be confirmed
	Where                     string
	Tables                    []Participant // of the round, by their judges
}

// controls shows the control page and takes orders.
func (p *people) controls(r *http.Request, _ string) (status int, data any) {
	x := controlPage{Name: p.c.setup.Name, Secret: p.secret, Actions: actions}
	status = http.StatusOK
	if r.Method == http.MethodPost {
		if status = p.takeOrder(r, &x); status == http.StatusSeeOther {
			return status, "/control/" + p.secret
		}
	}
	if r := p.c.control.now().round; r != nil {
		for _, t := range r.tables {
			x.Tables = append(x.Tables, Participant{Label: t.Judge, Name: t.judge.Name})
		}
	}
	p.c.control.mu.Lock()
	defer p.c.control.mu.Unlock()
	x.Last, x.After = p.c.control.last, p.c.control.done
	return status, x
}

// takeOrder has the contest carry out an order, or asks whether it is meant.
func (p *people) takeOrder(r *http.Request, x *controlPage) int {
	i := slices.IndexFunc(actions, func(a action) bool { return a.Name == r.PostFormValue("action") })
	if i < 0 {
		x.Wrong = "The form did not arrive as a whole. Send it again."
		return http.StatusBadRequest
	}
	o := order{action: &actions[i], Reason: strings.TrimSpace(r.PostFormValue("reason")),
		Judge: r.PostFormValue("judge"), At: r.PostFormValue("at"), after: r.PostFormValue("after"),
		answer: make(chan string, 1)}
	var err error
	o.minutes, err = strconv.ParseFloat(strings.TrimSpace(r.PostFormValue("minutes")), 64)
	switch {
	case o.Minutes && !(err == nil && o.minutes > 0 && o.minutes <= maxExtension):
		x.Wrong = fmt.Sprintf("Give the minutes as a number, at most %d.", maxExtension)
	case o.Needs && o.Reason == "":
		x.Wrong = "Give a reason, for the results."
	case len([]rune(o.Reason)) > maxReason || strings.ContainsFunc(o.Reason, isControl):
		x.Wrong = fmt.Sprintf("Give a reason of at most %d characters.", maxReason)
	}
	s := p.c.control.now()
	switch {
	case x.Wrong != "":
		return http.StatusUnprocessableEntity
	case o.Confirm && o.At == "" && slices.Contains(o.in, s.phase):
		o.At = s.id()
		x.Ask, x.Where = &o, s.where()
		return http.StatusOK
	}
	select {
	case p.c.control.orders <- o:
		if x.Wrong = <-o.answer; x.Wrong == "" {
			return http.StatusSeeOther
		}
	case <-time.After(orderPatience):
		x.Wrong = fmt.Sprintf("It is too late, or too early, for “%s”. No round goes on just now.", o.Button)
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
	Ranks        bool // whether judges rank all that they met
	People       []personRow
	Entries      []round.Row
	Faults, News []string
}

type personRow struct {
	Participant
	Here          bool
	Voted, Ranked string // "yes" and so on, "" for confederates
}

// addVotes adds who has voted in a round, which may be nil, and who has ranked everybody.
func (p *people) addVotes(rows []personRow, r *heldRound) {
	p.c.mu.Lock()
	defer p.c.mu.Unlock()
	for i := range rows {
		x := &rows[i]
		if x.Label[0] != 'J' {
			continue
		}
		x.Voted, x.Ranked = "no", "no"
		if p.c.state.ranks[x.Label] != nil {
			x.Ranked = "yes"
		}
		if r == nil {
			continue
		}
		if b, voted := r.state.ballots[x.Label]; b.Void != "" {
			x.Voted = "void"
		} else if voted {
			x.Voted = "yes"
		}
	}
}

// faultsOfRounds lists the faults of rounds that are over, each one once in a round.
func (c *contest) faultsOfRounds() (list []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, key := range slices.SortedFunc(maps.Keys(c.state.rounds), roundKey.compare) {
		faults := c.state.rounds[key].faults
		for _, judge := range slices.Sorted(maps.Keys(faults)) {
			for _, text := range texts(faults[judge]) {
				text = fmt.Sprintf("%s, round %d: %s", key.stage, key.round, text)
				if !slices.Contains(list, text) { // with another judge
					list = append(list, text)
				}
			}
		}
	}
	return list
}

// status shows what the contest is doing. It tells neither which entity a judge has at which
// terminal nor what they say.
func (p *people) status(*http.Request, string) (status int, data any) {
	s := p.c.control.now()
	x := statusPage{Where: s.where(), Faults: p.c.faultsOfRounds(), Ranks: ranked(p.c.rules)}
	if s.clock != nil {
		x.Clock = keylog.Minutes(math.Ceil(s.clock.Left().Seconds() * p.c.Speed))
		x.Paused = s.clock.State().Paused
	}
	for _, y := range p.c.setup.everybody() {
		if y.person() {
			x.People = append(x.People, personRow{Participant: y, Here: p.here(y.Label)})
		}
	}
	p.addVotes(x.People, s.round)
	if s.phase == talking {
		x.Entries = s.round.live.Rows()
	}
	slices.SortFunc(x.Entries, func(a, b round.Row) int { return strings.Compare(a.Name, b.Name) })
	p.c.control.mu.Lock()
	x.News = slices.Clone(p.c.control.news)
	p.c.control.mu.Unlock()
	slices.Reverse(x.News)
	return http.StatusOK, x
}
