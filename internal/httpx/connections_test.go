package httpx

import (
	"errors"
	"net"
	"net/http"
	"net/netip"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/guard"
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

// door is a listener with the connections that it has accepted.
type door struct {
	q     *queue
	l     *connections
	s     http.Server
	taken []net.Conn
}

func newDoor(all, each int64) *door {
	d := &door{q: &queue{}}
	g := new(Gate).Start()
	g.Connections.Bounds = guard.Bounds{All: all, Address: each}
	d.l = g.limit(&d.s, d.q).(*connections)
	return d
}

// come lets clients connect, and returns their connections.
func (d *door) come(addresses ...string) (list []*caller) {
	for _, a := range addresses {
		list = append(list, d.q.come(a))
	}
	for {
		c, err := d.l.Accept()
		if errors.Is(err, net.ErrClosed) {
			return list
		}
		d.taken = append(d.taken, c)
	}
}

func times(n int, address string) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = address
	}
	return list
}

func TestConnectionsOfAClient(t *testing.T) {
	d := newDoor(100, 10)
	came := d.come(times(11, "203.0.113.7:5000")...)
	if !came[10].closed || len(d.taken) != 10 {
		t.Errorf("%d of 11 connections are open", len(d.taken))
	}
	d.come(times(20, "127.0.0.1:5000")...)
	if len(d.taken) != 30 {
		t.Errorf("%d of 20 connections without a limit are open", len(d.taken)-10)
	}
	d.taken[0].Close()
	d.taken[0].Close() // the second Close must not count
	came = d.come(times(2, "203.0.113.7:6000")...)
	if came[0].closed || !came[1].closed {
		t.Error("one connection was closed, and not one new one accepted")
	}
	for _, c := range d.taken {
		c.Close()
	}
	if n := d.l.gate.Connections.Usage().Held; n != 0 {
		t.Errorf("%d are still counted after all were closed", n)
	}
}

// Where no connection is left, an idle one makes room, or one of the client that has most. A client
// that holds as many as any other gets none.
func TestConnectionsInAll(t *testing.T) {
	d := newDoor(6, 0)
	most := d.come(times(4, "203.0.113.7:5000")...)
	few := d.come(times(2, "203.0.113.8:5000")...)
	d.s.ConnState(d.taken[5], http.StateIdle)
	d.taken[5].(*countedConn).idle.Add(int64(-time.Second))
	if came := d.come("203.0.113.7:6000"); came[0].closed || !few[1].closed {
		t.Error("the idle connection did not make room")
	}
	if came := d.come("203.0.113.9:5000"); came[0].closed || !most[0].closed || most[1].closed {
		t.Error("the oldest connection of the client that has most did not make room")
	}
	if came := d.come("203.0.113.7:7000"); !came[0].closed || d.l.gate.Connections.Usage().Held != 6 {
		t.Errorf("the client that has most took a place of another; %v", d.l.gate.Connections.Usage())
	}
	if came := d.come("127.0.0.1:5000"); came[0].closed {
		t.Error("a client without a limit found no place beside one that has four")
	}
	d = newDoor(2, 0)
	if came := d.come(times(3, "127.0.0.1:5000")...); !came[2].closed || came[0].closed {
		t.Error("a third connection was accepted of two")
	}
}
