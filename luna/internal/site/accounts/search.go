package accounts

import (
	"context"
	"errors"
)

// Search selects accounts. The zero value selects all.
type Search struct {
	Kind  Kind   // "" means any
	Name  string // text that the username contains, in any case
	Limit int    // 0 means no limit

	Suspended bool // only suspended accounts
}

// Find returns the accounts that a search selects, the newest first.
func (s *Service) Find(ctx context.Context, q Search) ([]Account, error) {
	return s.table.find(ctx, q)
}

// Resolve returns the account with a username, in any case, or failing that with an ID.
func (s *Service) Resolve(ctx context.Context, name string) (Account, error) {
	a, err := s.table.named(ctx, name)
	if errors.Is(err, ErrUnknown) {
		a, err = s.table.get(ctx, ID(name))
	}
	return a, err
}

func (t *table) find(ctx context.Context, q Search) ([]Account, error) {
	limit := q.Limit
	if limit == 0 {
		limit = -1
	}
	key := ""
	if q.Name != "" {
		var err error
		if key, err = NameKey(q.Name); err != nil {
			return nil, err
		}
	}
	return t.query(ctx, "SELECT "+columns+` FROM accounts
		WHERE (?1 = '' OR kind = ?1) AND (?2 = '' OR instr(username_key, ?2) > 0)
		AND (NOT ?3 OR suspended <> '')
		ORDER BY joined DESC, id LIMIT ?4`, string(q.Kind), key, q.Suspended, limit)
}
