package session

import (
	"context"

	"github.com/luna-rating/luna/turing/lpp"
)

// Line leads to the other end of a conversation.
type Line interface {
	// Send sends keys, in order. It returns the key presses that were sent, even if it fails.
	Send(keys ...lpp.Key) ([]lpp.Press, error)
	// Receive passes keys on as they arrive, until the context ends or take fails.
	Receive(ctx context.Context, take func([]lpp.Press) error) error
}

// Folder returns the line through a folder of the Loebner Prize Protocol, which is created if it
// does not exist. The person here is at the given end. Breaches of the protocol are passed to
// fault, which may be nil.
func Folder(dir string, here lpp.End, fault func(error)) (Line, error) {
	s, err := lpp.NewSender(dir, here, "")
	if err != nil {
		return nil, err
	}
	there := lpp.Judge
	if here == lpp.Judge {
		there = lpp.Other
	}
	return folder{s, lpp.Receiver{Dir: dir, From: there, Fault: fault}}, nil
}

type folder struct {
	*lpp.Sender
	lpp.Receiver
}
