package serve

import (
	"net/http"

	"github.com/luna-rating/luna/internal/httpx"
)

// crossOrigin finds requests that a browser sends for a page of another site.
var crossOrigin = http.NewCrossOriginProtection()

// checkOrigin refuses what a browser sends for a page of another site, unless its origin is
// allowed: under a name that is not the server's (DNS rebinding), or across sites.
func (s *service) checkOrigin(r *http.Request) error {
	if s.o.Hosts != nil && !httpx.KnownHost(r.Host, s.o.Hosts) {
		return httpx.Errorf(http.StatusMisdirectedRequest, "found host %q, expected localhost, an "+
			"address or a name that --host gives; if a proxy passes the server's name on, name it by "+
			"--host", r.Host)
	}
	if s.o.CORS == "*" || s.o.CORS != "" && r.Header.Get("Origin") == s.o.CORS {
		return nil
	}
	if crossOrigin.Check(r) != nil {
		return httpx.Errorf(http.StatusForbidden, "found a request of a page of another origin, "+
			"expected one of this server's own, or of the one that --cors gives")
	}
	return nil
}
