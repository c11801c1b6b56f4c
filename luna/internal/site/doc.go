// Package site runs games under one roof: a database file, accounts, pages, a JSON interface, mail,
// and what a server on the internet needs besides: limits of time and size, clients' addresses
// behind proxies, background work, an orderly shutdown.
//
// A game puts itself on a site with an [Opener], which returns a [Game]: its endpoints, its pages,
// and what it does when an account changes. Games share the packages below, none of which knows a
// game.
//
//	accounts  players: registration, login, settings, tokens
//	auth      passwords, signed tokens and links
//	store     the database file, migrations, event logs
//	journal   a game's state, changed by events that are committed in groups
//	jsonapi   endpoints for programs
//	pages     pages for people
//	mail      letters
//	status    the HTTP status of an error
//
// It speaks plain HTTP. To serve clients on other machines, put a proxy in front of it that speaks
// HTTPS; see [Options].Proxies.
//
// An endpoint or a page of a game is one file in its api or pages and one line in that package's
// list of routes; the game's openapi.json describes endpoints, and /openapi.json merges those on
// offer. A game is a package that returns a [Game], with its templates, and one line in
// luna/server/games.go. A change of the database's tables is a new file of migrations. A change of
// what an event means would lead old logs to other states, so it is a new kind of event instead.
package site
