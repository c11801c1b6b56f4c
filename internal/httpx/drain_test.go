package httpx

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/guard"
)

// TestDrain ends a server during a wait, a stream, bodies that stop or drip, and work. Waits and
// streams end at once and bodies soon, with an answer each; work is finished; and the end is no
// error.
//
//luna:race
func TestDrain(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	g := (&Gate{Body: time.Minute, Rooms: guard.NewRooms(100)}).Start()
	reached := make(chan string, 10)
	release := make(chan bool)
	s := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r, end := g.Open(w, r)
		defer end()
		defer g.Work()()
		reached <- r.URL.Path
		switch r.URL.Path {
		case "/wait", "/stream":
			ctx, err := Stay(r.Context())
			if err != nil {
				t.Error(err)
				return
			}
			fmt.Fprint(w, "begun")
			<-ctx.Done()
			if r.Context().Err() != nil {
				t.Error("the request was cut off")
			}
		case "/body":
			if _, err := io.ReadAll(r.Body); err != nil {
				WriteError(w, Rules{}.Of(err))
			}
		case "/work":
			<-release
			fmt.Fprint(w, "done")
		}
	})}
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- g.Serve(ctx, s, l, 10*time.Second, 0) }()
	answers := make(map[string]chan string)
	for name, head := range map[string]string{
		"wait": "GET /wait", "stream": "GET /stream", "work": "GET /work", "stops": "POST /body", "drips": "POST /body",
	} {
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		length := ""
		if strings.HasPrefix(head, "POST") {
			length = "Content-Length: 9000\r\n"
		}
		fmt.Fprintf(c, "%s HTTP/1.1\r\nHost: x\r\n%s\r\n", head, length)
		answer := make(chan string, 1)
		answers[name] = answer
		go func() {
			a, err := http.ReadResponse(bufio.NewReader(c), nil)
			if err != nil {
				answer <- err.Error()
				return
			}
			text, err := io.ReadAll(a.Body)
			answer <- fmt.Sprint(a.StatusCode, " ", string(text), " ", err)
		}()
		if name == "drips" {
			go func() {
				for range 1000 {
					if _, err := io.WriteString(c, " "); err != nil {
						return
					}
					time.Sleep(10 * time.Millisecond)
				}
			}()
		}
		<-reached
	}
	stop()
	for name, want := range map[string]string{
		"wait": "200 begun <nil>", "stream": "200 begun <nil>", "stops": "503 ", "drips": "503 ",
	} {
		if got := <-answers[name]; !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, expected %s", name, got, want)
		}
	}
	release <- true
	if got := <-answers["work"]; got != "200 done <nil>" {
		t.Error("work:", got)
	}
	if err := <-served; err != nil {
		t.Error("the server ended with", err)
	}
}
