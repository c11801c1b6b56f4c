package main

import (
	"fmt"
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
	does:    "four people each play games of Turing Trade; then again while the server is killed",
	expects: "nothing acknowledged is lost or happens twice, and what players saw agrees with the log",
	full:    size{games: []int{100}, kills: 10, time: time.Minute},
	quick:   size{games: []int{3}, kills: 2, time: 8 * time.Second},
	run:     playTrade,
}, {
	name: "growth", load: true,
	does:    "people play on a server with many finished games, which are synthetic",
	expects: "time and memory hardly grow",
	full:    size{games: []int{0, 1000, 10_000, 100_000, 1_000_000}, players: 23, time: 20 * time.Second},
	quick:   size{games: []int{0, 100}, players: 4, time: time.Second},
	run:     grow,
}, {
	name: "launch", load: true,
	does: "people of as many networks finish as many games as in the first weeks of the thesis's website, " +
		"with honest guesses, on a server for the public and on one with --ratings thesis",
	expects: "everybody has a rating, and few games are tied",
	full:    size{games: []int{292}, players: 220}, quick: size{games: []int{15}, players: 12},
	run: launch,
}, {
	name: "unread",
	does: "a guest leaves 577 games of large texts and finishes 300 with another guest, asks for long lists " +
		"again and again, and reads no answer",
	expects: "visitors are served, and memory is bounded",
	slow:    true, full: size{games: []int{577, 300}, addresses: 1},
	quick: size{games: []int{20, 10}, addresses: 1},
	run:   rivalry{command: luna(), take: hold(40, 60, longLists), people: visitors("/livez", ""), least: 95}.run,
}, {
	name:    "idle",
	does:    "1,500 connections stay idle after a request, where the server may open 1,024 files",
	expects: "visitors are served",
	full:    size{addresses: 1}, quick: size{addresses: 1},
	run: rivalry{command: func(b *bench) []string {
		return append([]string{"sh", "-c", `ulimit -n 1024; exec "$@"`, "sh"}, luna()(b)...)
	}, take: hold(1500, 1, always(request("/livez", ""))), people: visitors("/livez", ""), least: 95}.run,
}, {
	name:    "login-flood",
	does:    "60 wrong passwords at once come from each of 60 addresses; meanwhile the owner of an account logs in",
	expects: "the owner logs in within 20 s",
	full:    size{addresses: 60, networks: 60}, quick: size{addresses: 20, networks: 20},
	run: rivalry{command: luna(), take: guessPasswords, people: owner, least: 100}.run,
}, {
	name:    "half-bodies",
	does:    "one address sends 4,200 bodies but for the end, through each proxy",
	expects: "visitors of other addresses are served",
	full:    size{addresses: 1}, quick: size{addresses: 1},
	run: rivalry{command: luna(), proxied: true, take: hold(4200, 1, always(unfinished("/enter/login"))),
		people: visitors("/enter/login", ""), least: 95}.run,
}, {
	name:    "half-bodies-lrp",
	does:    "the same to lrp serve",
	expects: "visitors of other addresses get a prediction",
	full:    size{addresses: 1}, quick: size{addresses: 1},
	run: rivalry{command: lrp, proxied: true, take: hold(4200, 1, always(unfinished("/predict"))),
		people: visitors("/predict", emptyRecord), least: 95}.run,
}, {
	name:    "event-streams",
	does:    "600 guests of three addresses open eight streams each of games of Turing Trade, through each proxy",
	expects: "visitors of other addresses are served",
	full:    size{addresses: 3}, quick: size{addresses: 3},
	run: rivalry{command: luna("--trade-patience", "1s"), proxied: true, take: hold(1600, 1, traders),
		people: visitors("/enter/login", ""), least: 95}.run,
}, {
	name:    "nameless",
	does:    "40 guests behind a proxy that names nobody guess 100 about another one",
	expects: "they make no rating and no streak",
	run:     rivalry{command: luna(), people: praised, least: 100}.run,
}, {
	name:    "dodger",
	does:    "somebody leaves every second of 60 games, in which the opponent would guess 20, not 80",
	expects: "that gains at most 3 points of rating over honest play",
	full:    size{games: []int{60}}, quick: size{games: []int{60}},
	run: rivalry{command: luna(), people: dodged, least: 70}.run,
}, {
	name:    "silent",
	does:    "guests of one address open games and answer nobody, while people enter two each, a second apart",
	expects: "80% of the people's seats are finished",
	full:    size{addresses: 1, players: 24, time: time.Second},
	quick:   size{addresses: 1, players: 12, time: 300 * time.Millisecond},
	run:     rivalry{command: luna(), take: silent{}.take, people: seats(2, person), least: 80}.run,
}, {
	name:    "silent-joining",
	does:    "the same by guests of a /48 who only join others' games, and answer but never guess",
	expects: "80% of the people's seats are finished",
	full:    size{addresses: 16, networks: 1, players: 24, time: time.Second},
	quick:   size{addresses: 4, networks: 1, players: 12, time: 300 * time.Millisecond},
	run: rivalry{command: luna(), take: silent{joins: true, answers: true}.take,
		people: seats(2, person), least: 80}.run,
}, {
	name:    "silent-targets",
	does:    "30 guests of one address offer to be the target of Turing Trade and answer nothing; then people do",
	expects: "80% of the games with a person as the target, after the first, have one who answers",
	full:    size{addresses: 1, players: 10, time: 75 * time.Second},
	quick:   size{addresses: 1, players: 14, time: 30 * time.Second},
	run: rivalry{command: luna("--trade-seconds", "6", "--trade-patience", "1s"), take: offerTargets,
		people: tradeTargets, least: 80}.run,
}, {
	name:    "school",
	does:    "40 people behind one address enter a game each",
	expects: "all games are finished",
	full:    size{players: 40, time: look}, quick: size{players: 10, time: look},
	run: rivalry{command: luna(), take: silent{}.take, people: seats(1, school), least: 100}.run,
}, {
	name:    "school-shared",
	does:    "the same with --shared-network",
	expects: "all games are finished",
	full:    size{players: 40, time: look}, quick: size{players: 10, time: look},
	run: rivalry{command: luna("--shared-network", school(0)+"/32"), take: silent{}.take,
		people: seats(1, school), least: 100}.run,
}, {
	name:    "fill-games",
	does:    "guests of 16 addresses open as many games as there may be; then newcomers open one each",
	expects: "18 of 20 newcomers get in",
	full:    size{games: []int{20_000}, addresses: 16, players: 20},
	quick:   size{games: []int{200}, addresses: 4, players: 20},
	run: rivalry{command: func(b *bench) []string { return luna("--max-games", fmt.Sprint(b.games[0]))(b) },
		take: takeGames, people: newcomers, least: 90}.run,
}, {
	name:    "registrations",
	does:    "guests of 40 addresses register as often as they may; then newcomers do, and open a game each",
	expects: "18 of 20 newcomers get in",
	full:    size{addresses: 40, players: 20}, quick: size{addresses: 20, players: 20},
	run: rivalry{command: luna(), take: takeRegistrations, people: newcomers, least: 90}.run,
}, {
	name:    "refused-texts",
	does:    "40 addresses send bodies of 390 KB, and then of 10 KB, for a game that does not exist, while people play",
	expects: "90% of the people's texts are taken",
	full:    size{addresses: 40, players: 10, time: 90 * time.Second},
	quick:   size{addresses: 40, players: 4, time: 3 * time.Second},
	run:     rivalry{command: luna(), take: sendRefused, people: writers, least: 90}.run,
}, {
	name: "texts",
	does: "64 MiB of texts come from each of 40 addresses, while people play; then the server is " +
		"restarted",
	expects: "90% of the people's texts are taken, memory is bounded, and it starts within 3 s",
	slow:    true, full: size{games: []int{577}, addresses: 40, players: 10, time: time.Minute},
	quick: size{games: []int{10}, addresses: 3, players: 4, time: 3 * time.Second},
	run:   rivalry{command: luna(), take: storeTexts, people: restarted, least: 90}.run,
}, {
	name:    "practice",
	does:    "a household of 30 IPv6 /64 begins as many practice games as it may; then visitors do",
	expects: "18 of 20 visitors practise, and nobody's practice has ended",
	full:    size{addresses: 30, networks: 1, players: 20}, quick: size{addresses: 30, networks: 1, players: 20},
	run: rivalry{command: luna(), take: takePractice, people: practisers, least: 90}.run,
}, {
	name:    "sigterm-polls",
	does:    "the server is asked to end while a bettor waits for messages",
	expects: "the wait is answered, and it exits with 0 within 2 s",
	run: rivalry{command: luna("--trade-seconds", "60", "--trade-patience", "1s"), people: stopPolled,
		least: 100}.run,
}}
