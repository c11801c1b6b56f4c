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

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/referee"
	"github.com/luna-rating/luna/luna/internal/site/auth"
	"github.com/luna-rating/luna/luna/internal/store"
)

// Options are those of [New]. All but Clock, Log and Delay must be set.
type Options struct {
	Server string           // as smtps://USER:PASSWORD@HOST:PORT, or smtp://HOST:PORT, with STARTTLS but on the same machine
	From   string           // the address of the sender
	Base   string           // where the pages are, as https://luna.example.org
	Tokens *auth.Tokens     // by which links are signed
	Clock  func() time.Time // nil is time.Now
	Log    *slog.Logger     // of what could not be sent; nil discards it
	Delay  time.Duration    // before the second try; it grows after that. 0 is 5 s
}

// Book is where a post looks up whom it writes to, and when a letter is due whether it is still of use: a [referee.Referee].
type Book interface {
	// Account returns the account of a player.
	Account(context.Context, game.PlayerID) (store.Account, error)
	// Game returns a game as a player sees it.
	Game(game.PlayerID, game.GameID) (game.View, error)
}

var _ Book = (*referee.Referee)(nil)

// Where the pages lie that links in letters lead to, those of package web.
const (
	confirmPath = "/mail/confirm"
	endPath     = "/mail/unsubscribe"
	gamePath    = "/play/"
)

const (
	waiting      = 1000 // letters that may wait
	tries        = 6
	confirmLife  = 3 * 24 * time.Hour
	endLife      = 365 * 24 * time.Hour
	defaultDelay = 5 * time.Second
)

// How often an address is asked to confirm, and by a player: it may be a stranger's.
var (
	asksOfAddress = auth.Rate{Burst: 3, Every: 8 * time.Hour}
	asksByPlayer  = auth.Rate{Burst: 5, Every: 4 * time.Hour}
)

// job is a letter that is due: to confirm an address, or to tell of a game.
type job struct {
	player  game.PlayerID
	confirm string // the address
	game    game.GameID
}

// Post sends mail.
type Post struct {
	o         Options
	transport *transport
	address   *auth.Limiter
	player    *auth.Limiter

	queue chan job
	book  Book // set before the worker starts
	stop  context.CancelFunc
	ended sync.WaitGroup
}

// New returns a post that takes letters and sends none before [Post.Start].
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
	if err != nil || base.Scheme != "http" && base.Scheme != "https" || base.Host == "" || base.RawQuery != "" || base.Fragment != "" {
		return nil, fmt.Errorf("mail: found the base URL %q, expected one as https://luna.example.org, for links", o.Base)
	}
	o.Base = strings.TrimSuffix(o.Base, "/")
	if o.Tokens == nil {
		return nil, errors.New("mail: no tokens to sign links by")
	}
	p := &Post{o: o, queue: make(chan job, waiting)}
	if p.transport, err = newTransport(o.Server, o.From); err != nil {
		return nil, err
	}
	if p.address, err = auth.NewLimiter(asksOfAddress, o.Clock); err != nil {
		return nil, err
	}
	p.player, err = auth.NewLimiter(asksByPlayer, o.Clock)
	return p, err
}

// Start begins to send. Every Start is followed by a [Post.Close].
func (p *Post) Start(b Book) {
	p.book = b
	ctx, cancel := context.WithCancel(context.Background())
	p.stop = cancel
	p.ended.Go(func() { p.work(ctx) })
}

// Close sends what waits no more, gives up what is being sent, and returns when all is quiet.
func (p *Post) Close() {
	p.stop()
	p.ended.Wait()
}

// Notice tells a player of a game in which it is her turn, if she has an address that she confirmed. It is for [referee.Options].
func (p *Post) Notice(n referee.Notice) {
	if n.View.Turn == game.ToAct {
		p.put(job{player: n.Player, game: n.Game})
	}
}

// Confirm asks who reads the mail of an account's address whether it is hers. It is for the Desk of package accounts.
func (p *Post) Confirm(a store.Account) {
	if a.Email == "" || p.address.Take(mailbox(a.Email)) > 0 || p.player.Take(string(a.ID)) > 0 {
		return
	}
	p.put(job{player: a.ID, confirm: a.Email})
}

// mailbox is who reads the mail of an address, as far as one can tell: ann+luna@ is ann@ with most providers.
func mailbox(address string) string {
	name, host, _ := strings.Cut(strings.ToLower(address), "@")
	name, _, _ = strings.Cut(name, "+")
	return name + "@" + host
}

func (p *Post) put(j job) {
	select {
	case p.queue <- j:
	default:
		p.o.Log.Warn("mail is not sent: too much of it waits", "waiting", waiting)
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

// deliver sends a letter that is still of use when its turn has come, again and again.
func (p *Post) deliver(ctx context.Context, j job) error {
	wait := backoff.NewExponentialBackOff()
	wait.InitialInterval, wait.MaxInterval = p.o.Delay, 20*p.o.Delay
	_, err := backoff.Retry(ctx, func() (struct{}, error) {
		l, ok, err := p.compose(ctx, j)
		if err != nil || !ok {
			return struct{}{}, permanent(err)
		}
		if err := p.transport.send(ctx, l); err != nil && !passing(err) {
			return struct{}{}, permanent(err)
		} else {
			return struct{}{}, err
		}
	}, backoff.WithBackOff(wait), backoff.WithMaxTries(tries), backoff.WithMaxElapsedTime(0))
	return err
}

func permanent(err error) error {
	if err == nil {
		return nil
	}
	return backoff.Permanent(err)
}
