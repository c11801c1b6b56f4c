package server

import (
	"net"
	"net/netip"
	"sync"

	"github.com/luna-rating/luna/luna/internal/site/auth"
)

// maxConnections is how many connections an address may hold. Each takes a file and some memory, also while nothing comes through it.
const maxConnections = 500

// door is a listener that closes connections at once of who holds too many.
type door struct {
	net.Listener
	// free tells of whom any number is taken: proxies, behind whom others are, and programs on the same machine.
	free func(netip.Addr) bool

	mu   sync.Mutex
	held map[string]int
}

// Accept returns the next connection of who may have one.
func (d *door) Accept() (net.Conn, error) {
	for {
		c, err := d.Listener.Accept()
		if err != nil {
			return nil, err
		}
		peer, err := netip.ParseAddrPort(c.RemoteAddr().String())
		if err != nil || d.free(peer.Addr()) {
			return c, nil
		}
		key := auth.AddressKey(peer.Addr())
		if d.enter(key) {
			return &guest{Conn: c, leave: sync.OnceFunc(func() { d.leave(key) })}, nil
		}
		c.Close()
	}
}

func (d *door) enter(key string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.held[key] >= maxConnections {
		return false
	}
	if d.held == nil {
		d.held = make(map[string]int)
	}
	d.held[key]++
	return true
}

func (d *door) leave(key string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.held[key]--; d.held[key] == 0 {
		delete(d.held, key)
	}
}

// guest is a connection that is counted.
type guest struct {
	net.Conn
	leave func()
}

// Close closes the connection.
func (g *guest) Close() error {
	g.leave()
	return g.Conn.Close()
}

// CloseWrite lets net/http end an answer to somebody who is still sending, so that she can read it.
func (g *guest) CloseWrite() error {
	if c, ok := g.Conn.(interface{ CloseWrite() error }); ok {
		return c.CloseWrite()
	}
	return nil
}
