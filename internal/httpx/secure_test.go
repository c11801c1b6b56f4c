package httpx_test

import (
	"net/http"
	"testing"

	"github.com/luna-rating/luna/internal/httpx"
)

func TestSecure(t *testing.T) {
	h := http.Header{}
	httpx.Secure(h, httpx.DataPolicy)
	for name, want := range map[string]string{
		"Cache-Control": "no-store", "Cross-Origin-Opener-Policy": "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin", "Referrer-Policy": "no-referrer",
		"X-Content-Type-Options":  "nosniff",
		"Permissions-Policy":      "camera=(), geolocation=(), microphone=()",
		"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
	} {
		if got := h.Get(name); got != want {
			t.Errorf("%s is %q, expected %q", name, got, want)
		}
	}
}
