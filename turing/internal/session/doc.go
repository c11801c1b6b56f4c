// Package session is what one person does in a round: a judge at the terminals of one or two
// entities, or a human confederate at that of a judge. It passes keys on both ways, keeps the clock,
// records, and takes the verdict. A terminal (package terminal) and a web page (package pairweb) show
// it.
//
// Nothing that the person can see tells how an entity is connected: one that has died looks like
// one that is silent.
package session
