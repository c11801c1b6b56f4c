package export

import (
	"context"
	"encoding/binary"
	"math"
	"time"

	"github.com/luna-rating/luna/luna/game"
)

// candidate is a player who consents to publication.
type candidate struct {
	until   int64 // the games that ended until then, in nanoseconds since 1970, may be published
	machine bool
}

// always is when the games of a player end whose responses need not wait.
const always = math.MaxInt64

// candidates returns the players who consent. It takes some 100 bytes for each, which is why it
// keeps no times but one.
func candidates(
	ctx context.Context, dir string, s Source, o Options,
) (map[game.PlayerID]candidate, error) {
	stays := newSorter(dir, o.MaxBytes)
	for stay, err := range s.Stays(ctx) {
		if err != nil {
			return nil, err
		}
		if err := stays.add(stayEntry(stay)); err != nil {
			return nil, err
		}
	}
	found := make(map[game.PlayerID]candidate)
	last := spell{o: o}
	finish := func() error {
		if last.player == "" {
			return nil
		}
		p, err := s.Who(ctx, last.player)
		if err == nil && p.Consents {
			found[last.player] = candidate{last.released(), p.Machine}
		}
		return err
	}
	err := stays.each(ctx, func(e entry) error {
		player, from, to := parseStay(e)
		if player != last.player {
			if err := finish(); err != nil {
				return err
			}
			last = spell{player: player, o: o, until: math.MinInt64, end: to}
			return nil
		}
		last.add(from, to)
		return nil
	})
	if err == nil {
		err = finish()
	}
	return found, err
}

// spell is the present time of playing of a player, between two pauses.
type spell struct {
	player game.PlayerID
	o      Options
	end    int64 // of the games so far
	until  int64 // the end of the last spell that was followed by retirement
}

// add adds a game, in the order of their beginnings.
func (s *spell) add(from, to int64) {
	if s.o.retired(s.end, time.Unix(0, from)) {
		s.until = s.end
	}
	s.end = max(s.end, to)
}

// released returns the end of the games that may be published.
func (s *spell) released() int64 {
	if s.o.After <= 0 {
		return always
	}
	if s.o.retired(s.end, s.o.Now) {
		return s.end
	}
	return s.until
}

// retired reports whether a player whose games ended some time ago counts as retired at the
// beginning of the month: see the package's rules.
func (o Options) retired(end int64, at time.Time) bool {
	at = at.UTC()
	month := time.Date(at.Year(), at.Month(), 1, 0, 0, 0, 0, time.UTC)
	return end < always && !month.Before(time.Unix(0, end).Add(o.After))
}

// stayEntry sorts stays by players, and those of a player by their beginnings.
func stayEntry(s Stay) (key, value []byte) {
	to := s.To.UnixNano()
	if s.Active {
		to = always
	}
	key = append([]byte(s.Player), 0)
	// The flipped sign sorts times before 1970 first.
	key = binary.BigEndian.AppendUint64(key, uint64(s.From.UnixNano())^1<<63)
	key = binary.BigEndian.AppendUint64(key, uint64(to))
	return key, nil
}

func parseStay(e entry) (player game.PlayerID, from, to int64) {
	n := len(e.key) - 16
	from = int64(binary.BigEndian.Uint64(e.key[n:]) ^ 1<<63)
	to = int64(binary.BigEndian.Uint64(e.key[n+8:]))
	return game.PlayerID(e.key[:n-1]), from, to
}
