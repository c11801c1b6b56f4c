// Package store keeps a site in one SQLite file: the accounts, the settings, the key that signs
// tokens, and for each game a log of what happened ([Log]).
//
// A committed transaction is on disk: the file uses write-ahead logging and is synchronised at
// every commit, so that neither a killed process nor a power failure undoes it.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/luna-rating/luna/internal/atomicdir"
)

// Store is an open file. It is safe for concurrent use.
type Store struct {
	path string
	// write has one connection, so that writers queue here rather than in SQLite. Readers see
	// what is committed and wait for nobody.
	write, read *sql.DB
	// Failed is set from a failed write until a large write succeeds. Failures counts how often the
	// file could not be used because of the disk or a lock.
	Failed   atomic.Bool
	Failures atomic.Int64
	damaged  atomic.Pointer[error]
	// OnDamage, if not nil, is called once, when the file turns out to be damaged.
	OnDamage func(error)
}

// Errors of [Open], besides those of files and of SQLite.
var (
	// ErrNotOurs is for a database of another program.
	ErrNotOurs = errors.New("is not a database of a Luna Rating System")
	// ErrNewer is for a database that a newer version of this program has written.
	ErrNewer = errors.New("was written by a newer version of this program")
)

// ErrUnavailable is for a write that is impossible now: the disk is full, or another program keeps
// the file locked.
var ErrUnavailable = errors.New("the file cannot be written now")

// ErrNames is for a file with several names. SQLite keeps data that is not in the file yet in
// another file, named after the first. Opened under a different name, the file would lack these
// data and be damaged.
var ErrNames = errors.New("has several names (hard links), and is damaged if it is used by two of " +
	"them: remove the others, or copy the file")

// Open opens a file and brings its tables up to date, in one transaction. If absent, the file is
// created, readable by its owner only, since it holds the hashes of passwords and the key of
// tokens. Copies beside it that were interrupted are removed.
func Open(ctx context.Context, path string) (*Store, error) {
	atomicdir.Tidy(filepath.Dir(path))
	if err := touch(path); err != nil {
		return nil, err
	}
	s := &Store{path: path}
	s.write = s.connect(1, "_txlock=immediate&_pragma=synchronous(full)&_pragma=secure_delete(1)")
	s.read = s.connect(max(4, runtime.GOMAXPROCS(0)), "_pragma=query_only(1)")
	if err := s.migrateOwn(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("database %s: %w", path, err), s.Close())
	}
	return s, nil
}

// touch creates an absent file, which SQLite would let everybody read.
func touch(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("database: %w", err)
	}
	info, err := f.Stat()
	if err == nil && atomicdir.Names(info) > 1 {
		err = ErrNames
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("database %s: %w", path, err)
	}
	return nil
}

func (s *Store) connect(connections int, options string) *sql.DB {
	name := url.URL{
		Scheme: "file", Opaque: (&url.URL{Path: s.path}).EscapedPath(),
		RawQuery: options + "&_pragma=busy_timeout(10000)&_pragma=foreign_keys(1)",
	}
	db := sql.OpenDB(connector{s, name.String()})
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db
}

// Path returns the path of the file.
func (s *Store) Path() string { return s.path }

// Size returns the number of bytes on disk of the file and its write-ahead file.
func (s *Store) Size() (n int64, err error) {
	for _, path := range []string{s.path, s.path + "-wal"} {
		info, err := os.Stat(path)
		if err == nil {
			n += info.Size()
		} else if path == s.path {
			return 0, err
		}
	}
	return n, nil
}

// Used returns the number of bytes of the file that are in use, without free space.
func (s *Store) Used(ctx context.Context) (n int64, err error) {
	const query = `SELECT (pages.page_count - free.freelist_count) * size.page_size
		FROM pragma_page_count pages, pragma_freelist_count free, pragma_page_size size`
	return n, s.read.QueryRowContext(ctx, query).Scan(&n)
}

// Read returns the database for queries. It sees what is committed, and cannot write.
func (s *Store) Read() *sql.DB { return s.read }

// Close closes the file.
func (s *Store) Close() error {
	var err error
	// the writer last: it merges SQLite's side files
	for _, db := range []*sql.DB{s.read, s.write} {
		if db != nil {
			err = errors.Join(err, db.Close())
		}
	}
	return err
}

// CacheWrites lets the writing connection keep 64 MB of pages, for long work, until restore is
// called.
func (s *Store) CacheWrites(ctx context.Context) (restore func() error, err error) {
	if _, err := s.write.ExecContext(ctx, "PRAGMA cache_size = -65536"); err != nil {
		return nil, err
	}
	return func() error {
		_, err := s.write.ExecContext(context.WithoutCancel(ctx), "PRAGMA cache_size = -2000")
		return err
	}, nil
}

// Scratch runs a function in a transaction that sees the file as it is at one moment and may write
// to temporary tables, which are dropped afterwards. It blocks nobody.
func (s *Store) Scratch(ctx context.Context, do func(*sql.Tx) error) (err error) {
	db := s.connect(1, "_pragma=cache_size(-32768)")
	defer func() { err = errors.Join(err, db.Close()) }()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	return errors.Join(do(tx), tx.Rollback())
}

// Write runs a function in a transaction and commits it, unless the function fails. An error that
// comes from the disk or from a lock on the file wraps [ErrUnavailable].
func (s *Store) Write(ctx context.Context, do func(*sql.Tx) error) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := do(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// IsDuplicate reports whether an error is a violation of a UNIQUE constraint.
func IsDuplicate(err error) bool {
	refused, ok := errors.AsType[*sqlite.Error](err)
	return ok && refused.Code() == sqlite3.SQLITE_CONSTRAINT_UNIQUE
}
