package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/server"
)

// Names and reasons in tables cannot control a terminal.
func TestHostileAccounts(t *testing.T) {
	const hostile = "ann\x1b]0;owned\a\x1b[2J\u202e"
	for name, write := range map[string]func(*bytes.Buffer) error{
		"players": func(b *bytes.Buffer) error {
			return writePlayers(b, []server.Player{{Name: hostile, Suspended: hostile}})
		},
		"player": func(b *bytes.Buffer) error {
			return writePlayer(b, server.Player{Name: hostile, Suspended: hostile, Email: hostile})
		},
		"machines": func(b *bytes.Buffer) error {
			return writeMachines(b, []server.Machine{{Name: hostile}})
		},
	} {
		var b bytes.Buffer
		suite.OK(t, write(&b))
		if strings.ContainsAny(b.String(), "\x1b\a\u202e") || !strings.Contains(b.String(), `ann\x1b]0;`) {
			t.Errorf("%s: %q", name, &b)
		}
	}
}
