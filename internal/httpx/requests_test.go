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
	x.End(httpx.Series{Path: "/b", Model: `a "model"`}, 200, 3*time.Millisecond)
	x.End(httpx.Series{Path: "/b", Model: `a "model"`}, 503, 20*time.Second)
	x.End(httpx.Series{Path: "/a"}, 200, 500*time.Microsecond)
	var e httpx.Exposition
	x.Write(&e, "x")
	text := e.String()
	at := -1
	for _, line := range []string{
		"# TYPE x_requests_in_flight gauge\nx_requests_in_flight 1\n",
		"# TYPE x_requests_total counter\n" + `x_requests_total{path="/a",code="200"} 1` + "\n",
		`x_requests_total{path="/b",model="a \"model\"",code="200"} 1` + "\n",
		`x_requests_total{path="/b",model="a \"model\"",code="503"} 1` + "\n",
		`x_request_duration_seconds_bucket{path="/a",le="0.0005"} 1` + "\n",
		`x_request_duration_seconds_bucket{path="/b",model="a \"model\"",le="0.0025"} 0` + "\n",
		`x_request_duration_seconds_bucket{path="/b",model="a \"model\"",le="0.005"} 1` + "\n",
		`x_request_duration_seconds_bucket{path="/b",model="a \"model\"",le="10"} 1` + "\n",
		`x_request_duration_seconds_bucket{path="/b",model="a \"model\"",le="+Inf"} 2` + "\n",
		`x_request_duration_seconds_sum{path="/b",model="a \"model\""} 20.003` + "\n",
		`x_request_duration_seconds_count{path="/b",model="a \"model\""} 2` + "\n",
	} {
		next := strings.Index(text, line)
		if next <= at {
			t.Errorf("%q is at %d of\n%s", line, next, text)
		}
		at = next
	}
}
