package play

import (
	"context"
	"slices"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/trade"
)

// maxStreams is the maximum number of streams that a player may follow at a time.
const maxStreams = 8

// follow counts a stream of a player until done is called. The error is [ErrStreams] if there are
// too many.
func (f *Floor) follow(player accounts.ID) (done func(), err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.following[player] >= maxStreams {
		return nil, ErrStreams
	}
	f.following[player]++
	return func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		if f.following[player]--; f.following[player] == 0 {
			delete(f.following, player)
		}
	}, nil
}

// Watch returns the messages of a player in a game after the first ones, waiting until there are
// some or the context ends. No messages and no error mean that none will follow. A player may have
// eight calls waiting at once.
func (f *Floor) Watch(
	ctx context.Context, player accounts.ID, game string, after int,
) (msgs []trade.Message, next int, err error) {
	player = playerIn(game, player)
	done, err := f.follow(player)
	if err != nil {
		return nil, after, err
	}
	defer done()
	// The context may have no time left, for what is there already.
	r, s, err := f.seated(context.WithoutCancel(ctx), player, game)
	if err != nil {
		return nil, after, err
	}
	if all, _, _ := r.seen(r.stream(s.Name), 0); after < 0 || after > len(all) {
		after = len(all) // nobody has seen so many
	}
	msgs, err = r.wait(ctx, r.stream(s.Name), after)
	return msgs, after + len(msgs), err
}

// seated returns a game, live or finished, and the seat of a player in it.
func (f *Floor) seated(ctx context.Context, player accounts.ID, game string) (*room, seat, error) {
	player = playerIn(game, player)
	r := f.roomOf(game)
	if r == nil {
		if _, err := f.seatIn(ctx, game, player); err != nil {
			return nil, seat{}, err
		}
		t, err := f.table(ctx, game)
		if err != nil {
			return nil, seat{}, err
		}
		r = newRoom(t, f.clock().Add(-t.last))
		r.publish(t)
	}
	s, ok := seatOf(r.seats, player)
	if !ok {
		return nil, seat{}, ErrUnknown
	}
	return r, s, nil
}

// State returns all that a player may know of a game now. It follows from the messages that the
// player has received.
func (f *Floor) State(ctx context.Context, player accounts.ID, game string) (State, error) {
	r, own, err := f.seated(ctx, player, game)
	if err != nil {
		return State{}, err
	}
	msgs, over, _ := r.seen(r.stream(own.Name), 0)
	s := State{
		Game: game, Role: AsBettor, Name: own.Name, Settings: r.settings, Over: over,
		Now: min(f.now(r), r.length), Price: r.settings.StartPrice,
		Curve: []trade.Point{{Price: r.settings.StartPrice}},
	}
	if own.Name == trade.Target {
		s.Role = AsTarget
	}
	for _, x := range r.seats {
		if x.Name != trade.Target {
			s.Bettors = append(s.Bettors, Seat{Name: x.Name, Machine: x.Machine})
		}
	}
	for _, m := range msgs {
		s.see(m)
	}
	if s.Practice = r.drill != nil; s.Practice && s.Ended != nil {
		s.Target = r.drill.target
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
		s.mark(m.Bettor, func(x *Seat) { x.Done = true })
	case trade.Left:
		s.mark(m.Who, func(x *Seat) { x.Left = true })
		if m.Who == s.Name {
			s.Queue = nil
		}
	case trade.HasEnded:
		s.Ended, s.Current, s.Queue, s.Now = &m, 0, nil, m.Time
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

func (s *State) mark(bettor string, change func(*Seat)) {
	i := slices.IndexFunc(s.Bettors, func(x Seat) bool { return x.Name == bettor })
	if i >= 0 {
		change(&s.Bettors[i])
	}
}
