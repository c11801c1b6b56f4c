// Package ptytest provides a pseudo-terminal for tests of terminal programs. It keeps what the
// window of a real terminal would show. It works on Linux only.
package ptytest
