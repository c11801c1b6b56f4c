package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"maps"
	"net"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"time"

	"github.com/luna-rating/luna/internal/httpx"
)

// dialer returns a dialer at an address of the loopback range.
func dialer(from string) *net.Dialer {
	return &net.Dialer{Timeout: 5 * time.Second, LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
}

// front is what visitors speak to: a server, or a reverse proxy before it.
type front struct{ name, address string }

// directly and inProcess are the names of no proxy and of one of this process.
const directly, inProcess = "directly", "in process"

// behind starts what is between clients and a server: nothing, or the proxy of a name.
func (s *server) behind(ctx context.Context, name string) front {
	switch name {
	case directly:
		return front{name, s.address}
	case inProcess:
		to := &url.URL{Scheme: "http", Host: s.address}
		own := httptest.NewServer(&httputil.ReverseProxy{ErrorLog: log.New(io.Discard, "", 0),
			Rewrite: func(r *httputil.ProxyRequest) {
				r.SetURL(to)
				r.SetXForwarded()
			}})
		s.bench.ends = append(s.bench.ends, own.CloseClientConnections, own.Close)
		return front{name, own.Listener.Addr().String()}
	}
	return s.proxy(ctx, name)
}

// installed returns the names of the proxies that are installed.
func installed() (names []string) {
	for _, name := range slices.Sorted(maps.Keys(proxies)) {
		if _, err := exec.LookPath(name); err != nil {
			log.Printf("%s is not installed: no attack goes through it", name)
			continue
		}
		names = append(names, name)
	}
	return names
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
