package main

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"os"
	"os/signal"
	"syscall"

	"github.com/luna-rating/luna/cmd/internal/cli"
)

// checkBase refuses a public URL with parts that no link may have.
func checkBase(base string) error {
	u, err := url.Parse(base)
	if err == nil && (u.User != nil || u.RawQuery != "" || u.ForceQuery || u.Fragment != "") {
		return cli.Usagef("--base-url has a user, a query or a fragment, one such as " +
			"https://luna.example.org is needed")
	}
	return nil // others are judged where they are used
}

// doubts returns warnings about settings that are possible but probably not intended.
func (f *serveFlags) doubts() (list []string) {
	o := &f.options
	base, err := url.Parse(o.BaseURL)
	switch host, _, _ := net.SplitHostPort(f.addr); {
	case err != nil:
	case o.BaseURL == "" && !local(host):
		list = append(list, fmt.Sprintf("--addr %s can be reached by other computers, without encryption: "+
			"put an HTTPS proxy in front and set --base-url, or anybody on the way reads passwords", f.addr))
	case base.Scheme == "http" && !local(base.Hostname()):
		list = append(list, fmt.Sprintf("--base-url %s is not encrypted: anybody on the way reads passwords; "+
			"expected https", o.BaseURL))
	case base.Scheme == "https" && len(o.Proxies) == 0:
		list = append(list, fmt.Sprintf("--base-url %s needs a proxy in front, and --trust-proxy does not name "+
			"it: all players count as one address, which shares its limits", o.BaseURL))
	}
	for _, p := range o.Proxies {
		if !private(p) {
			list = append(list, fmt.Sprintf("--trust-proxy %s has addresses of the internet: whoever sends "+
				"from one of them chooses the address that counts as theirs", p))
		}
	}
	return list
}

// local reports whether a host is this computer.
func local(host string) bool {
	a, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && a.IsLoopback()
}

// private reports whether a network is not part of the internet. A single address counts as
// private, since it is certainly intended.
func private(p netip.Prefix) bool {
	a := p.Masked().Addr()
	return p.IsSingleIP() || (a.IsPrivate() || a.IsLoopback() || a.IsLinkLocalUnicast()) &&
		(p.Bits() >= 8 || a.Is6() && p.Bits() == 7)
}

// ignoreHangup says, until the returned function is called, that a hangup changes nothing.
func (f *serveFlags) ignoreHangup() (stop func()) {
	cli.OutliveReaders()
	hangup := make(chan os.Signal, 1)
	signal.Notify(hangup, syscall.SIGHUP)
	go func() {
		for range hangup {
			f.options.Log.Info("SIGHUP changes nothing: the log goes to standard error, and flags are read " +
				"at the start only")
		}
	}()
	return func() {
		signal.Stop(hangup)
		close(hangup)
	}
}
