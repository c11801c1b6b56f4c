package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/luna/client"
)

// rivalry is an attack on what all share: attackers of some addresses take as much of it as they
// can, while people come, of whom enough must get what they want. It is tried on a new server each
// time: directly, and, in full size with addresses of IPv4, through each proxy that is installed.
type rivalry struct {
	command func(*bench) []string // of the server
	proxied bool                  // through a proxy of this process instead of directly
	take    taker                 // what each attacking address does
	people  func(context.Context, *place) outcome
	least   int // percentage of people's attempts that must succeed
}

// taker takes what it can for an address until the context ends. It calls ready once it has taken
// so much that people may come.
type taker func(ctx context.Context, p *place, from string, ready func())

// outcome is how many of people's attempts succeeded.
type outcome struct {
	done, of int
	note     string // what else was seen
	fell     bool   // for another reason than the number
}

// maxMemory is the maximum memory that a server may take under attack.
const maxMemory = 1 << 30

func (r rivalry) run(ctx context.Context, b *bench) finding {
	names := []string{directly}
	if r.proxied {
		names[0] = inProcess
	}
	if !b.quick && b.networks == 0 {
		names = append(names, installed()...)
	}
	var texts []string
	fell := false
	for _, name := range names {
		text, bad := r.through(ctx, b, name)
		texts, fell = append(texts, name+": "+text), fell || bad
	}
	return finding{measured: strings.Join(texts, "; "), fell: fell}
}

// through tries the attack on a new server, through a proxy if the name is that of one.
func (r rivalry) through(ctx context.Context, b *bench, name string) (text string, fell bool) {
	b = &bench{lab: b.lab, size: b.size, dir: b.path(name)}
	do(os.MkdirAll(b.dir, 0o700))
	defer b.close()
	ctx, end := context.WithCancel(ctx)
	p := &place{rivalry: &r, server: b.serve(ctx, r.command(b)...), open: make(map[string]*http.Transport)}
	p.front = p.behind(ctx, name)
	defer p.leave()
	defer end()
	o := r.people(ctx, p)
	text = fmt.Sprintf("%d of %d%s; ", o.done, o.of, o.note)
	if b.addresses > 0 {
		text += fmt.Sprintf("attackers took %d, were refused %d times, ", p.taken.Load(), p.refused.Load())
	}
	p.kill()
	return text + "peak " + mebibytes(p.most), o.fell || o.of == 0 || 100*o.done < r.least*o.of || p.most > maxMemory
}

// place is a server under a rivalry, as clients reach it.
type place struct {
	*server
	*rivalry
	front
	taken, refused atomic.Int64 // attempts of attackers
	going          sync.WaitGroup

	mu   sync.Mutex
	open map[string]*http.Transport // by address
}

// leave waits for the attackers and closes connections.
func (p *place) leave() {
	p.going.Wait()
	for _, t := range p.open {
		t.CloseIdleConnections()
	}
}

// attack starts the attackers and waits until all are ready.
func (p *place) attack(ctx context.Context) {
	var waits sync.WaitGroup
	failures := make(chan error, p.bench.addresses)
	for i := range p.bench.addresses {
		waits.Add(1)
		ready := sync.OnceFunc(waits.Done)
		p.going.Go(func() {
			failures <- func() (err error) {
				defer catch(&err)
				p.take(ctx, p, p.bench.attacker(i), ready)
				return nil
			}()
			ready()
		})
	}
	waits.Wait()
	for len(failures) > 0 {
		do(<-failures)
	}
}

// attacker returns an address of the attackers, which are far from each other: of IPv4, or each in
// another /64 of the /48.
func (b *bench) attacker(i int) string {
	if b.networks > 0 {
		return fmt.Sprintf("2001:db8:%x:%x::1", i%b.networks, i/b.networks)
	}
	return fmt.Sprintf("127.%d.%d.1", 1+i/250, i%250)
}

// person returns the address of a person, who has it alone.
func person(i int) string { return fmt.Sprintf("127.%d.%d.1", 128+i/250, i%250) }

// tried notes an attacker's attempt, and pauses. It reports whether the attempt succeeded.
func (p *place) tried(ctx context.Context, err error) bool {
	pause := p.bench.pause
	if err != nil {
		p.refused.Add(1)
		pause = max(pause, 100*time.Millisecond)
	} else {
		p.taken.Add(1)
	}
	_ = parallel.Sleep(ctx, pause)
	return err == nil
}

// way returns how requests are sent from an address. One of IPv4 is a client's own; one of IPv6 is
// named in X-Forwarded-For, which the server believes.
func (p *place) way(from string) http.RoundTripper {
	source, v6 := from, strings.Contains(from, ":")
	if v6 {
		source = "127.0.0.1"
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.open[from]
	if t == nil {
		t = &http.Transport{DialContext: dialer(source).DialContext, MaxIdleConnsPerHost: 64}
		p.open[from] = t
	}
	if v6 {
		return forwarded{t, from}
	}
	return t
}

// stranger returns a client at an address, which sends every request once.
func (p *place) stranger(from string) *client.Client {
	return get(client.New("http://"+p.front.address, "", client.Options{
		HTTP: &http.Client{Transport: p.way(from)}, Patience: -1, Timeout: time.Minute}))
}

// newcomer registers a guest at an address.
func (p *place) newcomer(ctx context.Context, from string) (*client.Client, error) {
	g := p.stranger(from)
	_, err := g.RegisterGuest(ctx)
	return g, err
}

// send asks for a page, or posts a form or JSON. It returns where the answer leads, or an error
// unless its status is 200 or that of a redirect.
func (p *place) send(ctx context.Context, from, path, token, body string) (location string, err error) {
	method, kind := http.MethodPost, "application/x-www-form-urlencoded"
	if body == "" {
		method = http.MethodGet
	} else if body[0] == '{' {
		kind = "application/json"
	}
	r := get(http.NewRequestWithContext(ctx, method, "http://"+p.front.address+path, strings.NewReader(body)))
	r.Header = http.Header{"Content-Type": {kind}, "Authorization": {"Bearer " + token}}
	a, err := p.way(from).RoundTrip(r)
	if err != nil {
		return "", err
	}
	defer a.Body.Close()
	if a.StatusCode != http.StatusOK && a.StatusCode != http.StatusSeeOther {
		return "", errors.New(a.Status)
	}
	_, err = io.Copy(io.Discard, a.Body)
	return a.Header.Get("Location"), err
}
