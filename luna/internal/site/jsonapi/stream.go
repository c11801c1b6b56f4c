package jsonapi

import (
	"bufio"
	"encoding/json"
	"iter"
	"net/http"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
)

// Stream is an answer of unbounded length, which is sent as a JSON array, one value at a time. Its
// length is counted as requests of a player.
type Stream struct {
	Player accounts.ID
	Values iter.Seq2[any, error]
}

// Sender sends an answer itself. It returns an error if it has sent nothing.
type Sender func(http.ResponseWriter) error

// stream sends a stream. An error after the beginning breaks the connection.
func (a *API) stream(w http.ResponseWriter, r *http.Request, s Stream) {
	n := 0
	defer func() { a.accounts.ChargeAnswer(s.Player, n) }()
	out := bufio.NewWriterSize(w, 32<<10)
	w.Header().Set("Content-Type", httpx.JSONType)
	next := byte('[')
	for v, err := range s.Values {
		var text []byte
		if err == nil {
			text, err = marshal(v)
		}
		if err != nil {
			if n == 0 {
				a.fail(w, r, err)
				return
			}
			a.o.Log.Error("an answer was cut off", "route", r.Pattern, "error", err,
				httpx.LogID(r))
			panic(http.ErrAbortHandler)
		}
		_ = out.WriteByte(next) // an error comes back from the next Write
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

// marshal is [json.Marshal], but does not copy and check what a method MarshalJSON returns.
func marshal(v any) ([]byte, error) {
	if m, ok := v.(json.Marshaler); ok {
		return m.MarshalJSON()
	}
	return json.Marshal(v)
}
