package accounts

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"iter"
	"net/http"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// Part is a list of things that a site keeps about a player, which are sent as JSON.
type Part struct {
	Name   string
	Values iter.Seq2[any, error]
}

// Stored returns a part of what a query finds, which is JSON.
func Stored(ctx context.Context, q store.Querier, name, query string, args ...any) Part {
	return Part{name, func(yield func(any, error) bool) {
		list, err := store.Column[string](ctx, q, query, args...)
		for _, text := range list {
			if !yield(json.RawMessage(text), nil) {
				return
			}
		}
		if err != nil {
			yield(nil, err)
		}
	}}
}

// The account without the hash of the password, and reports, which do not tell who the others are.
const (
	ownAccount = `SELECT json_object('id', id, 'username', username, 'kind', kind, 'joined', joined,
		'email', email, 'emailConfirmed', email_confirmed, 'initial', initial, 'color', color,
		'consent', consent, 'consentChosen', consent_chosen, 'consentText', consent_text,
		'publicName', public_name, 'publicChosen', public_chosen, 'suspended', suspended,
		'suspendedUntil', strftime('%FT%TZ', suspended_until / 1000000000, 'unixepoch'),
		'knownNetworks', (SELECT count(*) FROM known_places WHERE account = id))
		FROM accounts WHERE id = ?`
	ownReports = `SELECT json_object('time', strftime('%FT%TZ', time / 1000000000, 'unixepoch'),
		'kind', kind, 'game', game, 'reason', reason, 'closed', closed IS NOT NULL,
		'texts', (SELECT json_group_array(json_object('own', player = reporter, 'kind', t.kind, 'text', text)
			ORDER BY line) FROM report_texts t WHERE report = id))
		FROM reports WHERE reporter = ? ORDER BY id`
)

// SendData sends a player everything that the site keeps about them, as one JSON object, a piece at
// a time. It returns an error if nothing was sent; a later error breaks the connection.
func (s *Service) SendData(
	ctx context.Context, w http.ResponseWriter, address string, a Account,
) error {
	if err := s.guard.Exports.Allow(address, 1); err != nil {
		return err
	}
	db := s.table.db.Read()
	parts := []Part{Stored(ctx, db, "account", ownAccount, string(a.ID)),
		Stored(ctx, db, "reports", ownReports, string(a.ID))}
	for _, o := range s.observers {
		if o.Data != nil {
			parts = append(parts, o.Data(ctx, a.ID)...)
		}
	}
	w.Header().Set("Content-Type", httpx.JSONType)
	w.Header().Set("Content-Disposition", `attachment; filename="luna-data.json"`)
	out := &counter{Writer: w}
	defer func() { s.ChargeAnswer(a.ID, out.n) }()
	err := writeParts(bufio.NewWriterSize(out, 32<<10), parts)
	if err != nil && out.n > 0 {
		s.log.Error("a player's data were cut off", "error", err)
		panic(http.ErrAbortHandler)
	}
	return err
}

// counter counts what is written.
type counter struct {
	io.Writer
	n int
}

// Write implements [io.Writer].
func (c *counter) Write(p []byte) (int, error) {
	c.n += len(p)
	return c.Writer.Write(p)
}

// writeParts writes an object of lists with a value a line.
func writeParts(w *bufio.Writer, parts []Part) error {
	e := json.NewEncoder(w) // which ends each value with a new line
	e.SetEscapeHTML(false)
	w.WriteString(`{"format":"luna-data","version":1`)
	for _, p := range parts {
		w.WriteString(",\n\"" + p.Name + "\":[")
		next := "\n"
		for v, err := range p.Values {
			if err == nil {
				w.WriteString(next)
				err = e.Encode(v)
			}
			if err != nil {
				return err
			}
			next = ","
		}
		w.WriteString("]")
	}
	w.WriteString("}\n")
	return w.Flush()
}
