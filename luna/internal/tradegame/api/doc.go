// Package api is Turing Trade's part of the JSON interface of package jsonapi, for programs that
// play as people do. docs/trade.md describes it.
package api
