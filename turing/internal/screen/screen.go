package screen

import (
	"context"
	"errors"
	"os"

	"github.com/luna-rating/luna/turing/internal/sitting"
)

// Labels are the words above a sitting.
type Labels struct {
	Title string // such as "Judge J1, round 2"
	Here  string // the name of what the person types: "You" if empty
	There string // the name of a single other end, such as "Judge"; those of a pair are Left and Right
}

// ErrQuit is the error of a person who leaves before the end.
var ErrQuit = errors.New("left before the end")

// Terminal is a terminal in raw mode.
type Terminal struct{}

// Open takes over a terminal, until Close.
func Open(in, out *os.File) (*Terminal, error) { panic("not yet") }

// Close gives the terminal back as it was.
func (t *Terminal) Close() error { panic("not yet") }

// Show runs a sitting at the terminal until it is done. It returns ErrQuit if the person leaves.
func (t *Terminal) Show(ctx context.Context, s *sitting.Sitting, l Labels) error { panic("not yet") }

// Say shows a message, such as that the person waits for the next round, until the context ends. It
// returns ErrQuit if the person leaves.
func (t *Terminal) Say(ctx context.Context, l Labels, message string) error { panic("not yet") }
