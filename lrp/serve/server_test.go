package serve

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// running is a server on a free port.
type running struct {
	*Server
	addr string
	stop context.CancelFunc
	done chan error
}

func start(t *testing.T, g *gate, o Options) *running {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	r := &running{NewServer(exam(t, g), quiet(o)), l.Addr().String(), stop, make(chan error, 1)}
	go func() { r.done <- r.Serve(ctx, l) }()
	t.Cleanup(stop)
	return r
}

func (r *running) post(path, contentType string, body io.Reader) (int, http.Header, string, error) {
	resp, err := http.Post("http://"+r.addr+path, contentType, body)
	if err != nil {
		return 0, nil, "", err
	}
	defer resp.Body.Close()
	all, err := io.ReadAll(resp.Body)
	return resp.StatusCode, resp.Header, string(all), err
}

// finished waits for the server to end.
func (r *running) finished(t *testing.T) error {
	t.Helper()
	select {
	case err := <-r.done:
		return err
	case <-time.After(10 * time.Second):
		t.Fatal("the server does not end")
		return nil
	}
}

const slowRecord, quickRecord = `{"id":"s","responses":["slow",null]}`, `{"id":"q","responses":["quick",null]}`

// Every request that was accepted is answered though the server is told to end, those that wait for their turn and a stream too.
func TestShutdownLosesNothing(t *testing.T) {
	t.Parallel()
	g := newGate()
	r := start(t, g, Options{Concurrency: 3})
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
	<-g.reached
	for r.service.metrics.inFlight.Load() < n {
		time.Sleep(time.Millisecond)
	}
	r.stop()
	for !r.service.draining.Load() {
		time.Sleep(time.Millisecond)
	}
	if w := ask(r.service, "GET", "/healthz", "", ""); w.Code != 503 || w.Header().Get("Connection") != "close" {
		t.Errorf("health is %d while shutting down", w.Code)
	}
	select {
	case err := <-r.done:
		t.Fatalf("ended before the requests were answered: %v", err)
	case <-time.After(linger + 50*time.Millisecond):
	}
	if c, err := net.Dial("tcp", r.addr); err == nil {
		c.Close()
		t.Error("a connection is accepted while shutting down")
	}
	close(g.open)
	answered.Wait()
	if err := r.finished(t); err != nil {
		t.Error(err)
	}
}

// kept is a connection that is kept for the next request.
type kept struct {
	net.Conn
	in *bufio.Reader
}

func (r *running) dial(t *testing.T) *kept {
	t.Helper()
	c, err := net.Dial("tcp", r.addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return &kept{c, bufio.NewReader(c)}
}

func (k *kept) send(record string) {
	fmt.Fprintf(k, "POST /predict HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(record), record)
}

// answered reads a prediction; last tells whether it comes with the word that the connection is not kept.
func (k *kept) answered(t *testing.T, last bool) {
	t.Helper()
	resp, err := http.ReadResponse(k.in, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(resp.Body); err != nil || resp.StatusCode != 200 || resp.Close != last {
		t.Errorf("%d, closed: %v, %v", resp.StatusCode, resp.Close, err)
	}
}

// A client that keeps its connection open loses no request: with the first answer from then on it is told that there is no other,
// also where the request was under way before.
func TestShutdownOfKeptConnections(t *testing.T) {
	t.Parallel()
	g := newGate()
	r := start(t, g, Options{})
	idle, waiting := r.dial(t), r.dial(t)
	idle.send(quickRecord)
	idle.answered(t, false)
	waiting.send(slowRecord)
	<-g.reached
	r.stop()
	for !r.service.draining.Load() {
		time.Sleep(time.Millisecond)
	}
	idle.send(quickRecord)
	idle.answered(t, true)
	close(g.open)
	waiting.answered(t, true)
	if err := r.finished(t); err != nil {
		t.Error(err)
	}
}

// A request that does not end is cut off after the grace, and the error says so.
func TestGraceEnds(t *testing.T) {
	t.Parallel()
	g := newGate()
	r := start(t, g, Options{Grace: 50 * time.Millisecond})
	defer close(g.open)
	go r.post("/predict", typeJSON, strings.NewReader(slowRecord))
	<-g.reached
	r.stop()
	if err := r.finished(t); err == nil || err.Error() != "found 1 requests unfinished after 50ms, expected none" {
		t.Error(err)
	}
}

// With one place and one that waits the third is refused at once, and the second when its time is over.
func TestBusy(t *testing.T) {
	t.Parallel()
	g := newGate()
	r := start(t, g, Options{Concurrency: 1, Queue: 1, QueueWait: 100 * time.Millisecond})
	first := make(chan int)
	go func() {
		code, _, _, _ := r.post("/predict", typeJSON, strings.NewReader(slowRecord))
		first <- code
	}()
	<-g.reached
	second := make(chan string)
	go func() {
		code, _, body, _ := r.post("/predict", typeJSON, strings.NewReader(quickRecord))
		second <- fmt.Sprint(code, body)
	}()
	for r.service.metrics.inFlight.Load() < 2 {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(20 * time.Millisecond)
	code, header, body, err := r.post("/predict", typeJSON, strings.NewReader(quickRecord))
	if err != nil || code != 503 || header.Get("Retry-After") != "1" || !strings.Contains(body, "found 2 requests under way") {
		t.Errorf("%d %v %s %v", code, header, body, err)
	}
	if got := <-second; !strings.HasPrefix(got, "503") || !strings.Contains(got, "found no free place of 1 within 100ms") {
		t.Error(got)
	}
	if resp, err := http.Get("http://" + r.addr + "/healthz"); err != nil || resp.StatusCode != 200 {
		t.Error("a busy server is not healthy")
	}
	close(g.open)
	if code := <-first; code != 200 {
		t.Errorf("the first got %d", code)
	}
}

// Whoever sends a byte now and then is cut off, in the head, the body and a stream; others are served meanwhile.
func TestSlowClients(t *testing.T) {
	t.Parallel()
	r := start(t, newGate(), Options{HeaderTimeout: 100 * time.Millisecond, ReadTimeout: 200 * time.Millisecond, IdleTimeout: 100 * time.Millisecond})
	const head = "POST /predict HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
	const stream = "POST /predict HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-ndjson\r\nContent-Length: 1000\r\n\r\n"
	var all sync.WaitGroup
	for _, c := range []struct{ sent, want string }{
		{"POST /pre", ""},
		{head, ""},
		{head + "Content-Length: 1000\r\n\r\n{", "HTTP/1.1 408 Request Timeout"},
		{"GET /model HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n", "HTTP/1.1 200 OK"},
		{"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", "HTTP/1.1 200 OK"}, // idle then
		{stream + quickRecord + "\n{", `{"error":"line 2: found no whole line within 200ms`},
	} {
		all.Go(func() {
			conn, err := net.Dial("tcp", r.addr)
			if err != nil {
				t.Error(err)
				return
			}
			defer conn.Close()
			io.WriteString(conn, c.sent)
			go func() {
				for i := 0; i < 40 && !strings.Contains(c.sent, "healthz"); i++ {
					if _, err := io.WriteString(conn, "x"); err != nil {
						return
					}
					time.Sleep(30 * time.Millisecond)
				}
			}()
			conn.SetReadDeadline(time.Now().Add(5 * time.Second))
			got, err := io.ReadAll(conn)
			if ne, ok := err.(net.Error); ok && ne.Timeout() {
				t.Errorf("%q is not cut off", c.sent)
			}
			if !strings.Contains(string(got), c.want) {
				t.Errorf("%q is answered with %q", c.sent, got)
			}
			if strings.HasPrefix(c.sent, stream) && strings.HasSuffix(string(got), "0\r\n\r\n") {
				t.Errorf("a stream that was cut off looks whole: %q", got)
			}
		})
	}
	if code, _, _, err := r.post("/predict", typeJSON, strings.NewReader(quickRecord)); code != 200 || err != nil {
		t.Error(code, err)
	}
	all.Wait()
}

// An answer comes before the next line is sent, and a stream may take longer than any one time limit.
func TestStreamIsLive(t *testing.T) {
	t.Parallel()
	r := start(t, newGate(), Options{ReadTimeout: 150 * time.Millisecond, WriteTimeout: 150 * time.Millisecond, QueueWait: time.Millisecond})
	pr, pw := io.Pipe()
	request, err := http.NewRequest("POST", "http://"+r.addr+"/predict", pr)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", typeLines)
	go io.WriteString(pw, quickRecord+"\n")
	resp, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	answers := bufio.NewReader(resp.Body)
	for i := range 8 {
		if i > 0 {
			io.WriteString(pw, quickRecord+"\n")
		}
		line, err := answers.ReadString('\n')
		if err != nil || !strings.HasPrefix(line, `{"id":"q","rating":0.`) {
			t.Fatalf("%q %v", line, err)
		}
		time.Sleep(50 * time.Millisecond)
	}
	pw.Close()
	if rest, err := io.ReadAll(answers); err != nil || len(rest) > 0 {
		t.Errorf("%q %v", rest, err)
	}
}

// Requests of all kinds at once, while the model is replaced.
func TestConcurrentUse(t *testing.T) {
	t.Parallel()
	r := start(t, newGate(), Options{Concurrency: 4, AccessLog: io.Discard})
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
				if code, _, body, err := r.post(target, kind, strings.NewReader(quickRecord)); code != 200 || err != nil {
					t.Errorf("%s: %d %s %v", target, code, body, err)
				}
			}
		})
	}
	all.Wait()
}
