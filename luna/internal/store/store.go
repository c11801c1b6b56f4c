package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"runtime"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// Store is an open file. It is safe for concurrent use.
type Store struct {
	path string
	// One connection writes, so that writers wait for each other here rather than in SQLite; others read what is committed.
	write, read *sql.DB
	// account finds the account of an ID, which every request needs.
	account *sql.Stmt
}

// What opening a file can end with besides the errors of files and of SQLite.
var (
	// ErrNotOurs is for a database of another program.
	ErrNotOurs = errors.New("is not a database of a Luna Rating System")
	// ErrNewer is for a database that a newer version of this program has written.
	ErrNewer = errors.New("was written by a newer version of this program")
)

// Open opens the file of a path, which is created where there is none and readable by its owner only: it holds the hashes of passwords and the key that signs tokens.
// A file of an older version is brought up to date, in one transaction.
func Open(ctx context.Context, path string) (*Store, error) {
	if err := touch(path); err != nil {
		return nil, err
	}
	s := &Store{path: path}
	var err error
	if s.write, err = open(path, 1, "_txlock=immediate&_pragma=synchronous(full)"); err == nil {
		err = s.migrate(ctx)
	}
	if err == nil {
		s.read, err = open(path, max(4, runtime.GOMAXPROCS(0)), "_pragma=query_only(1)")
	}
	if err == nil {
		s.account, err = s.read.PrepareContext(ctx, "SELECT "+columns+" FROM accounts WHERE id = ?")
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("database %s: %w", path, err), s.Close())
	}
	return s, nil
}

// touch creates the file where it is missing, since SQLite would let everybody read it.
func touch(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("database: %w", err)
	}
	return f.Close()
}

func open(path string, connections int, options string) (*sql.DB, error) {
	name := url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: options +
		"&_pragma=busy_timeout(10000)&_pragma=foreign_keys(1)"}
	db, err := sql.Open("sqlite", name.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db, nil
}

// Path is where the file lies.
func (s *Store) Path() string { return s.path }

// Close closes the file.
func (s *Store) Close() error {
	var err error
	if s.account != nil {
		err = s.account.Close()
	}
	for _, db := range []*sql.DB{s.read, s.write} { // the writer last, since it then tidies up the files beside
		if db != nil {
			err = errors.Join(err, db.Close())
		}
	}
	return err
}

// transaction runs a function between the begin and the commit of a transaction that writes.
func (s *Store) transaction(ctx context.Context, do func(*sql.Tx) error) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := do(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}
