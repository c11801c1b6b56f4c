package contest

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/desk"
	"github.com/luna-rating/luna/cmd/turing/internal/round"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
	"github.com/luna-rating/luna/internal/files"
)

// peopleFile holds the secrets of the addresses, so that they stay the same after an interruption.
const peopleFile = "people.json"

// defaultWait is how many minutes a round waits by default for people to come, in real time.
const defaultWait = 30

// newDesk returns the desk of the contest, which serves nobody yet.
func (c *contest) newDesk() *desk.Desk {
	return desk.New(desk.Options{Addr: c.Addr, Public: c.Public, Name: c.setup.Name, Notice: c.setup.Notice,
		Consent: c.setup.consentText, People: c.setup.persons(), Ranked: ranked(c.rules), Speed: c.Speed, Say: c.sayf}, c)
}

// persons lists the judges and confederates who are persons.
func (s *setup) persons() (list []desk.Person) {
	for _, p := range s.everybody() {
		if p.person() {
			list = append(list, desk.Person{Label: p.Label, Name: p.Name})
		}
	}
	return list
}

// servePeople opens the desk.
func (c *contest) servePeople() error {
	path, secrets := filepath.Join(c.dir, peopleFile), make(map[string]string)
	data, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(data, &secrets)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: found no addresses: %w; remove it for new ones", path, err)
	}
	if secrets == nil { // the file has null
		secrets = make(map[string]string)
	}
	if err := c.desk.Open(secrets, slices.Collect(maps.Keys(c.state.agreed))); err != nil {
		return err
	}
	return writePrivate(path, func(w io.Writer) error { return files.WriteJSON(w, secrets) })
}

// warnf tells the organiser something, on the control page too. It returns the words, with the
// time.
func (c *contest) warnf(format string, args ...any) string {
	text := time.Now().Format("15:04:05 ") + fmt.Sprintf(format, args...)
	c.sayf("%s", text)
	c.desk.News(text)
	return text
}

// Entries says how the entries of the round are doing.
func (r *heldRound) Entries() []round.Row { return r.live.Rows() }

// Voted says whether a judge has voted in the round.
func (r *heldRound) Voted(judge string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch b, voted := r.state.ballots[judge]; {
	case b.Void != "":
		return "void"
	case voted:
		return "yes"
	}
	return "no"
}

// enter shows the organiser another part of the round.
func (r *heldRound) enter(phase string, clock *session.Clock) {
	r.desk.Enter(desk.Scene{Title: fmt.Sprintf("%s of %d", r.title(), r.of), Attempt: r.attempt, Phase: phase,
		Clock: clock, Round: r})
}

// annulment is the error that ends a round which the organiser annulled, with the reason.
type annulment string

func (a annulment) Error() string { return "the round was annulled: " + string(a) }

// await waits for an order, which it carries out, for something to change or for a time. It returns
// the name of an action that was carried out.
func (r *heldRound) await(ctx context.Context, changed <-chan struct{}, most time.Duration) (did string, err error) {
	if now := time.Now(); now.Sub(r.looked) >= votePoll { // not at each key
		r.looked = now
		if err := cmp.Or(r.takeVotes(), r.takeConsents()); err != nil {
			return "", err
		}
	}
	select {
	case o := <-r.desk.Orders:
		done, err := r.desk.Obey(o, func(what string) (string, error) { return r.carryOut(o, what) })
		if done {
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

// carryOut records an order of the organiser, and does what a round has to do for it.
func (r *heldRound) carryOut(o *desk.Order, what string) (note string, err error) {
	note = r.warnf("%s: the organiser %s", r.title(), what)
	if o.Name == desk.Annul {
		return note, cmp.Or[error](r.note(event{Kind: eventAnnulled, Note: note}), annulment(o.Reason))
	}
	err = r.note(event{Kind: eventControl, Note: note})
	for _, t := range r.tables {
		if err == nil && o.Name == desk.Skip && t.Judge == o.Judge {
			err = t.skip(o.Reason)
		}
	}
	return note, err
}

// takeConsents writes to the journal who has agreed.
func (c *contest) takeConsents() error {
	for _, label := range c.desk.Agreed() {
		if _, known := c.state.agreed[label]; !known {
			if err := c.record(event{Kind: eventConsent, Who: label}); err != nil {
				return err
			}
		}
	}
	return nil
}

// awaitPeople waits until all people of a round have their pages open, or for long enough.
func (r *heldRound) awaitPeople(ctx context.Context) error {
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
		if did == desk.Begin {
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
			if !r.desk.Here(label) && !t.skipped() {
				labels = append(labels, label)
			}
		}
	}
	return labels
}

// persons lists the people of a table.
func (t *table) persons() (labels []string) {
	for _, label := range []string{t.Judge, t.Confederate} {
		if t.desk.Seats(label) {
			labels = append(labels, label)
		}
	}
	return labels
}

// leave tells a person of a round that it is over, and what comes next.
func (r *heldRound) leave(label string) {
	if !r.desk.Seats(label) {
		return
	}
	over := fmt.Sprintf("Round %d of %d is over.", r.number, r.of)
	for next := range r.contest.tables(r.stage) {
		if next.number > r.number && (next.Judge == label || next.Confederate == label) {
			r.desk.Tell(label, fmt.Sprintf("%s Your next one is round %d. Please wait here.", over, next.number))
			return
		}
	}
	over += " It was your last one, thank you."
	if label[0] == 'J' && ranked(r.rules) {
		r.desk.Tell(label, over+" If ranks are asked of you, the form appears here by itself.")
		return
	}
	r.desk.Leave(label, over)
}
