package pages

import (
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"sync"

	"github.com/luna-rating/luna/luna/game"
)

// entered ensures that a form that is submitted twice, as by a double click, enters only one game.
// Each form has a random text that identifies it.
type entered struct {
	mu    sync.Mutex
	forms map[string]*submission
	order []string // oldest first
}

type submission struct {
	once sync.Once
	view game.View
	err  error
}

// maxForms is the number of forms that are remembered.
const maxForms = 4096

// do returns what the first call with the same key returned, if it succeeded.
func (e *entered) do(key string, enter func() (game.View, error)) (game.View, error) {
	s := e.submission(key)
	s.once.Do(func() { s.view, s.err = enter() })
	if s.err != nil {
		e.mu.Lock()
		defer e.mu.Unlock()
		if e.forms[key] == s {
			delete(e.forms, key)
		}
	}
	return s.view, s.err
}

func (e *entered) submission(key string) *submission {
	e.mu.Lock()
	defer e.mu.Unlock()
	if s, ok := e.forms[key]; ok {
		return s
	}
	if e.forms == nil {
		e.forms = make(map[string]*submission)
	}
	if len(e.order) >= maxForms {
		delete(e.forms, e.order[0])
		e.order = e.order[1:]
	}
	s := &submission{}
	e.forms[key] = s
	e.order = append(e.order, key)
	return s
}

// entryKey is the same for the same texts in the same form, and unique for a form without its
// random text.
func entryKey(player game.PlayerID, once string, texts []string) string {
	if once == "" {
		once = randomText()
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q %q", player, once, texts))
	return string(sum[:])
}

func randomText() string { return rand.Text() }
