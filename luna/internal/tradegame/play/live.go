package play

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
	"github.com/luna-rating/luna/luna/trade"
)

// room is the part of a live game that its players may see: what is on disk, and nothing else.
type live struct {
	id       string
	origin   time.Time // when the game began
	settings trade.Settings
	length   time.Duration // of the game
	seats    []archive.Seat
	practice *practice // of which it is a part, nil for a game that counts

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
func (r *live) publish(t *archive.Game) {
	r.mu.Lock()
	defer r.mu.Unlock()
	news := false
	for i := range r.streams {
		msgs := t.State.Look(r.viewer(i), len(r.streams[i]), t.Last)
		r.streams[i] = append(r.streams[i], msgs...)
		news = news || len(msgs) > 0
	}
	r.over = t.Public
	if news || r.over {
		close(r.changed)
		r.changed = make(chan struct{})
	}
}

// replace shows a game again after texts of it were removed.
func (r *live) replace(t *archive.Game) {
	r.mu.Lock()
	for i := range r.streams {
		n := len(r.streams[i])
		r.streams[i] = slices.Clone(t.State.Look(r.viewer(i), 0, t.Last)[:n])
	}
	r.mu.Unlock()
	r.publish(t)
}

// viewer returns the viewer of a stream.
func (r *live) viewer(i int) trade.Viewer {
	if i == len(r.streams)-1 {
		return trade.TheTarget
	}
	return trade.Viewer(i)
}

// stream returns the number of the stream of a seat.
func (r *live) stream(name string) int {
	for i, bettor := range r.settings.Bettors {
		if bettor == name {
			return i
		}
	}
	return len(r.streams) - 1
}

// seen returns the messages of a stream after the first ones, whether more will follow, and a
// channel that is closed when something changes.
func (r *live) seen(i, after int) (msgs []trade.Message, over bool, changed <-chan struct{}) {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := r.streams[i]
	return list[min(max(0, after), len(list)):len(list):len(list)], r.over, r.changed
}

// wait returns the messages of a stream after the first ones, once there are any; none if none
// will follow.
func (r *live) wait(ctx context.Context, i, after int) ([]trade.Message, error) {
	for {
		msgs, over, changed := r.seen(i, after)
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
