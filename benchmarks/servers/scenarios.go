package main

import (
	"slices"
	"time"
)

// emptyRecord is a record without responses.
const emptyRecord = `{"responses":[null,null,null,null,null,null,null,null,null,null]}`

// scenarios lists all scenarios. Attacks that tests of the packages try are not among them.
var scenarios = []scenario{{
	name: "play", load: true,
	does: "people and machines play Luna Games, also late, twice and out of turn, while the server is " +
		"killed and started again; then again without kills and waits",
	expects: "nothing acknowledged is lost, and the log gives the same ratings",
	full:    size{games: []int{200}, players: 100, kills: 20, time: 250 * time.Millisecond},
	quick:   size{games: []int{20}, players: 10, kills: 3, time: 50 * time.Millisecond},
	run:     playLuna,
}, {
	name: "trade", load: true,
	does: "four people each play games of Turing Trade and follow them by event streams; then again " +
		"while the server is killed",
	expects: "nothing acknowledged is lost or happens twice, and every stream agrees with the log",
	full:    size{games: []int{100}, kills: 10, time: time.Minute},
	quick:   size{games: []int{3}, kills: 2, time: 8 * time.Second},
	run:     playTrade,
}, {
	name: "growth", load: true,
	does:    "people play on a server with many finished games, which are synthetic",
	expects: "time and memory hardly grow",
	full: size{games: []int{0, 1000, 10_000, 100_000, 1_000_000}, players: 23,
		time: 20 * time.Second},
	quick: size{games: []int{0, 100}, players: 4, time: time.Second},
	run:   grow,
}, {
	name: "unread",
	does: "a guest leaves 577 games of large texts and finishes 300 with another guest, asks for long lists " +
		"again and again, and reads no answer",
	expects: "visitors are served, and memory is bounded",
	slow:    true, full: size{games: []int{577, 300}}, quick: size{games: []int{20, 10}},
	run: siege{command: luna(behindProxy...), connections: 40, rounds: 60, prepare: longLists,
		path: "/livez"}.run,
}, {
	name:    "texts",
	does:    "64 MiB of texts come from each of 18 IPv6 /64 of one /48; then the server is restarted",
	expects: "less is accepted than sent, memory is bounded, and it starts within 3 s",
	slow:    true, full: size{games: []int{577}, players: 18}, quick: size{games: []int{10}, players: 3},
	run: fill("2001:db8:0:%x::1"),
}, {
	name:    "idle",
	does:    "1,500 connections stay idle after a request, where the server may open 1,024 files",
	expects: "visitors are served",
	run: siege{command: func(b *bench) []string {
		return append([]string{"sh", "-c", `ulimit -n 1024; exec "$@"`, "sh"}, luna(behindProxy...)(b)...)
	}, connections: 1500, prepare: always("GET /livez HTTP/1.1\r\nHost: HOST\r\n\r\n"), path: "/livez"}.run,
}, {
	name:    "login-flood",
	does:    "60 wrong passwords at once come from each of 60 addresses; meanwhile the owner of an account logs in",
	expects: "the owner logs in within 20 s",
	full:    size{players: 60}, quick: size{players: 20},
	run: loginFlood,
}, {
	name:    "half-bodies",
	does:    "one address sends 4,200 bodies but for the end, through each proxy",
	expects: "visitors of other addresses are served",
	run: siege{command: luna(behindProxy...), proxied: true, connections: 4200, addresses: 1,
		prepare: always(unfinished("/enter/login")), path: "/enter/login"}.run,
}, {
	name:    "half-bodies-lrp",
	does:    "the same to lrp serve",
	expects: "visitors of other addresses get a prediction",
	run: siege{command: func(b *bench) []string { return b.lrpCommand(behindProxy...) }, proxied: true,
		connections: 4200, addresses: 1, prepare: always(unfinished("/predict")), path: "/predict",
		body: emptyRecord}.run,
}, {
	name:    "event-streams",
	does:    "600 guests of three addresses open eight streams each of games of Turing Trade, through each proxy",
	expects: "visitors of other addresses are served",
	run: siege{command: luna(slices.Concat(behindProxy, []string{"--trade-patience", "1s"})...),
		proxied: true, connections: 4800, addresses: 3, prepare: traders, path: "/enter/login"}.run,
}, {
	name:    "nameless",
	does:    "40 guests behind a proxy that names nobody guess 100 about another one",
	expects: "they make no rating and no streak",
	run:     praise,
}}

// luna is a command of the Luna Game.
func luna(flags ...string) func(*bench) []string {
	return func(b *bench) []string { return b.lunaCommand(flags...) }
}
