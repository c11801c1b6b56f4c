package contest

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/pairweb"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/httpx"
)

// peopleFile holds the secrets of the addresses, so that they stay the same after an interruption.
const peopleFile = "people.json"

// closing is how long pages may take to end.
const closing = 2 * time.Second

// defaultWait is how many minutes a round waits by default for people to come, in real time.
const defaultWait = 30

// people serves pages to the judges and confederates who are persons. Each of them has an address
// that nobody can guess, whose page shows what they have to do.
type people struct {
	c       *contest
	pages   *pairweb.Server
	server  *http.Server
	listen  net.Listener
	url     string
	secret  string                   // of the control page
	seats   map[string]*pairweb.Seat // by label
	labelOf map[string]string        // by secret, that of the organiser being [controlKey]

	mu     sync.Mutex
	forms  map[string]*form         // by label
	agreed map[string]bool          // by label: to take part
	later  map[*pairweb.Seat]func() // shows what somebody has missed who has not agreed yet
}

// serve serves people, and tells the organiser their addresses.
func serve(c *contest) (*people, error) {
	p := &people{c: c, seats: make(map[string]*pairweb.Seat), labelOf: make(map[string]string),
		forms: make(map[string]*form), agreed: maps.Clone(c.state.consents),
		later: make(map[*pairweb.Seat]func())}
	path := filepath.Join(c.dir, peopleFile)
	secrets := make(map[string]string)
	if data, err := os.ReadFile(path); err == nil {
		if err := json.Unmarshal(data, &secrets); err != nil {
			return nil, fmt.Errorf("%s: found no addresses: %w; remove it for new ones", path, err)
		}
	}
	listener, err := c.listen(secrets[addressKey])
	if err != nil {
		return nil, err
	}
	secrets[addressKey] = listener.Addr().String()
	var hosts []string
	if p.url, hosts, err = c.outside(listener); err != nil {
		listener.Close()
		return nil, err
	}
	p.pages = pairweb.New(hosts)
	if err := errors.Join(p.seatAll(secrets), writePrivate(path, func(w io.Writer) error {
		return files.WriteJSON(w, secrets)
	})); err != nil {
		listener.Close()
		return nil, err
	}
	p.listen = listener
	server, limited := httpx.Pages(p.handler(), listener)
	p.server = server
	go func() {
		if err := server.Serve(limited); !errors.Is(err, http.ErrServerClosed) {
			c.sayf("serving pages: %v", err)
		}
	}()
	return p, nil
}

// seatAll gives everybody their address.
func (p *people) seatAll(secrets map[string]string) error {
	labels := p.c.setup.persons()
	for _, key := range append(labels, controlKey) {
		if secrets[key] == "" {
			secrets[key] = rand.Text()
		}
	}
	p.secret = secrets[controlKey]
	p.labelOf[p.secret] = controlKey
	p.c.sayf("control page, for you alone: %s/control/%s", p.url, p.secret)
	for _, label := range labels {
		seat, err := p.pages.Seat(secrets[label])
		if err != nil {
			return err
		}
		p.seats[label], p.labelOf[seat.Token()] = seat, label
		kind := "judge"
		if label[0] == 'C' {
			kind = "confederate"
		}
		p.c.sayf("%s %s (%s): %s%s", kind, p.c.nameOf("", label), label, p.url, seat.Path())
		p.welcome(label)
	}
	return nil
}

func (p *people) labels(label, title string) pairweb.Labels {
	l := pairweb.Labels{Title: p.c.nameOf("", label) + ": " + title, There: "Judge",
		Notice: cmp.Or(p.c.setup.Notice, defaultNotice)}
	if label[0] == 'J' {
		l.There = "Witness"
	}
	if len(p.c.given(label)) > 0 {
		l.Verdicts = p.correctPath(label)
	}
	return l
}

func (p *people) close() {
	p.pages.Close()
	ctx, cancel := context.WithTimeout(context.Background(), closing)
	defer cancel()
	if p.server.Shutdown(ctx) != nil {
		p.server.Close()
	}
	p.listen.Close() // if the server has not begun yet
}

// handler serves the pages.
func (p *people) handler() http.Handler {
	mux := http.NewServeMux()
	for _, x := range []struct {
		path, page string
		show       func(r *http.Request, label string) (status int, data any)
	}{
		{"/form/{secret}", "form", p.rank},
		{"/consent/{secret}", "consent", p.consent},
		{"/verdicts/{secret}", "verdicts", p.correct},
		{"/control/{secret}", "control", p.controls},
		{"/control/{secret}/status", "status", p.status},
	} {
		mux.HandleFunc(x.path, func(w http.ResponseWriter, r *http.Request) {
			label := p.labelOf[r.PathValue("secret")]
			if label == "" || (label == controlKey) != strings.HasPrefix(x.path, "/control/") {
				http.NotFound(w, r)
				return
			}
			r.Body = http.MaxBytesReader(w, r.Body, 16<<10)
			if r.ParseForm() != nil {
				http.Error(w, "found a form that did not arrive as a whole; send it again", http.StatusBadRequest)
				return
			}
			status, data := x.show(r, label)
			if status == http.StatusSeeOther { // so that the form is not sent again
				http.Redirect(w, r, data.(string), status)
				return
			}
			writePage(w, status, x.page, data)
		})
	}
	mux.Handle("/", p.pages)
	return p.pages.Guard(policy, mux)
}

// policy is the Content-Security-Policy of the pages with forms, one of which frames another.
const policy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-src 'self'; " +
	"frame-ancestors 'self'"

// writePage writes a page with a form.
func writePage(w http.ResponseWriter, status int, name string, data any) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_ = pages[name].Write(w, data) // fails if the reader has left
}

// here reports whether a person has their page open, and has agreed to take part.
func (p *people) here(label string) bool { return p.seats[label].Present() && !p.undecided(label) }

// awaitPeople waits until all people of a round have their pages open, or for long enough.
func (r *heldRound) awaitPeople(ctx context.Context) error {
	if r.people == nil {
		return nil
	}
	told := false
	wait := minutes(cmp.Or(r.setup.Clock.Wait, defaultWait))
	for until := time.Now().Add(wait); time.Now().Before(until); {
		labels := r.missing()
		if len(labels) == 0 {
			return nil
		}
		if !told {
			r.sayf("%s: waiting for %v to open their pages", r.title(), labels)
			told = true
		}
		did, err := r.await(ctx, nil, votePoll)
		if err != nil {
			return err
		}
		if did == "begin" {
			break
		}
	}
	for _, label := range r.missing() {
		r.absent[label] = time.Now()
	}
	return nil
}

// missing lists the people of a round who are not there.
func (r *heldRound) missing() (labels []string) {
	for _, t := range r.tables {
		for _, label := range t.persons() {
			if !r.people.here(label) && !t.skipped() {
				labels = append(labels, label)
			}
		}
	}
	return labels
}

// persons lists the people of a table.
func (t *table) persons() (labels []string) {
	for _, label := range []string{t.Judge, t.Confederate} {
		if t.people != nil && t.people.seats[label] != nil {
			labels = append(labels, label)
		}
	}
	return labels
}

// show shows somebody their terminals in a round, unless they have not agreed to take part.
func (p *people) show(r *heldRound, label string, s *session.Session, note string) {
	l := p.labels(label, r.title())
	l.Note = note
	if label[0] == 'J' {
		l.Verdicts = p.correctPath(label)
	}
	if !p.undecided(label) {
		p.seats[label].Show(s, l)
		return
	}
	p.mu.Lock()
	p.later[p.seats[label]] = func() { p.seats[label].Show(s, l) }
	p.mu.Unlock()
}

// leave tells a person of a round that it is over.
func (p *people) leave(r *heldRound, label string) {
	if p == nil || p.seats[label] == nil {
		return
	}
	p.mu.Lock()
	delete(p.later, p.seats[label])
	p.mu.Unlock()
	if p.undecided(label) {
		return
	}
	over, last := r.after(label)
	p.say(label, last, over)
}

// say shows somebody a message, which may be the last one.
func (p *people) say(label string, last bool, message string) {
	labels := p.labels(label, p.c.setup.Name)
	labels.Last = last
	p.seats[label].Say(labels, message)
}

// after returns the message to a person after their conversation in a round, and whether they have
// nothing else to do.
func (r *heldRound) after(label string) (text string, last bool) {
	over := fmt.Sprintf("Round %d of %d is over.", r.number, r.of)
	for next := range r.contest.tables(r.stage) {
		if next.number > r.number && (next.Judge == label || next.Confederate == label) {
			return fmt.Sprintf("%s Your next one is round %d. Please wait here.", over, next.number), false
		}
	}
	if label[0] == 'J' && ranked(r.rules) {
		return over + " It was your last one, thank you. If ranks are asked of you, the form " +
			"appears here by itself.", false
	}
	return over + " It was your last one, thank you.", true
}

// defaultNotice is on the pages of people.
const defaultNotice = "Everything that you type here is recorded and will be published."
