// Package terminal shows a session at a terminal, in the alternate screen.
package terminal
