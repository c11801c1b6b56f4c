package archive

import (
	"context"
	"database/sql"
	"embed"
	"io/fs"
	"math"
	"slices"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/fair"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// besides has the tables that are not part of the state: wanted has the operator's requests, and
// judging what people do alone.
//
//go:embed wanted judging
var besides embed.FS

// migrateBesides makes the tables that are not part of the state.
func migrateBesides(ctx context.Context, s *store.Store) error {
	for _, name := range []string{"wanted", "judging"} {
		files, err := fs.Sub(besides, name)
		if err == nil {
			err = s.Migrate(ctx, "luna, "+name, files)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// guessChunk is the number of guesses that are read at a time.
const guessChunk = 500

// Guesses returns the latest guesses that people made in games with a result, up to a limit, oldest
// first, and the number of the event with the last one. If rest is not nil, it is called often in
// the meantime.
func (a *Archive) Guesses(ctx context.Context, limit int, rest func()) (list []fair.Guess, last int, err error) {
	before := math.MaxInt64
	for len(list) < limit {
		chunk, first, err := a.guessesBefore(ctx, before)
		if err != nil {
			return nil, 0, err
		}
		if len(chunk) == 0 {
			break
		}
		if before == math.MaxInt64 {
			last = chunk[0].event
		}
		for _, x := range chunk[:min(len(chunk), limit-len(list))] {
			list = append(list, x.Guess)
		}
		before = first
		if rest != nil {
			rest()
		}
	}
	slices.Reverse(list)
	return list, last, nil
}

// guessAt is a guess and the number of the event that ended its game.
type guessAt struct {
	fair.Guess
	event int
}

// guessesBefore returns the latest guesses before an event, newest first, and the first event that
// they come from, all of whose guesses are among them.
func (a *Archive) guessesBefore(ctx context.Context, before int) (list []guessAt, first int, err error) {
	err = store.Rows(ctx, a.reads, func(r *sql.Rows) error {
		var x guessAt
		var origin int64
		err := r.Scan(&x.event, &x.By, &x.About, &x.Machine, &x.Guess.Guess, &origin)
		x.Origin = uint64(origin)
		list = append(list, x)
		return err
	}, `SELECT g.event, p.id, q.id, q.machine, g.guess, g.origin FROM guesses g
		JOIN players p ON p.number = g.giver JOIN players q ON q.number = g.receiver
		WHERE g.counts AND g.event < ? ORDER BY g.event DESC, g.receiver LIMIT ?`, before, guessChunk)
	if err != nil || len(list) == 0 {
		return nil, 0, err
	}
	first = list[len(list)-1].event
	if len(list) == guessChunk { // the other guess of the event may be missing
		list = slices.DeleteFunc(list, func(x guessAt) bool { return x.event == first })
		first = list[len(list)-1].event
	}
	return list, first, nil
}

// LastGuess returns the number of the event with the latest guess, 0 if there is none.
func (a *Archive) LastGuess(ctx context.Context) (event int, err error) {
	row := a.reads.QueryRowContext(ctx, "SELECT coalesce(max(event), 0) FROM guesses")
	return event, row.Scan(&event)
}

// Damped returns how the guesses of players are damped, or were in the past.
func (a *Archive) Damped(ctx context.Context) (map[game.PlayerID]game.Damping, error) {
	return a.dampings(ctx, `SELECT id, damp_weight, damp_reason, damp_time FROM players
		WHERE damp_weight IS NOT NULL`)
}

func (a *Archive) dampings(ctx context.Context, query string) (map[game.PlayerID]game.Damping, error) {
	found := make(map[game.PlayerID]game.Damping)
	err := store.Rows(ctx, a.reads, func(r *sql.Rows) error {
		var id game.PlayerID
		var d game.Damping
		var at int64
		err := r.Scan(&id, &d.Weight, &d.Reason, &at)
		d.Time = timeOf(at)
		found[id] = d
		return err
	}, query)
	return found, err
}

// Leavers returns the players who have stalled more than two games, and either lately or more than
// one of ten that they began, without histories.
func (a *Archive) Leavers(ctx context.Context) (list []game.Player, err error) {
	err = store.Rows(ctx, a.reads, func(r *sql.Rows) error {
		p, err := scanPlayer(r)
		if p.LeavesOften() || p.Stalled*10 > p.Games+p.Stalled {
			list = append(list, p)
		}
		return err
	}, selectPlayer+"WHERE stalled > 2")
	return list, err
}

// Want asks the server to damp the guesses of a player or, with the weight 1, to stop damping them,
// as soon as it next looks. A process other than the server must not add events while that runs.
func (a *Archive) Want(ctx context.Context, id game.PlayerID, d game.Damping) error {
	return a.exec(ctx, `INSERT INTO wanted_dampings (player, weight, reason) VALUES (?1, ?2, ?3)
		ON CONFLICT (player) DO UPDATE SET weight = ?2, reason = ?3`, string(id), d.Weight, d.Reason)
}

// Wanted returns the requests of [Archive.Want], without their times.
func (a *Archive) Wanted(ctx context.Context) (map[game.PlayerID]game.Damping, error) {
	return a.dampings(ctx, "SELECT player, weight, reason, 0 FROM wanted_dampings")
}

// Done forgets the request for a player, unless it has changed.
func (a *Archive) Done(ctx context.Context, id game.PlayerID, d game.Damping) error {
	return a.exec(ctx, "DELETE FROM wanted_dampings WHERE player = ? AND weight = ? AND reason = ?",
		string(id), d.Weight, d.Reason)
}
