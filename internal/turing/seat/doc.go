// Package seat lets a person take part in a round of a contest by the Loebner Prize Protocol, as a
// judge or as a human confederate, at a terminal or with a browser.
//
// Nothing that a judge sees shows how an entity is connected: one that has died looks like one that
// is silent.
package seat
