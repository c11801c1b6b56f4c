package serve

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// pipes is a listener for connections in memory. Their deadlines follow the clock of the test's
// bubble, so that no test depends on how busy the machine is.
type pipes struct {
	accepted chan net.Conn
	closed   chan struct{}
	once     sync.Once
}

func newPipes() *pipes {
	return &pipes{accepted: make(chan net.Conn), closed: make(chan struct{})}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.accepted:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipe", Net: "pipe"} }

// dial connects to the listener.
func (p *pipes) dial(context.Context, string, string) (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case p.accepted <- server:
		return client, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

// running is a server on a listener in memory.
type running struct {
	*Server
	listener *pipes
	client   *http.Client
	stop     context.CancelFunc
	ended    func() error // waits for the server to end
}

// inBubble runs a test under a fake clock with a server of the exam's model.
func inBubble(t *testing.T, o Options, test func(t *testing.T, r *running, g *gate)) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := newGate()
		test(t, start(t, g, o), g)
	})
}

func start(t *testing.T, g *gate, o Options) *running {
	t.Helper()
	listener := newPipes()
	transport := &http.Transport{DialContext: listener.dial}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	r := &running{
		Server: NewServer(exam(t, g), quiet(o)), listener: listener,
		client: &http.Client{Transport: transport}, stop: stop,
		ended: sync.OnceValue(func() error { return <-done }),
	}
	go func() { done <- r.Serve(ctx, listener) }()
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		stop()
		_ = r.ended()
	})
	return r
}

func (r *running) post(path, contentType string, body io.Reader) (int, http.Header, string, error) {
	resp, err := r.client.Post("http://server"+path, contentType, body)
	if err != nil {
		return 0, nil, "", err
	}
	defer resp.Body.Close()
	all, err := io.ReadAll(resp.Body)
	return resp.StatusCode, resp.Header, string(all), err
}

const (
	slowRecord  = `{"id":"s","responses":["slow",null]}`
	quickRecord = `{"id":"q","responses":["quick",null]}`
)

// Shutdown answers every accepted request: those being computed, those in the queue, and a stream.
func TestShutdownLosesNothing(t *testing.T) {
	inBubble(t, Options{Concurrency: 3}, func(t *testing.T, r *running, g *gate) {
		const n = 20
		var answered sync.WaitGroup
		for i := range n {
			answered.Go(func() {
				path, kind := "/predict", typeJSON
				if i%4 == 0 {
					kind = typeLines
				} else if i%4 == 1 {
					path = "/explain"
				}
				code, _, body, err := r.post(path, kind, strings.NewReader(slowRecord))
				if err != nil || code != 200 || !strings.HasPrefix(body, `{"id":"s","rating":0.`) {
					t.Errorf("request %d: %d %q %v", i, code, body, err)
				}
			})
		}
		synctest.Wait()
		if got := r.service.requests.InFlight(); got != n {
			t.Errorf("%d requests in flight, expected %d", got, n)
		}
		r.stop()
		synctest.Wait()
		for path, want := range map[string]int{
			"/livez": 200, "/healthz": 200, "/metrics": 200,
			"/readyz": 503,
			"/model":  503, "/": 503,
		} {
			late := http.Client{Transport: &http.Transport{
				DialContext: r.listener.dial, DisableKeepAlives: true,
			}}
			resp, err := late.Get("http://server" + path)
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(resp.Body)
			resp.Body.Close()
			if resp.StatusCode != want || !resp.Close || err != nil ||
				want == 503 && !strings.Contains(string(body), `"error":"found the server shutting down`) {
				t.Errorf("%s is %d while shutting down: %s %v", path, resp.StatusCode, body, err)
			}
		}
		ended := make(chan error)
		go func() { ended <- r.ended() }()
		select {
		case err := <-ended:
			t.Fatalf("ended before the requests were answered: %v", err)
		case <-time.After(2 * linger):
		}
		close(g.open)
		answered.Wait()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if c, err := r.listener.dial(t.Context(), "", ""); err == nil {
			c.Close()
			t.Error("a connection is accepted after the shutdown")
		}
	})
}

// keptAlive is a connection that is used for several requests.
type keptAlive struct {
	net.Conn
	in *bufio.Reader
}

func (r *running) dial(t *testing.T) *keptAlive {
	t.Helper()
	c, err := r.listener.dial(t.Context(), "", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return &keptAlive{c, bufio.NewReader(c)}
}

func (k *keptAlive) send(record string) {
	fmt.Fprintf(k, "POST /predict HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"+
		"Content-Length: %d\r\n\r\n%s", len(record), record)
}

// expectAnswer reads a prediction; last says whether it should close the connection.
func (k *keptAlive) expectAnswer(t *testing.T, last bool) {
	t.Helper()
	resp, err := http.ReadResponse(k.in, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(resp.Body); err != nil || resp.StatusCode != 200 || resp.Close != last {
		t.Errorf("%d, closed: %v, %v", resp.StatusCode, resp.Close, err)
	}
}

// A client that keeps its connection open loses no request: the first answer after the shutdown
// began closes the connection, even if the request was in flight before.
func TestShutdownOfKeptConnections(t *testing.T) {
	inBubble(t, Options{}, func(t *testing.T, r *running, g *gate) {
		idle, waiting := r.dial(t), r.dial(t)
		idle.send(quickRecord)
		idle.expectAnswer(t, false)
		waiting.send(slowRecord)
		synctest.Wait()
		r.stop()
		synctest.Wait()
		idle.send(quickRecord)
		idle.expectAnswer(t, true)
		close(g.open)
		waiting.expectAnswer(t, true)
		if err := r.ended(); err != nil {
			t.Error(err)
		}
	})
}

// A request that does not end is cut off after the grace period, and the error says so.
func TestGraceEnds(t *testing.T) {
	inBubble(t, Options{Grace: 50 * time.Millisecond}, func(t *testing.T, r *running, g *gate) {
		defer close(g.open)
		go r.post("/predict", typeJSON, strings.NewReader(slowRecord))
		synctest.Wait()
		r.stop()
		err := r.ended()
		if err == nil || err.Error() != "requests were still under way after 50ms and have been cut off" {
			t.Error(err)
		}
	})
}

// With one place to compute and one to wait, the third request is refused at once, and the second
// when its time is up.
func TestBusy(t *testing.T) {
	o := Options{Concurrency: 1, Queue: 1, QueueWait: 100 * time.Millisecond}
	inBubble(t, o, func(t *testing.T, r *running, g *gate) {
		first := make(chan int)
		go func() {
			code, _, _, _ := r.post("/predict", typeJSON, strings.NewReader(slowRecord))
			first <- code
		}()
		synctest.Wait()
		second := make(chan string)
		go func() {
			code, _, body, _ := r.post("/predict", typeJSON, strings.NewReader(quickRecord))
			second <- fmt.Sprint(code, body)
		}()
		synctest.Wait()
		code, header, body, err := r.post("/predict", typeJSON, strings.NewReader(quickRecord))
		if err != nil || code != 503 || header.Get("Retry-After") != "1" ||
			!strings.Contains(body, "found 2 requests under way") {
			t.Errorf("%d %v %s %v", code, header, body, err)
		}
		got := <-second
		if !strings.HasPrefix(got, "503") ||
			!strings.Contains(got, "found none of 1 slots free within 100ms") {
			t.Error(got)
		}
		resp, err := r.client.Get("http://server/healthz")
		if err != nil || resp.StatusCode != 200 {
			t.Errorf("a busy server is not healthy: %v", err)
		}
		resp.Body.Close()
		close(g.open)
		if code := <-first; code != 200 {
			t.Errorf("the first got %d", code)
		}
	})
}

// A client that sends a byte now and then is cut off, in the header, the body and a stream; others
// are served meanwhile.
func TestSlowClients(t *testing.T) {
	const (
		head   = "POST /predict HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
		stream = "POST /predict HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-ndjson\r\n" +
			"Content-Length: 1000\r\n\r\n"
		model  = "GET /model HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n"
		health = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
	)
	o := Options{
		HeaderTimeout: 100 * time.Millisecond, ReadTimeout: 200 * time.Millisecond,
		IdleTimeout: 100 * time.Millisecond,
	}
	inBubble(t, o, func(t *testing.T, r *running, g *gate) {
		var all sync.WaitGroup
		for _, c := range []struct{ sent, want string }{
			{"POST /pre", ""},
			{head, ""},
			{head + "Content-Length: 1000\r\n\r\n{", "HTTP/1.1 408 Request Timeout"},
			{model, "HTTP/1.1 200 OK"},
			{health, "HTTP/1.1 200 OK"}, // and then idle
			{stream + quickRecord + "\n{", `{"error":"line 2: found no whole line within 200ms`},
		} {
			conn := r.dial(t)
			all.Go(func() {
				io.WriteString(conn, c.sent)
				for i := 0; i < 40 && c.sent != health; i++ {
					if _, err := io.WriteString(conn, "x"); err != nil {
						return
					}
					time.Sleep(30 * time.Millisecond)
				}
			})
			all.Go(func() {
				conn.SetReadDeadline(time.Now().Add(5 * time.Second))
				got, err := io.ReadAll(conn)
				if errors.Is(err, os.ErrDeadlineExceeded) {
					t.Errorf("%q is not cut off", c.sent)
				}
				if !strings.Contains(string(got), c.want) {
					t.Errorf("%q is answered with %q", c.sent, got)
				}
				complete := strings.HasSuffix(string(got), "0\r\n\r\n")
				if strings.HasPrefix(c.sent, stream) && complete {
					t.Errorf("a stream that was cut off looks complete: %q", got)
				}
			})
		}
		code, _, _, err := r.post("/predict", typeJSON, strings.NewReader(quickRecord))
		if code != 200 || err != nil {
			t.Error(code, err)
		}
		all.Wait()
	})
}

// Each line is answered before the next is sent, and a stream may last longer than the time limits
// on its single lines.
func TestStreamIsLive(t *testing.T) {
	o := Options{
		ReadTimeout: 150 * time.Millisecond, WriteTimeout: 150 * time.Millisecond,
		QueueWait: time.Millisecond,
	}
	inBubble(t, o, func(t *testing.T, r *running, g *gate) {
		body, lines := io.Pipe()
		go io.WriteString(lines, quickRecord+"\n")
		resp, err := r.client.Post("http://server/predict", typeLines, body)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		answers := bufio.NewReader(resp.Body)
		for i := range 8 {
			if i > 0 {
				io.WriteString(lines, quickRecord+"\n")
			}
			line, err := answers.ReadString('\n')
			if err != nil || !strings.HasPrefix(line, `{"id":"q","rating":0.`) {
				t.Fatalf("%q %v", line, err)
			}
			time.Sleep(50 * time.Millisecond)
		}
		lines.Close()
		if rest, err := io.ReadAll(answers); err != nil || len(rest) > 0 {
			t.Errorf("%q %v", rest, err)
		}
	})
}

// Requests of all kinds at once, over TCP, while the model is replaced.
func TestConcurrentUse(t *testing.T) {
	t.Parallel()
	server := NewServer(exam(t, newGate()), quiet(Options{Concurrency: 4, Logger: slog.New(slog.NewTextHandler(io.Discard, nil))}))
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(ctx, l) }()
	r := &running{Server: server, client: &http.Client{Transport: &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "tcp", l.Addr().String())
		},
	}}}
	other := exam(t, newGate())
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for k := range 20 {
				target, kind := "/predict?details=true", typeJSON
				switch (i + k) % 4 {
				case 0:
					target, kind = "/predict", typeLines
				case 1:
					target = "/explain"
				case 2:
					r.Replace(other)
					ask(r.service, "GET", "/metrics", "", "")
				}
				code, _, body, err := r.post(target, kind, strings.NewReader(quickRecord))
				if code != 200 || err != nil {
					t.Errorf("%s: %d %s %v", target, code, body, err)
				}
			}
		})
	}
	all.Wait()
	r.client.CloseIdleConnections()
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
