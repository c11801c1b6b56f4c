package site

import (
	"errors"
	"net"
	"net/netip"
	"testing"
)

// queue is a listener with a queue of waiting connections.
type queue struct {
	net.Listener
	waiting []*caller
}

// caller is a connection from a given address.
type caller struct {
	net.Conn
	from   net.Addr
	closed bool
}

func (q *queue) Accept() (net.Conn, error) {
	if len(q.waiting) == 0 {
		return nil, net.ErrClosed
	}
	c := q.waiting[0]
	q.waiting = q.waiting[1:]
	return c, nil
}

func (c *caller) RemoteAddr() net.Addr { return c.from }

func (c *caller) Close() error {
	c.closed = true
	return nil
}

func (q *queue) come(address string) *caller {
	c := &caller{from: net.TCPAddrFromAddrPort(netip.MustParseAddrPort(address))}
	q.waiting = append(q.waiting, c)
	return c
}

func TestConnectionsPerAddress(t *testing.T) {
	q := &queue{}
	d := &limitedListener{Listener: q, unlimited: netip.Addr.IsLoopback}
	var taken []net.Conn
	accept := func() int {
		for {
			c, err := d.Accept()
			if errors.Is(err, net.ErrClosed) {
				return len(taken)
			}
			taken = append(taken, c)
		}
	}
	for range 10 {
		q.come("[2001:db8::1]:5000")
	}
	for n := range maxConnections - 10 {
		// from the same network
		q.come(netip.AddrPortFrom(netip.AddrFrom16([16]byte{0x20, 1, 0xd, 0xb8, 15: byte(n)}),
			5000).String())
	}
	last := q.come("[2001:db8::ffff]:5000")
	if n := accept(); n != maxConnections || !last.closed {
		t.Errorf("%d of %d connections are open", n, maxConnections+1)
	}
	q.come("203.0.113.7:5000")
	for range 2 * maxConnections {
		q.come("127.0.0.1:5000")
	}
	if n := accept(); n != 3*maxConnections+1 {
		t.Errorf("%d connections from other addresses are open", n-maxConnections)
	}
	taken[0].Close()
	taken[0].Close() // the second Close must not count
	q.come("[2001:db8::2]:5000")
	last = q.come("[2001:db8::3]:5000")
	if n := accept(); n != 3*maxConnections+2 || !last.closed {
		t.Errorf("%d connections are open after one was closed", n-3*maxConnections-1)
	}
	for _, c := range taken {
		c.Close()
	}
	if len(d.held) != 0 {
		t.Errorf("still counted after all were closed: %v", d.held)
	}
}
