package main

import (
	"strings"
	"testing"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/spf13/cobra"
)

// TestDoubts checks what the log says of flags that are possible and hardly meant.
func TestDoubts(t *testing.T) {
	const proxied = "--base-url https://x.org --trust-proxy "
	for flags, want := range map[string]string{
		"": "", "--addr localhost:80": "", "--addr [::1]:80": "",
		"--addr :80": "--addr :80 can be reached", "--addr [::]:80": "--addr [::]:80 can be reached",
		"--addr 10.0.0.1:80":                        "--addr 10.0.0.1:80 can be reached",
		"--addr 0.0.0.0:80 " + proxied + "10.1.2.3": "",
		"--base-url http://localhost:8080":          "",
		"--base-url http://127.0.0.1:8080":          "",
		"--base-url http://x.org":                   "not encrypted",
		"--base-url https://x.org":                  "--trust-proxy does not name it",
		proxied + "127.0.0.1":                       "",
		proxied + "10.0.0.0/8,fd00::/8,203.0.113.7": "",
		proxied + "0.0.0.0/0":                       "0.0.0.0/0 has addresses of the internet",
		proxied + "::/0":                            "::/0 has addresses of the internet",
		proxied + "10.0.0.0/7":                      "has addresses of the internet",
		proxied + "127.0.0.1,2001:db8::/32":         "2001:db8::/32 has addresses",
	} {
		f, c := serveFlags{}, &cobra.Command{}
		f.register(c)
		suite.OK(t, c.ParseFlags(append(strings.Fields(flags), "--db", "luna.db")))
		if err := f.check(); err != nil {
			t.Errorf("%s: %v", flags, err)
		}
		got := f.doubts()
		if want == "" && len(got) > 0 || want != "" && (len(got) != 1 || !strings.Contains(got[0], want)) {
			t.Errorf("%s: found %q, expected %q", flags, got, want)
		}
	}
	for _, base := range []string{"https://u:p@x.org", "https://u@x.org", "https://x.org?", "https://x.org?a=1",
		"https://x.org#a"} {
		if err := checkBase(base); !cli.IsUsage(err) || strings.Contains(err.Error(), base) {
			t.Errorf("%s: %v", base, err)
		}
	}
}
