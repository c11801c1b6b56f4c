package archive

import (
	"context"
	"database/sql"
	"sync"

	"github.com/luna-rating/luna/luna/internal/site/store"
)

// statements are queries on the reading connections, prepared once: parsing a query may take longer
// than answering it.
type statements struct {
	db    *sql.DB
	known sync.Map // *sql.Stmt by query
}

// prepare keeps a query prepared. It needs a connection, so a caller must not hold one: if all
// connections were held by such callers, none of them could continue.
func (s *statements) prepare(ctx context.Context, query string) (*sql.Stmt, error) {
	if known, ok := s.known.Load(query); ok {
		return known.(*sql.Stmt), nil
	}
	prepared, err := s.db.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	if known, ok := s.known.LoadOrStore(query, prepared); ok { // by somebody else meanwhile
		return known.(*sql.Stmt), prepared.Close()
	}
	return prepared, nil
}

// QueryContext implements [store.Querier], without a transaction.
func (s *statements) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	prepared, err := s.prepare(ctx, query)
	if err != nil {
		return nil, err
	}
	return prepared.QueryContext(ctx, args...)
}

// QueryRowContext implements [store.Querier], without a transaction.
func (s *statements) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	prepared, err := s.prepare(ctx, query)
	if err != nil {
		return s.db.QueryRowContext(ctx, query, args...) // to return the same error
	}
	return prepared.QueryRowContext(ctx, args...)
}

// read runs a function in a transaction, so that everything it reads is from one moment.
func (s *statements) read(ctx context.Context, do func(store.Querier) error) error {
	r := &reader{known: &s.known}
	if err := r.run(ctx, s.db, do); err != nil {
		return err
	}
	for _, query := range r.missed {
		if _, err := s.prepare(ctx, query); err != nil {
			return err
		}
	}
	return nil
}

// reader is a transaction that uses the prepared statements.
type reader struct {
	tx     *sql.Tx
	known  *sync.Map
	missed []string // queries that are not prepared
}

func (r *reader) run(ctx context.Context, db *sql.DB, do func(store.Querier) error) (err error) {
	if r.tx, err = db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true}); err != nil {
		return err
	}
	defer r.tx.Rollback()
	return do(r)
}

// statement returns a query as it was prepared, false if it was not.
func (r *reader) statement(ctx context.Context, query string) (*sql.Stmt, bool) {
	prepared, ok := r.known.Load(query)
	if !ok {
		r.missed = append(r.missed, query)
		return nil, false
	}
	return r.tx.StmtContext(ctx, prepared.(*sql.Stmt)), true
}

// QueryContext implements [store.Querier].
func (r *reader) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if prepared, ok := r.statement(ctx, query); ok {
		return prepared.QueryContext(ctx, args...)
	}
	return r.tx.QueryContext(ctx, query, args...)
}

// QueryRowContext implements [store.Querier].
func (r *reader) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	if prepared, ok := r.statement(ctx, query); ok {
		return prepared.QueryRowContext(ctx, args...)
	}
	return r.tx.QueryRowContext(ctx, query, args...)
}
