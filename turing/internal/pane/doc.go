// Package pane keeps what a terminal shows of one conversation: the lines of both ends, in the order
// in which they were ended, and those that are being typed.
package pane
