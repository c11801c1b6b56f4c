package mail

import (
	"container/heap"
	"context"
	"math/rand/v2"
	"time"

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

// dispatcher decides which letter is sent when. Only its run method uses its fields. Each letter is
// sent by its own goroutine, so that a slow letter, or one that waits for a retry, holds up no
// other.
type dispatcher struct {
	*Post
	later jobs              // wait for their due times
	ready map[string][]*job // wait for their hosts
	turns []string          // the hosts in ready, the next one first

	sending    map[string]int // attempts under way, by host
	sendingNew int            // of them, those to hosts that are not proven
	total      int
	proven     map[string]bool // hosts that have accepted a letter quickly
	done       chan attempt
}

// attempt is an attempt to send a letter.
type attempt struct {
	*job
	isNew bool // the host was not proven
	err   error
	took  time.Duration
}

func newDispatcher(p *Post) *dispatcher {
	return &dispatcher{
		Post: p, ready: make(map[string][]*job), sending: make(map[string]int),
		proven: make(map[string]bool), done: make(chan attempt),
	}
}

// run works until the context ends and all attempts have.
func (d *dispatcher) run(ctx context.Context) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		d.start(ctx)
		if len(d.later) > 0 {
			timer.Reset(time.Until(d.later[0].due))
		}
		select {
		case <-ctx.Done():
			for d.total > 0 {
				d.ended(<-d.done)
			}
			return
		case j := <-d.incoming:
			d.take(ctx, j)
		case a := <-d.done:
			d.finish(ctx, a)
		case <-timer.C:
			for len(d.later) > 0 && !d.later[0].due.After(time.Now()) {
				d.enqueue(heap.Pop(&d.later).(*job))
			}
		}
	}
}

// take accepts a new job: it finds out the host.
func (d *dispatcher) take(ctx context.Context, j *job) {
	if j.kind == search {
		d.search(ctx, j)
		return
	}
	if j.host == "" {
		a, err := d.book.Get(ctx, j.player)
		if err != nil || a.Email == "" || !a.EmailConfirmed {
			d.waiting.Add(-1)
			return
		}
		j.host = accounts.MailHost(a.Email)
	}
	d.enqueue(j)
}

// search makes letters to the players who may reset their passwords.
func (d *dispatcher) search(ctx context.Context, j *job) {
	defer d.waiting.Add(-1)
	list, err := d.book.Reachable(ctx, j.text)
	if err != nil {
		d.o.Log.Warn("mail is not sent: the accounts cannot be read", "error", err)
		return
	}
	for _, a := range list {
		if err := d.limits.resetTo(a.Email, j.from); err != nil {
			d.o.Log.Info("a password is not reset by mail", "reason", err)
			continue
		}
		d.put(&job{kind: reset, player: a.ID, text: a.Email, host: accounts.MailHost(a.Email)})
	}
}

// enqueue lets a job wait for its host.
func (d *dispatcher) enqueue(j *job) {
	list := d.ready[j.host]
	if len(list) >= maxQueueHost {
		d.drop(j, "too much of it waits for one host")
		return
	}
	if len(list) == 0 {
		d.turns = append(d.turns, j.host)
	}
	d.ready[j.host] = append(list, j)
}

// start sends what may be sent now. A host whose turn it was goes to the end of the line.
func (d *dispatcher) start(ctx context.Context) {
	for again := true; again; {
		again = false
		var waiting, served []string
		for _, host := range d.turns {
			if !d.may(host) {
				waiting = append(waiting, host)
				continue
			}
			d.send(ctx, host)
			again = true
			if len(d.ready[host]) > 0 {
				served = append(served, host)
			} else {
				delete(d.ready, host)
			}
		}
		d.turns = append(waiting, served...)
	}
}

// may reports whether a letter may be sent to a host now.
func (d *dispatcher) may(host string) bool {
	return d.total < maxSending && d.sending[host] < maxSendingHost &&
		(d.proven[host] || d.sendingNew < maxSendingNew)
}

func (d *dispatcher) send(ctx context.Context, host string) {
	a := attempt{job: d.ready[host][0], isNew: !d.proven[host]}
	d.ready[host] = d.ready[host][1:]
	d.sending[host]++
	d.total++
	if a.isNew {
		d.sendingNew++
	}
	go func() {
		began := time.Now()
		a.err = d.try(ctx, a.job)
		a.took = time.Since(began)
		d.done <- a
	}()
}

// ended counts an attempt that is over.
func (d *dispatcher) ended(a attempt) {
	d.total--
	if d.sending[a.host]--; d.sending[a.host] == 0 {
		delete(d.sending, a.host)
	}
	if a.isNew {
		d.sendingNew--
	}
}

// finish decides what becomes of a letter after an attempt.
func (d *dispatcher) finish(ctx context.Context, a attempt) {
	d.ended(a)
	switch {
	case a.took > slowAfter:
		delete(d.proven, a.host)
	case a.err == nil:
		for host := range d.proven {
			if len(d.proven) < maxProven {
				break
			}
			delete(d.proven, host) // an arbitrary one
		}
		d.proven[a.host] = true
	}
	switch j := a.job; {
	case a.err == nil, ctx.Err() != nil:
		d.waiting.Add(-1)
	case !temporary(a.err) || j.tries > len(retries):
		d.waiting.Add(-1)
		d.o.Log.Warn("mail could not be sent", "player", j.player, "error", describe(a.err))
	default:
		wait := retries[j.tries-1] * d.o.Delay
		j.due = time.Now().Add(wait + rand.N(wait/4+1)) // not all at once
		heap.Push(&d.later, j)
	}
}

// jobs is a heap ordered by due time.
type jobs []*job

func (l jobs) Len() int           { return len(l) }
func (l jobs) Less(i, j int) bool { return l[i].due.Before(l[j].due) }
func (l jobs) Swap(i, j int)      { l[i], l[j] = l[j], l[i] }

// Push implements [heap.Interface].
func (l *jobs) Push(x any) { *l = append(*l, x.(*job)) }

// Pop implements [heap.Interface].
func (l *jobs) Pop() any {
	last := len(*l) - 1
	j := (*l)[last]
	(*l)[last] = nil
	*l = (*l)[:last]
	return j
}
