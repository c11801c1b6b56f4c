package archive

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/luna-rating/luna/luna/game"
)

// askedKey is a question of a player.
type askedKey struct {
	player int
	digest string // of the text
}

// asked says how often a question was asked in games that have just ended, and where it was asked
// last.
type asked struct{ games, wins, place, line int }

// askedSet is the questions that a player asked in a game that has a result.
type askedSet struct {
	player int
	lines  map[string]int // the first place of each, by digest
	wins   int            // 1 if the player won
}

// askedBy returns the questions of a seat in a game that has a result.
func (s *saver) askedBy(seat *game.Seat) (set askedSet, err error) {
	if seat.QuestionsEvent == 0 {
		return set, nil
	}
	e, err := eventWith(s.ctx, s.tx, seat.QuestionsEvent)
	if err != nil {
		return set, err
	}
	set.lines = firstLines(e.Questions)
	if *seat.Outcome == game.Won {
		set.wins = 1
	}
	set.player, err = s.number(seat.Player)
	return set, err
}

// countAsked counts the questions of a seat in a game that has a result.
func (s *saver) countAsked(seat *game.Seat) error {
	set, err := s.askedBy(seat)
	if err != nil {
		return err
	}
	for digest, line := range set.lines {
		key := askedKey{set.player, digest}
		count := s.asked[key]
		count.games++
		count.wins += set.wins
		if seat.Number > count.place {
			count.place, count.line = seat.Number, line
		}
		s.asked[key] = count
	}
	return nil
}

// firstLines returns where each question of a set is first, by its digest. A set may have a text
// twice.
func firstLines(questions []string) map[string]int {
	lines := make(map[string]int, len(questions))
	for line, text := range questions {
		key := string(digest(text))
		if _, ok := lines[key]; !ok {
			lines[key] = line
		}
	}
	return lines
}

// uncountAsked undoes what countAsked has done in an earlier transaction.
func (s *saver) uncountAsked(seat *game.Seat) error {
	set, err := s.askedBy(seat)
	if err != nil || len(set.lines) == 0 {
		return err
	}
	last := make(map[string]bool) // the questions that were asked last in this game
	for key := range set.lines {
		var games, place int
		row := s.tx.QueryRowContext(s.ctx, `UPDATE asked SET games = games - 1, wins = wins - ?3
			WHERE player = ?1 AND digest = ?2 RETURNING games, place`, set.player, []byte(key), set.wins)
		if err := row.Scan(&games, &place); err != nil {
			return err
		}
		if games > 0 && place == seat.Number {
			last[key] = true
		}
	}
	if err := s.exec("DELETE FROM asked WHERE player = ? AND games = 0", set.player); err != nil {
		return err
	}
	return s.askedBefore(set.player, seat.Number, last)
}

// askedBefore looks for the game before a place in which a player asked questions last.
func (s *saver) askedBefore(player, place int, digests map[string]bool) error {
	for len(digests) > 0 {
		var number int
		row := s.tx.QueryRowContext(s.ctx, `SELECT place, questions FROM seats WHERE player = ?
			AND active = 0 AND place < ? AND outcome IS NOT NULL ORDER BY place DESC LIMIT 1`,
			player, place)
		if err := row.Scan(&place, &number); err != nil {
			return fmt.Errorf("a question that player %d asked before: %w", player, err)
		}
		if number == 0 {
			continue
		}
		e, err := eventWith(s.ctx, s.tx, number)
		if err != nil {
			return err
		}
		for key, line := range firstLines(e.Questions) {
			if !digests[key] {
				continue
			}
			delete(digests, key)
			if err := s.exec("UPDATE asked SET place = ?, line = ? WHERE player = ? AND digest = ?",
				place, line, player, []byte(key)); err != nil {
				return err
			}
		}
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
