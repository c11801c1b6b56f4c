// Package screen shows a sitting at a terminal, in the alternate screen.
package screen
