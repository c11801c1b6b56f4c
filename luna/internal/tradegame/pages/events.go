package pages

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/pages"
	"github.com/luna-rating/luna/luna/internal/tradegame/play"
	"github.com/luna-rating/luna/luna/trade"
)

// clockEvery is how long a stream of events is silent at most. The time is its heartbeat.
const clockEvery = 10 * time.Second

// events sends what a player learns of a game as server-sent events. The id of a message is the
// number of messages seen with it. An event “clock” has the time since the start in seconds, and an
// event “over” says that nothing follows.
func (w *web) events(x *pages.Exchange) error {
	s, err := w.referee.State(x.Context(), player(x), gameID(x))
	if err != nil {
		return err
	}
	after := min(seen(x), s.Next)
	if s.Over && after == s.Next {
		return x.NoContent() // the browser does not ask again
	}
	out, err := x.Stream("text/event-stream")
	if err != nil {
		return err
	}
	begun := time.Now()
	now := func() time.Duration { return s.Now + time.Since(begun) }
	if _, err := fmt.Fprintf(out, "retry: 1000\n\n%s", clockEvent(now())); err != nil {
		return nil // the client is gone
	}
	for x.Context().Err() == nil {
		ctx, cancel := context.WithTimeout(x.Context(), clockEvery)
		msgs, next, err := w.referee.Watch(ctx, player(x), gameID(x), after)
		cancel()
		var text []byte
		switch {
		case x.Context().Err() != nil:
			return nil
		case len(msgs) > 0:
			text = messageEvents(msgs, next)
			after = next
		case err == nil:
			text = []byte("event: over\ndata: {}\n\n")
		case !errors.Is(err, context.DeadlineExceeded):
			return err // which is not shown, since the answer has begun
		default:
			text = []byte(clockEvent(now()))
		}
		if _, err := out.Write(text); err != nil {
			return nil
		}
		if len(msgs) == 0 && err == nil {
			return nil
		}
	}
	return nil
}

// seen is the number of messages that the browser has seen, 0 if it does not say.
func seen(x *pages.Exchange) int {
	n, err := strconv.Atoi(cmp.Or(x.Request.Header.Get("Last-Event-ID"), x.Request.URL.Query().Get("after")))
	if err != nil {
		return 0
	}
	return max(0, n)
}

func clockEvent(now time.Duration) string {
	return fmt.Sprintf("event: clock\ndata: {\"t\":%s}\n\n", seconds(now))
}

// messageEvents formats messages, the last of which is number next.
func messageEvents(msgs []trade.Message, next int) []byte {
	var b bytes.Buffer
	for i, m := range msgs {
		data, err := json.Marshal(m)
		if err != nil {
			panic(err) // a message can always be marshalled
		}
		fmt.Fprintf(&b, "id: %d\nevent: message\ndata: %s\n\n", next-len(msgs)+i+1, data)
	}
	return b.Bytes()
}

// news tells a player of a game that has begun, unless its page asks, and what has changed on a
// page. The lobby's page, while it is open, keeps the player waiting.
func (w *web) news(ctx context.Context, id accounts.ID, page string) (n pages.News, err error) {
	game := w.referee.Playing(id)
	if game != "" && !strings.HasPrefix(page, gamePath(game)) {
		s, err := w.referee.State(ctx, id, game)
		if err == nil && s.Ended == nil && !ownSeat(s).Left {
			n.New, n.Text, n.Link = 1, "Your game of Turing Trade is under way.", gamePath(game)
		}
	}
	rest, below := strings.CutPrefix(page, home+"/")
	kind, rest, _ := strings.Cut(rest, "/")
	switch {
	case page == home && id != "":
		n.State, err = w.lobbyState(ctx, id)
	case below && (kind == "games" || kind == "practice"):
		name, _, _ := strings.Cut(rest, "/")
		var s play.State
		s, err = w.referee.State(ctx, id, name)
		n.State = pollState(s)
	}
	return n, err
}

// lobbyState is what the script of the lobby is told: how many others wait, and which game began.
func (w *web) lobbyState(ctx context.Context, id accounts.ID) (string, error) {
	b, err := w.lobbyOf(ctx, id)
	if err != nil {
		return "", err
	}
	state := map[string]any{"waiting": b.Waiting, "bettors": b.Bettors, "targets": b.Targets, "starts": b.Starts}
	if b.Game != "" {
		state["game"] = gamePath(b.Game)
	}
	data, err := json.Marshal(state)
	return string(data), err
}

// pollState changes when the game ends, and when all its texts are there.
func pollState(s play.State) string {
	switch {
	case s.Over:
		return "over"
	case s.Ended != nil:
		return "ended"
	}
	return "open"
}
