// Package session implements one person's part in a round: a judge at the terminals of one or two
// entities, or a human confederate at the terminal of a judge. It passes keys on in both
// directions, keeps the clock, records keys, and takes the verdict. A web page (package
// pairweb) shows it.
//
// Nothing that the person can see shows how an entity is connected: one that has died looks like
// one that is silent.
package session
