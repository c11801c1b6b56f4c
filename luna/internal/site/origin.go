package site

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/httpx"
)

// known reports whether a request may name a host. Others are refused: the page of an attacker
// could make its own name resolve to this machine, and then read what only this machine should see.
func (s *Site) known(host string) bool {
	if s.o.Hosts == nil {
		return true
	}
	names := s.o.Hosts
	if base, err := url.Parse(s.o.BaseURL); err == nil && base.Host != "" {
		names = append(slices.Clip(names), base.Hostname())
	}
	return httpx.KnownHost(host, names)
}

func errHost(host string) *httpx.Error {
	return httpx.Errorf(http.StatusMisdirectedRequest, "found host %q, expected localhost, an "+
		"address, the name in --base-url or one that --host gives", host)
}

// hsts makes browsers use only https, for a year.
const hsts = "max-age=31536000"

// setHeaders sets what every answer has, unless its handler knows better.
func (s *Site) setHeaders(h http.Header) {
	httpx.Secure(h, httpx.DataPolicy)
	if strings.HasPrefix(strings.ToLower(s.o.BaseURL), "https://") {
		h.Set("Strict-Transport-Security", hsts)
	}
}
