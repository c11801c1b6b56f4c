// Package pane keeps what a terminal shows of one conversation: the lines of both ends, in the order
// in which they were ended, and those that are being typed. What BackSpace removes is that of
// lpp.Screen: after a Return it takes the end's last line back, which is being typed again then.
package pane
