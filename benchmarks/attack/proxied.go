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

	"github.com/luna-rating/luna/benchmarks/internal/must"
	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/internal/parallel"
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
func (s *server) fronts(ctx context.Context) (list []front) {
	to := &url.URL{Scheme: "http", Host: s.address}
	own := httptest.NewServer(&httputil.ReverseProxy{ErrorLog: log.New(io.Discard, "", 0),
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(to)
			r.SetXForwarded()
		}})
	s.cleanups = append(s.cleanups, own.Close)
	list = append(list, front{"in process", own.Listener.Addr().String()})
	for _, name := range []string{"caddy", "nginx"} {
		if _, err := exec.LookPath(name); err == nil {
			list = append(list, s.proxy(ctx, name))
		}
	}
	return list
}

// proxy starts a program as a proxy. Another program may take its port in the meantime: it then gets
// another one.
func (s *server) proxy(ctx context.Context, name string) front {
	for try := 1; ; try++ {
		address := fmt.Sprint("127.0.0.1:", must.Get(httpx.FreePort()))
		args := []string{"reverse-proxy", "--from", "http://" + address, "--to", s.address}
		if name == "nginx" {
			path := must.Get(s.write("nginx.conf", fmt.Sprintf(nginx, address, s.address)))
			args = []string{"-p", s.dir, "-c", path}
		}
		p := must.Get(s.start(name, args...))
		f := front{name, address}
		for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
			if f.visit(ctx, "/livez", "") {
				return f
			}
		}
		if try == 3 {
			must.Do(fmt.Errorf("%s does not answer: %s", name, p.Output()))
		}
	}
}

// nginx is the configuration of nginx as an HTTP proxy.
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
func (f front) send(
	ctx context.Context, held *connections, n int, address string, text func(int) string,
) {
	var mu sync.Mutex
	must.Do(parallel.Do(ctx, 64, n, func(i int) error {
		c, err := from(address).Dial("tcp", f.address)
		if err != nil {
			return nil // what is refused is what counts
		}
		_, _ = io.WriteString(c, text(i))
		mu.Lock()
		defer mu.Unlock()
		held.list = append(held.list, c)
		return nil
	}, nil))
}

// visitors lets 20 visitors come within some seconds, and says how many were served.
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

// through tries an attack that holds connections through each proxy. Then visitors ask for a path.
func through(ctx context.Context, s *server, path, body string,
	try func(f front, held *connections),
) (finding, error) {
	tryAt := func(f front) (served int, text string) {
		held := &connections{}
		defer held.close()
		try(f, held)
		return f.visitors(ctx, path, body)
	}
	var texts []string
	fell := false
	for _, f := range s.fronts(ctx) {
		served, text := tryAt(f)
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
	must.Do(err)
	return through(ctx, s, path, body, func(f front, held *connections) {
		f.send(ctx, held, 4200, "127.0.0.2", func(int) string {
			return fmt.Sprintf("POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\n"+
				"Content-Length: 1000\r\n\r\n{", path, f.address)
		})
	})
}

func eventStreams(ctx context.Context, b *bench) (finding, error) {
	s := must.Get(b.serveLuna(ctx, "luna.db", "--trade-patience", "1s"))
	var mu sync.Mutex
	var guests []*stranger
	var games []string
	must.Do(parallel.Do(ctx, 200, 600, func(i int) error {
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
	}, nil))
	if len(guests) < 480 {
		return finding{}, fmt.Errorf("only %d guests are in games", len(guests))
	}
	return through(ctx, s, "/enter/login", "", func(f front, held *connections) {
		for i := range 3 {
			f.send(ctx, held, 4800/3, fmt.Sprint("127.0.0.", 2+i), func(k int) string {
				k = (3*k + i) % len(guests)
				return fmt.Sprintf("GET /trade/games/%s/events HTTP/1.1\r\nHost: %s\r\n"+
					"Cookie: luna=%s\r\n\r\n", games[k], f.address, guests[k].token)
			})
		}
		time.Sleep(time.Second)
	})
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
	return must.Get(b.serveLuna(ctx, "luna.db")).praised(ctx, "")
}

func forged(ctx context.Context, b *bench) (finding, error) {
	s := must.Get(b.serveLuna(ctx, "luna.db"))
	var texts []string
	fell := false
	for _, f := range s.fronts(ctx) {
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
