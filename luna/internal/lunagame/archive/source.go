package archive

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// Source returns the archive as the source of a tournament. All its reads use the context.
func (a *Archive) Source(ctx context.Context) game.Source {
	return newSource(ctx, a.reads)
}

type source struct {
	ctx context.Context
	q   store.Querier
	ids map[int]game.PlayerID // of some players, by number
}

func newSource(ctx context.Context, q store.Querier) *source {
	return &source{ctx, q, make(map[int]game.PlayerID)}
}

const selectPlayer = `SELECT number, id, machine, joined, rating, games, wins, streak, record,
	entered, turn, damp_weight, damp_reason, damp_time, stalled, debt,
	(SELECT json_group_array(json_object('Game', g.id, 'Number', s.place, 'Player', o.id))
		FROM blocks b JOIN games g ON g.number = b.game JOIN players o ON o.number = b.blocked
		JOIN seats s ON s.game = b.game AND s.player = b.player WHERE b.player = players.number)
	FROM players `

func scanPlayer(row interface{ Scan(...any) error }) (p game.Player, err error) {
	var joined int64
	var rating, weight sql.Null[float64]
	var turn, since sql.Null[int64]
	var reason sql.Null[string]
	var blocks []byte
	err = row.Scan(&p.Event, &p.ID, &p.Machine, &joined, &rating, &p.Games, &p.Wins, &p.Streak,
		&p.StreakRecord, &p.Entered, &turn, &weight, &reason, &since, &p.Stalled, &p.Debt,
		&blocks)
	if err == nil && len(blocks) > len("[]") {
		err = json.Unmarshal(blocks, &p.Blocks)
		slices.SortFunc(p.Blocks, game.Block.Compare)
	}
	p.Joined, p.Rating = timeOf(joined), pointer(rating)
	if turn.Valid {
		p.Turn = timeOf(turn.V)
	}
	if weight.Valid {
		p.Damping = &game.Damping{Weight: weight.V, Reason: reason.V, Time: timeOf(since.V)}
	}
	return p, err
}

func playerWith(ctx context.Context, q store.Querier, id game.PlayerID) (game.Player, error) {
	p, err := scanPlayer(q.QueryRowContext(ctx, selectPlayer+"WHERE id = ?", string(id)))
	return p, unlessEmpty(err, game.ErrUnknownPlayer)
}

// Player implements [game.Source].
func (s *source) Player(id game.PlayerID) (game.Player, error) {
	return playerWith(s.ctx, s.q, id)
}

// Received implements [game.Source].
func (s *source) Received(p game.Player) (received []game.Received, err error) {
	var by []int
	err = store.Rows(s.ctx, s.q, func(r *sql.Rows) error {
		var g game.Received
		var giver int
		var weight sql.Null[float64]
		var origin int64
		var left sql.Null[game.GameID]
		if err := r.Scan(&giver, &g.Guess, &weight, &origin, &left, new(int)); err != nil {
			return err
		}
		g.Weight, g.Origin = 1, uint64(origin)
		if weight.Valid {
			g.Weight = weight.V
		}
		if left.Valid {
			g = game.PriceOf(game.Stall{Game: left.V, Price: g.Weight, Origin: g.Origin})
		}
		by, received = append(by, giver), append(received, g)
		return nil
	}, `SELECT giver, guess, weight, origin, NULL, event FROM guesses WHERE receiver = ?1 AND counts
		UNION ALL SELECT player, 0, price, origin, (SELECT id FROM games WHERE number = game), event
		FROM stalls WHERE player = ?1 AND price > 0 ORDER BY event`, p.Event)
	if err == nil {
		err = s.know(by)
	}
	for i, number := range by {
		if !received[i].Left {
			received[i].By = s.ids[number]
		}
	}
	return received, err
}

// maxIDs is the number of IDs that are cached, besides those from the guesses about one player.
const maxIDs = 1 << 16

// know makes sure that the IDs of players are known. Joining the tables would look up each ID as
// often as the player has guessed, and keep as many copies of it.
func (s *source) know(numbers []int) error {
	if len(s.ids) > maxIDs {
		clear(s.ids)
	}
	unknown := make(map[int]struct{})
	for _, number := range numbers {
		if _, ok := s.ids[number]; !ok {
			unknown[number] = struct{}{}
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	text, err := json.Marshal(slices.Collect(maps.Keys(unknown)))
	if err != nil {
		return err
	}
	found := 0
	err = store.Rows(s.ctx, s.q, func(r *sql.Rows) error {
		var number int
		var id game.PlayerID
		err := r.Scan(&number, &id)
		s.ids[number] = id
		found++
		return err
	}, "SELECT number, id FROM players WHERE number IN (SELECT value FROM json_each(?))", string(text))
	if err == nil && found < len(unknown) {
		err = fmt.Errorf("found %d of %d players who have guessed", found, len(unknown))
	}
	return err
}

const selectGames = `SELECT g.number, g.id, g.opened, g.updated, g.status, g.phase, g.ended, s.seat,
	p.id, p.machine, s.place, s.submitted, s.questions, s.responses, s.scores, s.guess, s.weight,
	s.origin, s.before, s.after, s.outcome, s.notice, s.early_before, s.early_after,
	e.body
	FROM games g JOIN seats s ON s.game = g.number JOIN players p ON p.number = s.player
	LEFT JOIN events e ON e.number = g.ended AND g.status > 1 `

// readGames returns games without texts.
func readGames(ctx context.Context, q store.Querier, where string, args ...any) (list []game.Game, err error) {
	ends := make(map[int]game.Event) // how games ended early
	err = store.Rows(ctx, q, func(r *sql.Rows) error {
		var g game.Game
		var x game.Seat
		var end []byte
		seat, err := scanSeat(r, &g, &x, &end)
		if err != nil {
			return err
		}
		if n := len(list); n == 0 || list[n-1].Event != g.Event {
			list = append(list, g)
		}
		list[len(list)-1].Seats[seat] = x
		if end != nil {
			var e game.Event
			if err := json.Unmarshal(end, &e); err != nil {
				return fmt.Errorf("%w: event %d: %w", store.ErrDamaged, g.Ended, err)
			}
			ends[g.Event] = e
		}
		return nil
	}, selectGames+where, args...)
	for i := range list {
		if e, ok := ends[list[i].Event]; ok {
			list[i].EndBy(e)
		}
	}
	return list, err
}

func scanSeat(r *sql.Rows, g *game.Game, x *game.Seat, end *[]byte) (seat int, err error) {
	var opened, updated, origin int64
	var guess, weight, before, after, earlyBefore, earlyAfter sql.Null[float64]
	var outcome sql.Null[int]
	var scores sql.Null[string]
	err = r.Scan(&g.Event, &g.ID, &opened, &updated, &g.Status, &g.Phase, &g.Ended, &seat,
		&x.Player, &x.Machine, &x.Number, &x.Submitted, &x.QuestionsEvent, &x.ResponsesEvent, &scores,
		&guess, &weight, &origin, &before, &after, &outcome, &x.Notice, &earlyBefore, &earlyAfter, end)
	if err == nil && (seat < 0 || seat > 1) {
		err = fmt.Errorf("game %s has seat %d", g.ID, seat)
	}
	if err == nil && scores.Valid {
		err = json.Unmarshal([]byte(scores.V), &x.Scores)
	}
	g.Opened, g.Updated = timeOf(opened), timeOf(updated)
	x.Guess = pointer(guess)
	x.Weight = pointer(weight)
	x.Origin = uint64(origin)
	x.Before, x.After = pointer(before), pointer(after)
	x.EarlyBefore, x.EarlyAfter = pointer(earlyBefore), pointer(earlyAfter)
	if outcome.Valid {
		x.Outcome = new(game.Outcome(outcome.V))
	}
	return seat, err
}

// gameWith returns a game without texts.
func gameWith(ctx context.Context, q store.Querier, id game.GameID) (game.Game, error) {
	list, err := readGames(ctx, q, "WHERE g.id = ?", string(id))
	if err == nil && len(list) == 0 {
		err = game.ErrUnknownGame
	}
	if err != nil {
		return game.Game{}, err
	}
	return list[0], nil
}

// Game implements [game.Source].
func (s *source) Game(id game.GameID) (game.Game, error) { return gameWith(s.ctx, s.q, id) }

// Active implements [game.Source].
func (s *source) Active() ([]game.Game, error) {
	return readGames(s.ctx, s.q, "WHERE g.status = 0 ORDER BY g.number")
}

// Rated implements [game.Source].
func (s *source) Rated(id game.PlayerID) ([]game.PlayerID, error) {
	return store.Column[game.PlayerID](s.ctx, s.q, `SELECT DISTINCT r.id FROM guesses g JOIN players r ON r.number = g.receiver
		WHERE g.giver = (SELECT number FROM players WHERE id = ?)`, string(id))
}

// Damped implements [game.Source].
func (s *source) Damped() (map[game.PlayerID]float64, error) {
	damped := make(map[game.PlayerID]float64)
	err := store.Rows(s.ctx, s.q, func(r *sql.Rows) error {
		p, err := scanPlayer(r)
		if err == nil {
			damped[p.ID] = p.Damping.Weight
		}
		return err
	}, selectPlayer+"WHERE damp_weight IS NOT NULL")
	return damped, err
}

// Questions implements [game.Source].
func (s *source) Questions(number int) ([]string, error) {
	e, err := eventWith(s.ctx, s.q, number)
	return e.Questions, err
}

// Counts implements [game.Source].
func (s *source) Counts() (game.Counts, error) { return countsOf(s.ctx, s.q) }

func countsOf(ctx context.Context, q store.Querier) (c game.Counts, err error) {
	row := q.QueryRowContext(ctx, "SELECT players, open, playing, finished, ended FROM totals")
	return c, row.Scan(&c.Players, &c.Open, &c.Playing, &c.Finished, &c.Ended)
}
