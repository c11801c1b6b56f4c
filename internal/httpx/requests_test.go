package httpx_test

import (
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/httpx"
)

func TestRequests(t *testing.T) {
	var x httpx.Requests
	for range 4 {
		x.Begin()
	}
	x.End(`/b "c"`, 200, 3*time.Millisecond)
	x.End(`/b "c"`, 503, 20*time.Second)
	x.End("/a", 200, 500*time.Microsecond)
	var e httpx.Exposition
	x.Write(&e, "x")
	text := e.String()
	at := -1
	for _, line := range []string{
		"# TYPE x_requests_in_flight gauge\nx_requests_in_flight 1\n",
		"# TYPE x_requests_total counter\n" + `x_requests_total{path="/a",code="200"} 1` + "\n",
		`x_requests_total{path="/b \"c\"",code="200"} 1` + "\n",
		`x_requests_total{path="/b \"c\"",code="503"} 1` + "\n",
		`x_request_duration_seconds_bucket{path="/a",le="0.0005"} 1` + "\n",
		`x_request_duration_seconds_bucket{path="/b \"c\"",le="0.0025"} 0` + "\n",
		`x_request_duration_seconds_bucket{path="/b \"c\"",le="0.005"} 1` + "\n",
		`x_request_duration_seconds_bucket{path="/b \"c\"",le="10"} 1` + "\n",
		`x_request_duration_seconds_bucket{path="/b \"c\"",le="+Inf"} 2` + "\n",
		`x_request_duration_seconds_sum{path="/b \"c\""} 20.003` + "\n",
		`x_request_duration_seconds_count{path="/b \"c\""} 2` + "\n",
	} {
		next := strings.Index(text, line)
		if next <= at {
			t.Errorf("%q is at %d of\n%s", line, next, text)
		}
		at = next
	}
}
