package archive

import (
	"cmp"
	"maps"
	"slices"

	"github.com/luna-rating/luna/luna/game"
)

// askedKey is a question of a player.
type askedKey struct {
	player int
	digest string // of the text
}

// asked is how often a question was asked in games that have just ended, and where last.
type asked struct{ games, wins, place, line int }

// countAsked counts the questions of a seat in a game that has a result.
func (s *saver) countAsked(seat *game.Seat) error {
	if seat.QuestionsEvent == 0 {
		return nil
	}
	e, err := s.event(seat.QuestionsEvent)
	if err != nil {
		return err
	}
	player, err := s.number(seat.Player)
	if err != nil {
		return err
	}
	seen := make(map[string]bool) // a set may have the same text twice
	for line, text := range e.Questions {
		if seen[text] {
			continue
		}
		seen[text] = true
		key := askedKey{player, string(digest(text))}
		count := s.asked[key]
		count.games++
		if *seat.Outcome == game.Won {
			count.wins++
		}
		if seat.Number > count.place {
			count.place, count.line = seat.Number, line
		}
		s.asked[key] = count
	}
	return nil
}

const addAsked = `INSERT INTO asked (player, digest, games, wins, place, line)
	VALUES (?1, ?2, ?3, ?4, ?5, ?6)
	ON CONFLICT (player, digest) DO UPDATE SET games = games + ?3, wins = wins + ?4,
		line = CASE WHEN ?5 > place THEN ?6 ELSE line END, place = max(place, ?5)`

// saveAsked writes what was counted.
func (s *saver) saveAsked() error {
	keys := slices.SortedFunc(maps.Keys(s.asked), func(a, b askedKey) int {
		return cmp.Or(cmp.Compare(a.player, b.player), cmp.Compare(a.digest, b.digest))
	})
	for _, key := range keys {
		x := s.asked[key]
		if err := s.exec(addAsked, key.player, []byte(key.digest), x.games, x.wins, x.place,
			x.line); err != nil {
			return err
		}
	}
	return nil
}
