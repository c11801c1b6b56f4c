// Package entity lets a responder talk to a judge by the Loebner Prize Protocol. It waits for the
// judge's first line and types its replies as a person does.
package entity

import (
	"context"

	"github.com/luna-rating/luna/luna/responder"
)

// Options are how the entity types.
type Options struct {
	Seed uint64
	// Speed is how many times faster than a person everything goes; 0 is 1.
	Speed float64
	// Opening, if not empty, is the first utterance, in place of a reply to the judge's first line.
	Opening string
	// Warn, if not nil, is told what goes wrong without ending the conversation.
	Warn func(error)
}

// Run talks in the folder until the context ends, whose error it returns.
func Run(ctx context.Context, dir string, c responder.Conversation, o Options) error {
	panic("not yet")
}
