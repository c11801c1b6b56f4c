package httpx

import (
	"fmt"
	"testing"
)

func TestKnownHost(t *testing.T) {
	names := []string{"lrp.example.org"}
	for host, want := range map[string]bool{
		"localhost": true, "localhost:8080": true, "LOCALHOST.": true, "127.0.0.1:8080": true,
		"[::1]:8080": true, "[::1]": true, "192.0.2.7": true, "LRP.example.org:8080": true,
		"": false, "attacker.example": false, "localhost.attacker.example": false,
		"127.0.0.1.attacker.example:8080": false, "lrp.example.org.attacker.example": false,
	} {
		if KnownHost(host, names) != want {
			t.Errorf("%q: %v, expected %v", host, !want, want)
		}
	}
}

// Without names, those of others are refused where the server is on the loopback interface.
func TestLocalHosts(t *testing.T) {
	for _, c := range []struct {
		network, address string
		given            []string
		want             string
	}{
		{"tcp", "127.0.0.1:8080", nil, "[]string{}"},
		{"tcp", "[::1]:8080", nil, "[]string{}"},
		{"tcp", "localhost:8080", nil, "[]string{}"},
		{"tcp", "127.0.0.1:8080", []string{"a.example"}, `[]string{"a.example"}`},
		{"tcp", ":8080", nil, "[]string(nil)"},
		{"tcp", "0.0.0.0:8080", nil, "[]string(nil)"},
		{"tcp", ":8080", []string{"a.example"}, `[]string{"a.example"}`},
		{"unix", "/run/lrp.sock", nil, "[]string(nil)"},
	} {
		if got := fmt.Sprintf("%#v", LocalHosts(c.network, c.address, c.given)); got != c.want {
			t.Errorf("%s %q: %s, expected %s", c.address, c.given, got, c.want)
		}
	}
}
