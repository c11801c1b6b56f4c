package archive

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/luna-rating/luna/luna/game"
)

// Save writes what has changed in a tournament, in the transaction that adds the events to the log.
func (a *Archive) Save(ctx context.Context, tx *sql.Tx, c game.Changes) error {
	return newSaver(ctx, tx, a.key).save(c)
}

// saver writes changes in one transaction.
type saver struct {
	ctx context.Context
	tx  *sql.Tx
	key []byte
	// keepLog says that the log must not be changed.
	keepLog    bool
	statements map[string]*sql.Stmt
	numbers    map[game.PlayerID]int
	asked      map[askedKey]asked
}

func newSaver(ctx context.Context, tx *sql.Tx, key []byte) *saver {
	return &saver{ctx: ctx, tx: tx, key: key, statements: make(map[string]*sql.Stmt),
		numbers: make(map[game.PlayerID]int), asked: make(map[askedKey]asked)}
}

func (s *saver) save(c game.Changes) error {
	defer s.close()
	for _, id := range c.Noticed {
		if err := s.exec(clearNotices, string(id)); err != nil {
			return err
		}
	}
	games := make(map[game.GameID]*game.Game)
	for i := range c.Games {
		games[c.Games[i].ID] = &c.Games[i]
	}
	for i := range c.Players {
		if err := s.player(&c.Players[i]); err != nil {
			return fmt.Errorf("player %s: %w", c.Players[i].ID, err)
		}
	}
	for i := range c.Games {
		if err := s.game(&c.Games[i], c.Settled); err != nil {
			return fmt.Errorf("game %s: %w", c.Games[i].ID, err)
		}
	}
	for i := range c.Players {
		if err := errors.Join(s.histories(&c.Players[i], games), s.blocks(&c.Players[i])); err != nil {
			return fmt.Errorf("player %s: %w", c.Players[i].ID, err)
		}
	}
	if err := s.saveAsked(); err != nil {
		return err
	}
	n := c.Counts
	return s.exec(setTotals, n.Players, n.Open, n.Playing, n.Finished, n.Ended)
}

const (
	clearNotices = `UPDATE seats SET notice = 0
		WHERE player = (SELECT number FROM players WHERE id = ?) AND notice = 1`
	setTotals = `UPDATE totals SET players = ?, open = ?, playing = ?, finished = ?, ended = ?
		WHERE one = 1`
	setPlayer = `INSERT INTO players (number, id, machine, joined, rating, games, wins, streak,
			record, entered, turn, damp_weight, damp_reason, damp_time, stalled, debt)
		VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)
		ON CONFLICT (number) DO UPDATE SET rating = ?5, games = ?6, wins = ?7, streak = ?8,
			record = ?9, entered = ?10, turn = ?11, damp_weight = ?12, damp_reason = ?13,
			damp_time = ?14, stalled = ?15, debt = ?16`
	setGame = `INSERT INTO games (number, id, opened, updated, status, phase, ended, place)
		VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
		ON CONFLICT (number) DO UPDATE SET updated = ?4, status = ?5, phase = ?6, ended = ?7,
			place = ?8`
	setSeat = `INSERT INTO seats (game, seat, player, place, active, submitted, questions,
			responses, scores, guess, weight, origin, before, after, outcome, notice, early_before,
			early_after)
		VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)
		ON CONFLICT (game, seat) DO UPDATE SET active = ?5, submitted = ?6, questions = ?7,
			responses = ?8, scores = ?9, guess = ?10, weight = ?11, origin = ?12, before = ?13,
			after = ?14, outcome = ?15, notice = ?16, early_before = ?17, early_after = ?18`
	addGuess = `INSERT INTO guesses (receiver, event, giver, game, counts, guess, weight, origin,
			rating, time)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	addStall = `INSERT INTO stalls (player, event, game, time, price, origin)
		VALUES (?, ?, (SELECT number FROM games WHERE id = ?), ?, ?, ?)`
	addRating = `INSERT INTO ratings (player, event, rating, time) VALUES (?, ?, ?, ?)`
)

func (s *saver) player(p *game.Player) error {
	joined, err := nanoseconds(p.Joined)
	if err != nil {
		return err
	}
	var turn, weight, reason, since any
	if !p.Turn.IsZero() {
		if turn, err = nanoseconds(p.Turn); err != nil {
			return err
		}
	}
	if d := p.Damping; d != nil {
		weight, reason = d.Weight, d.Reason
		if since, err = nanoseconds(d.Time); err != nil {
			return err
		}
	}
	s.numbers[p.ID] = p.Event
	return s.exec(setPlayer, p.Event, string(p.ID), p.Machine, joined, null(p.Rating), p.Games,
		p.Wins, p.Streak, p.StreakRecord, p.Entered, turn, weight, reason, since, p.Stalled, p.Debt)
}

// game writes a game that has changed since some events were settled.
func (s *saver) game(g *game.Game, settled int) error {
	opened, err := nanoseconds(g.Opened)
	if err != nil {
		return err
	}
	updated, err := nanoseconds(g.Updated)
	if err != nil {
		return err
	}
	result := g.Seats[0].Outcome != nil
	var place any
	if result {
		place = s.place(g.ID)
	}
	if err := s.exec(setGame, g.Event, string(g.ID), opened, updated, int(g.Status), g.Phase,
		g.Ended, place); err != nil {
		return err
	}
	for i := range g.Seats {
		if err := s.seat(g, i); err != nil {
			return err
		}
		if g.Ended > settled && result && g.Seats[i].Player != "" {
			if err := s.countAsked(&g.Seats[i]); err != nil {
				return err
			}
		}
	}
	if g.Ended > settled && !result {
		return s.unfinished(g)
	}
	return nil
}

func (s *saver) seat(g *game.Game, seat int) error {
	x := &g.Seats[seat]
	if x.Player == "" {
		return nil
	}
	var scores any
	for _, score := range x.Scores {
		if score != nil {
			text, err := json.Marshal(x.Scores)
			if err != nil {
				return err
			}
			scores = string(text)
			break
		}
	}
	var outcome any
	if x.Outcome != nil {
		outcome = int(*x.Outcome)
	}
	player, err := s.number(x.Player)
	if err != nil {
		return err
	}
	return s.exec(setSeat, g.Event, seat, player, x.Number, g.Status == game.Active,
		x.Submitted, x.QuestionsEvent, x.ResponsesEvent, scores, null(x.Guess), null(x.Weight),
		int64(x.Origin), null(x.Before), null(x.After), outcome, x.Notice,
		null(x.EarlyBefore), null(x.EarlyAfter))
}

// place orders games by a secret, so that their order reveals nothing.
func (s *saver) place(id game.GameID) []byte {
	m := hmac.New(sha256.New, s.key)
	io.WriteString(m, "order of the export "+string(id))
	return m.Sum(nil)[:16]
}

// blocks writes whom a player has blocked.
func (s *saver) blocks(p *game.Player) error {
	err := s.exec("DELETE FROM blocks WHERE player = ?", p.Event)
	for _, b := range p.Blocks {
		if err == nil {
			err = s.exec(`INSERT INTO blocks SELECT ?, g.number, p.number FROM games g, players p
				WHERE g.id = ? AND p.id = ?`, p.Event, string(b.Game), string(b.Player))
		}
	}
	return err
}

// histories adds a player's new ratings, the games that they have stalled, and the guesses made in
// games that have just ended.
func (s *saver) histories(p *game.Player, games map[game.GameID]*game.Game) error {
	for _, r := range p.History {
		at, err := nanoseconds(r.Time)
		if err != nil {
			return err
		}
		if err := s.exec(addRating, p.Event, r.Event, r.Rating, at); err != nil {
			return err
		}
	}
	for _, x := range p.Stalls {
		at, err := nanoseconds(x.Time)
		if err == nil {
			err = s.exec(addStall, p.Event, x.Event, string(x.Game), at, x.Price, int64(x.Origin))
		}
		if err != nil {
			return err
		}
	}
	for _, made := range p.Guesses {
		g := games[made.Game]
		own, other := &g.Seats[0], &g.Seats[1]
		if own.Player != p.ID {
			own, other = other, own
		}
		at, err := nanoseconds(made.Time)
		if err != nil {
			return err
		}
		receiver, err := s.number(other.Player)
		if err != nil {
			return err
		}
		if err := s.exec(addGuess, receiver, g.Ended, p.Event, g.Event, !p.Machine,
			made.Guess, null(own.Weight), int64(own.Origin), null(made.Rating), at); err != nil {
			return err
		}
	}
	return nil
}

// number returns the number of a player.
func (s *saver) number(id game.PlayerID) (n int, err error) {
	if n, ok := s.numbers[id]; ok {
		return n, nil
	}
	query, err := s.statement("SELECT number FROM players WHERE id = ?")
	if err == nil {
		err = query.QueryRowContext(s.ctx, string(id)).Scan(&n)
	}
	if err != nil {
		return 0, fmt.Errorf("player %s: %w", id, err)
	}
	s.numbers[id] = n
	return n, nil
}

// statement returns a statement that is prepared on first use.
func (s *saver) statement(query string) (*sql.Stmt, error) {
	if known, ok := s.statements[query]; ok {
		return known, nil
	}
	prepared, err := s.tx.PrepareContext(s.ctx, query)
	if err == nil {
		s.statements[query] = prepared
	}
	return prepared, err
}

func (s *saver) exec(query string, args ...any) error {
	statement, err := s.statement(query)
	if err == nil {
		_, err = statement.ExecContext(s.ctx, args...)
	}
	return err
}

func (s *saver) close() {
	for _, statement := range s.statements {
		statement.Close()
	}
}
