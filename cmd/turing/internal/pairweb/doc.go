// Package pairweb shows sessions as web pages. Each person has a seat, with an address of its own
// that nobody can guess; what the person sees there changes from round to round.
package pairweb
