package desk

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/luna-rating/luna/cmd/turing/internal/round"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
)

// The parts of a round, in which the organiser can do different things.
const (
	Waiting = "waiting for people"
	Talking = "conversations"
	Voting  = "ballots"
	Ranking = "ranks"
)

// Names of actions that the contest has a part in.
const (
	Begin = "begin"
	End   = "end"
	Skip  = "skip"
	Annul = "annul"
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
		in: []string{Talking, Voting, Ranking}, done: "paused the clock"},
	{Name: "go", Button: "Go on", Help: "The clock runs again.",
		in: []string{Talking, Voting, Ranking}, done: "let the clock go on"},
	{Name: "extend", Button: "Extend", Help: "Everybody has more time.", Minutes: true,
		in: []string{Talking, Voting, Ranking}, done: "extended the time by %v minutes"},
	{Name: Begin, Button: "Begin now", Help: "The round begins without those who are absent.",
		in: []string{Waiting}, done: "began the round without those who were absent"},
	{Name: Skip, Button: "Skip the table", Help: "The others go on without this judge. No verdict is awaited.",
		Table: true, Confirm: true, in: []string{Waiting, Talking}, done: "skipped the table of %v"},
	{Name: End, Button: "End the conversations", Help: "Judges give their verdicts now.", Confirm: true,
		in: []string{Talking}, done: "ended the conversations"},
	{Name: Annul, Button: "Annul the round", Help: "It is held again from its beginning.", Confirm: true,
		Needs: true, in: []string{Talking, Voting}, done: "annulled the round, which was held again"},
}

// Bounds of what the organiser writes.
const (
	maxExtension = 240 // minutes
	maxReason    = 200 // characters
)

// Round is a round as the organiser sees it.
type Round interface {
	// Tables lists the judges whose tables can be skipped.
	Tables() []Person
	// Entries says how those who are talking are doing.
	Entries() []round.Row
	// Voted says whether a judge has voted, in a word.
	Voted(judge string) string
}

// Scene is what the contest is doing.
type Scene struct {
	Title   string // such as "Final Four, round 1 of 4"
	Attempt int    // of the round
	Phase   string
	Clock   *session.Clock // nil if nobody's time is running
	Round   Round          // nil before the rounds
}

// where names the part of the contest, for people.
func (s Scene) where() string {
	if s.Round == nil {
		return "Before the rounds"
	}
	return s.Title + ": " + s.Phase
}

// id identifies a part of an attempt of a round.
func (s Scene) id() string { return fmt.Sprint(s.where(), " ", s.Attempt) }

// judge returns the judge with a label whose table can be skipped, nobody if there is none.
func (s Scene) judge(label string) Person {
	list := s.Round.Tables()
	if i := slices.IndexFunc(list, func(p Person) bool { return p.Label == label }); i >= 0 {
		return list[i]
	}
	return Person{}
}

// Enter shows the organiser another scene.
func (d *Desk) Enter(s Scene) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.scene = s
}

// now returns what the contest is doing.
func (d *Desk) now() Scene {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.scene
}

// maxNews bounds the messages on the control page.
const maxNews = 200

// News shows the organiser a message on the control page.
func (d *Desk) News(text string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.news = append(d.news, text)
	d.news = d.news[max(0, len(d.news)-maxNews):]
}

// Order is an action that the organiser has chosen.
type Order struct {
	*action
	Reason  string
	minutes float64
	Judge   string      // whose table is meant
	At      string      // the scene in which it was confirmed, "" if it needs no confirmation
	after   string      // how many orders the organiser knew of
	answer  chan string // why it was not done, "" if it was
}

// Obey carries out an order, if it fits the scene. The contest does its part, notes what the
// organiser did, and returns the words.
func (d *Desk) Obey(o *Order, do func(what string) (note string, err error)) (done bool, err error) {
	s := d.now()
	if why := d.unfit(o, s); why != "" {
		o.answer <- why
		return false, nil
	}
	what := o.done
	if o.Minutes {
		what = fmt.Sprintf(what, o.minutes)
		s.Clock.Extend(time.Duration(o.minutes / d.Speed * float64(time.Minute)))
	}
	if o.Table {
		what = fmt.Sprintf(what, s.judge(o.Judge).Name)
	}
	if o.Reason != "" {
		what += " (" + o.Reason + ")"
	}
	note, err := do(what)
	d.mu.Lock()
	d.last = note
	d.done++
	d.mu.Unlock()
	o.answer <- ""
	return true, err
}

// unfit says why an order does not fit the scene, "" if it does. It turns the clock off or on.
func (d *Desk) unfit(o *Order, s Scene) string {
	switch {
	case !slices.Contains(o.in, s.Phase), o.At != "" && o.At != s.id(), s.Clock != nil && s.Clock.Left() == 0:
		return fmt.Sprintf("It is too late, or too early, for “%s”. %s.", o.Button, s.where())
	case o.after != fmt.Sprint(d.done): // written by this goroutine alone
		return "Something was done since this page was loaded. See what it was, and send it again if need be."
	case o.Table && s.judge(o.Judge) == Person{}:
		return "There is no table of this judge that could be skipped."
	case o.Name == "pause" && !s.Clock.Pause(true):
		return "The clock stands still already."
	case o.Name == "go" && !s.Clock.Pause(false):
		return "The clock runs already."
	}
	return ""
}

// controlData is the data of the control page.
type controlData struct {
	After                     int // orders that were carried out
	Name, Secret, Wrong, Last string
	Actions                   []action
	Ask                       *Order // to be confirmed
	Where                     string
	Tables                    []Person // that can be skipped, by their judges
}

// control shows the control page and takes orders.
func (d *Desk) control(r *http.Request, _ string) (status int, data any) {
	x := controlData{Name: d.Name, Secret: d.secret, Actions: actions}
	status = http.StatusOK
	if s := d.now(); s.Round != nil {
		x.Tables = s.Round.Tables()
	}
	if r.Method == http.MethodPost {
		if status = d.takeOrder(r, &x); status == http.StatusSeeOther {
			return status, "/control/" + d.secret
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	x.Last, x.After = d.last, d.done
	return status, x
}

// takeOrder has the contest carry out an order, or asks whether it is meant.
func (d *Desk) takeOrder(r *http.Request, x *controlData) int {
	i := slices.IndexFunc(actions, func(a action) bool { return a.Name == r.PostFormValue("action") })
	if i < 0 {
		x.Wrong = "The form did not arrive as a whole. Send it again."
		return http.StatusBadRequest
	}
	o := Order{action: &actions[i], Reason: strings.TrimSpace(r.PostFormValue("reason")),
		Judge: r.PostFormValue("judge"), At: r.PostFormValue("at"), after: r.PostFormValue("after"),
		answer: make(chan string, 1)}
	var err error
	o.minutes, err = strconv.ParseFloat(strings.TrimSpace(r.PostFormValue("minutes")), 64)
	switch {
	case o.Minutes && !(err == nil && o.minutes > 0 && o.minutes <= maxExtension):
		x.Wrong = fmt.Sprintf("Give the minutes as a number, at most %d.", maxExtension)
	case o.Needs && o.Reason == "":
		x.Wrong = "Give a reason, for the results."
	case len([]rune(o.Reason)) > maxReason || strings.ContainsFunc(o.Reason, breaksLine):
		x.Wrong = fmt.Sprintf("Give a reason of at most %d characters.", maxReason)
	}
	s := d.now()
	switch {
	case x.Wrong != "":
		return http.StatusUnprocessableEntity
	case o.Confirm && o.At == "" && slices.Contains(o.in, s.Phase):
		o.At = s.id()
		x.Ask, x.Where = &o, s.where()
		return http.StatusOK
	}
	select {
	case d.Orders <- &o:
		if x.Wrong = <-o.answer; x.Wrong == "" {
			return http.StatusSeeOther
		}
	case <-time.After(orderPatience):
		x.Wrong = fmt.Sprintf("It is too late, or too early, for “%s”. No round goes on just now.", o.Button)
	case <-r.Context().Done():
	}
	return http.StatusConflict
}

// breaksLine reports whether a text with a character is not one line of words.
func breaksLine(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp) }

// orderPatience is how long an order waits for a round that could carry it out.
const orderPatience = 3 * time.Second
