package httpx

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"github.com/luna-rating/luna/internal/guard"
)

// Gate admits requests. It takes their clients' addresses from trusted proxies, bounds the numbers
// of connections, of requests and of streams under way, and limits how slowly a body may arrive.
type Gate struct {
	Proxies     Proxies       // trusted to name the client in X-Forwarded-For
	Body        time.Duration // the longest time for a body
	Say         func(string)  // tells the operator something, such as in the log; may be nil
	guard.Rooms               // streams may last: long polls, events, JSON Lines

	nameless atomic.Uint64 // requests of trusted proxies that name no client
	said     sync.Map      // when what was said last

	// The end of the server, which keeps its listener until the accepted requests are answered, so
	// that probes see that the process is alive; see [Late].
	begun   context.Context // ends when the end begins
	begin   context.CancelFunc
	until   atomic.Int64 // for bodies that have not arrived, in Unix nanoseconds
	open    atomic.Int64 // connections
	working atomic.Int64 // requests that must be answered before the end
}

// Start makes a gate ready for use.
func (g *Gate) Start() *Gate {
	g.begun, g.begin = context.WithCancel(context.Background())
	return g
}

// request is a request that the gate has opened, and its body, which must not arrive too slowly,
// unless it is that of a stream.
type request struct {
	io.ReadCloser
	gate   *Gate
	client guard.Client
	conn   *http.ResponseController
	ctx    context.Context
	cancel context.CancelCauseFunc
	advice string // to the operator
	leave  func() // the room in which the request counts

	began  time.Time
	size   atomic.Int64 // of what was read
	unread bool         // the end was not read
	waits  atomic.Int64 // since when for more of it, in Unix nanoseconds; 0 if nobody does
}

type requestKey struct{}

// requestOf returns the request of a context, or one that a gate without bounds has opened.
func requestOf(ctx context.Context) *request {
	if q, ok := ctx.Value(requestKey{}).(*request); ok {
		return q
	}
	return &request{gate: new(Gate).Start(), conn: http.NewResponseController(nil),
		cancel: func(error) {}, leave: func() {}}
}

// errDisplaced is the cause of the end of a request that made room for another one.
var errDisplaced = errors.New("made room for the request of another client")

// Displaced returns the error for the client of a request that made room for another one, or nil.
func Displaced(ctx context.Context) *Error {
	if context.Cause(ctx) != errDisplaced {
		return nil
	}
	return tooMany(http.StatusServiceUnavailable, "too many requests are under way, and this one "+
		"made room for that of another client")
}

func tooMany(status int, why string) *Error {
	return Errorf(status, "%s: try again later", why).
		With("Retry-After", "1").With("Connection", "close")
}

// displace ends a request whose handler has not returned.
func (q *request) displace() {
	q.cancel(errDisplaced)
	// These fail if there is no connection, as in tests.
	_ = q.conn.SetReadDeadline(time.Now())
	_ = q.conn.SetWriteDeadline(time.Now().Add(time.Second)) // for the refusal
}

// lingering is how long a client that is still sending has to read the answer.
const lingering = time.Second / 2

// Open prepares a request, whose client's address becomes its RemoteAddr. The caller must call end
// when it is answered, and [Count] or [Stay] before anything that takes time.
func (g *Gate) Open(w http.ResponseWriter, r *http.Request) (out *http.Request, end func()) {
	peer := Address(r)
	r = g.Proxies.FromClient(r)
	a := Address(r)
	q := &request{ReadCloser: r.Body, gate: g, conn: http.NewResponseController(w),
		client: guard.Client{Address: AddressKey(a), Network: neighbours(a)},
		advice: g.advice(peer, r), leave: func() {}, began: time.Now()}
	q.client.Free = len(g.Proxies) == 0 && peer.IsLoopback() && !Forwarded(r)
	q.ctx, q.cancel = context.WithCancelCause(context.WithValue(r.Context(), requestKey{}, q))
	r = r.WithContext(q.ctx)
	if q.unread = r.Body != nil && r.Body != http.NoBody; q.unread {
		r.Body = q
		q.waits.Store(q.began.UnixNano())
		_ = q.conn.SetReadDeadline(q.began.Add(bodyPatience)) // also for what nobody reads
	}
	ignore := context.AfterFunc(g.begun, q.hurry)
	return r, func() {
		ignore()
		q.leave()
		if q.unread { // net/http would wait for the rest for longer
			_ = q.conn.SetReadDeadline(time.Now().Add(lingering))
			if c, ok := q.ctx.Value(connKey{}).(*countedConn); ok {
				c.rest()
			}
		}
		q.cancel(nil)
	}
}

// Count takes a place for a request among the others, or says why there is none.
func Count(ctx context.Context) error {
	q := requestOf(ctx)
	return q.enter(ctx, &q.gate.Requests, "requests")
}

// Stay takes a place for a request that may last, and gives back the place taken by [Count]. The
// context that it returns ends when the server does, and whoever waits must then answer.
func Stay(ctx context.Context) (context.Context, error) {
	q := requestOf(ctx)
	if err := q.enter(ctx, &q.gate.Streams, "streams"); err != nil {
		return nil, err
	}
	q.waits.Store(0)
	_ = q.conn.SetReadDeadline(time.Time{}) // the time to read a request would end the stream
	staying, leave := context.WithCancel(ctx)
	ignore := context.AfterFunc(q.gate.begun, leave)
	context.AfterFunc(staying, func() { ignore() })
	return staying, nil
}

// MakeWay has a stream be the first to make room for another one, since its client can do without.
func MakeWay(ctx context.Context) { requestOf(ctx).waits.Store(time.Now().UnixNano()) }

// enter takes a place in a room instead of the one that the request has.
func (q *request) enter(ctx context.Context, in *guard.Room, what string) error {
	if q.advice != "" {
		q.gate.seldom(q.advice)
	}
	if err := Displaced(ctx); err != nil {
		return err
	}
	place := q.newPlace()
	if full := in.Set(place, 1); full != nil {
		status, whose := http.StatusServiceUnavailable, ""
		if full.Whose != "" {
			status, whose = http.StatusTooManyRequests, " of your "+full.Whose
		}
		why := fmt.Sprintf("found %d %s%s under way, the maximum", full.Max, what, whose)
		q.gate.seldom("refused from " + q.client.Address + ": " + why + ": try again later")
		return tooMany(status, why)
	}
	q.leave()
	q.leave = func() { in.Leave(place) }
	return nil
}

// newPlace returns a place for the request, or for what it holds besides.
func (q *request) newPlace() *guard.Place {
	return &guard.Place{Client: q.client, Idle: &q.waits, Displace: q.displace}
}

// Hold takes memory in a room for a request, if it is more than [FreeBytes], until release is
// called, or says which bound is reached. Player, if not "", is who sent the request.
func Hold(ctx context.Context, in *guard.Room, player string, bytes int) (release func(), full *guard.Full) {
	place := requestOf(ctx).newPlace()
	place.Player = player
	if bytes <= FreeBytes {
		bytes = 0
	}
	return func() { in.Leave(place) }, in.Set(place, int64(bytes))
}

// ClientOf returns who sent a request.
func ClientOf(ctx context.Context) guard.Client { return requestOf(ctx).client }

// advice returns what the operator should know about the proxy of a request, if anything.
func (g *Gate) advice(peer netip.Addr, r *http.Request) string {
	switch trusted := g.Proxies.Contains(peer); {
	case r.RemoteAddr == nameless:
		g.nameless.Add(1)
		return fmt.Sprintf("requests of the trusted proxy at %v do not say whose they are, and count "+
			"as those of one stranger: let it set X-Forwarded-For, nginx by proxy_set_header "+
			"X-Forwarded-For $remote_addr; programs on the proxy's computer should use the public "+
			"address", peer)
	case !trusted && Forwarded(r) && (peer.IsLoopback() || peer.IsPrivate()):
		return fmt.Sprintf("all clients of the proxy at %v count as one: trust it by --trust-proxy %v",
			peer, peer)
	case trusted:
		if _, known := g.said.LoadOrStore(peer, true); !known && g.Say != nil {
			g.Say(fmt.Sprintf("the first visitor through the proxy at %v is seen as %v: if that is "+
				"not their address, let the proxy set X-Forwarded-For rather than pass it on", peer,
				Address(r)))
		}
	}
	return ""
}

// seldom says something to the operator, at most once a minute.
func (g *Gate) seldom(text string) {
	key := text[:min(len(text), 20)]
	if then, ok := g.said.Load(key); ok && time.Since(then.(time.Time)) < time.Minute || g.Say == nil {
		return
	}
	g.said.Store(key, time.Now())
	g.Say(text)
}

// Shares returns which part of what all may hold the busiest network does.
func (g *Gate) Shares() map[string]float64 {
	return map[string]float64{"requests": g.Requests.Usage().Busiest, "streams": g.Streams.Usage().Busiest,
		"connections": g.Connections.Usage().Busiest}
}

// Write writes the metrics of a gate.
func (g *Gate) Write(e *Exposition, prefix string) {
	requests, streams := g.Requests.Usage(), g.Streams.Usage()
	for _, m := range []struct {
		name, kind, help  string
		requests, streams any
	}{
		{"_under_way", "gauge", "Requests and streams under way.", requests.Held, streams.Held},
		{"_under_way_limit", "gauge", "How many requests and streams may be under way.",
			requests.All, streams.All},
		{"_refused_total", "counter", "Requests and streams refused since too many were under way.",
			requests.Refused, streams.Refused},
		{"_displaced_total", "counter", "Requests and streams that made room for those of others.",
			requests.Displaced, streams.Displaced},
	} {
		e.Family(prefix+m.name, m.kind, m.help)
		e.Sample(prefix+m.name, m.requests, "kind", "requests")
		e.Sample(prefix+m.name, m.streams, "kind", "streams")
	}
	e.Value(prefix+"_nameless_requests_total", "counter", "Requests of trusted proxies without "+
		"the client's address in X-Forwarded-For.", g.nameless.Load())
}
