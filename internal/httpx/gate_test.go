package httpx

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/luna-rating/luna/internal/guard"
)

// taken is what requests hold.
type taken struct {
	g    *Gate
	ctxs map[string][]context.Context
}

// come lets a request of an address come, and returns the status that it is refused by, or 0.
func (x *taken) come(t *testing.T, address string, of func(context.Context) error) int {
	t.Helper()
	r := httptest.NewRequest("POST", "/", http.NoBody)
	r.RemoteAddr = "127.0.0.1:1"
	r.Header.Set("X-Forwarded-For", address)
	r, _ = x.g.Open(httptest.NewRecorder(), r)
	if err := of(r.Context()); err != nil {
		refused := (Rules{}).Of(err)
		if refused.Header.Get("Retry-After") == "" {
			t.Errorf("%v has no Retry-After", err)
		}
		return refused.Status
	}
	x.ctxs[address] = append(x.ctxs[address], r.Context())
	return 0
}

// left counts the requests of an address that were not displaced.
func (x *taken) left(address string) (n int) {
	for _, ctx := range x.ctxs[address] {
		if Displaced(ctx) == nil {
			n++
		}
	}
	return n
}

func newTaken(requests, streams guard.Bounds) *taken {
	g := (&Gate{Proxies: Proxies{netip.MustParsePrefix("127.0.0.1/32")}}).Start()
	g.Requests.Bounds, g.Streams.Bounds = requests, streams
	return &taken{g, make(map[string][]context.Context)}
}

var small = guard.Bounds{All: 40, Address: 10, Network: 20}

// stay is [Stay] without what ends.
func stay(ctx context.Context) error {
	_, err := Stay(ctx)
	return err
}

// TestBusyAddresses fills a gate from one address, from its neighbours and from many networks:
// others are always let in, at the cost of those who have most.
func TestBusyAddresses(t *testing.T) {
	for _, of := range []func(context.Context) error{Count, stay} {
		x := newTaken(small, small)
		for i := range 30 {
			want := 0
			if i >= 10 {
				want = http.StatusTooManyRequests
			}
			if got := x.come(t, "203.0.113.1", of); got != want {
				t.Fatalf("request %d of an address: %d, expected %d", i, got, want)
			}
		}
		for i := range 30 {
			x.come(t, fmt.Sprint("203.0.113.", 2+i%2), of)
		}
		if got := x.come(t, "203.0.113.9", of); got != 0 {
			t.Errorf("a neighbour of the busy: %d", got)
		}
		for i := range 200 {
			x.come(t, fmt.Sprintf("198.51.%d.1", i%4), of)
		}
		for i := range 8 {
			if got := x.come(t, fmt.Sprintf("192.0.2.%d", i), of); got != 0 {
				t.Errorf("visitor %d: %d", i, got)
			}
			if got := x.come(t, fmt.Sprintf("2001:db8:%d::1", i), of); got != 0 {
				t.Errorf("visitor %d by IPv6: %d", i, got)
			}
		}
		if n := x.left("192.0.2.0"); n != 1 {
			t.Error("a visitor was displaced")
		}
		var e Exposition
		x.g.Write(&e, "x")
		if !strings.Contains(e.String(), `_under_way{kind="`) || strings.Count(e.String(), " 40\n") != 3 {
			t.Errorf("metrics:\n%s", e.String())
		}
	}
}

// TestManyNetworks fills a gate with one request of each of as many addresses of two networks: a
// visitor is let in nevertheless.
func TestManyNetworks(t *testing.T) {
	x := newTaken(small, small)
	for i := range 80 {
		x.come(t, fmt.Sprintf("2001:db8:%d:%x::1", i%2, i), Count)
	}
	if got := x.come(t, "2001:db8:9::1", Count); got != 0 {
		t.Errorf("a visitor: %d", got)
	}
}

// TestMakeWay fills a gate with streams of as many networks: those that make way do so for others,
// and only those.
func TestMakeWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := newTaken(small, small)
		makesWay := func(ctx context.Context) error {
			defer MakeWay(ctx)
			return stay(ctx)
		}
		for i := range 40 {
			of := makesWay
			if i == 0 {
				of = stay
			}
			if got := x.come(t, fmt.Sprintf("2001:db8:%d::1", i), of); got != 0 {
				t.Fatalf("stream %d: %d", i, got)
			}
		}
		time.Sleep(time.Second)
		for i := range 40 {
			got, want := x.come(t, fmt.Sprintf("2001:db9:%d::1", i), stay), 0
			if i == 39 {
				want = http.StatusServiceUnavailable
			}
			if got != want {
				t.Errorf("stream %d of others: %d, expected %d", i, got, want)
			}
		}
		if x.left("2001:db8:0::1") != 1 || x.left("2001:db8:1::1") != 0 {
			t.Error("not those that make way did")
		}
	})
}

// TestSchool lets 120 players behind one address hold a stream each beside their requests.
func TestSchool(t *testing.T) {
	rooms := guard.NewRooms(1000)
	x := newTaken(rooms.Requests.Bounds, rooms.Streams.Bounds)
	for i := range 120 {
		if got := x.come(t, "203.0.113.1", stay); got != 0 {
			t.Fatalf("player %d: %d", i, got)
		}
		if i%2 == 0 && x.come(t, "203.0.113.1", Count) != 0 {
			t.Fatalf("the request of player %d is refused", i)
		}
	}
}

// TestHalfSentBodies sends bodies that stop: the gate answers them, gives their connections back,
// and serves others of the same address meanwhile.
//
//luna:race
func TestHalfSentBodies(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s, limited := Pages(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/read" {
			if _, err := io.ReadAll(r.Body); err != nil {
				if refused := (Rules{}).Of(err); refused != nil { // else the client is gone
					WriteError(w, refused)
				}
				return
			}
		}
		fmt.Fprint(w, "read")
	}), l)
	go s.Serve(limited)
	defer s.Close()
	var conns []net.Conn
	for i := range int(guard.NewRooms(guard.HalfOfFiles()).Requests.All) + 50 {
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		conns = append(conns, c)
		fmt.Fprintf(c, "POST /%s HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf", []string{"read", "ignore"}[i%9/8])
	}
	time.Sleep(time.Second / 2)
	began := time.Now()
	answer, err := http.Post("http://"+l.Addr().String()+"/read", "text/plain", strings.NewReader("whole"))
	if err != nil || answer.StatusCode != 200 || time.Since(began) > 5*time.Second {
		t.Fatalf("%v %v after %v", answer, err, time.Since(began))
	}
	answer.Body.Close()
	// What nobody reads does not hold its connection for long.
	_ = conns[8].SetReadDeadline(time.Now().Add(5 * time.Second))
	if text, err := io.ReadAll(conns[8]); err != nil || !strings.Contains(string(text), "read") {
		t.Errorf("an ignored body: %q %v", text, err)
	}
}

// TestAdvice checks what the operator is told about proxies, and how rarely.
func TestAdvice(t *testing.T) {
	var said []string
	g := (&Gate{Proxies: Proxies{netip.MustParsePrefix("127.0.0.1/32")},
		Say: func(s string) { said = append(said, s) }}).Start()
	for _, c := range []struct{ peer, forwarded, want string }{
		{"127.0.0.1:1", "203.0.113.5", "seen as 203.0.113.5"},
		{"127.0.0.1:1", "203.0.113.6", ""},
		{"127.0.0.1:1", "", "proxy_set_header X-Forwarded-For"},
		{"127.0.0.1:1", "", ""},
		{"10.0.0.7:1", "203.0.113.5", "--trust-proxy 10.0.0.7"},
		{"203.0.113.8:1", "203.0.113.5", ""}, // a client's own header
	} {
		said = nil
		r := httptest.NewRequest("GET", "/", nil)
		if r.RemoteAddr = c.peer; c.forwarded != "" {
			r.Header.Set("X-Forwarded-For", c.forwarded)
		}
		r, end := g.Open(httptest.NewRecorder(), r)
		if err := Count(r.Context()); err != nil {
			t.Fatal(err)
		}
		end()
		if text := strings.Join(said, "\n"); (text == "") != (c.want == "") || !strings.Contains(text, c.want) {
			t.Errorf("%+v: the operator is told %q", c, text)
		}
	}
	if n := g.nameless.Load(); n != 2 {
		t.Errorf("%d requests without a name, expected 2", n)
	}
}
