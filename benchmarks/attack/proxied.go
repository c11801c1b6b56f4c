package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// proxyAttacks go through reverse proxies: one of this process, and Caddy and nginx where they are
// installed.
var proxyAttacks = []attack{
	{"half-bodies", "one address sends 4,200 bodies but for the end; 20 visitors come", quick,
		func(ctx context.Context, b *bench) (finding, error) { return halfBodies(ctx, b, b.luna) }},
	{"half-bodies-lrp", "the same to lrp serve; 20 others ask for a prediction", quick,
		func(ctx context.Context, b *bench) (finding, error) { return halfBodies(ctx, b, b.lrp) }},
	{"event-streams", "600 guests of three addresses open eight event streams each; 20 visitors come",
		long, eventStreams},
	{"nameless", "40 guests behind a proxy that names nobody guess 100 about another one", quick,
		nameless},
	{"forged", "300 wrong tokens of one address, each with another X-Forwarded-For", quick, forged},
}

// front is a reverse proxy in front of a server.
type front struct{ name, address string }

// fronts starts the proxies.
func (s *server) fronts(ctx context.Context) (list []front, err error) {
	to := &url.URL{Scheme: "http", Host: s.address}
	own := httptest.NewServer(&httputil.ReverseProxy{ErrorLog: log.New(io.Discard, "", 0),
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(to)
			r.SetXForwarded()
		}})
	s.cleanups = append(s.cleanups, own.Close)
	list = append(list, front{"in process", own.Listener.Addr().String()})
	for _, name := range []string{"caddy", "nginx"} {
		if _, err := exec.LookPath(name); err != nil {
			continue
		}
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		address := l.Addr().String()
		l.Close()
		args := []string{"reverse-proxy", "--from", "http://" + address, "--to", s.address}
		if name == "nginx" {
			path, err := s.write("nginx.conf", fmt.Sprintf(nginx, address, s.address))
			if err != nil {
				return nil, err
			}
			args = []string{"-p", s.dir, "-c", path}
		}
		if _, err := s.start(name, args...); err != nil {
			return nil, err
		}
		f := front{name, address}
		for end := time.Now().Add(20 * time.Second); !f.visit(ctx, "/livez", ""); {
			if time.Now().After(end) {
				return nil, fmt.Errorf("%s does not answer", name)
			}
			time.Sleep(50 * time.Millisecond)
		}
		list = append(list, f)
	}
	return list, nil
}

// nginx is the configuration in which nginx is an HTTP proxy.
const nginx = `daemon off; master_process off; pid nginx.pid; error_log stderr; worker_rlimit_nofile 20000;
events { worker_connections 9000; }
http { access_log off; server { listen %s; location / { proxy_pass http://%s; proxy_http_version 1.1;
proxy_request_buffering off; proxy_set_header X-Forwarded-For $remote_addr; } } }
`

// from returns a dialer at an address of the loopback range.
func from(address string) *net.Dialer {
	return &net.Dialer{Timeout: 5 * time.Second,
		LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}
}

// visit reports whether a visitor of another address than the attackers' gets an answer of 200.
func (f front) visit(ctx context.Context, path, body string) bool {
	client := http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{
		DialContext: from("127.0.0.9").DialContext, DisableKeepAlives: true}}
	method := http.MethodGet
	if body != "" {
		method = http.MethodPost
	}
	r, err := http.NewRequestWithContext(ctx, method, "http://"+f.address+path, strings.NewReader(body))
	if err != nil {
		return false
	}
	a, err := client.Do(r)
	if err != nil {
		return false
	}
	defer a.Body.Close()
	_, err = io.Copy(io.Discard, a.Body)
	return err == nil && a.StatusCode == http.StatusOK
}

// send opens connections at an address, each with a text, and keeps them.
func (f front) send(held *connections, n int, address string, text func(int) string) {
	var all sync.WaitGroup
	var mu sync.Mutex
	slots := make(chan struct{}, 64)
	for i := range n {
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			c, err := from(address).Dial("tcp", f.address)
			if err != nil {
				return
			}
			_, _ = io.WriteString(c, text(i)) // what is refused is what counts
			mu.Lock()
			held.list = append(held.list, c)
			mu.Unlock()
		})
	}
	all.Wait()
}

// visitors has 20 visitors come within some seconds, and says how many were served.
func (f front) visitors(ctx context.Context, path, body string) (served int, text string) {
	slowest := time.Duration(0)
	for range 20 {
		began := time.Now()
		if f.visit(ctx, path, body) {
			served++
		}
		slowest = max(slowest, time.Since(began))
		time.Sleep(100 * time.Millisecond)
	}
	return served, fmt.Sprintf("%s: %d of 20 served, the slowest in %.2f s", f.name, served,
		slowest.Seconds())
}

// through tries an attack through each proxy. The attack returns its connections, and what visitors
// ask for.
func through(ctx context.Context, s *server, path, body string,
	try func(f front, held *connections) error,
) (finding, error) {
	fronts, err := s.fronts(ctx)
	if err != nil {
		return finding{}, err
	}
	var texts []string
	fell := false
	for _, f := range fronts {
		held := &connections{}
		if err := try(f, held); err != nil {
			held.close()
			return finding{}, err
		}
		served, text := f.visitors(ctx, path, body)
		held.close()
		fell = fell || served < 20
		texts = append(texts, text)
	}
	return judge(fell || s.Peak() > maxMemory, "%s; %s", strings.Join(texts, "; "),
		memoryText(s.Process))
}

func halfBodies(ctx context.Context, b *bench, program string) (finding, error) {
	path, body := "/enter/login", ""
	var s *server
	var err error
	if program == b.luna {
		s, err = b.serveLuna(ctx, "luna.db")
	} else {
		path, body = "/predict", emptyRecord
		if s, err = b.serveLRP(ctx, "--trust-proxy", "127.0.0.1"); err != nil {
			s, err = b.serveLRP(ctx) // before it had this flag
		}
	}
	if err != nil {
		return finding{}, err
	}
	return through(ctx, s, path, body, func(f front, held *connections) error {
		f.send(held, 4200, "127.0.0.2", func(int) string {
			return fmt.Sprintf("POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\n"+
				"Content-Length: 1000\r\n\r\n{", path, f.address)
		})
		return nil
	})
}

func eventStreams(ctx context.Context, b *bench) (finding, error) {
	s, err := b.serveLuna(ctx, "luna.db", "--trade-patience", "1s")
	if err != nil {
		return finding{}, err
	}
	var mu sync.Mutex
	var guests []*stranger
	var games []string
	err = together(600, func(i int) error {
		g, err := s.guest(ctx, fmt.Sprint("127.0.0.", 2+i%3))
		if err != nil {
			return err
		}
		game, err := g.trade(ctx, []string{"bettor", "target"}[i/3%4/3])
		mu.Lock()
		defer mu.Unlock()
		if game != "" {
			guests, games = append(guests, g), append(games, game)
		}
		return err
	})
	if err != nil {
		return finding{}, err
	}
	if len(guests) < 480 {
		return finding{}, fmt.Errorf("only %d guests are in games", len(guests))
	}
	return through(ctx, s, "/enter/login", "", func(f front, held *connections) error {
		for i := range 3 {
			f.send(held, 4800/3, fmt.Sprint("127.0.0.", 2+i), func(k int) string {
				k = (3*k + i) % len(guests)
				return fmt.Sprintf("GET /trade/games/%s/events HTTP/1.1\r\nHost: %s\r\n"+
					"Cookie: luna=%s\r\n\r\n", games[k], f.address, guests[k].token)
			})
		}
		time.Sleep(time.Second)
		return nil
	})
}

// together does something many times, 200 at a time, and returns an error if there was one.
func together(n int, do func(i int) error) (err error) {
	var all sync.WaitGroup
	var mu sync.Mutex
	slots := make(chan struct{}, 200)
	for i := range n {
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			if failed := do(i); failed != nil {
				mu.Lock()
				err = failed
				mu.Unlock()
			}
		})
	}
	all.Wait()
	return err
}

// trade enters Turing Trade in a role and returns the game, "" if none begins.
func (s *stranger) trade(ctx context.Context, role string) (string, error) {
	err := s.patient(ctx, patience, http.MethodPost, "/trade/api/enter",
		map[string]any{"role": role, "consent": true}, nil)
	for end := time.Now().Add(patience); err == nil && time.Now().Before(end); {
		var l struct{ Game string }
		if err = s.patient(ctx, patience, http.MethodGet, "/trade/api/lobby", nil, &l); l.Game != "" {
			return l.Game, err
		}
		time.Sleep(time.Second / 2)
	}
	return "", err
}

func nameless(ctx context.Context, b *bench) (finding, error) {
	s, err := b.serveLuna(ctx, "luna.db")
	if err != nil {
		return finding{}, err
	}
	return s.praised(ctx, "")
}

func forged(ctx context.Context, b *bench) (finding, error) {
	s, err := b.serveLuna(ctx, "luna.db")
	if err != nil {
		return finding{}, err
	}
	fronts, err := s.fronts(ctx)
	if err != nil {
		return finding{}, err
	}
	var texts []string
	fell := false
	for _, f := range fronts {
		p := stranger{server: &server{base: "http://" + f.address}, token: "wrong"}
		refused := 0
		for i := range 300 {
			p.from = fmt.Sprint("203.0.113.", i%256)
			if status(p.do(ctx, http.MethodGet, "/home", nil, nil)) == http.StatusTooManyRequests {
				refused++
			}
		}
		fell = fell || refused == 0
		texts = append(texts, fmt.Sprintf("%s: %d refused by 429", f.name, refused))
	}
	return judge(fell, "%s", strings.Join(texts, "; "))
}
