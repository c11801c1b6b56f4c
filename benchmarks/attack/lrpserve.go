package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"time"
)

var lrpAttacks = []attack{
	{"streams", "262 streams to lrp serve, all idle; others ask for a prediction", quick, streams},
	{"arrays", "six arrays of 8 MB to lrp serve, again and again; others ask for a prediction",
		quick, arrays},
	{"half-sent", "150 bodies of 8 MB to lrp serve, each sent but for the last byte", quick,
		halfSent},
	{"wide-tables", "eight tables of 100,000 columns, each with points for another, to lrp serve; others " +
		"ask for a prediction", quick, wideTables},
	{"empty-lists", "16 requests of 2,500,000 empty lists to lrp serve; others ask for a prediction",
		quick, emptyLists},
	{"rebinding", "a page of another site reads training texts from lrp serve by DNS rebinding",
		quick, rebinding},
	{"csv", "a table of 158 kB in which everybody answers another question", quick, csvBomb},
	{"fields", "an experiment's file with a.a.a…=1, 400 kB", quick, fields},
	{"zero", "/dev/zero as a model", quick, zero},
	{"escapes", "a data set whose name has escape sequences of a terminal", quick, escapes},
	{"fifo", "SIGTERM while a command waits for a FIFO", long, fifo},
	{"socket", "the unix socket of a server that was killed", quick, socket},
}

const emptyRecord = `{"responses":[null,null,null,null,null,null,null,null,null,null]}`

// predicts returns how many predictions of ten others get, and the longest wait.
func (s *server) predicts(ctx context.Context) (answered int, slowest time.Duration) {
	for i := range 10 {
		began := time.Now()
		record := strings.Replace(emptyRecord, "null", fmt.Sprintf(`"a vote %d"`, i), 1)
		ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.base+"/predict",
			strings.NewReader(record))
		if err == nil {
			r.Header.Set("Content-Type", "application/json")
			r.Close = true
			var a *http.Response
			if a, err = http.DefaultTransport.RoundTrip(r); err == nil {
				a.Body.Close()
				if a.StatusCode == http.StatusOK {
					answered++
				}
			}
		}
		cancel()
		slowest = max(slowest, time.Since(began))
	}
	return answered, slowest
}

func (s *server) judgePredictions(ctx context.Context) (finding, error) {
	answered, slowest := s.predicts(ctx)
	return judge(answered < 10 || s.Peak() > maxMemory,
		"%d of 10 predictions answered, the slowest after %.1f s; %s", answered, slowest.Seconds(),
		memoryText(s.Process))
}

func streams(ctx context.Context, b *bench) (finding, error) {
	s, err := b.serveLRP(ctx)
	if err != nil {
		return finding{}, err
	}
	line := emptyRecord + "\n"
	head := fmt.Sprintf("POST /predict HTTP/1.1\r\nHost: %s\r\nContent-Type: application/x-ndjson\r\n"+
		"Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n", s.address, len(line), line)
	held := s.hold(262, head, false)
	defer held.close()
	time.Sleep(time.Second)
	return s.judgePredictions(ctx)
}

func arrays(ctx context.Context, b *bench) (finding, error) {
	s, err := b.serveLRP(ctx)
	if err != nil {
		return finding{}, err
	}
	body := largeArray()
	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	for range 6 {
		wg.Go(func() {
			for ctx.Err() == nil {
				r, err := http.NewRequestWithContext(ctx, http.MethodPost,
					s.base+"/predict?details=true", strings.NewReader(body))
				if err != nil {
					return
				}
				r.Header.Set("Content-Type", "application/json")
				if a, err := http.DefaultTransport.RoundTrip(r); err == nil {
					_, _ = io.Copy(io.Discard, a.Body)
					a.Body.Close()
				}
			}
		})
	}
	time.Sleep(3 * time.Second)
	return s.judgePredictions(ctx)
}

// largeArray returns as many records as an array may have, of 8 kB, no two of which are the same.
func largeArray() string {
	rng := rand.New(rand.NewPCG(1, 1))
	records := make([]string, 1000)
	for i := range records {
		responses := make([]string, 10)
		for k := range responses {
			words := make([]string, 100)
			for j := range words {
				words[j] = fmt.Sprintf("w%06x", rng.Uint32N(1<<24))
			}
			responses[k] = `"` + strings.Join(words, " ") + `"`
		}
		records[i] = `{"responses":[` + strings.Join(responses, ",") + `]}`
	}
	return "[" + strings.Join(records, ",") + "]"
}

func wideTables(ctx context.Context, b *bench) (finding, error) {
	var t strings.Builder
	t.WriteString("id,1,2,3,4,5,6,7,8,9,10")
	const columns = 50_000
	for i := range columns {
		fmt.Fprintf(&t, ",c%d,c%d score", i, i)
	}
	t.WriteString("\na" + strings.Repeat(",1", 10+2*columns) + "\n")
	return b.duringPosts(ctx, 8, "/table", "text/csv", t.String())
}

func emptyLists(ctx context.Context, b *bench) (finding, error) {
	return b.duringPosts(ctx, 16, "/v2/models/civics/infer", "application/json",
		`{"inputs":[{"name":"responses","shape":[1,10],"datatype":"BYTES","data":[`+
			strings.Repeat("[],", 2_500_000)+`[]]}]}`)
}

// duringPosts has others ask for predictions while a body is sent many times at once.
func (b *bench) duringPosts(
	ctx context.Context, times int, path, kind, body string,
) (finding, error) {
	s, err := b.serveLRP(ctx)
	if err != nil {
		return finding{}, err
	}
	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	for range times {
		wg.Go(func() {
			r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.base+path,
				strings.NewReader(body))
			if err != nil {
				return
			}
			r.Header.Set("Content-Type", kind)
			if a, err := http.DefaultTransport.RoundTrip(r); err == nil {
				_, _ = io.Copy(io.Discard, a.Body)
				a.Body.Close()
			}
		})
	}
	time.Sleep(2 * time.Second)
	return s.judgePredictions(ctx)
}

func halfSent(ctx context.Context, b *bench) (finding, error) {
	s, err := b.serveLRP(ctx)
	if err != nil {
		return finding{}, err
	}
	const length = 8_000_000
	head := fmt.Sprintf("POST /predict HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\n"+
		"Content-Length: %d\r\n\r\n", s.address, length)
	held := s.hold(150, head+strings.Repeat(" ", length-1), false)
	defer held.close()
	return s.judgePredictions(ctx)
}

// rebinding asks as a browser does for a page whose name leads to 127.0.0.1.
func rebinding(ctx context.Context, b *bench) (finding, error) {
	s, err := b.serveLRP(ctx)
	if err != nil {
		return finding{}, err
	}
	var open []string
	tried := 0
	_, port, _ := strings.Cut(s.address, ":")
	for _, host := range []string{"evil.example:" + port, "127.0.0.1.evil.example",
		"localhost.evil.example:" + port, "evil.localhost:" + port, "evil.example@127.0.0.1"} {
		for _, site := range []string{"", "same-origin"} {
			for _, c := range []struct{ method, path, body string }{
				{http.MethodPost, "/explain", emptyRecord}, {http.MethodGet, "/model", ""},
				{http.MethodPost, "/predict", emptyRecord},
			} {
				tried++
				if code, err := s.asPage(ctx, host, site, c.method, c.path, c.body); err != nil {
					return finding{}, err
				} else if code == http.StatusOK {
					open = append(open, host+c.path)
				}
			}
		}
	}
	for _, site := range []string{"cross-site", "same-site"} {
		tried++
		code, err := s.asPage(ctx, s.address, site, http.MethodPost, "/explain", emptyRecord)
		if err != nil {
			return finding{}, err
		}
		if code == http.StatusOK {
			open = append(open, "Sec-Fetch-Site: "+site)
		}
	}
	what := "none answered"
	if len(open) > 0 {
		what = fmt.Sprintf("%d answered, such as %s", len(open), open[len(open)-1])
	}
	return judge(len(open) > 0, "%d requests; %s", tried, what)
}

// asPage sends a request as a browser sends it for a page of a host.
func (s *server) asPage(
	ctx context.Context, host, site, method, path, body string,
) (status int, err error) {
	r, err := http.NewRequestWithContext(ctx, method, s.base+path, strings.NewReader(body))
	if err != nil {
		return 0, err
	}
	r.Host = host
	r.Close = true
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if site != "" {
		r.Header.Set("Sec-Fetch-Site", site)
		r.Header.Set("Origin", "http://"+host)
	}
	a, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		return 0, err
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if a.StatusCode == http.StatusOK && !json.Valid(text) {
		return 0, fmt.Errorf("%s answers %.100q", path, text)
	}
	return a.StatusCode, err
}
