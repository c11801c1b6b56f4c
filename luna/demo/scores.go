package demo

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame/play"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/player"
)

// scores keeps track of the games of visiting players against simulated people.
type scores struct {
	seed  uint64
	games int // after which Count returns; 0 is never
	out   io.Writer

	mu    sync.Mutex
	queue []ended
	more  chan struct{} // has an element when the queue may have one

	visitors map[game.PlayerID]*visitor // only for Count, and after it for WriteTable
}

// ended is a game that has ended with a result.
type ended struct {
	referee *play.Referee
	notice  play.Notice
}

// visitor is a player who is not simulated.
type visitor struct {
	name    string
	games   int
	records []player.Record // of the games in which the opponent had a rating
	ability []float64       // of the opponents in these games
	rating  *float64
}

// newScores returns scores that write a line per game. The counting ends when a visiting player has
// finished the given number of games; 0 means no limit.
func newScores(seed uint64, games int, out io.Writer) *scores {
	return &scores{seed: seed, games: games, out: out, more: make(chan struct{}, 1),
		visitors: make(map[game.PlayerID]*visitor)}
}

// Finished takes note of a game that has ended, without waiting for anything.
func (s *scores) Finished(r *play.Referee, n play.Notice) {
	s.mu.Lock()
	s.queue = append(s.queue, ended{r, n})
	s.mu.Unlock()
	select {
	case s.more <- struct{}{}:
	default:
	}
}

func (s *scores) take() []ended {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := s.queue
	s.queue = nil
	return list
}

// Count counts games until a visiting player has finished enough of them, or until the context
// ends, which is no error. The abilities of the simulated people are by name.
func (s *scores) Count(
	ctx context.Context, a *accounts.Service, abilities map[string]float64,
) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-s.more:
		}
		for _, e := range s.take() {
			switch done, err := s.count(ctx, a, abilities, e); {
			case ctx.Err() != nil:
				return nil
			case done || err != nil:
				return err
			}
		}
	}
}

// count counts a game if one of its two players is simulated and the other is not.
func (s *scores) count(
	ctx context.Context, a *accounts.Service, abilities map[string]float64, e ended,
) (done bool, err error) {
	var who, other accounts.Account
	if who, err = a.Get(ctx, accounts.ID(e.notice.Player)); err == nil {
		other, err = a.Get(ctx, accounts.ID(e.notice.Opponent))
	}
	if err != nil {
		return false, err
	}
	if _, simulated := abilities[who.Username]; simulated {
		who, other = other, who
	}
	ability, met := abilities[other.Username]
	if _, simulated := abilities[who.Username]; simulated || !met {
		return false, nil
	}
	v, err := e.referee.Game(ctx, game.PlayerID(who.ID), e.notice.Game)
	if err != nil {
		return false, err
	}
	p := s.visitors[game.PlayerID(who.ID)]
	if p == nil {
		p = &visitor{name: nameOf(who)}
		s.visitors[game.PlayerID(who.ID)] = p
	}
	p.add(v, ability)
	_, err = fmt.Fprintf(s.out, "%s, game %d with %s: %s\n", p.name, p.games, other.Username,
		p.summary(v, ability))
	return s.games > 0 && p.games >= s.games, err
}

// nameOf abridges the random name of a guest.
func nameOf(a accounts.Account) string {
	if a.Kind == accounts.Guest {
		return "guest " + a.Username[:min(4, len(a.Username))]
	}
	return a.Username
}

func (p *visitor) add(v game.View, ability float64) {
	p.games++
	p.rating = v.SmartsRating
	if v.OpSmartsRating == nil {
		return
	}
	p.records = append(p.records, player.Record{
		Example: player.Example{Game: v.ID, Rating: *v.OpSmartsRating},
		Guess:   player.PointGuess(*v.Guess),
	})
	p.ability = append(p.ability, ability)
}

// summary describes a game, v, in words.
func (p *visitor) summary(v game.View, ability float64) string {
	guess, rating := *v.Guess, "none"
	if v.OpSmartsRating != nil {
		rating = fmt.Sprintf("%.1f (off by %.1f)", *v.OpSmartsRating,
			math.Abs(guess-*v.OpSmartsRating))
	}
	text := fmt.Sprintf("guess %.1f, rating %s, true ability %.1f (off by %.1f)", guess, rating,
		ability, math.Abs(guess-ability))
	if v.Outcome != nil {
		text += ", " + map[game.Outcome]string{game.Won: "won", game.Lost: "lost",
			game.Tied: "tied"}[*v.Outcome]
	}
	if v.SmartsRating != nil {
		text += fmt.Sprintf("; own rating %.1f", *v.SmartsRating)
	}
	return text
}

// WriteTable writes how far off the guesses of each visiting player were on average, compared with
// other guesses. It must not be called while games are counted.
func (s *scores) WriteTable(w io.Writer) error {
	if len(s.visitors) == 0 {
		_, err := fmt.Fprintln(w, "no visiting player has finished a game with a simulated person")
		return err
	}
	list := make([]*visitor, 0, len(s.visitors))
	for _, p := range s.visitors {
		list = append(list, p)
	}
	slices.SortFunc(list, func(a, b *visitor) int { return strings.Compare(a.name, b.name) })
	fmt.Fprintf(w, "mean error of the guesses of SIMULATED people's ratings (seed %d)\n", s.seed)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "player\tgames\tits guesses\tconstant 50\tmean so far\tfrom abilities\t"+
		"own rating\t\n")
	for _, p := range list {
		e := player.Errors{Player: math.NaN(), RunningMean: math.NaN(), Constant: math.NaN()}
		if len(p.records) > 0 {
			e = player.Report(p.records, len(p.records))[0]
		}
		fmt.Fprintf(t, "%s\t%d\t%s\t%s\t%s\t%s\t%s\t\n", p.name, p.games, number(e.Player, 1),
			number(e.Constant, 1), number(e.RunningMean, 1), number(p.fromAbilities(), 1),
			number(*cmp.Or(p.rating, new(math.NaN())), 1))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, "mean so far: the mean of the ratings revealed to the player before; "+
		"from abilities: the\nmean distance of its guesses from the people's true abilities")
	return err
}

// fromAbilities is the mean distance of the guesses from the abilities, NaN if there are none.
func (p *visitor) fromAbilities() float64 {
	sum := 0.0
	for i, r := range p.records {
		sum += math.Abs(r.Guess.Rating - p.ability[i])
	}
	return sum / float64(len(p.records))
}

// number formats x with some decimals, NaN as a dash.
func number(x float64, decimals int) string {
	if math.IsNaN(x) {
		return "-"
	}
	return fmt.Sprintf("%.*f", decimals, x)
}
