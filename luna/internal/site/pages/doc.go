// Package pages serves the pages of a site. It provides what all pages share ([Exchange],
// templates, sessions, the defence against other sites' requests), and the pages of accounts:
// consent, guests, signing up and logging in, settings, and the links in mail. A game provides its
// own pages as a [Set].
//
// Pages are rendered on the server and work without JavaScript; a script adds counters, drafts,
// sliders and updates without reloading. Nothing is loaded from another server.
//
// A player is identified by a cookie with the same signed token that programs send. A GET changes
// nothing, and a request that changes something is refused if another site sent it.
package pages
