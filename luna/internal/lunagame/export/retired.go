package export

import (
	"cmp"
	"context"
	"encoding/binary"
	"math"
	"slices"
	"time"

	"github.com/luna-rating/luna/luna/game"
)

// candidate is a player who consents to publication.
type candidate struct {
	until int64 // the games that ended until then, in nanoseconds since 1970, may be published
	kind  string
	// told is the number, see [Options.number], of their record whose guess is published: the
	// lowest of all. It is nil for none.
	told *[16]byte
}

// released reports whether what the player responded in a game may be published.
func (c candidate) released(g game.Game) bool { return g.Updated.UnixNano() <= c.until }

// always is later than the end of any game.
const always = math.MaxInt64

// candidates returns the players who consent. To take only some 150 bytes for each, it keeps just
// their pauses.
func candidates(ctx context.Context, dir string, s Source, o Options) (map[game.PlayerID]candidate, error) {
	stays := newSorter(dir, o.MaxBytes)
	for g, err := range s.Played(ctx) {
		if err != nil {
			return nil, err
		}
		for _, seat := range g.Seats {
			if seat.Player == "" {
				continue
			}
			if err := stays.add(stayEntry(seat.Player, g)); err != nil {
				return nil, err
			}
		}
	}
	found := make(map[game.PlayerID]candidate)
	var all, own []pause // of all players, and of the present one
	var player game.PlayerID
	end := int64(0) // of the games of the present player so far
	finish := func() error {
		if player == "" {
			return nil
		}
		who, err := s.Who(ctx, player)
		if err == nil && who.Consents {
			found[player] = candidate{until: math.MinInt64, kind: who.Kind}
			all = append(all, own...)
			all = append(all, o.pause(player, end, o.Now)...)
		}
		return err
	}
	err := stays.each(ctx, func(e entry) error {
		next, from, to := parseStay(e)
		if next != player {
			if err := finish(); err != nil {
				return err
			}
			player = next
			own = own[:0]
			end = to
			return nil
		}
		until := time.Unix(0, from)
		if until.After(o.Now) {
			until = o.Now // a clock that was wrong opened the game
		}
		own = append(own, o.pause(player, end, until)...)
		end = max(end, to)
		return nil
	})
	if err == nil {
		err = finish()
	}
	o.release(all, found)
	return found, err
}

// pause is a period without games that was so long that the player counted as retired.
type pause struct {
	player game.PlayerID
	end    int64 // when the games before it ended, in nanoseconds since 1970
	// At the beginning of these months, and those between them, the player was retired.
	first, last month
}

// pause returns the pause between the end of a player's games and a later time, none if it is too
// short.
func (o Options) pause(player game.PlayerID, end int64, until time.Time) []pause {
	if o.After <= 0 || end == always {
		return nil
	}
	p := pause{player, end, nextMonth(time.Unix(0, end).Add(o.After)), monthOf(until)}
	if p.first > p.last {
		return nil
	}
	return []pause{p}
}

// release finds out which pauses led to publication: those of at least o.Together players who were
// retired at the beginning of the same month and had not been published yet. Past publications do
// not depend on what happened later. A player who returns after that is known to return, so that
// nothing else of theirs is published.
func (o Options) release(pauses []pause, players map[game.PlayerID]candidate) {
	if o.After <= 0 {
		for id, c := range players {
			c.until = always
			players[id] = c
		}
		return
	}
	slices.SortFunc(pauses, func(a, b pause) int {
		return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(a.player, b.player))
	})
	var waiting []pause
	for len(pauses) > 0 || len(waiting) > 0 {
		var now month
		if now = math.MaxInt; len(pauses) > 0 {
			now = pauses[0].first
		}
		for len(pauses) > 0 && pauses[0].first == now {
			if players[pauses[0].player].until == math.MinInt64 {
				waiting = append(waiting, pauses[0])
			}
			pauses = pauses[1:]
		}
		waiting = slices.DeleteFunc(waiting, func(p pause) bool { return p.last < now })
		if len(waiting) < max(1, o.Together) {
			continue
		}
		for _, p := range waiting {
			c := players[p.player]
			c.until = p.end
			players[p.player] = c
		}
		waiting = waiting[:0]
	}
}

// month is a number of months.
type month int

func monthOf(t time.Time) month {
	t = t.UTC()
	return month(12*t.Year() + int(t.Month()))
}

// nextMonth returns the month at whose beginning, or before, a time is past.
func nextMonth(t time.Time) month {
	t = t.UTC()
	if t.Equal(time.Date(t.Year(), t.Month(), 1, 0, 0, 0, 0, time.UTC)) {
		return monthOf(t)
	}
	return monthOf(t) + 1
}

// stayEntry sorts the games of players by these, and those of a player by their beginnings.
func stayEntry(player game.PlayerID, g game.Game) (key, value []byte) {
	to := g.Updated.UnixNano()
	if g.Status == game.Active {
		to = always
	}
	key = append([]byte(player), 0)
	// The flipped sign sorts times before 1970 first.
	key = binary.BigEndian.AppendUint64(key, uint64(g.Opened.UnixNano())^1<<63)
	key = binary.BigEndian.AppendUint64(key, uint64(to))
	return key, nil
}

func parseStay(e entry) (player game.PlayerID, from, to int64) {
	n := len(e.key) - 16
	from = int64(binary.BigEndian.Uint64(e.key[n:]) ^ 1<<63)
	to = int64(binary.BigEndian.Uint64(e.key[n+8:]))
	return game.PlayerID(e.key[:n-1]), from, to
}
