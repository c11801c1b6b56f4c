// Package referee keeps a tournament of Luna Games for many players at a time: it is what the server's interface for machines and its pages for
// people have in common. It joins the rules of package game, which know nothing of the world, with a [store.Store] and a clock.
//
// Every call is safe for concurrent use. Calls that change something take effect one after the other, whole or not at all, and
// return when the change is on disk; nobody sees it before. Several that come at the same time share one transaction.
//
// A player appears in the tournament with her first game. Until then she has an account only.
package referee
