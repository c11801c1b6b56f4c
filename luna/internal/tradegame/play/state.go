package play

import (
	"context"
	"slices"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
	"github.com/luna-rating/luna/luna/trade"
)

// Watch returns the messages of a player in a game after the first ones, waiting until there are
// some or the context ends. No messages and no error mean that none will follow. A call counts as a
// stream; see [accounts.Service.Follow].
func (r *Referee) Watch(
	ctx context.Context, player accounts.ID, game string, after int,
) (msgs []trade.Message, next int, err error) {
	player = playerIn(game, player)
	_, done, err := r.o.Accounts.Follow(player)
	if err != nil {
		return nil, after, err
	}
	defer done()
	r.streams.Add(1)
	defer r.streams.Add(-1)
	// The context may have no time left, for what is there already.
	g, s, err := r.seated(context.WithoutCancel(ctx), player, game)
	if err != nil {
		return nil, after, err
	}
	if all, _, _ := g.seen(g.stream(s.Name), 0); after < 0 || after > len(all) {
		after = len(all) // nobody has seen so many
	}
	msgs, err = g.wait(ctx, g.stream(s.Name), after)
	return msgs, after + len(msgs), err
}

// seated returns a game, live or finished, and the seat of a player in it.
func (r *Referee) seated(ctx context.Context, player accounts.ID, game string) (*live, archive.Seat, error) {
	player = playerIn(game, player)
	g := r.liveGame(game)
	if g == nil {
		if _, err := r.SeatIn(ctx, game, player); err != nil {
			return nil, archive.Seat{}, err
		}
		t, err := r.Game(ctx, game)
		if err != nil {
			return nil, archive.Seat{}, err
		}
		g = newLive(t, r.clock().Add(-t.Last))
		g.publish(t)
	}
	s, ok := archive.SeatOf(g.seats, player)
	if !ok {
		return nil, archive.Seat{}, archive.ErrUnknown
	}
	return g, s, nil
}

// State returns all that a player may know of a game now. It follows from the messages that the
// player has received.
func (r *Referee) State(ctx context.Context, player accounts.ID, game string) (State, error) {
	g, own, err := r.seated(ctx, player, game)
	if err != nil {
		return State{}, err
	}
	msgs, over, _ := g.seen(g.stream(own.Name), 0)
	s := State{
		Game: game, Role: AsBettor, Name: own.Name, Settings: g.settings, Over: over,
		Now: min(r.now(g), g.length), Price: g.settings.StartPrice,
		Curve: []trade.Point{{Price: g.settings.StartPrice}},
	}
	if own.Name == trade.Target {
		s.Role = AsTarget
	}
	for _, x := range g.seats {
		if x.Name != trade.Target {
			s.Bettors = append(s.Bettors, archive.Bettor{Name: x.Name, Machine: x.Machine})
		}
	}
	for _, m := range msgs {
		s.see(m)
	}
	if s.Practice = g.practice != nil; s.Practice && s.Ended != nil {
		s.Target = g.practice.target
	}
	return s, nil
}

// see takes in the next message.
func (s *State) see(m trade.Message) {
	s.Next++
	switch m.Kind {
	case trade.Asked:
		if m.Bettor == s.Name && len(s.Queue) > 0 {
			s.Queue = s.Queue[1:]
		}
		s.Current = m.Number
		s.Exchanges = append(s.Exchanges, Exchange{
			Number: m.Number, Bettor: m.Bettor, Question: m.Text, Asked: m.Time, Answered: -1,
		})
	case trade.Queued:
		s.Queue = append(s.Queue, m.Text)
	case trade.Signal:
		s.answered(m.Number, m.Time)
	case trade.Answered:
		s.answered(m.Number, m.Time)
		s.Exchanges[m.Number-1].Answer = m.Text
	case trade.Priced:
		s.Price = m.Price
		s.Curve = append(s.Curve, trade.Point{Time: m.Time, Price: m.Price})
	case trade.Held:
		s.Holding = *m.Holding
	case trade.IsDone:
		s.mark(m.Bettor, func(x *archive.Bettor) { x.Done = true })
	case trade.Left:
		s.mark(m.Who, func(x *archive.Bettor) { x.Left = true })
		if m.Who == s.Name {
			s.Queue = nil
		}
	case trade.HasEnded:
		s.Ended = &m
		s.Current = 0
		s.Queue = nil
		s.Now = m.Time
	}
}

// answered notes that a question was answered. Numbers count the questions that became current, all
// of which all players see.
func (s *State) answered(number int, at time.Duration) {
	x := &s.Exchanges[number-1]
	if x.Answered < 0 {
		x.Answered = at
	}
	if s.Current == number {
		s.Current = 0
	}
}

func (s *State) mark(bettor string, change func(*archive.Bettor)) {
	i := slices.IndexFunc(s.Bettors, func(x archive.Bettor) bool { return x.Name == bettor })
	if i >= 0 {
		change(&s.Bettors[i])
	}
}
