package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/must"
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
	{"csv", "a table of 158 kB in which everybody answers another question", quick, csvBomb},
	{"fields", "an experiment's file with a.a.a…=1, 400 kB", quick, fields},
	{"zero", "/dev/zero as a model", quick, zero},
	{"fifo", "SIGTERM while a command waits for a FIFO", long, fifo},
}

const emptyRecord = `{"responses":[null,null,null,null,null,null,null,null,null,null]}`

// predicts returns how many predictions of ten others get, and the longest wait.
func (s *server) predicts(ctx context.Context) (answered int, slowest time.Duration) {
	for i := range 10 {
		began := time.Now()
		record := strings.Replace(emptyRecord, "null", fmt.Sprintf(`"a vote %d"`, i), 1)
		ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
		if s.postAnew(ctx, "/predict", "application/json", record) == http.StatusOK {
			answered++
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
	s := must.Get(b.serveLRP(ctx))
	line := emptyRecord + "\n"
	head := fmt.Sprintf("POST /predict HTTP/1.1\r\nHost: %s\r\nContent-Type: application/x-ndjson\r\n"+
		"Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n", s.address, len(line), line)
	held := s.hold(262, head, false)
	defer held.close()
	time.Sleep(time.Second)
	return s.judgePredictions(ctx)
}

func arrays(ctx context.Context, b *bench) (finding, error) {
	return b.duringPosts(ctx, 6, true, "/predict?details=true", "application/json", largeArray())
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
	return b.duringPosts(ctx, 8, false, "/table", "text/csv", t.String())
}

func emptyLists(ctx context.Context, b *bench) (finding, error) {
	return b.duringPosts(ctx, 16, false, "/predict", "application/json",
		`{"responses":[`+strings.Repeat("[],", 2_500_000)+`[]]}`)
}

// duringPosts lets others ask for predictions while a body is sent many times at once, or again and
// again.
func (b *bench) duringPosts(
	ctx context.Context, times int, again bool, path, kind, body string,
) (finding, error) {
	s := must.Get(b.serveLRP(ctx))
	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	for range times {
		wg.Go(func() {
			for sent := false; !sent || again && ctx.Err() == nil; sent = true {
				s.postAnew(ctx, path, kind, body)
			}
		})
	}
	time.Sleep(3 * time.Second)
	return s.judgePredictions(ctx)
}

// postAnew sends a body on a new connection, reads the answer and returns its status, 0 for none.
func (s *server) postAnew(ctx context.Context, path, kind, body string) int {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.base+path, strings.NewReader(body))
	if err != nil {
		return 0
	}
	r.Header.Set("Content-Type", kind)
	r.Close = true
	a, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		return 0
	}
	defer a.Body.Close()
	_, _ = io.Copy(io.Discard, a.Body)
	return a.StatusCode
}

func halfSent(ctx context.Context, b *bench) (finding, error) {
	s := must.Get(b.serveLRP(ctx))
	const length = 8_000_000
	head := fmt.Sprintf("POST /predict HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\n"+
		"Content-Length: %d\r\n\r\n", s.address, length)
	held := s.hold(150, head+strings.Repeat(" ", length-1), false)
	defer held.close()
	return s.judgePredictions(ctx)
}
