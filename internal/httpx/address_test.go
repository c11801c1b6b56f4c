package httpx_test

import (
	"net/http/httptest"
	"net/netip"
	"testing"

	"github.com/luna-rating/luna/internal/guard"
	"github.com/luna-rating/luna/internal/httpx"
)

func TestAddressesBehindProxies(t *testing.T) {
	prefix := func(list ...string) (out []netip.Prefix) {
		for _, p := range list {
			out = append(out, netip.MustParsePrefix(p))
		}
		return out
	}
	for _, c := range []struct {
		proxies   []netip.Prefix
		peer      string
		forwarded []string
		want      string
	}{
		{nil, "127.0.0.1:80", []string{"203.0.113.1"}, "127.0.0.1:80"},
		{prefix("127.0.0.0/8"), "127.0.0.1:80", []string{"203.0.113.1"}, "203.0.113.1:0"},
		{prefix("127.0.0.0/8"), "127.0.0.1:80", []string{"6.6.6.6, 203.0.113.1"}, "203.0.113.1:0"},
		{prefix("127.0.0.0/8"), "127.0.0.1:80", []string{"6.6.6.6", "203.0.113.1"}, "203.0.113.1:0"},
		{prefix("127.0.0.0/8", "10.0.0.0/8"), "127.0.0.1:80", []string{"6.6.6.6, 203.0.113.1, 10.1.2.3"}, "203.0.113.1:0"},
		{prefix("127.0.0.0/8"), "198.51.100.1:80", []string{"203.0.113.1"}, "198.51.100.1:80"},
		{prefix("127.0.0.0/8"), "127.0.0.1:80", nil, "unknown"},
		{prefix("127.0.0.0/8"), "127.0.0.1:80", []string{"nonsense"}, "unknown"},
		{prefix("127.0.0.0/8"), "127.0.0.1:80", []string{"203.0.113.1, nonsense"}, "unknown"},
		{prefix("127.0.0.1/32"), "127.0.0.1:80", []string{"127.0.0.1"}, "127.0.0.1:0"},
		{prefix("127.0.0.0/8"), "127.0.0.1:80", []string{"203.0.113.1:4711"}, "203.0.113.1:0"},
		{prefix("::1/128"), "[::1]:80", []string{"2001:db8::1"}, "[2001:db8::1]:0"},
		{prefix("::1/128"), "[::1]:80", []string{"[2001:db8::1]:4711"}, "[2001:db8::1]:0"},
		{prefix("127.0.0.0/8"), "[::ffff:127.0.0.1]:80", []string{"203.0.113.1"}, "203.0.113.1:0"},
		{prefix("127.0.0.0/8"), "@", []string{"203.0.113.1"}, "@"},
	} {
		request := httptest.NewRequest("GET", "/", nil)
		request.RemoteAddr = c.peer
		request.Header["X-Forwarded-For"] = c.forwarded
		if found := httpx.Proxies(c.proxies).FromClient(request).RemoteAddr; found != c.want {
			t.Errorf("%+v: %s", c, found)
		}
	}
}

func TestAddressKeys(t *testing.T) {
	for a, want := range map[string]string{
		"192.0.2.7":            "192.0.2.7",
		"::ffff:192.0.2.7":     "192.0.2.7",
		"2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64",
		"2001:db8:1:2:ffff::":  "2001:db8:1:2::/64",
		"2001:db8:1:3::":       "2001:db8:1:3::/64",
		"fe80::1%eth0":         "fe80::/64",
		"::1":                  "::/64",
	} {
		if key := httpx.AddressKey(netip.MustParseAddr(a)); key != want {
			t.Errorf("%s: %s, want %s", a, key, want)
		}
	}
}

func TestNetworkKeys(t *testing.T) {
	for a, want := range map[string]string{
		"192.0.2.7": "192.0.2.7", "::ffff:192.0.2.7": "192.0.2.7",
		"2001:db8:1:2:3:4:5:6": "2001:db8:1::/48", "2001:db8:1:ffff::": "2001:db8:1::/48",
		"2001:db8:2::": "2001:db8:2::/48",
	} {
		address := netip.MustParseAddr(a)
		if key := httpx.NetworkKey(address); key != want {
			t.Errorf("%s: %s, want %s", a, key, want)
		}
		if key := guard.NetworkOf(httpx.AddressKey(address)); key != want {
			t.Errorf("%s by its key: %s, want %s", a, key, want)
		}
	}
}
