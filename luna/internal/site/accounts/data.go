package accounts

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"iter"
	"net/http"
	"time"

	"github.com/luna-rating/luna/internal/httpx"
)

// Part is something that a site keeps about a player, which is sent as JSON: a list, or one value.
type Part struct {
	Name   string
	Values iter.Seq2[any, error]
	single bool
}

// One returns a part of one value.
func One(name string, value any, err error) Part {
	return Part{name, func(yield func(any, error) bool) { yield(value, err) }, true}
}

// SendData sends a player everything that the site keeps about them, as one JSON object, a piece at
// a time. It returns an error if nothing was sent; a later error breaks the connection.
func (s *Service) SendData(
	ctx context.Context, w http.ResponseWriter, address string, a Account,
) error {
	if err := s.guard.Exports.Allow(address, 1); err != nil {
		return err
	}
	w.Header().Set("Content-Type", httpx.JSONType)
	w.Header().Set("Content-Disposition", `attachment; filename="luna-data.json"`)
	counted := &counter{Writer: w}
	out := bufio.NewWriterSize(counted, 32<<10)
	defer func() { s.ChargeAnswer(a.ID, counted.n) }()
	err := s.writeData(ctx, out, a)
	if err == nil {
		err = out.Flush()
	}
	if err != nil && counted.n > 0 {
		if ctx.Err() == nil {
			s.log.Error("a player's data were cut off", "error", err)
		}
		panic(http.ErrAbortHandler)
	}
	if err != nil {
		w.Header().Del("Content-Disposition")
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

func (s *Service) writeData(ctx context.Context, w io.Writer, a Account) error {
	own, err := s.reports(ctx, "reporter = ?", string(a.ID))
	parts := []Part{One("account", a.data(), nil), One("reports", reportsOf(own, a.ID), err)}
	for _, o := range s.observers {
		if o.Data != nil {
			parts = append(parts, o.Data(ctx, a.ID)...)
		}
	}
	made, err := json.Marshal(s.clock().UTC().Truncate(time.Second))
	if err != nil {
		return err
	}
	io.WriteString(w, `{"format":"luna-data","version":1,"made":`+string(made))
	for _, p := range parts {
		if err := p.write(w); err != nil {
			return err
		}
	}
	_, err = io.WriteString(w, "\n}\n")
	return err
}

// write writes a member of an object, with a value a line.
func (p Part) write(w io.Writer) error {
	begin, next, end := "[", "\n", "]"
	if p.single {
		begin, next, end = "", "", ""
	}
	io.WriteString(w, ",\n\""+p.Name+`":`+begin)
	for v, err := range p.Values {
		var text bytes.Buffer
		if err == nil {
			e := json.NewEncoder(&text)
			e.SetEscapeHTML(false)
			err = e.Encode(v)
		}
		if err == nil {
			_, err = io.WriteString(w, next+string(bytes.TrimSpace(text.Bytes())))
		}
		if err != nil {
			return err
		}
		next = ",\n"
	}
	_, err := io.WriteString(w, end)
	return err
}

// data returns what an account has, but for the hash of the password.
func (a *Account) data() any {
	return struct {
		ID             ID         `json:"id"`
		Username       string     `json:"username"`
		Kind           Kind       `json:"kind"`
		Joined         time.Time  `json:"joined"`
		Email          string     `json:"email"`
		EmailConfirmed bool       `json:"emailConfirmed"`
		Initial        string     `json:"initial"`
		Color          string     `json:"color"`
		Consent        bool       `json:"consent"`
		ConsentChosen  *time.Time `json:"consentChosen"`
		ConsentText    int        `json:"consentText"`
		PublicName     string     `json:"publicName"`
		PublicChosen   *time.Time `json:"publicChosen"`
		Suspended      string     `json:"suspended"`
		SuspendedUntil *time.Time `json:"suspendedUntil"`
	}{a.ID, a.Username, a.Kind, a.Joined, a.Email, a.EmailConfirmed, a.Initial, a.Color, a.Consent,
		unlessZero(a.ConsentChosen), a.ConsentText, a.PublicName, unlessZero(a.PublicChosen), a.Suspended,
		unlessZero(a.SuspendedUntil)}
}

func unlessZero(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// ownReport is a report for its reporter, who does not learn who the others are.
type ownReport struct {
	Time   time.Time `json:"time"`
	Kind   string    `json:"kind"`
	Game   string    `json:"game"`
	Reason string    `json:"reason"`
	Closed bool      `json:"closed"`
	Texts  []ownText `json:"texts"`
}

type ownText struct {
	Own  bool   `json:"own"`
	Kind string `json:"kind"`
	Text string `json:"text"`
}

func reportsOf(list []Report, reporter ID) []ownReport {
	out := []ownReport{}
	for _, r := range list {
		own := ownReport{Time: r.Time, Kind: r.Kind, Game: r.Game, Reason: r.Reason, Closed: r.Closed}
		for _, x := range r.Texts {
			own.Texts = append(own.Texts, ownText{x.Player == reporter, x.Kind, x.Text})
		}
		out = append(out, own)
	}
	return out
}
