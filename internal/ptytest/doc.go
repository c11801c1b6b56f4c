// Package ptytest has a pseudo-terminal for tests of programs at a terminal, which keeps what
// the window of a real one would show. It works on Linux.
package ptytest
