package store

import (
	"context"
	"database/sql"
)

// Querier runs queries: a database or a transaction.
type Querier interface {
	QueryContext(context.Context, string, ...any) (*sql.Rows, error)
	QueryRowContext(context.Context, string, ...any) *sql.Row
}

// Rows calls a function with each row of a result.
func Rows(
	ctx context.Context, q Querier, scan func(*sql.Rows) error, query string, args ...any,
) error {
	list, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer list.Close()
	for list.Next() {
		if err := scan(list); err != nil {
			return err
		}
	}
	return list.Err()
}

// Column returns the values of a query with one column.
func Column[T any](ctx context.Context, q Querier, query string, args ...any) (list []T, err error) {
	err = Rows(ctx, q, func(r *sql.Rows) error {
		var x T
		err := r.Scan(&x)
		list = append(list, x)
		return err
	}, query, args...)
	return list, err
}
