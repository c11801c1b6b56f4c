package main

import (
	"fmt"
	"math"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/luna/server"
	"github.com/luna-rating/luna/luna/trade"
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

// registerTrade adds the flags that concern Turing Trade.
func (f *serveFlags) registerTrade(flags *pflag.FlagSet) {
	o := &f.options
	t := &o.Trading
	known := server.Defaults().Games
	flags.StringSliceVar(&o.Games, "games", known, "the games that are offered: "+strings.Join(known, ", "))
	flags.StringArrayVar(&t.Targets, "trade-target", server.DefaultTargets(),
		"`SPEC` or NAME=SPEC of a program as a target in Turing Trade, such as retrieval, which "+
			"follows the server's own games; can be repeated")
	flags.StringSliceVar(&o.Practice, "practice", server.DefaultPractice(),
		"`SPEC` or NAME=SPEC of programs against which visitors practise at once in both games, without "+
			"points; \"\" offers no practice")
	flags.StringVar(&f.chat, "chat", "",
		"`URL` of a server of a language model as one more target in Turing Trade, the same as "+
			"--trade-target chat:URL")
	flags.IntVar(&f.seconds, "trade-seconds", trade.DefaultSeconds,
		"how long a game of Turing Trade takes, in seconds")
	flags.DurationVar(&t.Patience, "trade-patience", 20*time.Second,
		"how long a game of Turing Trade waits for more bettors")
	flags.IntVar(&t.Bettors, "trade-bettors", 0,
		"up to how many bettors of the server fill the empty seats of a game")
	flags.IntVar(&t.MaxGames, "trade-games", 1000, "games of Turing Trade at the same time")
	cli.Bound(flags, 1, 3600, "1 to 3600 is needed", "trade-seconds")
	cli.Bound(flags, cli.Above0, math.MaxFloat64, "more than 0 is needed", "trade-patience")
	cli.Bound(flags, 0, trade.DefaultMaxBettors,
		fmt.Sprintf("0 to %d is needed", trade.DefaultMaxBettors), "trade-bettors")
	cli.AtLeast(flags, 1, "trade-games")
}

// checkTrade checks the flags that concern Turing Trade and completes the options.
func (f *serveFlags) checkTrade() error {
	o := &f.options
	known := server.Defaults().Games
	for i, name := range o.Games {
		if !slices.Contains(known, name) || slices.Contains(o.Games[:i], name) {
			return cli.Usagef("--games has %q, %s are possible, once each", name,
				strings.Join(known, " and "))
		}
	}
	switch {
	case len(o.Games) == 0:
		return cli.Usagef("--games is empty, %s is needed", strings.Join(known, " or "))
	case len(o.Trading.Targets) == 0:
		return cli.Usagef("--trade-target is empty, at least one program is needed")
	}
	if f.chat != "" {
		o.Trading.Targets = append(o.Trading.Targets, "chat:"+f.chat)
	}
	o.Trading.Settings.Seconds = float64(f.seconds)
	return nil
}
