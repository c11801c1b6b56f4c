package serve

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// Idle streams take no places of requests.
func TestIdleStreamsDoNotStarve(t *testing.T) {
	inBubble(t, Options{Concurrency: 1, Queue: 1}, func(t *testing.T, r *running, g *gate) {
		defer close(g.open)
		var bodies []*io.PipeWriter
		for range 2 {
			body, lines := io.Pipe()
			bodies = append(bodies, lines)
			go r.post("/predict", typeLines, body)
		}
		synctest.Wait()
		code, _, body, err := r.post("/predict", typeJSON, strings.NewReader(quickRecord))
		if code != 200 || err != nil {
			t.Errorf("%d %s %v", code, body, err)
		}
		code, _, body, err = r.post("/predict", typeLines, strings.NewReader(quickRecord))
		if code != 503 || !strings.Contains(body, "found 2 streams under way") || err != nil {
			t.Errorf("a third stream: %d %s %v", code, body, err)
		}
		for _, b := range bodies {
			b.Close()
		}
	})
}

// A stream whose client sends nothing more does not hold up the end of a server.
func TestIdleStreamsEnd(t *testing.T) {
	inBubble(t, Options{}, func(t *testing.T, r *running, g *gate) {
		defer close(g.open)
		body, lines := io.Pipe()
		answer := make(chan string, 1)
		go func() {
			_, _, text, _ := r.post("/predict", typeLines, body)
			answer <- text
		}()
		io.WriteString(lines, quickRecord+"\n")
		synctest.Wait()
		began := time.Now()
		r.stop()
		if err := r.ended(); err != nil || time.Since(began) > 2*time.Second {
			t.Errorf("the server ended after %v: %v", time.Since(began), err)
		}
		lines.Close()
		if text := <-answer; !strings.Contains(text, `"rating"`) || !strings.Contains(text, "shutting down") {
			t.Error(text)
		}
	})
}

// Between the records of an array, waiting requests come first.
func TestArraysYield(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate()
		m := exam(t, g)
		s := newService(m, quiet(Options{Concurrency: 1}))
		texts := func(first string) record {
			second := "x"
			return record{Responses: []*string{&first, &second}}
		}
		records := []record{texts("slow"), texts("quick"), texts("quick")}
		came := false
		go func() {
			<-g.reached
			err := s.limit.compute(context.Background(), func() error { came = true; return nil })
			if err != nil {
				t.Error(err)
			}
		}()
		go func() {
			<-g.reached
			synctest.Wait()
			close(g.open)
		}()
		err := s.limit.compute(context.Background(), func() error {
			return s.rateAll(context.Background(), m, records, make([]prediction, 3), false)
		})
		if err != nil || !came {
			t.Errorf("the other request came meanwhile: %v, %v", came, err)
		}
	})
}

// Bodies that are sent halfway take a bounded part of the memory, and small requests go on.
func TestHalfSentBodies(t *testing.T) {
	const large = 300 << 10
	o := Options{MaxBody: 1 << 20, MaxBodies: 2 * large}
	inBubble(t, o, func(t *testing.T, r *running, g *gate) {
		defer close(g.open)
		const n = 5
		results := make(chan string, n)
		var open []*io.PipeWriter
		for i := range n {
			body, in := io.Pipe()
			open = append(open, in)
			kind := []string{typeJSON, typeLines}[i%2]
			go func() {
				code, _, answer, _ := r.post("/predict", kind, body)
				results <- fmt.Sprint(code, answer)
			}()
			go io.WriteString(in, strings.Repeat(" ", large))
		}
		synctest.Wait()
		if used := r.service.gate.Bodies.Usage().Held; used < large || used > o.MaxBodies {
			t.Errorf("%d bytes are in use, expected %d to %d", used, large, o.MaxBodies)
		}
		code, _, body, err := r.post("/predict", typeJSON, strings.NewReader(quickRecord))
		if code != 200 || err != nil {
			t.Errorf("a small request: %d %s %v", code, body, err)
		}
		for _, in := range open {
			in.Close()
		}
		refused := 0
		for range n {
			if strings.Contains(<-results, "found no room for the ") {
				refused++
			}
		}
		if refused != n-2 {
			t.Errorf("%d of %d are refused, expected all but 2", refused, n)
		}
		synctest.Wait()
		if used := r.service.gate.Bodies.Usage().Held; used != 0 {
			t.Errorf("%d bytes are still in use", used)
		}
	})
}

// A record of very many values, which would take a multiple of its text, is refused unparsed.
func TestManyValues(t *testing.T) {
	if n := commas([]byte(`["\\,\"",",",1,[2,"x,]"]]`)); n != 4 {
		t.Errorf("%d commas, expected 4", n)
	}
	h := newService(exam(t, newGate()), quiet(Options{}))
	for n, want := range map[int]string{
		maxElements - 1: "400 found \"responses\" with array", maxElements: "413 of more than 100000 values",
	} {
		record := `{"responses":[` + strings.Repeat("[],", n) + `[]]}`
		for _, body := range []string{record, "[" + record + "]"} {
			w := ask(h, "POST", "/predict", typeJSON, body)
			var a struct{ Error string }
			err := json.Unmarshal(w.Body.Bytes(), &a)
			code, text, _ := strings.Cut(want, " ")
			if err != nil || strconv.Itoa(w.Code) != code || !strings.Contains(a.Error, text) {
				t.Errorf("%d commas: %d %s (%v), expected %s", n, w.Code, w.Body, err, want)
			}
		}
	}
}

// A stream of many lines needs room for one of them only.
func TestStreamsNeedRoomForALine(t *testing.T) {
	h := newService(exam(t, newGate()), quiet(Options{MaxBodies: 1}))
	w := ask(h, "POST", "/predict", typeLines, strings.Repeat(quickRecord+"\n", 10_000))
	if n := strings.Count(w.Body.String(), "rating"); n != 10_000 || h.gate.Bodies.Usage().Held != 0 {
		t.Errorf("%d answers, %d bytes in use", n, h.gate.Bodies.Usage().Held)
	}
}

// What a browser sends for a page of another site is refused: under a name that an attacker makes
// resolve to this machine, or to another origin.
func TestForeignPages(t *testing.T) {
	m := exam(t, newGate())
	type header map[string]string
	for _, c := range []struct {
		o       Options
		host    string
		header  header
		want    int
		wantGet int
	}{
		{Options{Hosts: []string{}}, "localhost:8080", nil, 200, 200},
		{Options{Hosts: []string{}}, "LOCALHOST.", nil, 200, 200},
		{Options{Hosts: []string{}}, "127.0.0.1:8080", nil, 200, 200},
		{Options{Hosts: []string{}}, "[::1]:8080", nil, 200, 200},
		{Options{Hosts: []string{}}, "attacker.example", nil, 421, 421},
		{Options{Hosts: []string{}}, "127.0.0.1.attacker.example:8080", nil, 421, 421},
		{Options{Hosts: []string{"lrp.example.org"}}, "LRP.example.org:8080", nil, 200, 200},
		{Options{}, "anything", nil, 200, 200},

		{Options{}, "lrp", header{"Sec-Fetch-Site": "same-origin", "Origin": "http://lrp"}, 200, 200},
		{Options{}, "lrp", header{"Sec-Fetch-Site": "none"}, 200, 200},
		{Options{}, "lrp", header{"Sec-Fetch-Site": "cross-site"}, 403, 200},
		{Options{}, "lrp", header{"Sec-Fetch-Site": "same-site"}, 403, 200},
		{Options{}, "lrp", header{"Origin": "http://attacker.example"}, 403, 200},
		{Options{}, "lrp", header{"Origin": "http://lrp"}, 200, 200},
		{Options{CORS: "http://a.example"}, "lrp",
			header{"Sec-Fetch-Site": "cross-site", "Origin": "http://a.example"}, 200, 200},
		{Options{CORS: "http://a.example"}, "lrp",
			header{"Sec-Fetch-Site": "cross-site", "Origin": "http://b.example"}, 403, 200},
		{Options{CORS: "*"}, "lrp",
			header{"Sec-Fetch-Site": "cross-site", "Origin": "http://b.example"}, 200, 200},
	} {
		h := Handler(m, quiet(c.o))
		for method, want := range map[string]int{"POST": c.want, "GET": c.wantGet} {
			target := map[string]string{"POST": "/predict", "GET": "/model"}[method]
			r := httptest.NewRequest(method, target, strings.NewReader(quickRecord))
			r.Host = c.host
			for name, value := range c.header {
				r.Header.Set(name, value)
			}
			w := httptest.NewRecorder()
			if h.ServeHTTP(w, r); w.Code != want {
				t.Errorf("%s to %s with %v: %d %s, expected %d", method, c.host, c.header, w.Code,
					w.Body, want)
			}
		}
	}
	r := httptest.NewRequest("GET", "/livez", http.NoBody)
	r.Host = "attacker.example"
	w := httptest.NewRecorder()
	if newService(m, quiet(Options{Hosts: []string{}})).ServeHTTP(w, r); w.Code != 421 {
		t.Errorf("a probe: %d", w.Code)
	}
}
