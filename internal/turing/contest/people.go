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
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/internal/turing/pairweb"
	"github.com/luna-rating/luna/internal/turing/session"
	"github.com/luna-rating/luna/turing/lpp"
)

// peopleFile holds the secrets of the addresses, so that they stay the same after an interruption.
const peopleFile = "people.json"

// defaultWait is how long a round waits by default for people to come, in real time.
const defaultWait = 30 * time.Minute

// people serves pages to the judges and confederates who are persons. Each of them has an address
// that nobody can guess, whose page shows what they have to do.
type people struct {
	c      *contest
	pages  *pairweb.Server
	server *http.Server
	url    string
	secret string                   // of the control page
	seats  map[string]*pairweb.Seat // by label

	mu     sync.Mutex
	forms  map[string]*form // by label
	agreed map[string]bool  // by label: to take part

	corrections corrections

	origin *http.CrossOriginProtection
}

// form asks a judge to rank those that they met.
type form struct {
	asks  []place // who is to be ranked
	talks []seenRound
	given map[string]int
}

// serve serves people, and tells the organiser their addresses.
func serve(c *contest) (*people, error) {
	p := &people{c: c, seats: make(map[string]*pairweb.Seat),
		forms: make(map[string]*form), agreed: maps.Clone(c.state.consents), origin: http.NewCrossOriginProtection()}
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
	p.pages = pairweb.New(pairweb.Options{Hosts: hosts, Log: func(err error) {
		c.sayf("page: %v", err)
	}})
	if err := errors.Join(p.seatAll(secrets), writePrivate(path, secrets)); err != nil {
		listener.Close()
		return nil, err
	}
	server, limited := httpx.Pages(p.handler(hosts), listener)
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
	labels := p.c.setup.people()
	for _, key := range append(labels, controlKey) {
		if secrets[key] == "" {
			secrets[key] = rand.Text()
		}
	}
	p.secret = secrets[controlKey]
	p.c.sayf("control page, for you alone: %s/control/%s", p.url, p.secret)
	slices.SortStableFunc(labels, func(a, b string) int {
		return cmp.Compare(p.c.setup.later(a), p.c.setup.later(b))
	})
	for _, label := range labels {
		if seat := p.seats[p.c.setup.other(label)]; seat != nil {
			p.seats[label] = seat
			continue
		}
		seat, err := p.pages.Seat(secrets[label])
		if err != nil {
			return err
		}
		p.seats[label] = seat
		p.learn()
		name := p.c.nameOf("", label)
		kind := "judge"
		if label[0] == 'C' {
			kind = "confederate"
		}
		p.c.sayf("%s %s (%s): %s%s", kind, name, label, p.url, seat.Path())
		p.welcome(label)
	}
	return nil
}

// writePrivate writes a file that only its owner can read.
func writePrivate(path string, v any) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return atomicdir.WriteFile(path, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(v)
	})
}

func (p *people) labels(label, title string) pairweb.Labels {
	l := pairweb.Labels{Title: p.c.nameOf("", label) + ": " + title, There: "Judge",
		Notice: p.c.setup.notice()}
	if label[0] == 'J' {
		l.There = "Witness"
	}
	for _, label := range []string{label, p.c.setup.other(label)} {
		if len(p.corrections.of(label)) > 0 {
			l.Verdicts = p.correctPath(label)
		}
	}
	return l
}

func (p *people) close() {
	p.pages.Close()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if p.server.Shutdown(ctx) != nil {
		p.server.Close()
	}
}

// handler serves the pages.
func (p *people) handler(hosts []string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/form/{secret}", p.guarded(p.form))
	mux.HandleFunc("/consent/{secret}", p.guarded(p.consent))
	mux.HandleFunc("/verdicts/{secret}", p.guarded(p.correct))
	mux.HandleFunc("/control/{secret}", p.guarded(p.controls))
	mux.HandleFunc("/control/{secret}/status", p.guarded(p.status))
	mux.Handle("/", p.pages)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if hosts != nil && !httpx.KnownHost(r.Host, hosts) {
			http.Error(w, "unknown host", http.StatusMisdirectedRequest)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// guarded lets through a request at the secret of a person or, for the control page, of the organiser,
// and what is sent only from a page of this site.
func (p *people) guarded(do func(w http.ResponseWriter, r *http.Request, label string)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		secret, label := r.PathValue("secret"), ""
		if strings.HasPrefix(r.URL.Path, "/control/") {
			if secret == p.secret {
				label = controlKey
			}
		} else {
			label = p.labelOf(secret)
		}
		switch {
		case label == "":
			http.NotFound(w, r)
		case r.Method == http.MethodGet || r.Method == http.MethodHead:
			do(w, r, label)
		case r.Method != http.MethodPost:
			http.Error(w, "found another method, expected GET or POST", http.StatusMethodNotAllowed)
		case p.origin.Check(r) != nil:
			http.Error(w, "found a form of another site, expected this one's", http.StatusForbidden)
		default:
			r.Body = http.MaxBytesReader(w, r.Body, 16<<10)
			do(w, r, label)
		}
	}
}

// labelOf returns whose secret this is, "" if it is nobody's. Of a person who judges and is judged, it
// is the label as a judge.
func (p *people) labelOf(secret string) string {
	for _, label := range p.c.setup.people() {
		if p.seats[label].Token() == secret {
			return label
		}
	}
	return ""
}

// here reports whether a person has their page open, and has agreed to take part.
func (p *people) here(label string) bool { return p.seats[label].Present() && !p.undecided(label) }

// awaitPeople waits until all people of a round have their pages open, or for long enough.
func (r *round) awaitPeople(ctx context.Context) error {
	if r.people == nil {
		return nil
	}
	var labels []string
	for _, t := range r.tables {
		for _, label := range []string{t.Judge, t.Confederate} {
			if r.people.seats[label] != nil {
				labels = append(labels, label)
			}
		}
	}
	wait := cmp.Or(minutes(r.setup.Clock.Wait), defaultWait)
	told := false
	for until := time.Now().Add(wait); time.Now().Before(until); {
		if err := r.people.takeConsents(); err != nil {
			return err
		}
		absent := slices.DeleteFunc(slices.Clone(labels), r.people.here)
		if len(absent) == 0 {
			return nil
		}
		if !told {
			r.sayf("%s, round %d: waiting for %v to open their pages", r.stage.Name, r.number,
				absent)
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
	for _, t := range r.tables {
		for _, label := range labels {
			if (label == t.Judge || label == t.Confederate) && !r.people.here(label) {
				t.faults.add(r.nameOf(r.stage.Name, label) + " was not there")
			}
		}
	}
	return nil
}

// show shows a judge their terminals.
func (p *people) show(t *table) {
	l := p.labels(t.Judge, fmt.Sprintf("%s, round %d", t.stage.Name, t.number))
	l.Verdicts = p.correctPath(t.Judge)
	if !p.undecided(t.Judge) {
		p.seats[t.Judge].Show(t.session, l)
	}
}

// confederate lets a person talk in a folder until the context ends.
func (p *people) confederate(ctx context.Context, t *table, e *end) {
	faults := e.talker.faults
	line, err := session.Folder(e.dir, lpp.Other, faults.err)
	if err != nil {
		faults.err(err)
		return
	}
	s, err := session.New(session.Options{Here: lpp.Other, Lines: []session.Line{line},
		Clock:        t.clock,
		EntityBegins: t.rules.Conversation.First == "entity",
		Fault:        faults.err})
	if err != nil {
		faults.err(err)
		return
	}
	seat := p.seats[t.Confederate]
	labels := p.labels(t.Confederate, fmt.Sprintf("%s, round %d", t.stage.Name, t.number))
	if opening := e.talker.opening; opening != "" {
		labels.Note = "By the rules, begin with: " + opening
	}
	if p.undecided(t.Confederate) {
		return
	}
	seat.Show(s, labels)
	defer func() {
		over, last := t.after(t.Confederate)
		labels := p.labels(t.Confederate, t.setup.Name)
		labels.Last = last
		seat.Say(labels, over)
	}()
	_ = s.Run(ctx) // the end of the context ends it
}

// after returns the message to a person after their conversation in a round, and whether they have
// nothing else to do.
func (r *round) after(label string) (text string, last bool) {
	rounds := r.contest.state.plans[r.stage.Name].Rounds
	over := fmt.Sprintf("Round %d of %d is over.", r.number, len(rounds))
	for i, pairs := range rounds[r.number:] {
		for _, p := range pairs {
			if other := r.setup.other(label); p.Judge == label || p.Confederate == label ||
				other != "" && (p.Judge == other || p.Confederate == other) {
				return fmt.Sprintf("%s Your next one is round %d. Please wait here.", over,
					r.number+i+1), false
			}
		}
	}
	if label[0] == 'J' && ranked(r.rules) {
		return over + " It was your last one, thank you. If ranks are asked of you, the form " +
			"appears here by itself.", false
	}
	return over + " It was your last one, thank you.", true
}

// leave tells the people of a round that it is over.
func (r *round) leave() {
	for _, t := range r.tables {
		if r.people != nil && r.people.seats[t.Judge] != nil {
			over, last := r.after(t.Judge)
			labels := r.people.labels(t.Judge, r.setup.Name)
			labels.Last = last
			r.people.seats[t.Judge].Say(labels, over)
		}
	}
}

// defaultNotice is on the pages of people.
const defaultNotice = "Everything that you type here is recorded and will be published."

func (s *setup) notice() string { return cmp.Or(s.Notice, defaultNotice) }
