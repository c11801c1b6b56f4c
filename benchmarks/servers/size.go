package main

import (
	"flag"
	"strconv"
	"strings"
	"time"
)

// size says how much there is of something in a scenario; what is 0 is not asked for.
type size struct {
	games     []int
	players   int
	addresses int // of attackers
	networks  int // IPv6 /48 that have these addresses; 0 stands for addresses of IPv4
	kills     int
	time      time.Duration
	pause     time.Duration // of an attacker after each action
}

// sizeFlags defines the flags that set sizes.
func (o *options) sizeFlags() {
	sizeFlag(o, "games", "`NUMBER` of games; several, separated by commas, are one run each", counts,
		func(s *size) *[]int { return &s.games })
	sizeFlag(o, "players", "`NUMBER` of players", count, func(s *size) *int { return &s.players })
	sizeFlag(o, "addresses", "`NUMBER` of the attackers' addresses", count,
		func(s *size) *int { return &s.addresses })
	sizeFlag(o, "networks", "`NUMBER` of IPv6 /48 whose /64 are the attackers' addresses; 0 means IPv4", count,
		func(s *size) *int { return &s.networks })
	sizeFlag(o, "kills", "`NUMBER` of times that the server is killed and restarted", count,
		func(s *size) *int { return &s.kills })
	sizeFlag(o, "time", "`TIME`: play: maximum wait before a submission; trade: length of a game; growth: "+
		"how long people play; attacks: how long they last, or between two people who enter",
		time.ParseDuration, func(s *size) *time.Duration { return &s.time })
	sizeFlag(o, "pause", "`TIME` that attackers wait after each action", time.ParseDuration,
		func(s *size) *time.Duration { return &s.pause })
}

// sizeFlag defines a flag that sets a part of all sizes.
func sizeFlag[T any](o *options, name, usage string, parse func(string) (T, error), part func(*size) *T) {
	flag.Func(name, usage, func(text string) error {
		v, err := parse(text)
		o.sizes = append(o.sizes, func(s *size) { *part(s) = v })
		return err
	})
}

// count reads a number.
func count(text string) (int, error) {
	n, err := strconv.ParseUint(text, 10, 31)
	return int(n), err
}

// counts reads numbers that are separated by commas.
func counts(text string) (list []int, err error) {
	for field := range strings.SplitSeq(text, ",") {
		n, bad := count(field)
		if bad != nil {
			return nil, bad
		}
		list = append(list, n)
	}
	return list, nil
}
