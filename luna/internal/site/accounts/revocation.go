package accounts

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"sync"

	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// A backup of the database does not contain later revocations. So revocations are counted, both in
// the database and in a small file beside it, which is not part of a backup. If the file has a
// higher count than the database, belongs to another database, or is missing, the database comes
// from a backup, and all tokens are made void. A revocation is acknowledged when both counts are on
// disk.
const (
	instanceSetting    = "instance"    // a random name of the database
	revocationsSetting = "revocations" // their number
	epochSuffix        = "-epoch"      // of the name of the file
)

// epoch is the content of the file beside the database.
type epoch struct {
	Instance    string `json:"instance"`
	Revocations uint64 `json:"revocations"`
}

// epochFile is the file beside the database.
type epochFile struct {
	path string

	mu      sync.Mutex
	written uint64 // the highest count that this process has written
}

func newEpochFile(db string) *epochFile {
	if resolved, err := filepath.EvalSymlinks(db); err == nil {
		db = resolved // one file for all names of a database
	}
	return &epochFile{path: db + epochSuffix}
}

// read returns the zero value for a file that is missing or damaged.
func (f *epochFile) read() (e epoch, err error) {
	text, err := os.ReadFile(f.path)
	if errors.Is(err, os.ErrNotExist) {
		return epoch{}, nil
	}
	if err != nil {
		return epoch{}, err
	}
	if json.Unmarshal(text, &e) != nil {
		return epoch{}, nil
	}
	return e, nil
}

func (f *epochFile) write(e epoch) error {
	text, err := json.Marshal(e)
	if err != nil {
		return err
	}
	err = atomicdir.WriteFile(f.path, func(w io.Writer) error {
		_, err := w.Write(append(text, '\n'))
		return err
	})
	if err != nil {
		return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	if dir, err := os.Open(filepath.Dir(f.path)); err == nil {
		_ = dir.Sync() // not possible everywhere
		dir.Close()
	}
	return nil
}

// revocation is a transaction that may make tokens void.
type revocation struct {
	tx       *sql.Tx
	happened bool
}

func (r *revocation) epoch(ctx context.Context) (e epoch, err error) {
	instance, err := store.PeekIn(ctx, r.tx, instanceSetting)
	if err != nil {
		return e, err
	}
	e.Instance = string(instance)
	count, err := store.PeekIn(ctx, r.tx, revocationsSetting)
	if err != nil || len(count) == 0 {
		return e, err
	}
	if e.Revocations, err = strconv.ParseUint(string(count), 10, 64); err != nil {
		return e, fmt.Errorf("setting %q is %q, expected a number", revocationsSetting, count)
	}
	return e, nil
}

func (r *revocation) setEpoch(ctx context.Context, e epoch) error {
	err := store.PutIn(ctx, r.tx, instanceSetting, []byte(e.Instance))
	if err != nil {
		return err
	}
	return store.PutIn(ctx, r.tx, revocationsSetting, strconv.AppendUint(nil, e.Revocations, 10))
}

// revoking runs a function in a transaction and counts a revocation if it made tokens void. It
// returns when that is on disk.
func (s *Service) revoking(ctx context.Context, do func(*revocation) error) error {
	var now epoch
	err := s.table.db.Write(ctx, func(tx *sql.Tx) error {
		r := &revocation{tx: tx}
		err := do(r)
		if err != nil || !r.happened {
			return err
		}
		if now, err = r.epoch(ctx); err != nil {
			return err
		}
		now.Revocations++
		return r.setEpoch(ctx, now)
	})
	if err != nil || now.Revocations == 0 {
		return err
	}
	return s.raiseEpoch(context.WithoutCancel(ctx), now.Revocations)
}

// raiseEpoch brings the file up to the count of the database. It holds the lock on the database
// meanwhile, so that the count never falls, whatever other processes do.
func (s *Service) raiseEpoch(ctx context.Context, count uint64) error {
	f := s.epoch
	f.mu.Lock()
	defer f.mu.Unlock()
	if count <= f.written {
		return nil
	}
	return s.table.db.Write(ctx, func(tx *sql.Tx) error {
		now, err := (&revocation{tx: tx}).epoch(ctx)
		if err == nil {
			err = f.write(now)
		}
		if err == nil {
			f.written = now.Revocations
		}
		return err
	})
}

// openEpoch compares the database with the file beside it and makes all tokens void if the database
// comes from a backup. Restored says why, "" if it does not.
func (s *Service) openEpoch(ctx context.Context) (restored string, err error) {
	err = s.table.db.Write(ctx, func(tx *sql.Tx) error {
		r := &revocation{tx: tx}
		now, err := r.epoch(ctx)
		if err != nil {
			return err
		}
		file, err := s.epoch.read()
		if err != nil {
			return err
		}
		if restored = restoredBy(now, file); restored != "" {
			now = epoch{rand.Text(), max(now.Revocations, file.Revocations) + 1}
			err = r.rotate(ctx)
		} else if now.Instance == "" {
			now.Instance = rand.Text() // a new database, or one from before there were counts
		}
		if err == nil {
			err = r.setEpoch(ctx, now)
		}
		if err == nil && now != file {
			err = s.epoch.write(now)
		}
		return err
	})
	return restored, err
}

// restoredBy returns the evidence that a database comes from a backup.
func restoredBy(database, file epoch) string {
	switch {
	case database == (epoch{}) && file == (epoch{}):
		return ""
	case file == (epoch{}):
		return "the file that counts revocations is missing"
	case database.Instance != file.Instance:
		return "the file that counts revocations belongs to another database"
	case database.Revocations < file.Revocations:
		return fmt.Sprintf("%d tokens were revoked since", file.Revocations-database.Revocations)
	}
	return ""
}
