package mail

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/auth"
	"github.com/luna-rating/luna/luna/internal/site/guard"
)

// Options configure [New]. All but Clock, Log and Delay are required.
type Options struct {
	// Server is smtps://USER:PASSWORD@HOST:PORT, or smtp://HOST:PORT, which uses STARTTLS unless it
	// is on this machine.
	Server string
	From   string           // address of the sender
	Base   string           // URL of the pages, such as https://luna.example.org
	Tokens *auth.Tokens     // sign the links
	Clock  func() time.Time // nil is time.Now
	Log    *slog.Logger     // of letters that could not be sent; nil discards
	Delay  time.Duration    // before the first retry, later ones wait longer; 0 is 5 s
}

// Book is where a post looks up addresses: an [accounts.Service].
type Book interface {
	Get(context.Context, accounts.ID) (accounts.Account, error)
}

// The pages that links in letters lead to; see package pages.
const (
	confirmPath = "/mail/confirm"
	endPath     = "/mail/unsubscribe"
)

const (
	maxQueue     = 1000 // letters
	tries        = 6
	confirmLife  = 3 * 24 * time.Hour
	endLife      = 365 * 24 * time.Hour
	defaultDelay = 5 * time.Second
)

// How often one address is asked for confirmation, which may be a stranger's, and by one player.
var (
	asksOfAddress = guard.Rate{Burst: 3, Every: 8 * time.Hour}
	asksByPlayer  = guard.Rate{Burst: 5, Every: 4 * time.Hour}
)

// Letter is what a game writes to a player.
type Letter struct{ Subject, Text string }

// Compose writes a letter when it is about to be sent, which may be long after it was queued. It
// returns false if the letter is of no use any more.
type Compose func() (l Letter, ok bool, err error)

// job is a letter that is due: one of a game, or the request to confirm an address.
type job struct {
	player  accounts.ID
	compose Compose
	confirm string // the address, if compose is nil
}

// Post sends mail.
type Post struct {
	o         Options
	transport *transport
	address   *guard.Limiter
	player    *guard.Limiter

	queue chan job
	book  Book // set before the worker starts
	stop  context.CancelFunc
	ended sync.WaitGroup
}

// New returns a post that queues letters and sends none before [Post.Start].
func New(o Options) (*Post, error) {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Delay == 0 {
		o.Delay = defaultDelay
	}
	base, err := url.Parse(o.Base)
	if err != nil || base.Scheme != "http" && base.Scheme != "https" || base.Host == "" ||
		base.RawQuery != "" || base.Fragment != "" {
		return nil, fmt.Errorf("mail: found the base URL %q, expected one as "+
			"https://luna.example.org, for links",
			o.Base)
	}
	o.Base = strings.TrimSuffix(o.Base, "/")
	if o.Tokens == nil {
		return nil, errors.New("mail: found no tokens, expected some to sign links")
	}
	p := &Post{o: o, queue: make(chan job, maxQueue)}
	if p.transport, err = newTransport(o.Server, o.From); err != nil {
		return nil, err
	}
	if p.address, err = guard.NewLimiter("letters to this address", asksOfAddress,
		o.Clock); err != nil {
		return nil, err
	}
	p.player, err = guard.NewLimiter("letters for this player", asksByPlayer, o.Clock)
	return p, err
}

// Base returns the URL of the pages, without a slash at its end.
func (p *Post) Base() string { return p.o.Base }

// Start begins to send. It must be followed by a [Post.Close].
func (p *Post) Start(b Book) {
	p.book = b
	ctx, cancel := context.WithCancel(context.Background())
	p.stop = cancel
	p.ended.Go(func() { p.work(ctx) })
}

// Close drops queued letters, cancels the one being sent, and returns when the worker has ended.
func (p *Post) Close() {
	p.stop()
	p.ended.Wait()
}

// Send writes a letter to a player, if they have a confirmed address when its turn has come.
func (p *Post) Send(player accounts.ID, compose Compose) {
	p.put(job{player: player, compose: compose})
}

// Confirm asks the reader of an account's address whether it is theirs.
func (p *Post) Confirm(a accounts.Account) {
	if a.Email == "" || p.address.Take(mailbox(a.Email)) > 0 || p.player.Take(string(a.ID)) > 0 {
		return
	}
	p.put(job{player: a.ID, confirm: a.Email})
}

// mailbox is the mailbox of an address, as far as one can tell: with most providers ann+luna@ is
// ann@.
func mailbox(address string) string {
	name, host, _ := strings.Cut(strings.ToLower(address), "@")
	name, _, _ = strings.Cut(name, "+")
	return name + "@" + host
}

// Waiting returns the number of letters that wait.
func (p *Post) Waiting() int { return len(p.queue) }

func (p *Post) put(j job) {
	select {
	case p.queue <- j:
	default:
		p.o.Log.Warn("mail is not sent: too much of it waits", "waiting", maxQueue)
	}
}

func (p *Post) work(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case j := <-p.queue:
			if ctx.Err() != nil {
				return
			}
			if err := p.deliver(ctx, j); err != nil && ctx.Err() == nil {
				p.o.Log.Warn("mail could not be sent", "player", j.player, "error", describe(err))
			}
		}
	}
}

// deliver sends a letter, with retries.
func (p *Post) deliver(ctx context.Context, j job) error {
	wait := backoff.NewExponentialBackOff()
	wait.InitialInterval, wait.MaxInterval = p.o.Delay, 20*p.o.Delay
	_, err := backoff.Retry(ctx, func() (struct{}, error) {
		l, ok, err := p.compose(ctx, j)
		if err != nil || !ok {
			return struct{}{}, permanent(err)
		}
		err = p.transport.send(ctx, l)
		if err != nil && !temporary(err) {
			err = permanent(err)
		}
		return struct{}{}, err
	}, backoff.WithBackOff(wait), backoff.WithMaxTries(tries), backoff.WithMaxElapsedTime(0))
	return err
}

func permanent(err error) error {
	if err == nil {
		return nil
	}
	return backoff.Permanent(err)
}
