package game_test

import (
	"fmt"
	"slices"
	"time"

	"github.com/luna-rating/luna/luna/game"
)

// stats describe what people experienced.
type stats struct {
	seats, human       int // of people in games, and those of them with a person
	seatsTwo, humanTwo int // the same while two people were there
	waits              []time.Duration
	people             int // who came
	games              int // finished by them
	played, unrated    int // people who finished a game, and those of them without a rating
	alone              int // people whom nobody joined
}

func (s *stats) seat(human, two bool) {
	s.seats++
	if human {
		s.human++
	}
	if two {
		s.seatsTwo++
		if human {
			s.humanTwo++
		}
	}
}

func (s *stats) waited(d time.Duration) { s.waits = append(s.waits, d) }

// count adds all people to the statistics at the end.
func (w *world) count() {
	for _, p := range w.players {
		if p.machine {
			continue
		}
		known, err := w.t.Player(p.id)
		if err != nil {
			w.err = err
			return
		}
		w.stats.person(known, p.seats)
	}
}

func (s *stats) person(p game.Player, seats int) {
	s.people++
	s.games += p.Games
	if p.Games > 0 {
		s.played++
		if p.Rating == nil {
			s.unrated++
		}
	}
	if seats == 0 {
		s.alone++
	}
}

// String returns the last cells of a row.
func (s *stats) String() string {
	var mean, ninth time.Duration
	if n := len(s.waits); n > 0 {
		slices.Sort(s.waits)
		for _, d := range s.waits {
			mean += d / time.Duration(n)
		}
		ninth = s.waits[n*9/10]
	}
	return fmt.Sprintf("%d | %s | %s | %.0f s | %.0f s | %.1f | %s | %s |", s.seats,
		share(s.human, s.seats), share(s.humanTwo, s.seatsTwo), mean.Seconds(), ninth.Seconds(),
		float64(s.games)/float64(max(1, s.people)), share(s.unrated, s.played),
		share(s.alone, s.people))
}

// share formats a part of a number.
func share(part, of int) string {
	if of == 0 {
		return "–"
	}
	return fmt.Sprintf("%.0f %%", 100*float64(part)/float64(of))
}
