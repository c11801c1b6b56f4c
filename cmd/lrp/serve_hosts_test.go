package main

import (
	"fmt"
	"testing"
)

// Without --host, names are restricted where the server is on the loopback interface.
func TestKnownHosts(t *testing.T) {
	for _, c := range []struct {
		addr  string
		hosts []string
		want  string
	}{
		{"127.0.0.1:8080", nil, "[]string{}"},
		{"[::1]:8080", nil, "[]string{}"},
		{"localhost:8080", nil, "[]string{}"},
		{"127.0.0.1:8080", []string{"a.example"}, `[]string{"a.example"}`},
		{":8080", nil, "[]string(nil)"},
		{"0.0.0.0:8080", nil, "[]string(nil)"},
		{":8080", []string{"a.example"}, `[]string{"a.example"}`},
		{"unix:/run/lrp.sock", nil, "[]string(nil)"},
	} {
		f := serveFlags{addr: c.addr, hosts: c.hosts}
		if got := fmt.Sprintf("%#v", f.knownHosts()); got != c.want {
			t.Errorf("%s %q: %s, expected %s", c.addr, c.hosts, got, c.want)
		}
	}
}
