package api

import (
	"bufio"
	"encoding/json"
	"iter"
	"net/http"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/wire"
)

// list is an answer with all games of a player. There is no bound to how many they are and how long their texts, so that it is not
// made as a whole.
type list struct {
	player game.PlayerID
	games  iter.Seq2[game.View, error]
}

// stream answers with a list as a JSON array, a game at a time. What goes wrong after its begin breaks the connection.
func (a *API) stream(w http.ResponseWriter, r *http.Request, l list) {
	n := 0
	defer func() { a.desk.Told(l.player, n) }()
	out := bufio.NewWriterSize(w, 32<<10)
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	next := byte('[')
	for v, err := range l.games {
		var text []byte
		if err == nil {
			text, err = json.Marshal(wire.Game{View: v})
		}
		if err != nil {
			a.cut(w, r, n > 0, err)
			return
		}
		_ = out.WriteByte(next) // its error is that of Flush
		if _, err := out.Write(text); err != nil {
			return // the client is gone
		}
		next, n = ',', n+len(text)+1
	}
	if n == 0 {
		_ = out.WriteByte(next)
	}
	_ = out.WriteByte(']')
	_ = out.Flush()
}

// cut ends an answer that cannot go on.
func (a *API) cut(w http.ResponseWriter, r *http.Request, begun bool, err error) {
	if !begun {
		a.fail(w, r, err)
		return
	}
	a.o.Log.Error("an answer was cut off", "route", r.Pattern, "error", err)
	panic(http.ErrAbortHandler)
}
