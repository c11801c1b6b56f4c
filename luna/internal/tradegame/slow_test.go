package tradegame_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/tradegame"
	"github.com/luna-rating/luna/luna/internal/tradegame/play"
	"github.com/luna-rating/luna/luna/trade"
)

// pipes is a listener for connections without buffers, whose times are those of the test.
type pipes struct {
	net.Listener
	conns chan net.Conn
}

type local struct{ net.Conn }

func (local) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1} }

func (p *pipes) Accept() (net.Conn, error) {
	c, ok := <-p.conns
	if !ok {
		return nil, net.ErrClosed
	}
	return local{c}, nil
}

func (p *pipes) Close() error { return nil }

// TestSlowReaders has a player open a stream and not read it, beside one who reads. The first is cut
// off within the time that is allowed for a write, and the other sees each bet at once.
func TestSlowReaders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, tradegame.Options{
			Targets:  []play.Target{{Name: "silent", Responder: silent{}}},
			Patience: time.Second, Settings: trade.Settings{Seconds: 600},
		}, "ann", "bob", "tom")
		w.call("ann", "POST", "/enter", map[string]any{"consent": true})
		w.call("bob", "POST", "/enter", map[string]any{"consent": true})
		w.call("tom", "POST", "/enter", map[string]any{"role": "target", "consent": true})
		time.Sleep(5 * time.Second)
		_, l := w.call("ann", "GET", "/lobby", nil)
		game := fmt.Sprint("/games/", l["game"])

		listener := &pipes{conns: make(chan net.Conn)}
		closed := make(chan time.Time, 10)
		s := &http.Server{Handler: w, ConnState: func(_ net.Conn, state http.ConnState) {
			if state == http.StateClosed {
				closed <- time.Now()
			}
		}}
		go s.Serve(listener)
		follow := func(name string) *bufio.Reader {
			t.Helper()
			client, server := net.Pipe()
			t.Cleanup(func() { client.Close() })
			listener.conns <- server
			suite.Must(fmt.Fprintf(client, "GET /trade%s/events HTTP/1.1\r\nHost: localhost\r\n"+
				"Cookie: luna=%s\r\n\r\n", game, w.players[name].token))(t)
			r := bufio.NewReader(client)
			if status, err := r.ReadString('\n'); err != nil || !strings.Contains(status, "200") {
				t.Fatalf("%q, %v", status, err)
			}
			return r
		}
		slow, reader := follow("ann"), follow("bob")
		prices := make(chan time.Time, 1000)
		go func() {
			for {
				line, err := reader.ReadString('\n')
				if err != nil {
					return
				}
				if strings.Contains(line, `"type":"price"`) {
					prices <- time.Now()
				}
			}
		}()
		start := time.Now()
		for n := range 20 {
			sent := time.Now()
			status, _ := w.call("ann", "POST", game+"/act",
				map[string]any{"type": "bet", "side": "human", "key": fmt.Sprint(n)})
			if seen := <-prices; status != http.StatusOK || seen.Sub(sent) > time.Second {
				t.Errorf("bet %d: status %d, seen after %v", n, status, seen.Sub(sent))
			}
			time.Sleep(time.Second)
		}
		select {
		case at := <-closed:
			if at.Sub(start) > 30*time.Second {
				t.Errorf("cut off after %v", at.Sub(start))
			}
		case <-time.After(10 * time.Second):
			t.Error("who does not read is not cut off")
		}
		if n, err := io.Copy(io.Discard, slow); err == nil && n > 64<<10 {
			t.Errorf("%d bytes were kept for who does not read", n)
		}
		close(listener.conns)
		s.Close()
		time.Sleep(time.Minute)
	})
}
