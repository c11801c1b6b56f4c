package httpx

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"github.com/luna-rating/luna/internal/guard"
)

// sendBuffer bounds what the kernel keeps of an answer that is not read, in bytes. It could
// otherwise grow to megabytes.
const sendBuffer = 64 << 10

// connections is a listener with bounded connections. Each takes a file descriptor and some memory,
// even while it is idle. If there are too many, a new one replaces an idle one, or else one of the
// client with the most connections; if that is the new one's client, the new one is closed.
type connections struct {
	net.Listener
	gate *Gate
}

// limit bounds the connections of a server on a listener.
func (g *Gate) limit(s *http.Server, l net.Listener) net.Listener {
	s.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		return context.WithValue(ctx, connKey{}, c)
	}
	s.ConnState = func(c net.Conn, state http.ConnState) {
		if counted, ok := c.(*countedConn); ok && state != http.StateIdle && state != http.StateNew {
			counted.idle.Store(0)
		} else if ok {
			counted.rest()
		}
	}
	return &connections{Listener: l, gate: g}
}

// Accept returns the next connection that is within the limits.
func (l *connections) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		c := &countedConn{Conn: conn, of: l, late: l.gate.Draining()}
		c.place = &guard.Place{Idle: &c.idle, Displace: func() { conn.Close() }}
		if peer, err := netip.ParseAddrPort(conn.RemoteAddr().String()); err == nil {
			c.place.Client = l.gate.Proxies.client(peer.Addr())
		}
		if l.gate.Connections.Set(c.place, 1) != nil {
			conn.Close()
			continue
		}
		l.gate.open.Add(1)
		if tcp, ok := conn.(*net.TCPConn); ok {
			_ = tcp.SetWriteBuffer(sendBuffer) // only saves memory
		}
		return c, nil
	}
}

// countedConn is a connection that is counted until it is closed.
type countedConn struct {
	net.Conn
	of    *connections
	place *guard.Place
	late  bool         // accepted after the drain began
	idle  atomic.Int64 // since when, in Unix nanoseconds; 0 if it is not
	once  sync.Once
}

// Close closes the connection.
func (c *countedConn) Close() error {
	c.once.Do(func() {
		c.of.gate.Connections.Leave(c.place)
		c.of.gate.open.Add(-1)
	})
	return c.Conn.Close()
}

type connKey struct{}

// rest marks the connection as only waiting for the client.
func (c *countedConn) rest() { c.idle.Store(time.Now().UnixNano()) }

// CloseWrite lets net/http end an answer to a client that is still sending, so that the client
// reads it.
func (c *countedConn) CloseWrite() error {
	c.rest()
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}
