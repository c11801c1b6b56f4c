package cli

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestHealthCheck(t *testing.T) {
	hold := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/slow":
			<-hold
		case "/draining":
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	defer s.Close()
	defer close(hold)
	for path, want := range map[string]string{
		"/healthz":  "",
		"/draining": "found status 503 Service Unavailable, expected 200",
		"/slow":     "no answer within 100ms",
	} {
		timeout := time.Minute
		if path == "/slow" {
			timeout = 100 * time.Millisecond
		}
		err := checkHealth(t.Context(), s.URL+path, timeout)
		if err == nil != (want == "") || err != nil && !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
}
