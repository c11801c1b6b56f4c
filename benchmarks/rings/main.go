// Command rings plays an attack on ratings over HTTP against a luna program: guests of one address
// praise another guest of that address, and put down a victim whom five people of other addresses
// have rated 60. It prints what the two have in the end.
//
//	go build -o /tmp/luna ./cmd/luna && go run ./benchmarks/rings --luna /tmp/luna --guests 40
//
// luna/internal/fair/rings simulates larger rings of more kinds.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

func main() {
	luna := flag.String("luna", "luna", "the program to attack")
	guests := flag.Int("guests", 40, "number of guests")
	flag.Parse()
	if err := run(*luna, *guests); err != nil {
		fmt.Fprintln(os.Stderr, "rings:", err)
		os.Exit(1)
	}
}

func run(luna string, guests int) (err error) {
	dir, err := os.MkdirTemp("", "rings")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	addr := l.Addr().String()
	l.Close()
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	c := exec.CommandContext(ctx, luna, "serve", "--db", filepath.Join(dir, "luna.db"), "--addr", addr,
		"--trust-proxy", "127.0.0.1")
	c.Stderr = os.Stderr
	if err := c.Start(); err != nil {
		return err
	}
	defer func() { stop(); _ = c.Wait() }()
	s := &site{url: "http://" + addr}
	if err := s.await(); err != nil {
		return err
	}
	return s.attack(guests)
}

// site is a server and clients of many addresses, for whom this program is the proxy.
type site struct{ url string }

func (s *site) await() error {
	for range 300 {
		if r, err := http.Get(s.url + "/livez"); err == nil {
			return r.Body.Close()
		}
		time.Sleep(100 * time.Millisecond)
	}
	return errors.New("the server does not answer")
}

type guest struct{ token, address string }

// ask sends a request of a guest and decodes the answer.
func (s *site) ask(g guest, method, path string, body, answer any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	r, err := http.NewRequest(method, s.url+path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Forwarded-For", g.address)
	if g.token != "" {
		r.Header.Set("Authorization", "Bearer "+g.token)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("%s %s: %s", method, path, res.Status)
	}
	return json.NewDecoder(res.Body).Decode(answer)
}

func (s *site) guest(address string) (g guest, err error) {
	var a struct{ Token string }
	err = s.ask(guest{address: address}, "GET", "/registerGuest", nil, &a)
	return guest{a.Token, address}, err
}

type result struct {
	ID              string `json:"_id"`
	OldSmartsRating *float64
}

var five = []string{"1?", "2?", "3?", "4?", "5?"}

// play plays a game of two guests.
func (s *site) play(a, b guest, ofB, ofA float64) error {
	var g, ignored result
	for _, p := range []guest{a, b} {
		if err := s.ask(p, "POST", "/home", map[string]any{"questions": five}, &g); err != nil {
			return err
		}
	}
	path := "/home/" + g.ID
	for _, p := range []guest{a, b} {
		body := map[string]any{"responses": five}
		if err := s.ask(p, "POST", path+"/response", body, &ignored); err != nil {
			return err
		}
	}
	if err := s.ask(a, "POST", path+"/guess", map[string]any{"guess": ofB}, &ignored); err != nil {
		return err
	}
	return s.ask(b, "POST", path+"/guess", map[string]any{"guess": ofA}, &ignored)
}

func (s *site) attack(guests int) error {
	own, err := s.guest("203.0.113.7")
	if err != nil {
		return err
	}
	victim, err := s.guest("192.0.2.1")
	if err != nil {
		return err
	}
	for i := range 5 {
		judge, err := s.guest(fmt.Sprint("198.51.100.", i+1))
		if err == nil {
			err = s.play(victim, judge, 50, 60)
		}
		if err != nil {
			return err
		}
	}
	if err := s.report("before", own, victim); err != nil {
		return err
	}
	start := time.Now()
	for range guests {
		g, err := s.guest("203.0.113.7")
		if err == nil {
			err = s.play(own, g, 0, 100)
		}
		if err == nil {
			err = s.play(victim, g, 0, 0)
		}
		if err != nil {
			return err
		}
	}
	took := time.Since(start).Round(100 * time.Millisecond)
	return s.report(fmt.Sprintf("after %d guests of one address, %v", guests, took), own, victim)
}

func (s *site) report(when string, own, victim guest) error {
	for _, p := range []struct {
		name string
		guest
	}{{"own account", own}, {"victim", victim}} {
		var profile struct{ Player json.RawMessage }
		if err := s.ask(p.guest, "GET", "/profile", nil, &profile); err != nil {
			return err
		}
		var x map[string]any
		if err := json.Unmarshal(profile.Player, &x); err != nil {
			return err
		}
		fmt.Printf("%s: %s: rating %v, games %v, wins %v, longest streak %v\n", when, p.name,
			x["smartsRating"], x["numGames"], x["numWins"], x["winningStreakRecord"])
	}
	return nil
}
