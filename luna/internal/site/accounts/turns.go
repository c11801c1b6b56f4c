package accounts

import (
	"context"
	"errors"
	"runtime"
	"time"

	"github.com/luna-rating/luna/internal/guard"
)

// maxTurns is how many passwords from one address may wait, enough for a class.
const maxTurns = 40

// newTurns bounds how many passwords are hashed for strangers at a time. A hash takes a tenth of a
// second, so somebody who sends many passwords from many addresses makes others wait. Players at
// places where they have logged in before do not have to wait with them: the hasher has one slot
// more than strangers may take.
func newTurns() *guard.Turns {
	return guard.NewTurns(runtime.GOMAXPROCS(0), guard.Bounds{Address: maxTurns})
}

// turn waits for a turn of a stranger at the hasher and returns a function that ends it.
func (s *Service) turn(ctx context.Context, address string) (end func(), err error) {
	end, err = s.strangers.Take(ctx, guard.Client{Address: address, Network: guard.NetworkOf(address)})
	if _, full := errors.AsType[*guard.Full](err); full {
		return nil, &guard.LimitError{What: "passwords at the same time from this address", Wait: time.Second}
	}
	return end, err
}
