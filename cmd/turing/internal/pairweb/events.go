package pairweb

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/turing/lpp"
)

const (
	clockEvery = 10 * time.Second      // a heartbeat, with the state
	together   = 15 * time.Millisecond // keys of so long a time are one message
	maxMessage = 4000                  // keys in a message
	stalled    = 30 * time.Second      // time limit of a write
)

// run is a sequence of keys that one end pressed at one terminal.
type run struct {
	Side keylog.Side `json:"side"`
	By   lpp.End     `json:"by"`
	Text string      `json:"text"`
	// Client and Count say which page typed the keys, and how many it has typed with them.
	Client uint32 `json:"client,omitempty"`
	Count  uint32 `json:"count,omitempty"`
}

// stream sends events to a page.
type stream struct {
	w   http.ResponseWriter
	out *http.ResponseController
	buf bytes.Buffer
}

func (s *stream) add(id, event string, data any) {
	text, err := json.Marshal(data)
	if err != nil {
		panic(err) // strings and numbers can always be encoded
	}
	if id != "" {
		fmt.Fprintf(&s.buf, "id: %s\n", id)
	}
	fmt.Fprintf(&s.buf, "event: %s\ndata: %s\n\n", event, text)
}

// flush sends what was added. It reports whether the client is still there.
func (s *stream) flush() bool {
	_ = s.out.SetWriteDeadline(time.Now().Add(stalled)) // not every ResponseWriter has one
	_, err := s.w.Write(s.buf.Bytes())
	s.buf.Reset()
	return err == nil && s.out.Flush() == nil
}

// events sends what a person sees as server-sent events: "keys", with the number of keys seen as
// their id, "state", and "changed" when the seat shows another page.
func (s *Server) events(w http.ResponseWriter, r *http.Request, seat *Seat) error {
	view, changed := seat.watch()
	after, err := seen(r, view.ID)
	if err != nil {
		return err
	}
	ctx, err := httpx.Stay(r.Context())
	if err != nil {
		return err
	}
	ctx, end := context.WithCancel(ctx)
	defer end()
	defer context.AfterFunc(s.ctx, end)()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no")
	out := &stream{w: w, out: http.NewResponseController(w)}
	out.buf.WriteString("retry: 500\n\n")
	if after < 0 {
		out.add("", "changed", struct{}{})
		out.flush()
		return nil
	}
	seat.opened(1)
	defer seat.opened(-1)
	beat := time.NewTicker(clockEvery)
	defer beat.Stop()
	var last session.State
	tell := true
	for {
		var more <-chan struct{}
		var now session.State
		if x := view.Session; x != nil {
			var keys []session.Key
			keys, more = x.Since(after)
			for part := range slices.Chunk(keys, maxMessage) {
				after += len(part)
				out.add(fmt.Sprintf("%s.%d", view.ID, after), "keys", runs(part))
				if !out.flush() {
					return nil
				}
			}
			now = x.State()
		}
		last.Remains = now.Remains // the page counts it down itself
		if tell || now != last {
			out.add("", "state", now)
			last, tell = now, false
		}
		if !out.flush() || parallel.Sleep(ctx, together) != nil {
			return nil
		}
		select {
		case <-more:
		case <-beat.C:
			tell = true
		case <-changed:
			out.add("", "changed", struct{}{})
			out.flush()
			return nil
		case <-ctx.Done():
			return nil
		}
	}
}

// seen returns how many keys of a view a page has, negative if the page shows another view.
func seen(r *http.Request, id string) (int, error) {
	text := r.Header.Get("Last-Event-ID")
	if text == "" {
		text = r.URL.Query().Get("after")
	}
	of, count, _ := strings.Cut(text, ".")
	n, err := strconv.Atoi(count)
	if err != nil || n < 0 {
		return 0, httpx.Errorf(http.StatusBadRequest,
			"found %.80q, expected the page's identifier, a dot and the number of keys seen", text)
	}
	if of != id {
		return -1, nil
	}
	return n, nil
}

// runs joins keys into runs.
func runs(keys []session.Key) []run {
	var list []run
	for _, k := range keys {
		client, count := uint32(k.Tag>>32), uint32(k.Tag)
		n := len(list) - 1
		if n < 0 || list[n].Side != k.Side || list[n].By != k.By || list[n].Client != client {
			list = append(list, run{Side: k.Side, By: k.By, Client: client})
			n++
		}
		list[n].Text += string(rune(k.Key))
		list[n].Count = count
	}
	return list
}
