package web

import (
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"sync"

	"github.com/luna-rating/luna/luna/game"
)

// onces make a form that is sent twice, as by a double click, enter one game. Each form has a random text of its own.
type onces struct {
	mu    sync.Mutex
	tries map[string]*try
	order []string // the oldest first
}

type try struct {
	once sync.Once
	view game.View
	err  error
}

// maxOnces is how many forms are remembered.
const maxOnces = 4096

// do returns what the first call with the same key did, should it have succeeded.
func (o *onces) do(key string, enter func() (game.View, error)) (game.View, error) {
	t := o.try(key)
	t.once.Do(func() { t.view, t.err = enter() })
	if t.err != nil {
		o.mu.Lock()
		defer o.mu.Unlock()
		if o.tries[key] == t {
			delete(o.tries, key)
		}
	}
	return t.view, t.err
}

func (o *onces) try(key string) *try {
	o.mu.Lock()
	defer o.mu.Unlock()
	if t, ok := o.tries[key]; ok {
		return t
	}
	if o.tries == nil {
		o.tries = make(map[string]*try)
	}
	if len(o.order) >= maxOnces {
		delete(o.tries, o.order[0])
		o.order = o.order[1:]
	}
	t := &try{}
	o.tries[key] = t
	o.order = append(o.order, key)
	return t
}

// onceKey is the same for the same texts in the same form. A form without its random text is never the same.
func onceKey(player game.PlayerID, once string, texts []string) string {
	if once == "" {
		once = randomText()
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q %q", player, once, texts))
	return string(sum[:])
}

func randomText() string { return rand.Text() }
