package httpx

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// latencies are the upper bounds of the histogram's buckets, in seconds.
var latencies = [...]float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}

// Requests counts requests. The zero value is ready for use.
type Requests struct {
	inFlight atomic.Int64

	mu       sync.Mutex
	answered map[answerKind]uint64
	duration map[string]*histogram
}

type answerKind struct {
	path string
	code int
}

type histogram struct {
	counts [len(latencies) + 1]uint64 // not cumulative; the last is for longer durations
	sum    float64
}

// Begin counts a request as under way.
func (x *Requests) Begin() { x.inFlight.Add(1) }

// InFlight returns the number of requests under way.
func (x *Requests) InFlight() int64 { return x.inFlight.Load() }

// End counts a request as answered by its path: the pattern of a route, never what a client chose.
func (x *Requests) End(path string, code int, took time.Duration) {
	x.inFlight.Add(-1)
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.answered == nil {
		x.answered = make(map[answerKind]uint64)
		x.duration = make(map[string]*histogram)
	}
	x.answered[answerKind{path, code}]++
	h := x.duration[path]
	if h == nil {
		h = new(histogram)
		x.duration[path] = h
	}
	bucket, _ := slices.BinarySearch(latencies[:], took.Seconds())
	h.counts[bucket]++
	h.sum += took.Seconds()
}

// Write writes the metrics PREFIX_requests_in_flight, PREFIX_requests_total and
// PREFIX_request_duration_seconds.
func (x *Requests) Write(e *Exposition, prefix string) {
	e.Family(prefix+"_requests_in_flight", "gauge", "Requests under way.")
	e.Sample(prefix+"_requests_in_flight", x.inFlight.Load())
	x.mu.Lock()
	defer x.mu.Unlock()
	name := prefix + "_requests_total"
	e.Family(name, "counter", "Requests answered, by route and status.")
	order := func(a, b answerKind) int {
		return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.code, b.code))
	}
	for _, k := range slices.SortedFunc(maps.Keys(x.answered), order) {
		e.Sample(name, x.answered[k], "path", k.path, "code", fmt.Sprint(k.code))
	}
	name = prefix + "_request_duration_seconds"
	e.Family(name, "histogram", "Time from the header of a request to the end of its answer.")
	for _, path := range slices.Sorted(maps.Keys(x.duration)) {
		x.duration[path].write(e, name, path)
	}
}

func (h *histogram) write(e *Exposition, name, path string) {
	total := uint64(0)
	for i, n := range h.counts {
		total += n
		bound := "+Inf"
		if i < len(latencies) {
			bound = fmt.Sprint(latencies[i])
		}
		e.Sample(name+"_bucket", total, "path", path, "le", bound)
	}
	e.Sample(name+"_sum", h.sum, "path", path)
	e.Sample(name+"_count", total, "path", path)
}

// MetricsType is the content type of an [Exposition].
const MetricsType = "text/plain; version=0.0.4; charset=utf-8"

// Exposition is text in the format of Prometheus 0.0.4.
type Exposition struct{ b strings.Builder }

// Family begins the samples of a metric: a counter, a gauge or a histogram.
func (e *Exposition) Family(name, kind, help string) {
	fmt.Fprintf(&e.b, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
}

// Sample adds a value, with labels as name and value in turn.
func (e *Exposition) Sample(name string, value any, labels ...string) {
	e.b.WriteString(name)
	for i := 0; i+1 < len(labels); i += 2 {
		fmt.Fprintf(&e.b, "%c%s=%s", "{,"[min(i, 1)], labels[i], quoteLabel(labels[i+1]))
	}
	if len(labels) > 1 {
		e.b.WriteByte('}')
	}
	fmt.Fprintf(&e.b, " %v\n", value)
}

// Value adds a metric that has one sample without labels.
func (e *Exposition) Value(name, kind, help string, value any) {
	e.Family(name, kind, help)
	e.Sample(name, value)
}

// String returns the text.
func (e *Exposition) String() string { return e.b.String() }

var labelEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

func quoteLabel(value string) string {
	return `"` + labelEscapes.Replace(strings.ToValidUTF8(value, "\ufffd")) + `"`
}
