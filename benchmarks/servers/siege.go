package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/internal/parallel"
)

// siege is an attack by connections that are held while 20 visitors come, who must all be served.
// It also falls if the server takes more than maxMemory.
type siege struct {
	command     func(b *bench) []string // of the server
	proxied     bool                    // through each proxy, rather than to the server itself
	connections int
	rounds      int // how often they are opened, a second between; 0 means once
	addresses   int // the attackers' number of addresses, from 127.0.0.2 on; 0 means 127.0.0.1
	// prepare returns what a connection sends, where HOST stands for the host.
	prepare func(ctx context.Context, s *server) func(connection int) string
	path    string // what visitors ask for
	body    string // that they post, if any
}

// always makes all connections send the same.
func always(text string) func(context.Context, *server) func(int) string {
	return func(context.Context, *server) func(int) string { return func(int) string { return text } }
}

// maxMemory is the maximum memory that a server may take under attack.
const maxMemory = 1 << 30

func (g siege) run(ctx context.Context, b *bench) finding {
	s := b.serve(ctx, g.command(b)...)
	text := g.prepare(ctx, s)
	fronts := []front{{"directly", s.address}}
	if g.proxied {
		fronts = s.fronts(ctx)
	}
	var texts []string
	fell := false
	for _, f := range fronts {
		served, slowest, open := g.through(ctx, f, text)
		fell = fell || served < enough
		texts = append(texts, fmt.Sprintf("%s: %d connections held, %d of %d served, the slowest in %.2f s",
			f.name, open, served, visitors, slowest.Seconds()))
	}
	return judge(fell || s.peak.Load() > maxMemory, "%s; %s", strings.Join(texts, "; "), s.memoryText())
}

// Of the visitors, enough must be served: one may be unlucky on a machine that does other work.
const (
	visitors = 20
	enough   = visitors - 1
)

// through holds connections to a front while visitors come.
func (g siege) through(
	ctx context.Context, f front, text func(int) string,
) (served int, slowest time.Duration, open int) {
	var mu sync.Mutex
	var held []net.Conn
	defer func() {
		for _, c := range held {
			c.Close()
		}
	}()
	for range max(1, g.rounds) {
		do(parallel.Do(ctx, 64, g.connections, func(i int) error {
			from := "127.0.0.1"
			if g.addresses > 0 {
				from = fmt.Sprint("127.0.0.", 2+i%g.addresses)
			}
			c, err := dialer(from).Dial("tcp", f.address)
			if err != nil {
				return nil // what is refused is what counts
			}
			_ = c.SetDeadline(time.Now().Add(5 * time.Second))
			_, _ = io.WriteString(c, strings.ReplaceAll(text(i), "HOST", f.address))
			mu.Lock()
			defer mu.Unlock()
			held = append(held, c)
			return nil
		}, nil))
		time.Sleep(time.Second)
	}
	for range visitors {
		began := time.Now()
		if f.visit(ctx, g.path, g.body) {
			served++
		}
		slowest = max(slowest, time.Since(began))
		time.Sleep(100 * time.Millisecond)
	}
	return served, slowest, len(held)
}

// dialer returns a dialer at an address of the loopback range.
func dialer(from string) *net.Dialer {
	return &net.Dialer{Timeout: 5 * time.Second, LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
}

// front is what visitors speak to: a server, or a reverse proxy before it.
type front struct{ name, address string }

// visit reports whether a visitor of another address than the attackers' gets an answer of 200.
func (f front) visit(ctx context.Context, path, body string) bool {
	client := http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{
		DialContext: dialer("127.0.0.9").DialContext, DisableKeepAlives: true}}
	method := http.MethodGet
	if body != "" {
		method = http.MethodPost
	}
	r := get(http.NewRequestWithContext(ctx, method, "http://"+f.address+path, strings.NewReader(body)))
	a, err := client.Do(r)
	if err != nil {
		return false
	}
	defer a.Body.Close()
	_, err = io.Copy(io.Discard, a.Body)
	return err == nil && a.StatusCode == http.StatusOK
}

// fronts starts reverse proxies before a server: one of this process, and Caddy and nginx where
// they are installed.
func (s *server) fronts(ctx context.Context) []front {
	to := &url.URL{Scheme: "http", Host: s.address}
	own := httptest.NewServer(&httputil.ReverseProxy{ErrorLog: log.New(io.Discard, "", 0),
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(to)
			r.SetXForwarded()
		}})
	s.bench.ends = append(s.bench.ends, own.CloseClientConnections, own.Close)
	list := []front{{"in process", own.Listener.Addr().String()}}
	for _, name := range slices.Sorted(maps.Keys(proxies)) {
		if _, err := exec.LookPath(name); err != nil {
			log.Printf("%s is not installed: no attack goes through it", name)
			continue
		}
		list = append(list, s.proxy(ctx, name))
	}
	return list
}

// proxy starts a program as a proxy.
func (s *server) proxy(ctx context.Context, name string) front {
	b, address := s.bench, fmt.Sprint("127.0.0.1:", get(httpx.FreePort()))
	path := b.path(name)
	do(os.WriteFile(path, fmt.Appendf(nil, proxies[name], address, s.address), 0o600))
	command := []string{name, "run", "--adapter", "caddyfile", "--config", path}
	if name == "nginx" {
		command = []string{name, "-p", b.dir, "-c", path}
	}
	p := get(b.start(command...))
	b.ends = append(b.ends, p.kill)
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); {
		if answers("http://" + address + "/livez") {
			return front{name, address}
		}
		if p.wait(ctx, 50*time.Millisecond) {
			break
		}
	}
	do(fmt.Errorf("%s does not answer: %s", name, p.lastLine()))
	return front{}
}

// proxies are the configurations of HTTP proxies from one address to another.
var proxies = map[string]string{
	"caddy": "{\nadmin off\nauto_https off\n}\nhttp://%s {\nreverse_proxy %s\n}\n",
	"nginx": `daemon off; master_process off; pid nginx.pid; error_log stderr; worker_rlimit_nofile 20000;
events { worker_connections 9000; }
http { access_log off; server { listen %s; location / { proxy_pass http://%s; proxy_http_version 1.1;
proxy_request_buffering off; proxy_set_header X-Forwarded-For $remote_addr; } } }
`,
}

// unfinished is a request to post JSON of which nothing but the beginning is sent.
func unfinished(path string) string {
	return "POST " + path + " HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\n" +
		"Content-Length: 1000\r\n\r\n{"
}

// traders lets 600 guests of three addresses enter games of Turing Trade, and opens their streams.
func traders(ctx context.Context, s *server) func(int) string {
	var mu sync.Mutex
	var streams []string
	do(parallel.Do(ctx, 200, 600, func(i int) (err error) {
		defer catch(&err)
		from, role := fmt.Sprint("127.0.0.", 2+i%3), "bettor"
		if i/3%4 == 3 {
			role = "target"
		}
		g := s.guest(ctx, from)
		game := enterTrade(ctx, g, forwarded{crowd, from}, role, time.After(20*time.Second))
		mu.Lock()
		defer mu.Unlock()
		if game != "" {
			streams = append(streams, "GET /trade/games/"+game+"/events HTTP/1.1\r\nHost: HOST\r\nCookie: luna="+
				g.Token()+"\r\n\r\n")
		}
		return nil
	}, nil))
	if len(streams) < 480 {
		do(fmt.Errorf("only %d guests are in games", len(streams)))
	}
	return func(i int) string { return streams[i%len(streams)] }
}
