// Package pane keeps what a terminal shows of one conversation: the lines of both ends, in the order
// in which they were ended, and those that are being typed.
//
// BackSpace removes the last character of the line that is being typed. It does not reach a line
// that was ended, which the other end has read: in the logs of 2009 and 2010, people press it in vain
// then.
package pane
