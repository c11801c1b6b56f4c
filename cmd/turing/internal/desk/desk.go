// Package desk serves the people of a contest at pages: judges and confederates, each at an address
// that nobody can guess, and the organiser at the control page.
package desk

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/pairweb"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
	"github.com/luna-rating/luna/internal/httpx"
)

// Contest answers what pages ask, at any time.
type Contest interface {
	// Given lists the verdicts that a judge can correct.
	Given(judge string) []Given
	// Ranked lists the terminals that a judge has ranked, the most human first.
	Ranked(judge string) []string
	// Accept stores what a judge gives, before the judge is thanked, or says why it does not.
	Accept(Vote) error
}

// Options say what a desk is for.
type Options struct {
	Addr   string // where people are served, host:port; "" is a port of this computer
	Public string // the address of the pages in front of a proxy
	Name   string // of the contest
	Notice string // that what is typed is recorded and published; "" is one of the project
	// Consent is what people agree to before they take part, "" if they are not asked.
	Consent string
	People  []Person
	Ranked  bool    // whether judges rank all that they met
	Speed   float64 // how many times faster than in real life the clock runs
	// Say tells the organiser something, where the contest is held.
	Say func(format string, args ...any)
}

// Person is somebody who takes part.
type Person struct {
	Label string // such as J1 or C2
	Name  string
}

// kind is what the person is, for the organiser.
func (p Person) kind() string {
	if p.Label[0] == 'J' {
		return "judge"
	}
	return "confederate"
}

// Desk serves people.
type Desk struct {
	Options
	// Orders are those of the organiser, which the contest passes to [Desk.Obey].
	Orders  chan *Order
	contest Contest

	pages   *pairweb.Server // nil before the desk is open
	server  *http.Server
	listen  net.Listener
	url     string
	secret  string                   // of the control page
	seats   map[string]*pairweb.Seat // by label
	labelOf map[string]string        // by secret, that of the organiser being [controlKey]

	ranking sync.Mutex // held while ranks are taken

	mu     sync.Mutex
	views  map[string]func() // by label: show what a person sees, or will once they agree
	agreed map[string]bool   // by label: to take part
	forms  map[string][]Talk // by label
	scene  Scene
	news   []string
	last   string // order that was carried out
	done   int    // orders that were carried out
}

// New returns a desk that serves nobody yet.
func New(o Options, c Contest) *Desk {
	return &Desk{Options: o, contest: c, Orders: make(chan *Order), seats: make(map[string]*pairweb.Seat),
		labelOf: make(map[string]string), views: make(map[string]func()), agreed: make(map[string]bool),
		forms: make(map[string][]Talk)}
}

// Open serves people, and tells the organiser their addresses. Secrets that are not there yet are
// added, so that the addresses stay the same in another process. Those in agreed have agreed to
// take part before.
func (d *Desk) Open(secrets map[string]string, agreed []string) (err error) {
	if d.listen, err = d.listenAt(secrets[addressKey]); err != nil {
		return err
	}
	secrets[addressKey] = d.listen.Addr().String()
	for _, label := range agreed {
		d.agreed[label] = true
	}
	hosts, err := d.outside()
	d.pages = pairweb.New(hosts)
	if err == nil {
		err = d.seatAll(secrets)
	}
	server, limited := httpx.Pages(d.handler(), d.listen)
	d.server = server
	if err != nil {
		return err
	}
	go func() {
		if err := server.Serve(limited); !errors.Is(err, http.ErrServerClosed) {
			d.Say("serving pages: %v", err)
		}
	}()
	return nil
}

// seatAll gives everybody their address.
func (d *Desk) seatAll(secrets map[string]string) (err error) {
	secret := func(key string) string {
		secrets[key] = cmp.Or(secrets[key], rand.Text())
		return secrets[key]
	}
	d.secret = secret(controlKey)
	d.labelOf[d.secret] = controlKey
	d.Say("control page, for you alone: %s/control/%s", d.url, d.secret)
	for _, p := range d.People {
		seat, err := d.pages.Seat(secret(p.Label))
		if err != nil {
			return err
		}
		d.seats[p.Label], d.labelOf[seat.Token()] = seat, p.Label
		d.Say("%s %s (%s): %s%s", p.kind(), p.Name, p.Label, d.url, seat.Path())
		d.Tell(p.Label, "Welcome. Please wait here. Your round begins when everybody is there.")
	}
	return nil
}

// closing is how long pages may take to end.
const closing = 2 * time.Second

// Close ends the pages, if they are open.
func (d *Desk) Close() {
	if d.server == nil {
		return
	}
	d.pages.Close()
	ctx, cancel := context.WithTimeout(context.Background(), closing)
	defer cancel()
	if d.server.Shutdown(ctx) != nil {
		d.server.Close()
	}
	d.listen.Close() // if the server has not begun yet
}

// Seats reports whether somebody has a page.
func (d *Desk) Seats(label string) bool { return d.seats[label] != nil }

// Here reports whether a person has their page open, and has agreed to take part.
func (d *Desk) Here(label string) bool { return d.seats[label].Present() && !d.undecided(label) }

// Show shows somebody their terminals in a round.
func (d *Desk) Show(label, title string, s *session.Session, note string) {
	l := d.labels(label, title)
	l.Note = note
	if label[0] == 'J' {
		l.Verdicts = d.correctPath(label)
	}
	d.view(label, func() { d.seats[label].Show(s, l) })
}

// Tell shows people a message while they wait.
func (d *Desk) Tell(label, message string) { d.say(label, d.labels(label, d.Name), message) }

// Leave shows somebody the last message.
func (d *Desk) Leave(label, message string) {
	l := d.labels(label, d.Name)
	l.Last = true
	d.say(label, l, message)
}

func (d *Desk) say(label string, l pairweb.Labels, message string) {
	d.view(label, func() { d.seats[label].Say(l, message) })
}

// labels returns the words around what somebody sees.
func (d *Desk) labels(label, title string) pairweb.Labels {
	l := pairweb.Labels{There: "Judge", Notice: cmp.Or(d.Notice, defaultNotice)}
	for _, p := range d.People {
		if p.Label == label {
			l.Title = p.Name + ": " + title
		}
	}
	if label[0] != 'J' {
		return l
	}
	l.There = "Witness"
	if len(d.contest.Given(label)) > 0 {
		l.Verdicts = d.correctPath(label)
	}
	return l
}

// defaultNotice is on the pages of people.
const defaultNotice = "Everything that you type here is recorded and will be published."
