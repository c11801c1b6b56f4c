package serve

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/luna-rating/luna/lrp"
)

// latencies are the upper bounds of the histogram's buckets, in seconds.
var latencies = [...]float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}

// metrics counts requests and records.
type metrics struct {
	predicted, bad atomic.Uint64 // records
	reloads        atomic.Uint64
	inFlight       atomic.Int64

	mu       sync.Mutex
	requests map[requestKind]uint64
	duration map[string]*histogram // by path
}

type requestKind struct {
	path string
	code int
}

type histogram struct {
	counts [len(latencies) + 1]uint64 // not cumulative; the last is for longer durations
	sum    float64
}

func newMetrics() *metrics {
	return &metrics{requests: make(map[requestKind]uint64), duration: make(map[string]*histogram)}
}

func (x *metrics) begin() { x.inFlight.Add(1) }

// end counts an answered request.
func (x *metrics) end(path string, code int, took time.Duration) {
	x.inFlight.Add(-1)
	x.mu.Lock()
	defer x.mu.Unlock()
	x.requests[requestKind{path, code}]++
	h := x.duration[path]
	if h == nil {
		h = new(histogram)
		x.duration[path] = h
	}
	bucket, _ := slices.BinarySearch(latencies[:], took.Seconds())
	h.counts[bucket]++
	h.sum += took.Seconds()
}

// serveMetrics answers GET /metrics, in the text format of Prometheus 0.0.4.
func (s *service) serveMetrics(w http.ResponseWriter, _ *http.Request) error {
	text := s.metrics.text(s.model.Load())
	s.write(w, http.StatusOK, "text/plain; version=0.0.4; charset=utf-8", []byte(text))
	return nil
}

func (x *metrics) text(m *lrp.Model) string {
	var b strings.Builder
	family := func(name, kind, help string) {
		fmt.Fprintf(&b, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
	}
	value := func(name, kind, help string, v any) {
		family(name, kind, help)
		fmt.Fprintf(&b, "%s %v\n", name, v)
	}
	value("lrp_records_predicted_total", "counter",
		"Records whose rating was predicted or explained.", x.predicted.Load())
	value("lrp_records_bad_total", "counter", "Invalid records.", x.bad.Load())
	value("lrp_requests_in_flight", "gauge", "Requests under way.", x.inFlight.Load())
	value("lrp_model_reloads_total", "counter", "Replacements of the model.", x.reloads.Load())
	info := m.Info()
	family("lrp_model_info", "gauge", "The model that is served.")
	fmt.Fprintf(&b, "lrp_model_info{approach=%s,regressor=%s,dataset=%s,sha256=%s,tool=%s} 1\n",
		label(info.Approach), label(info.Regressor), label(info.Dataset.Name),
		label(info.Dataset.SHA256), label(info.Tool))
	x.mu.Lock()
	defer x.mu.Unlock()
	family("lrp_requests_total", "counter", "Requests answered, by path and status.")
	order := func(a, b requestKind) int {
		return cmp.Or(strings.Compare(a.path, b.path), cmp.Compare(a.code, b.code))
	}
	for _, k := range slices.SortedFunc(maps.Keys(x.requests), order) {
		fmt.Fprintf(&b, "lrp_requests_total{path=%s,code=\"%d\"} %d\n",
			label(k.path), k.code, x.requests[k])
	}
	family("lrp_request_duration_seconds", "histogram",
		"Time from the header of a request to the end of its answer.")
	for _, path := range slices.Sorted(maps.Keys(x.duration)) {
		x.duration[path].write(&b, path)
	}
	return b.String()
}

func (h *histogram) write(b *strings.Builder, path string) {
	const name = "lrp_request_duration_seconds"
	total := uint64(0)
	for i, n := range h.counts {
		total += n
		bound := "+Inf"
		if i < len(latencies) {
			bound = fmt.Sprint(latencies[i])
		}
		fmt.Fprintf(b, "%s_bucket{path=%s,le=%q} %d\n", name, label(path), bound, total)
	}
	fmt.Fprintf(b, "%s_sum{path=%s} %v\n%s_count{path=%s} %d\n",
		name, label(path), h.sum, name, label(path), total)
}

// label quotes the value of a label.
func label(value string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(value) + `"`
}
