package play

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/fair"
)

// Damping says what happens to players whose guesses are not honest.
type Damping string

// The ways of damping: the players' guesses count less, the log only reports them, or nobody looks
// for them.
const (
	AutoDamping   Damping = "auto"
	ReportDamping Damping = "report"
	NoDamping     Damping = "off"
)

// FairWindow is the number of latest guesses that are searched for dishonest ones. Players who were
// found before stay damped.
const FairWindow = 100_000

// fairEvery is the minimum time between two searches, and between the start and the first search.
const fairEvery = 10 * time.Minute

// fairness searches for dishonest guesses. Only [Referee.Tick] uses it.
type fairness struct {
	damping Damping
	log     *slog.Logger
	next    time.Time // of the next search
	knows   bool      // it has found out who is known
	seen    int       // the event with the last guess that was searched
}

// Tick does what is due without any action of players. It must not be called by several goroutines
// at the same time.
func (r *Referee) Tick(ctx context.Context) error {
	return errors.Join(r.Due(ctx), r.endGone(ctx), r.endWanted(ctx), r.release(ctx), r.giveUp(ctx),
		r.sweep(ctx), r.dampWanted(ctx), r.dampFound(ctx))
}

// dampWanted carries out the operator's requests.
func (r *Referee) dampWanted(ctx context.Context) error {
	wanted, err := r.Archive.Wanted(ctx)
	if err != nil {
		return err
	}
	for id, d := range wanted {
		err := r.damp(ctx, id, d)
		if err == nil || errors.Is(err, game.ErrUnknownPlayer) {
			err = r.Archive.Done(ctx, id, d)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *Referee) damp(ctx context.Context, id game.PlayerID, d game.Damping) error {
	// The writer, for whom everybody waits, then has little left to do.
	forecast, err := game.Foresee(r.aggregate, r.Archive.Source(ctx), id, d.Weight)
	if err != nil {
		return err
	}
	return r.journal.Do(ctx, nil, func(t *game.Tournament, now time.Time) ([]game.Event, error) {
		t.Expect(forecast)
		return []game.Event{{Kind: game.Damped, Time: now, Player: id, Weight: &d.Weight,
			Reason: d.Reason, Rules: game.Rules}}, nil
	})
}

// dampFound damps the players whom [fair.Find] finds, unless they are or have been damped: dampings
// that the operator has lifted stay lifted. Soon after the start, when players come back, it only
// finds out who is known, on which the weights of guesses depend.
func (r *Referee) dampFound(ctx context.Context) error {
	f, now := &r.fairness, r.clock()
	due := !now.Before(f.next)
	if f.damping == NoDamping || !due && (f.knows || f.damping != AutoDamping) {
		return nil
	}
	if due {
		f.next = now.Add(fairEvery)
	}
	if last, err := r.Archive.LastGuess(ctx); err != nil || last == f.seen {
		return err
	}
	p := newPace(ctx)
	search := fair.Search{Rest: p.rest}
	guesses, last, err := r.Archive.Guesses(ctx, FairWindow, p.rest)
	if err != nil {
		return err
	}
	damped, err := r.Archive.Damped(ctx)
	if err != nil {
		return err
	}
	if f.damping == AutoDamping {
		if err := r.know(ctx, search.FindKnown(honest(guesses, damped))); err != nil {
			return err
		}
		f.knows = true
	}
	if !due {
		return nil
	}
	for _, x := range search.Find(guesses) {
		if _, ok := damped[x.Player]; ok {
			continue
		}
		f.log.Warn("guesses that are not honest", "player", x.Player, "rule", x.Rule,
			"found", x.Reason, "damping", f.damping)
		if f.damping != AutoDamping {
			continue
		}
		if err := r.damp(ctx, x.Player, game.Damping{Weight: x.Weight, Reason: x.Text()}); err != nil {
			return err
		}
	}
	f.seen = last
	return nil
}

// Damped returns the number of players whose guesses count less than others'.
func (r *Referee) Damped(ctx context.Context) (n int, err error) {
	list, err := r.Archive.Damped(ctx)
	for _, d := range list {
		if d.Weight < 1 {
			n++
		}
	}
	return n, err
}

// honest returns the guesses in games without players whose guesses are damped.
func honest(guesses []fair.Guess, damped map[game.PlayerID]game.Damping) (list []fair.Guess) {
	isDamped := func(p game.PlayerID) bool {
		d, ok := damped[p]
		return ok && d.Weight < 1
	}
	for _, g := range guesses {
		if !isDamped(g.By) && !isDamped(g.About) {
			list = append(list, g)
		}
	}
	return list
}

// On an idle machine, a search takes 1/(1+restShare) of one core. On a busy machine it takes less,
// because a step takes longer and so does the rest after it.
const (
	stepTime  = 5 * time.Millisecond
	restShare = 9
	longRest  = 500 * time.Millisecond // bounds what a slow disk or a suspended machine makes of it
)

// pace makes long work give way to players.
type pace struct {
	ctx   context.Context
	began time.Time // the present step
}

func newPace(ctx context.Context) *pace { return &pace{ctx, time.Now()} }

// rest ends a step that has lasted long enough. Once the context has ended, it no longer waits.
func (p *pace) rest() {
	took := time.Since(p.began)
	if took < stepTime {
		return
	}
	_ = parallel.Sleep(p.ctx, min(restShare*took, longRest)) // which fails if the context has ended
	p.began = time.Now()
}
