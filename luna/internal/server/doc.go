// Package server joins the parts of a rating system into one that runs: a file of SQLite, the referee, the interface for machines, the pages for
// people, mail, the export, and what a server on the internet needs besides: limits of time and size, the addresses of clients behind proxies,
// games that expire, an orderly end.
//
// It speaks HTTP without encryption; where others than the own machine are to reach it, a proxy before it speaks HTTPS (see
// [Options].Proxies).
package server
