package httpx

import (
	"cmp"
	"context"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// DefaultConnections is how many connections a server holds by default. A connection takes 100 to
// 200 KiB at worst, with its buffers in the kernel.
const DefaultConnections = 4000

// sendBuffer bounds what the kernel keeps of an answer that is not read, in bytes. It could
// otherwise grow to megabytes.
const sendBuffer = 64 << 10

// Connections bounds the connections of a server, in total and by client. Each takes a file
// descriptor and some memory, even while it is idle.
type Connections struct {
	All  int // 0 is [DefaultConnections]
	Each int // per client; 0 is any number
	// Client returns the client that an address belongs to: "" for one that may hold any number.
	Client func(netip.Addr) string
}

// Limit returns the listener with its connections bounded. If there are too many, a new one
// replaces an idle one, or else one of the client with the most connections; if that is the new
// one's client, the new one is closed.
func (c Connections) Limit(l net.Listener) *LimitedListener {
	c.All = c.all()
	if c.Client == nil {
		c.Client = func(netip.Addr) string { return "" }
	}
	return &LimitedListener{Listener: l, limits: c, held: make(map[string]int),
		open: make(map[*countedConn]bool)}
}

func (c Connections) all() int { return min(cmp.Or(c.All, DefaultConnections), maxDescriptors()) }

// LimitedListener is a listener with bounded connections; see [Connections.Limit].
type LimitedListener struct {
	net.Listener
	limits Connections

	mu   sync.Mutex
	held map[string]int // connections by client, but for ""
	open map[*countedConn]bool
}

// Watch makes a server tell the listener which connections are idle. Set the server's own ConnState
// and ConnContext before.
func (l *LimitedListener) Watch(s *http.Server) {
	next, within := s.ConnState, s.ConnContext
	s.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		if within != nil {
			ctx = within(ctx, c)
		}
		return context.WithValue(ctx, connKey{}, c)
	}
	s.ConnState = func(c net.Conn, state http.ConnState) {
		if counted, ok := c.(*countedConn); ok {
			l.mu.Lock()
			counted.idle = state == http.StateIdle || state == http.StateNew
			counted.since = time.Now()
			l.mu.Unlock()
		}
		if next != nil {
			next(c, state)
		}
	}
}

// Accept returns the next connection that is within the limits.
func (l *LimitedListener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		client := ""
		if peer, err := netip.ParseAddrPort(c.RemoteAddr().String()); err == nil {
			client = l.limits.Client(peer.Addr())
		}
		counted, evicted := l.admit(c, client)
		if evicted != nil {
			evicted.Close()
		}
		if counted == nil {
			c.Close()
			continue
		}
		if tcp, ok := c.(*net.TCPConn); ok {
			_ = tcp.SetWriteBuffer(sendBuffer) // only saves memory
		}
		return counted, nil
	}
}

// admit counts a connection, and returns another one that must be closed for it, if any.
func (l *LimitedListener) admit(c net.Conn, client string) (in, out *countedConn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if client != "" && l.limits.Each > 0 && l.held[client] >= l.limits.Each {
		return nil, nil
	}
	if len(l.open) >= l.limits.All {
		if out = l.dispensable(client); out == nil {
			return nil, nil
		}
		l.forget(out)
	}
	in = &countedConn{Conn: c, of: l, client: client, since: time.Now()}
	l.open[in] = true
	if client != "" {
		l.held[client]++
	}
	return in, out
}

// dispensable returns the connection to close for one of a client: the one that is idle for
// longest, or else the oldest of the client that has most, if that has two more.
func (l *LimitedListener) dispensable(client string) *countedConn {
	var idle, oldest *countedConn
	most, n := "", l.held[client]+1
	for other, held := range l.held {
		if held > n {
			most, n = other, held
		}
	}
	for c := range l.open {
		if c.idle && (idle == nil || c.since.Before(idle.since)) {
			idle = c
		}
		if c.client == most && most != "" && (oldest == nil || c.since.Before(oldest.since)) {
			oldest = c
		}
	}
	return cmp.Or(idle, oldest)
}

// forget no longer counts a connection. The caller holds the lock.
func (l *LimitedListener) forget(c *countedConn) {
	if !l.open[c] {
		return
	}
	delete(l.open, c)
	if c.client == "" {
		return
	}
	if l.held[c.client]--; l.held[c.client] == 0 {
		delete(l.held, c.client)
	}
}

// countedConn is a connection that is counted until it is closed.
type countedConn struct {
	net.Conn
	of     *LimitedListener
	client string

	idle  bool // both are guarded by of.mu
	since time.Time
}

// Close closes the connection.
func (c *countedConn) Close() error {
	c.of.mu.Lock()
	c.of.forget(c)
	c.of.mu.Unlock()
	return c.Conn.Close()
}

type connKey struct{}

// rest marks the connection as only waiting for the client to read the answer.
func (c *countedConn) rest() {
	c.of.mu.Lock()
	c.idle = true
	c.of.mu.Unlock()
}

// CloseWrite lets net/http end an answer to a client that is still sending, so that the client
// reads it.
func (c *countedConn) CloseWrite() error {
	c.rest()
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// Drain lets a server end without losing a request. Until the accepted requests are answered, the
// server keeps its listener, so that probes see that the process is alive; see [Drain.Late].
type Drain struct {
	draining atomic.Bool
	open     atomic.Int64 // connections
	working  atomic.Int64 // requests that must be answered before the end
}

type lateKey struct{}

// Attach makes a server tell the drain about its connections.
func (d *Drain) Attach(s *http.Server) {
	s.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		if !d.draining.Load() {
			return ctx
		}
		return context.WithValue(ctx, lateKey{}, true)
	}
	s.ConnState = func(_ net.Conn, state http.ConnState) {
		switch state {
		case http.StateNew:
			d.open.Add(1)
		case http.StateClosed, http.StateHijacked:
			d.open.Add(-1)
		}
	}
}

// Begin begins the drain.
func (d *Drain) Begin() { d.draining.Store(true) }

// Draining reports whether the drain has begun.
func (d *Drain) Draining() bool { return d.draining.Load() }

// Late reports whether a request came on a connection that was accepted after the drain began. It
// must be refused unless it asks for the state of the server.
func (d *Drain) Late(r *http.Request) bool {
	late, _ := r.Context().Value(lateKey{}).(bool)
	return late
}

// Work counts a request that must be answered before the server ends, until the returned function
// is called.
func (d *Drain) Work() (done func()) {
	d.working.Add(1)
	return func() { d.working.Add(-1) }
}

// Wait returns when all accepted requests are answered or the context ends. For as long as linger,
// it also waits for requests that may be on their way on open connections.
func (d *Drain) Wait(ctx context.Context, linger time.Duration) {
	end := time.Now().Add(linger)
	for ctx.Err() == nil && (d.working.Load() > 0 || d.open.Load() > 0 && time.Now().Before(end)) {
		time.Sleep(5 * time.Millisecond)
	}
}
