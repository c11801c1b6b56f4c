package mail

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
)

// The limits on how many letters are sent at a time. Even when the mail server takes long over
// letters to many hosts, some room is left for letters to hosts that have accepted one quickly.
const (
	maxSending     = 16
	maxSendingNew  = 12 // to hosts that have not accepted a letter quickly
	maxSendingHost = 2
	slowAfter      = 5 * time.Second
	maxProven      = 1024 // hosts that are remembered
)

// room is where letters wait until they may be sent; it has an element for each attempt under way.
type room chan struct{}

// rooms are those that letters pass, and the hosts to which some are under way.
type rooms struct {
	all, strangers room // strangers: to hosts that are not proven

	mu     sync.Mutex
	hosts  map[string]*host
	proven map[string]bool // hosts that have accepted a letter quickly
}

// host is a host to which letters are under way.
type host struct {
	room
	letters int // with those that wait, also for another try
}

func newRooms() *rooms {
	return &rooms{all: make(room, maxSending), strangers: make(room, maxSendingNew),
		hosts: make(map[string]*host), proven: make(map[string]bool)}
}

// enter counts a letter to a host until leave is called. It returns false if there are too many.
func (r *rooms) enter(name string) (h *host, leave func(), ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if h = r.hosts[name]; h == nil {
		h = &host{room: make(room, maxSendingHost)}
		r.hosts[name] = h
	}
	if h.letters == maxQueueHost {
		return h, nil, false
	}
	h.letters++
	return h, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if h.letters--; h.letters == 0 {
			delete(r.hosts, name)
		}
	}, true
}

func (r *rooms) isProven(host string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.proven[host]
}

// note takes in how long an attempt took.
func (r *rooms) note(host string, took time.Duration, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case took > slowAfter:
		delete(r.proven, host)
	case err == nil:
		for other := range r.proven {
			if len(r.proven) < maxProven {
				break
			}
			delete(r.proven, other) // an arbitrary one
		}
		r.proven[host] = true
	}
}

// run delivers letters until the context ends and all attempts have. Each has its own goroutine, so
// that a slow letter, or one that waits for a retry, holds up no other.
func (p *Post) run(ctx context.Context) {
	var all sync.WaitGroup
	defer all.Wait()
	for {
		select {
		case <-ctx.Done():
			return
		case j := <-p.incoming:
			all.Go(func() {
				defer p.waiting.Add(-1)
				if j.kind == search {
					p.search(ctx, j)
				} else {
					p.deliver(ctx, j)
				}
			})
		}
	}
}

// search makes letters to the players who may reset their passwords.
func (p *Post) search(ctx context.Context, j *job) {
	list, err := p.book.Reachable(ctx, j.text)
	if err != nil {
		p.o.Log.Warn("mail is not sent: the accounts cannot be read", "error", err)
		return
	}
	for _, a := range list {
		if err := p.limits.resetTo(a.Email, j.from); err != nil {
			p.o.Log.Info("a password is not reset by mail", "reason", err)
			continue
		}
		p.put(&job{kind: reset, player: a.ID, text: a.Email, host: accounts.MailHost(a.Email)})
	}
}

// deliver sends a letter, in several tries if need be.
func (p *Post) deliver(ctx context.Context, j *job) {
	if j.host == "" {
		a, err := p.book.Get(ctx, j.player)
		if err != nil || a.Email == "" || !a.EmailConfirmed {
			return
		}
		j.host = accounts.MailHost(a.Email)
	}
	h, leave, ok := p.rooms.enter(j.host)
	if !ok {
		p.drop(j, "too much of it waits for one host")
		return
	}
	defer leave()
	for {
		err := p.attempt(ctx, h, j)
		switch {
		case err == nil, ctx.Err() != nil:
			return
		case !temporary(err) || j.tries > len(retries):
			p.o.Log.Warn("mail could not be sent", "player", j.player, "error", describe(err))
			return
		}
		wait := retries[j.tries-1] * p.o.Delay
		if parallel.Sleep(ctx, wait+rand.N(wait/4+1)) != nil { // not all at once
			return
		}
	}
}

// attempt tries to send a letter when there is room.
func (p *Post) attempt(ctx context.Context, h *host, j *job) error {
	needed := []room{h.room, p.rooms.strangers, p.rooms.all}
	if p.rooms.isProven(j.host) {
		needed = []room{h.room, p.rooms.all}
	}
	for _, r := range needed {
		select {
		case r <- struct{}{}:
			defer func() { <-r }()
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	began := time.Now()
	err := p.try(ctx, j)
	p.rooms.note(j.host, time.Since(began), err)
	return err
}
