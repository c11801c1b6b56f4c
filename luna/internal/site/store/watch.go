package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// ErrMalformed is for a file in which SQLite finds something that it cannot have written.
var ErrMalformed = errors.New("the file is damaged")

// Malformed returns an [ErrMalformed] that says what was found, and what the operator can do.
func Malformed(path string, found error) error {
	return fmt.Errorf("%w (%w): 'luna admin restore BACKUP --db %s' takes a backup in its place, and "+
		"'sqlite3 %[3]s .recover' saves what can still be read", ErrMalformed, found, path)
}

// met remembers what an error of SQLite reveals about the file and adds what can be done. All
// errors of a connection pass through it, so that readers and writers need not think of it.
func (s *Store) met(err error) error {
	failed, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return err
	}
	switch failed.Code() & 0xff { // without the extended code
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		err = Malformed(s.path, err)
		s.damage(err)
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR,
		sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN:
		s.Failed.Store(true)
		s.Failures.Add(1)
		err = fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return err
}

// damage remembers that the file is damaged, and reports it once.
func (s *Store) damage(err error) {
	if s.damaged.CompareAndSwap(nil, &err) && s.OnDamage != nil {
		s.OnDamage(err)
	}
}

// Damage returns the first sign that the file is damaged, nil if there was none.
func (s *Store) Damage() error {
	if err := s.damaged.Load(); err != nil {
		return *err
	}
	return nil
}

// watched passes the errors of an SQLite operation to met.
func watched[T any](s *Store, x T, err error) (T, error) { return x, s.met(err) }

// connector opens connections that are watched for signs of damage.
type connector struct {
	s    *Store
	name string
}

// Driver implements [driver.Connector].
func (c connector) Driver() driver.Driver { return new(sqlite.Driver) }

// Connect implements [driver.Connector].
func (c connector) Connect(context.Context) (driver.Conn, error) {
	x, err := c.Driver().Open(c.name)
	if err != nil {
		return watched(c.s, x, err)
	}
	return conn{x.(sqliteConn), c.s}, nil
}

type sqliteConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.SessionResetter
	driver.Validator
}

// conn makes package sql execute all queries through prepared statements, as SQLite does anyway.
type conn struct {
	sqliteConn
	s *Store
}

// BeginTx implements [driver.ConnBeginTx].
func (c conn) BeginTx(ctx context.Context, o driver.TxOptions) (driver.Tx, error) {
	x, err := c.sqliteConn.BeginTx(ctx, o)
	return watched(c.s, driver.Tx(tx{x, c.s}), err)
}

// PrepareContext implements [driver.ConnPrepareContext].
func (c conn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	x, err := c.sqliteConn.PrepareContext(ctx, query)
	if err != nil {
		return watched(c.s, x, err)
	}
	return stmt{x.(sqliteStmt), c.s}, nil
}

type sqliteStmt interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

type stmt struct {
	sqliteStmt
	s *Store
}

// ExecContext implements [driver.StmtExecContext].
func (t stmt) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	x, err := t.sqliteStmt.ExecContext(ctx, args)
	return watched(t.s, x, err)
}

// QueryContext implements [driver.StmtQueryContext].
func (t stmt) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	x, err := t.sqliteStmt.QueryContext(ctx, args)
	return watched(t.s, driver.Rows(rows{x, t.s}), err)
}

type rows struct {
	driver.Rows
	s *Store
}

// Next implements [driver.Rows].
func (r rows) Next(to []driver.Value) error { return r.s.met(r.Rows.Next(to)) }

type tx struct {
	driver.Tx
	s *Store
}

// Commit implements [driver.Tx].
func (t tx) Commit() error { return t.s.met(t.Tx.Commit()) }
