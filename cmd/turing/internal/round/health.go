package round

import (
	"fmt"
	"sync"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
	"github.com/luna-rating/luna/turing/lpp"
)

// patienceWithEntries is how long an entry may leave a judge's line without an answer, in the time
// of the contest, before the organiser hears of it.
const patienceWithEntries = time.Minute

// health is how an entity is doing in a conversation.
type health struct {
	clock *session.Clock

	mu    sync.Mutex
	line  int           // keys of the line that the judge is typing
	asked time.Time     // when the judge ended a line that has no answer yet, by the clock
	first time.Duration // from the end of the first line to the first key; negative before
	last  time.Time     // when the entity pressed a key
	keys  int
	busy  time.Duration // between keys of the same answer
	pairs int           // of such keys
}

func newHealth(clock *session.Clock) *health { return &health{clock: clock, first: -1} }

// sent notes keys of the judge.
func (h *health) sent(list []lpp.Press) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, p := range list {
		switch {
		case p.Key != lpp.Return:
			h.line++
			continue
		case h.line > 0 && h.asked.IsZero():
			h.asked = h.clock.Now()
		}
		h.line = 0
	}
}

// heard notes keys of the entity.
func (h *health) heard(n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := h.clock.Now()
	if h.asked.IsZero() && !h.last.IsZero() {
		h.busy += now.Sub(h.last)
		h.pairs += n
	}
	if h.first < 0 && !h.asked.IsZero() {
		h.first = now.Sub(h.asked)
	}
	h.asked, h.last = time.Time{}, now
	h.keys += n
}

// waiting returns how long a line has been without an answer, 0 if none is.
func (h *health) waiting() time.Duration {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.asked.IsZero() {
		return 0
	}
	return h.clock.Now().Sub(h.asked)
}

// silent reports whether an entity pressed no key although the judge said something to it.
func (h *health) silent() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.keys == 0 && !h.asked.IsZero()
}

// Troubles says which entries are in trouble, each once in the round.
func (r *Round) Troubles() (list []string) {
	patience := max(time.Duration(float64(patienceWithEntries)/r.site.Speed), LeastAnswer)
	for _, t := range r.Tables {
		for _, e := range t.Ends {
			trouble := ""
			if list := e.Talker.faults.take(); len(list) > 0 {
				trouble = list[0].What
			} else if e.Talker.health.waiting() > patience {
				trouble = "has not answered for a minute"
			}
			if e.Program && trouble != "" && r.First(e.Talker.Name) {
				list = append(list, fmt.Sprintf("%s: %s (with %s)", e.Talker.Name, trouble, t.Judge))
			}
		}
	}
	return list
}

// First reports whether the organiser has not yet heard of somebody's trouble in this round.
func (r *Round) First(name string) bool {
	if r.named[name] {
		return false
	}
	r.named[name] = true
	return true
}

// Rows describes how the entries are doing.
func (r *Round) Rows() (list []Row) {
	for _, t := range r.Tables {
		for _, e := range t.Ends {
			if e.Program && e.Talker.health != nil {
				list = append(list, e.Talker.row(r.site.Speed))
			}
		}
	}
	return list
}

// Row is how an entity is doing, for the organiser.
type Row struct {
	Name, Keys, Last, Waits string
	Faults                  []string
}

// row describes how an entity is doing, in the time of the contest.
func (t *Talker) row(speed float64) Row {
	ago := func(d time.Duration) string { return keylog.Minutes(d.Seconds() * speed) }
	h := t.health
	h.mu.Lock()
	defer h.mu.Unlock()
	x := Row{Name: t.Name, Keys: fmt.Sprint(h.keys)}
	if !h.last.IsZero() {
		x.Last = ago(h.clock.Now().Sub(h.last)) + " ago"
	}
	if !h.asked.IsZero() {
		x.Waits = ago(h.clock.Now().Sub(h.asked))
	}
	for _, f := range t.faults.take() {
		x.Faults = append(x.Faults, f.What)
	}
	return x
}
