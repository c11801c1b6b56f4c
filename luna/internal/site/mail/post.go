// Package mail sends letters to players over SMTP, in plain text that does not track its readers.
// Except for the request to confirm an address, nothing is sent to an address that its owner has
// not confirmed with a signed link, and each letter has a link to unsubscribe.
//
// A [Post] never blocks its callers: letters wait in a bounded queue. Several are sent at a time,
// but only a few to the same host, so that a mail server that is slow with some of them does not
// hold up others. A letter that fails for a temporary reason is tried again later, without holding
// up others in the meantime. Letters that are waiting when the program ends are lost. They are only
// a courtesy: players see their games at their next visit, and can ask for another link.
package mail

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/auth"
)

// Options configure [New]. All except Clock, Log and Delay are required.
type Options struct {
	// Server is smtps://USER:PASSWORD@HOST:PORT, or smtp://HOST:PORT, which uses STARTTLS unless it
	// is on this machine.
	Server string
	From   string           // address of the sender
	Base   string           // URL of the pages, such as https://luna.example.org
	Tokens Signer           // signs the links
	Clock  func() time.Time // for limits; nil means time.Now
	Log    *slog.Logger     // reports letters that could not be sent; nil discards
	Delay  time.Duration    // wait before the first retry; later ones wait longer; 0 means 10 s
}

// Signer signs links: [auth.Tokens], or an [accounts.Service].
type Signer interface {
	Link(auth.Purpose, auth.Link, time.Duration) (string, error)
}

// Book is where a post looks up players: an [accounts.Service].
type Book interface {
	Get(context.Context, accounts.ID) (accounts.Account, error)
	Reachable(ctx context.Context, text string) ([]accounts.Account, error)
	ResetToken(a accounts.Account, life time.Duration) (string, error)
}

// The paths of the pages that links in letters lead to; see package pages.
const (
	confirmPath = "/mail/confirm"
	endPath     = "/mail/unsubscribe"
	resetPath   = "/enter/reset"
)

const (
	maxQueue     = 1000         // letters, with those that wait for a retry
	maxQueueHost = maxQueue / 4 // of them to one host
	confirmLife  = 3 * 24 * time.Hour
	endLife      = 365 * 24 * time.Hour
	defaultDelay = 10 * time.Second
)

// retries are the waits before the second and later tries, as multiples of Options.Delay. By
// default they are 10 s, 1 min, 5 min, 20 min and 100 min.
var retries = []time.Duration{1, 6, 30, 120, 600}

// Letter is a letter from a game to a player.
type Letter struct{ Subject, Text string }

// Compose writes a letter when it is about to be sent, which may be long after it was queued. It
// returns false if the letter is of no use any more.
type Compose func() (l Letter, ok bool, err error)

// kind is the purpose of a letter.
type kind int

const (
	notice  kind = iota // of a game
	confirm             // asks whether an address is the player's
	search              // no letter yet: looks for the players whose passwords may be reset
	reset               // has a link to reset a password
)

// job is a letter that is due.
type job struct {
	kind    kind
	player  accounts.ID
	compose Compose // of a notice
	text    string  // the address to confirm or to write to, or what to search for
	from    string  // the address from which a search was asked for
	asked   time.Time

	host  string // of the address; "" until known
	tries int
}

// Post sends mail.
type Post struct {
	o         Options
	transport *transport
	limits    *limits
	rooms     *rooms
	health    health
	// Failures counts the attempts to send that have failed.
	Failures atomic.Int64

	incoming chan *job    // what nobody works on yet
	waiting  atomic.Int64 // all letters that are not sent yet
	book     Book         // set before anything is sent
	stop     context.CancelFunc
	ended    sync.WaitGroup
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
	p := &Post{o: o, rooms: newRooms(), incoming: make(chan *job, maxQueue)}
	if p.transport, err = newTransport(o.Server, o.From); err != nil {
		return nil, err
	}
	p.limits = newLimits(o.Clock)
	return p, nil
}

// Base returns the URL of the pages, without a slash at its end.
func (p *Post) Base() string { return p.o.Base }

// Start begins to send. It must be followed by a [Post.Close].
func (p *Post) Start(b Book) {
	p.book = b
	ctx, cancel := context.WithCancel(context.Background())
	p.stop = cancel
	p.ended.Go(func() { p.run(ctx) })
}

// Close drops queued letters, cancels those being sent, and returns when all work has ended.
func (p *Post) Close() {
	p.stop()
	p.ended.Wait()
}

// Send sends a letter to a player, if they have a confirmed address when its turn has come.
func (p *Post) Send(player accounts.ID, compose Compose) {
	p.put(&job{kind: notice, player: player, compose: compose})
}

// Confirm asks the reader of an account's email address whether it is theirs. The address argument
// is the network address from which the email address was given.
func (p *Post) Confirm(a accounts.Account, address string) {
	if a.Email == "" {
		return
	}
	if err := p.limits.confirm(a, address); err != nil {
		p.o.Log.Info("an address is not asked for confirmation", "reason", err)
		return
	}
	p.put(&job{kind: confirm, player: a.ID, text: a.Email, host: accounts.MailHost(a.Email)})
}

// Reset sends links to reset their passwords to the players that [accounts.Service.Reachable]
// finds. It returns at once, and does not tell whether there are any; the error is a
// [guard.LimitError] for the address from which the request came.
func (p *Post) Reset(address, text string) error {
	if err := p.limits.resetBy(address); err != nil {
		return err
	}
	if len(text) <= maxSearch {
		p.put(&job{kind: search, text: text, from: address})
	}
	return nil
}

// maxSearch is the maximum length of a username or an address to search for, in bytes.
const maxSearch = 512

// Waiting returns the number of letters that are waiting or being sent.
func (p *Post) Waiting() int { return int(p.waiting.Load()) }

// put queues a job. It never blocks.
func (p *Post) put(j *job) {
	j.asked = time.Now()
	if p.waiting.Add(1) > maxQueue {
		p.waiting.Add(-1)
		p.drop(j, "too much of it waits")
		return
	}
	p.incoming <- j // has room for all that wait
}

// drop says that a letter will not be sent.
func (p *Post) drop(j *job, why string) {
	p.o.Log.Warn("mail is not sent: "+why, "player", j.player, "tries", j.tries)
}
