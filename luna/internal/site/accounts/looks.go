package accounts

import (
	"context"
	"encoding/json"
)

// Look is how a player appears to others: an initial on a disc of a color.
type Look struct{ Initial, Color string }

// Looks returns the looks of accounts, leaving out those that do not exist.
func (s *Service) Looks(ctx context.Context, ids []ID) (map[ID]Look, error) {
	found := make(map[ID]Look, len(ids))
	if len(ids) == 0 {
		return found, nil
	}
	text, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	rows, err := s.table.looks.QueryContext(ctx, string(text))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id ID
		var l Look
		if err := rows.Scan(&id, &l.Initial, &l.Color); err != nil {
			return nil, err
		}
		found[id] = l
	}
	return found, rows.Err()
}
