package site

import (
	"net"
	"net/netip"
	"sync"

	"github.com/luna-rating/luna/luna/internal/site/guard"
)

// maxConnections is the number of connections that an address may hold. Each takes a file
// descriptor and some memory, also while it is idle.
const maxConnections = 500

// limitedListener closes connections over the per-address limit.
type limitedListener struct {
	net.Listener
	// unlimited reports whether an address may hold any number: a proxy, or this machine.
	unlimited func(netip.Addr) bool

	mu   sync.Mutex
	held map[string]int // connections by guard.AddressKey
}

// Accept returns the next connection that is within the limit.
func (l *limitedListener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		peer, err := netip.ParseAddrPort(c.RemoteAddr().String())
		if err != nil || l.unlimited(peer.Addr()) {
			return c, nil
		}
		key := guard.AddressKey(peer.Addr())
		if l.acquire(key) {
			return &countedConn{Conn: c, release: sync.OnceFunc(func() { l.release(key) })}, nil
		}
		c.Close()
	}
}

func (l *limitedListener) acquire(key string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held[key] >= maxConnections {
		return false
	}
	if l.held == nil {
		l.held = make(map[string]int)
	}
	l.held[key]++
	return true
}

func (l *limitedListener) release(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held[key]--; l.held[key] == 0 {
		delete(l.held, key)
	}
}

// countedConn is a connection that counts until it is closed.
type countedConn struct {
	net.Conn
	release func()
}

// Close closes the connection.
func (c *countedConn) Close() error {
	c.release()
	return c.Conn.Close()
}

// CloseWrite lets net/http end an answer to a client that is still sending, so that it is read.
func (c *countedConn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}
