package httpx

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// Gate admits requests. It takes their clients' addresses from trusted proxies, bounds the numbers
// of requests and of streams under way, and limits how slowly a body may arrive.
type Gate struct {
	Proxies           Proxies       // trusted to name the client in X-Forwarded-For
	Body              time.Duration // the longest time for a body
	Requests, Streams Limits        // streams may last: long polls, events, JSON Lines
	Say               func(string)  // tells the operator something, such as in the log; may be nil

	mu                sync.Mutex
	requests, streams *room
	nameless          atomic.Uint64 // requests of trusted proxies that name no client
	said              sync.Map      // when what was said last
}

// Start makes a gate ready for use.
func (g *Gate) Start() *Gate {
	g.requests, g.streams = newRoom("requests", g.Requests), newRoom("streams", g.Streams)
	return g
}

// Rooms divides a number of connections, 0 for [DefaultConnections]: 3/8 for requests, a half for
// streams, and the rest for new connections. Of each part, an address may take a quarter, and a
// network a half.
func Rooms(connections int) (requests, streams Limits) {
	n := Connections{All: connections}.all()
	of := func(n int) Limits {
		return Limits{All: max(1, n), OfAddress: max(1, n/4), OfNetwork: max(1, n/2)}
	}
	return of(n * 3 / 8), of(n / 2)
}

type placeKey struct{}

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

// lingering is how long a client that is still sending has to read the answer.
const lingering = time.Second / 2

// Open prepares a request, whose client's address becomes its RemoteAddr. The caller must call end
// when it is answered, and [Count] or [Stay] before anything that takes time.
func (g *Gate) Open(w http.ResponseWriter, r *http.Request) (out *http.Request, end func()) {
	peer := Address(r)
	r = g.Proxies.FromClient(r)
	a := Address(r)
	p := &place{gate: g, conn: http.NewResponseController(w), address: AddressKey(a),
		network: neighbours(a), advice: g.advice(peer, r)}
	p.anyNumber = len(g.Proxies) == 0 && peer.IsLoopback() && !Forwarded(r)
	var ctx context.Context
	ctx, p.cancel = context.WithCancelCause(context.WithValue(r.Context(), placeKey{}, p))
	r = r.WithContext(ctx)
	body := &pacedBody{ReadCloser: r.Body, place: p, ctx: ctx, began: time.Now()}
	if body.unread = r.Body != nil && r.Body != http.NoBody; body.unread {
		r.Body = body
		p.waits.Store(body.began.UnixNano())
		_ = p.conn.SetReadDeadline(body.began.Add(bodyPatience)) // also for what nobody reads
	}
	return r, func() {
		g.mu.Lock()
		if p.in != nil {
			p.in.leave(p)
		}
		g.mu.Unlock()
		if body.unread { // net/http would wait for the rest for longer
			_ = p.conn.SetReadDeadline(time.Now().Add(lingering))
			if c, ok := ctx.Value(connKey{}).(*countedConn); ok {
				c.rest()
			}
		}
		p.cancel(nil)
	}
}

// ClientOf returns the key under which a request is counted, "" for a program on this computer.
func ClientOf(ctx context.Context) string {
	p, _ := ctx.Value(placeKey{}).(*place)
	if p == nil || p.anyNumber {
		return ""
	}
	return p.address
}

// Count takes a place for a request among the others, or says why there is none.
func Count(ctx context.Context) error { return enter(ctx, func(g *Gate) *room { return g.requests }) }

// Stay takes a place for a request that may last, and gives back the place taken by [Count].
func Stay(ctx context.Context) error { return enter(ctx, func(g *Gate) *room { return g.streams }) }

func enter(ctx context.Context, of func(*Gate) *room) error {
	p, _ := ctx.Value(placeKey{}).(*place)
	if p == nil {
		return nil // there is no gate
	}
	g := p.gate
	if p.advice != "" {
		g.seldom(p.advice)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if err := Displaced(ctx); err != nil {
		return err
	}
	before, in := p.in, of(g)
	if refused := in.enter(p); refused != nil {
		g.seldom("refused from " + p.address + ": " + refused.Message)
		return refused
	}
	if before != nil {
		before.leave(p)
	}
	if in == g.streams {
		p.waits.Store(0)
		// The time to read a request would end the stream.
		_ = p.conn.SetReadDeadline(time.Time{})
	}
	return nil
}

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

// Write writes the metrics of a gate.
func (g *Gate) Write(e *Exposition, prefix string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, m := range []struct {
		name, kind, help string
		value            func(*room) any
	}{
		{"_under_way", "gauge", "Requests and streams under way.",
			func(x *room) any { return x.held[""] }},
		{"_under_way_limit", "gauge", "How many requests and streams may be under way.",
			func(x *room) any { return x.All }},
		{"_refused_total", "counter", "Requests and streams refused since too many were under way.",
			func(x *room) any { return x.refused }},
		{"_displaced_total", "counter", "Requests and streams that made room for those of others.",
			func(x *room) any { return x.displaced }},
	} {
		e.Family(prefix+m.name, m.kind, m.help)
		for _, x := range []*room{g.requests, g.streams} {
			e.Sample(prefix+m.name, m.value(x), "kind", x.what)
		}
	}
	e.Value(prefix+"_nameless_requests_total", "counter", "Requests of trusted proxies without "+
		"the client's address in X-Forwarded-For.", g.nameless.Load())
}

// A body may take 10 seconds, and one more for each 500 bytes received, as Apache's mod_reqtimeout
// proposes.
const (
	bodyPatience = 10 * time.Second
	bodyRate     = 500
)

// pacedBody is a body that must not arrive too slowly, unless it is that of a stream.
type pacedBody struct {
	io.ReadCloser
	place  *place
	ctx    context.Context
	began  time.Time
	size   int64
	unread bool // the end was not read
}

// Read implements [io.Reader].
func (b *pacedBody) Read(p []byte) (int, error) {
	paced := b.place.waits.Load() != 0
	if paced {
		patience := bodyPatience + time.Duration(b.size/bodyRate)*time.Second
		_ = b.place.conn.SetReadDeadline(b.began.Add(min(b.place.gate.Body, patience)))
	}
	if displaced := Displaced(b.ctx); displaced != nil {
		return 0, displaced
	}
	n, err := b.ReadCloser.Read(p)
	b.size += int64(n)
	switch displaced := Displaced(b.ctx); {
	case err == io.EOF:
		b.unread = false
		b.place.waits.Store(0)
		_ = b.place.conn.SetReadDeadline(time.Time{}) // else it would count as the client's end
	case err != nil && displaced != nil:
		return n, displaced
	case paced && errors.Is(err, os.ErrDeadlineExceeded):
		return n, Errorf(http.StatusRequestTimeout, "found only a part of the body within %v, or "+
			"less than %d bytes a second after %v", b.place.gate.Body, bodyRate, bodyPatience).
			With("Connection", "close")
	case paced:
		b.place.waits.Store(time.Now().UnixNano())
	}
	return n, err
}

// The limits of a server for pages of a few people.
const (
	pageHeaderTime = 10 * time.Second
	pageBodyTime   = 30 * time.Second
	pageIdleTime   = 2 * time.Minute
	pageHeader     = 32 << 10
)

// Pages returns a server for pages of a few people, and the listener that it is to serve. It may
// take half of the files that the process may open.
func Pages(h http.Handler, l net.Listener) (*http.Server, net.Listener) {
	n := min(DefaultConnections, maxDescriptors()/2)
	requests, streams := Rooms(n)
	g := (&Gate{Body: pageBodyTime, Requests: requests, Streams: streams}).Start()
	s := &http.Server{ReadHeaderTimeout: pageHeaderTime, ReadTimeout: pageBodyTime,
		IdleTimeout: pageIdleTime, MaxHeaderBytes: pageHeader}
	s.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r, end := g.Open(w, r)
		defer end()
		if err := Count(r.Context()); err != nil {
			WriteError(w, Rules{}.Of(err))
			return
		}
		h.ServeHTTP(w, r)
	})
	limited := Connections{All: n, Client: AddressKey}.Limit(l)
	limited.Watch(s)
	return s, limited
}
