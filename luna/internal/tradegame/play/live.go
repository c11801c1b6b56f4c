package play

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
	"github.com/luna-rating/luna/luna/trade"
)

// live is the part of a live game that its players may see: what is on disk, and nothing else.
type live struct {
	id       string
	origin   time.Time // when the game began
	settings trade.Settings
	length   time.Duration // of the game
	seats    []archive.Seat
	practice *practice // of which it is a part, nil for a game that counts
	shares   []share   // that its people hold until it ends; belongs to the referee

	mu      sync.Mutex
	streams [][]trade.Message // by viewer; the target is the last one
	over    bool              // nothing follows
	changed chan struct{}     // closed at the next change
}

func newLive(t *archive.Game, origin time.Time) *live {
	s := t.State.Settings()
	return &live{
		id: t.Game, origin: origin, settings: s, length: t.State.Duration(), seats: t.Seats,
		streams: make([][]trade.Message, len(s.Bettors)+1), changed: make(chan struct{}),
	}
}

// publish shows what is new in a game to its players.
func (g *live) publish(t *archive.Game) {
	g.mu.Lock()
	defer g.mu.Unlock()
	news := false
	for i := range g.streams {
		msgs := t.State.Look(g.viewer(i), len(g.streams[i]), t.Last)
		g.streams[i] = append(g.streams[i], msgs...)
		news = news || len(msgs) > 0
	}
	g.over = t.Public
	if news || g.over {
		close(g.changed)
		g.changed = make(chan struct{})
	}
}

// replace shows a game again after texts of it were removed.
func (g *live) replace(t *archive.Game) {
	g.mu.Lock()
	for i := range g.streams {
		n := len(g.streams[i])
		g.streams[i] = slices.Clone(t.State.Look(g.viewer(i), 0, t.Last)[:n])
	}
	g.mu.Unlock()
	g.publish(t)
}

// viewer returns the viewer of a stream.
func (g *live) viewer(i int) trade.Viewer {
	if i == len(g.streams)-1 {
		return trade.TheTarget
	}
	return trade.Viewer(i)
}

// stream returns the number of the stream of a seat.
func (g *live) stream(name string) int {
	if i := slices.Index(g.settings.Bettors, name); i >= 0 {
		return i
	}
	return len(g.streams) - 1
}

// seen returns the messages of a stream after the first ones, whether more will follow, and a
// channel that is closed when something changes.
func (g *live) seen(i, after int) (msgs []trade.Message, over bool, changed <-chan struct{}) {
	g.mu.Lock()
	defer g.mu.Unlock()
	list := g.streams[i]
	return list[min(max(0, after), len(list)):len(list):len(list)], g.over, g.changed
}

// wait returns the messages of a stream after the first ones, once there are any; none if none
// will follow.
func (g *live) wait(ctx context.Context, i, after int) ([]trade.Message, error) {
	for {
		msgs, over, changed := g.seen(i, after)
		if len(msgs) > 0 || over {
			return msgs, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
