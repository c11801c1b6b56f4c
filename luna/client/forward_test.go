package client_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/client"
)

// A request that is made for another one carries the identifiers of that one.
func TestIdentifiersAreForwarded(t *testing.T) {
	const parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	var found http.Header
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		found = r.Header
		w.Write([]byte(`{"token":"t"}`))
	}))
	defer server.Close()
	c := suite.Must(client.New(server.URL, "", client.Options{HTTP: server.Client()}))(t)
	r := httptest.NewRequest("GET", "/", nil)
	r.Header.Set("X-Request-ID", "req-7")
	r.Header.Set("traceparent", parent)
	r, _ = httpx.Identify(httptest.NewRecorder(), r)
	suite.Must(c.RegisterGuest(r.Context()))(t)
	if found.Get("X-Request-ID") != "req-7" || found.Get("traceparent") != parent {
		t.Errorf("%v", found)
	}
}
