package pages

import (
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/luna-rating/luna/internal/guard"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/pages"
)

// entered ensures that a form that is submitted twice, as by a double click, enters only one game.
// Each form has a random text that identifies it.
type entered struct {
	forms guard.Recent[*submission]
}

type submission struct {
	once sync.Once
	view game.View
	err  error
}

// The bounds of forms: how many are remembered, and after how long they may give room to others.
const (
	maxForms  = 4096
	formPause = time.Minute
)

// do returns what the first call of a player with the same key returned, if it succeeded.
func (e *entered) do(player game.PlayerID, key string, enter func() (game.View, error)) (game.View, error) {
	s, _ := e.forms.Add(key, string(player), &submission{})
	s.once.Do(func() { s.view, s.err = enter() })
	if s.err != nil {
		e.forms.Delete(key, s)
	}
	return s.view, s.err
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

// elsewhere returns the games in which a player may go on after one has ended: those in which their
// questions wait for another player, if the opponent has left; those in which it is their turn, if
// there was none, since two people who wait for each other are paired in the game of one of them.
func (w *web) elsewhere(x *pages.Exchange, ended game.View) ([]game.View, error) {
	left := ended.EndedBy == game.Opponent
	if ended.Phase >= 2 && !left {
		return nil, nil
	}
	active, err := w.referee.Active(x.Context(), player(x))
	return slices.DeleteFunc(active, func(v game.View) bool {
		return left && (v.Turn == game.ToAct || v.Phase != 1) || !left && v.Turn != game.ToAct
	}), err
}

// graceText formats about how long people wait for people, "" if they do not.
func graceText(d time.Duration) string {
	switch {
	case d < time.Second:
		return ""
	case d < 2*time.Minute:
		return pages.Plural(int(d.Round(time.Second)/time.Second), "second")
	}
	return fmt.Sprintf("%d minutes", d.Round(time.Minute)/time.Minute)
}
