package site

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/luna-rating/luna/internal/guard"
	"github.com/luna-rating/luna/internal/httpx"
)

// stuck is the connection of a client that takes nothing until it is let go.
type stuck struct {
	*httptest.ResponseRecorder
	release chan struct{}
}

func (s stuck) Write(p []byte) (int, error) {
	<-s.release
	return s.ResponseRecorder.Write(p)
}

// long is a site without accounts or games, whose answers are charged.
func long() *Site {
	return newSite(Options{})
}

func request(from string, body io.Reader) *http.Request {
	r := httptest.NewRequest("POST", "/", body)
	r.RemoteAddr = from + ":5000"
	r, _ = new(httpx.Gate).Start().Open(httptest.NewRecorder(), r)
	return r
}

var (
	bodies  = guard.NewRooms(0).Bodies.Bounds
	answers = guard.NewRooms(0).Answers.Bounds
)

// Answers that are not read take a bounded part of the memory, of each address and in all. Those of
// the busiest make room for others, and short answers find room nevertheless.
func TestAnswersThatAreNotRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, release := long(), make(chan struct{})
		text := make([]byte, 4<<20)
		asked := make(map[string][]*httptest.ResponseRecorder)
		ask := func(from string) {
			w := httptest.NewRecorder()
			asked[from] = append(asked[from], w)
			go func() {
				a, _ := s.newAnswer(stuck{w, release}, request(from, http.NoBody))
				defer a.end()
				_, _ = a.Write(text)
			}()
		}
		each := int(2 * answers.Address / (4 << 20))
		for i := range 2 * answers.All / answers.Address {
			for range each {
				ask(fmt.Sprint("203.0.113.", i))
				synctest.Wait()
			}
		}
		if u := s.gate.Answers.Usage(); u.Held != answers.All || u.Displaced == 0 {
			t.Errorf("%+v, expected %d bytes in use", u, answers.All)
		}
		w := httptest.NewRecorder()
		a, _ := s.newAnswer(w, request("203.0.113.0", http.NoBody))
		_, _ = a.Write([]byte("short"))
		if a.end(); w.Code != 200 || w.Body.String() != "short" {
			t.Errorf("a short answer: %d %s", w.Code, w.Body)
		}
		close(release)
		synctest.Wait()
		codes := make(map[string]int)
		for from, list := range asked {
			for _, w := range list {
				codes[fmt.Sprint(from, " ", w.Code)]++
				if w.Code != 200 && w.Header().Get("Retry-After") == "" {
					t.Errorf("%d without Retry-After", w.Code)
				}
			}
		}
		for from, want := range map[string]int{
			"203.0.113.0 200": each / 2, "203.0.113.0 429": each / 2, "203.0.113.7 200": each / 4,
		} {
			if codes[from] != want {
				t.Errorf("%s: %d answers, expected %d", from, codes[from], want)
			}
		}
		if used := s.gate.Answers.Usage().Held; used != 0 {
			t.Errorf("%d bytes are still in use", used)
		}
	})
}

// Bodies that find no room are refused by 503, whatever their handler makes of it.
func TestBodiesWithoutRoom(t *testing.T) {
	s := long()
	s.gate.Bodies.Set(new(guard.Place), bodies.All)
	w := httptest.NewRecorder()
	a, r := s.newAnswer(w, request("203.0.113.0", strings.NewReader(strings.Repeat("x", 1<<20))))
	if _, err := io.ReadAll(r.Body); err == nil {
		t.Error("the body was read")
	}
	http.Error(a, "only a part of the body", http.StatusBadRequest)
	a.end()
	if w.Code != 503 || w.Header().Get("Retry-After") == "" || w.Header().Get("Connection") != "close" {
		t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
	}
	if used := s.gate.Bodies.Usage().Held; used != bodies.All {
		t.Errorf("%d bytes are in use", used)
	}
}

// A client that reads nothing is cut off after a while, one that reads slowly is not, however long
// it takes.
func TestReadingSlowly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		text := bytes.Repeat([]byte("x"), 1<<20)
		ended := make(chan error, 1)
		server := &http.Server{Handler: http.HandlerFunc(
			func(w http.ResponseWriter, _ *http.Request) {
				_, err := httpx.WritePaced(w, text)
				ended <- err
			}), WriteTimeout: writeTimeout}
		near, far := net.Pipe()
		go server.Serve(&single{conn: far})
		go io.WriteString(near, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
		began, got := time.Now(), 0
		buffer := make([]byte, 16<<10)
		for got < len(text)/2 { // 1.6 KiB/s would be too slow
			time.Sleep(5 * time.Second)
			n, err := near.Read(buffer)
			if err != nil {
				t.Fatalf("after %v: %v", time.Since(began), err)
			}
			got += n
		}
		if time.Since(began) < writeTimeout {
			t.Errorf("it took only %v", time.Since(began))
		}
		began = time.Now()
		if err := <-ended; err == nil || time.Since(began) > time.Minute {
			t.Errorf("who read nothing was let go after %v: %v", time.Since(began), err)
		}
		near.Close()
		server.Close()
	})
}

// single is a listener with one connection.
type single struct{ conn net.Conn }

func (s *single) Accept() (net.Conn, error) {
	if c := s.conn; c != nil {
		s.conn = nil
		return c, nil
	}
	return nil, net.ErrClosed
}

func (s *single) Close() error   { return nil }
func (s *single) Addr() net.Addr { return &net.TCPAddr{} }

// Probes share a write, and its result for a while. None waits long.
func TestWritable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var writes atomic.Int64
		var failed atomic.Bool
		var result error
		block := make(chan struct{}, 1)
		x := writable{probe: func(context.Context) error {
			writes.Add(1)
			<-block
			return result
		}, failed: failed.Load}
		defer x.close()
		ctx := t.Context()
		expect := func(what string, n int64, want string) {
			t.Helper()
			err := x.check(ctx)
			if text := "<nil>"; err != nil && !strings.Contains(err.Error(), want) ||
				err == nil && want != text || writes.Load() != n {
				t.Errorf("%s: %v after %d writes, expected %s after %d", what, err, writes.Load(),
					want, n)
			}
		}
		began := time.Now()
		expect("slow", 1, "takes longer than 2s")
		expect("still slow", 1, "takes longer than 2s")
		if took := time.Since(began); took != 2*writableWait {
			t.Errorf("took %v", took)
		}
		block <- struct{}{}
		synctest.Wait()
		expect("done", 1, "<nil>")
		time.Sleep(writableKeep - time.Millisecond)
		expect("known", 1, "<nil>")
		time.Sleep(time.Millisecond)
		result = errors.New("disk full")
		block <- struct{}{}
		expect("again", 2, "disk full")
		expect("known to fail", 2, "disk full")
		time.Sleep(writableKeep)
		result = nil
		block <- struct{}{}
		expect("recovered", 3, "<nil>")

		failed.Store(true)
		result = errors.New("disk full")
		block <- struct{}{}
		expect("void", 4, "disk full")
		expect("known to fail, which is not void", 4, "disk full")
		failed.Store(false)

		time.Sleep(writableKeep)
		canceled, cancel := context.WithCancel(ctx)
		cancel()
		if err := x.check(canceled); !errors.Is(err, context.Canceled) {
			t.Errorf("a probe that went away: %v", err)
		}
		block <- struct{}{}
	})
}
