package play

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/luna-rating/luna/luna/internal/recall"
	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
	"github.com/luna-rating/luna/luna/responder"
	"github.com/luna-rating/luna/luna/trade"
)

// The bounds of an echo's memory: the number of latest replies that it keeps, and of games in which
// it looks for them.
const maxReplies, maxEchoed = 10_000, 5_000

// echo is a responder that repeats what people replied in the finished games of the site. It takes
// in each game when the game becomes public.
type echo struct {
	r *Referee

	mu      sync.Mutex
	games   []echoed // the oldest first
	replies int      // in them
	built   *echoes  // of them, nil if they have changed
}

// echoed is the replies of people in one game.
type echoed struct {
	game string
	list []recall.Exchange
}

// echoes are the replies that an echo chooses from.
type echoes struct {
	memory *recall.Memory
	games  map[recall.Exchange]string
}

// load reads the latest games of the archive. Others wait until it has.
func (e *echo) load(ctx context.Context) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	games, replies, err := e.r.echoed(ctx)
	if err == nil {
		e.games, e.replies, e.built = games, replies, nil
	}
	return err
}

// echoed returns the latest games of the archive, and the number of replies in them.
func (r *Referee) echoed(ctx context.Context) (games []echoed, replies int, err error) {
	ids, err := r.Latest(ctx, trade.Human, maxEchoed)
	if err != nil {
		return nil, 0, err
	}
	for _, id := range ids {
		if replies >= maxReplies {
			break
		}
		t, err := r.Game(ctx, id)
		if err != nil {
			return nil, 0, err
		}
		if list := t.Replies(); len(list) > 0 {
			games = append(games, echoed{id, list})
			replies += len(list)
		}
	}
	slices.Reverse(games)
	return games, replies, nil
}

// put takes in a game, or what is left of it after texts were removed.
func (e *echo) put(t *archive.Game) {
	list := t.Replies()
	e.mu.Lock()
	defer e.mu.Unlock()
	i := slices.IndexFunc(e.games, func(g echoed) bool { return g.game == t.Game })
	switch {
	case i >= 0:
		e.replies += len(list) - len(e.games[i].list)
		e.games[i].list = list
	case len(list) == 0:
		return
	default:
		e.games = append(e.games, echoed{t.Game, list})
		e.replies += len(list)
	}
	for e.replies > maxReplies && len(e.games) > 1 {
		e.replies -= len(e.games[0].list)
		e.games = slices.Delete(e.games, 0, 1)
	}
	e.built = nil
}

// current returns the replies that there are to choose from.
func (e *echo) current() *echoes {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.built != nil {
		return e.built
	}
	b := &echoes{games: make(map[recall.Exchange]string)}
	var all []recall.Exchange
	for _, g := range e.games {
		all = append(all, g.list...)
		for _, x := range g.list {
			b.games[x] = g.game
		}
	}
	b.memory = recall.New(all)
	e.built = b
	return b
}

// has reports whether there are at least n replies to choose from.
func (e *echo) has(n int) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.replies >= n
}

// Respond implements [responder.Responder].
func (e *echo) Respond(ctx context.Context, questions []string) (list []string, err error) {
	c := e.Converse(newToss().seed)
	for _, q := range questions {
		reply, err := c.Reply(ctx, q)
		if err != nil {
			return nil, err
		}
		list = append(list, reply)
	}
	return list, nil
}

// Converse implements [responder.Converser].
func (e *echo) Converse(seed uint64) responder.Conversation {
	return &echoing{e, recall.New(nil).Converse(seed)}
}

// echoing is a conversation.
type echoing struct {
	*echo
	talk *recall.Conversation
}

// Reply repeats the reply to the nearest question. It checks that the reply is still in the
// archive, since another program can remove texts.
func (c *echoing) Reply(ctx context.Context, text string) (string, error) {
	for again := false; ; again = true {
		from := c.current()
		x, ok := c.talk.Choose(from.memory, text)
		if !ok {
			x.Reply = responder.DontKnow
		} else if stands, err := c.stands(ctx, from.games[x], x); err != nil {
			return "", err
		} else if !stands && again {
			return "", responder.ErrNoReply
		} else if !stands {
			if err := c.load(ctx); err != nil {
				return "", err
			}
			continue
		}
		c.talk.Said(text, x.Reply)
		return x.Reply, nil
	}
}

// stands reports whether a game of the archive has an exchange.
func (c *echoing) stands(ctx context.Context, game string, x recall.Exchange) (bool, error) {
	if game == "" {
		return true, nil // a part of the demonstration
	}
	t, err := c.r.Public(ctx, game)
	if errors.Is(err, archive.ErrUnknown) {
		return false, nil // a player has withdrawn their consent
	}
	if err != nil {
		return false, err
	}
	return slices.Contains(t.Replies(), x), nil
}

// Resume implements [responder.Resumer].
func (c *echoing) Resume(history []responder.Turn) {
	for _, t := range history {
		c.talk.Said(t.Question, t.Response)
	}
}

func (*echoing) Close() error { return nil }
