package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/luna-rating/luna/luna/game"
)

// What accounts can be refused for, besides a [NameError].
var (
	ErrUnknownAccount = errors.New("there is no such account")
	// ErrNameTaken is for the name of another, or one that could be mistaken for it.
	ErrNameTaken = errors.New("the name is taken")
	// ErrUnavailable is for what cannot be written now: the disk is full, or another program keeps the file locked.
	ErrUnavailable = errors.New("the file cannot be written now")
)

const columns = "id, username, username_key, password, kind, email, email_confirmed, initial, color, consent, joined, generation"

// CreateAccount adds an account.
func (s *Store) CreateAccount(ctx context.Context, a Account) error {
	key, err := NameKey(a.Username)
	if err != nil {
		return err
	}
	_, err = s.write.ExecContext(ctx, "INSERT INTO accounts ("+columns+") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", a.values(key)...)
	return unavailable(taken(err))
}

// UpdateAccount changes an account by a function, which sees it as it is and may refuse, and returns it as it then is. The ID stays.
func (s *Store) UpdateAccount(ctx context.Context, id game.PlayerID, change func(*Account) error) (Account, error) {
	var a Account
	err := s.transaction(ctx, func(tx *sql.Tx) error {
		var err error
		if a, err = scanAccount(tx.QueryRowContext(ctx, "SELECT "+columns+" FROM accounts WHERE id = ?", string(id))); err != nil {
			return err
		}
		if err := change(&a); err != nil {
			return err
		}
		key, err := NameKey(a.Username)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `UPDATE accounts SET username = ?2, username_key = ?3, password = ?4, kind = ?5, email = ?6,
			email_confirmed = ?7, initial = ?8, color = ?9, consent = ?10, joined = ?11, generation = ?12 WHERE id = ?1`, a.values(key)...)
		a.ID = id
		return taken(err)
	})
	return a, unavailable(err)
}

// Account returns the account of a player.
func (s *Store) Account(ctx context.Context, id game.PlayerID) (Account, error) {
	return scanAccount(s.account.QueryRowContext(ctx, string(id)))
}

// AccountNamed returns the account of a name, whatever its case.
func (s *Store) AccountNamed(ctx context.Context, username string) (Account, error) {
	key, err := NameKey(username)
	if err != nil {
		return Account{}, ErrUnknownAccount // nobody can have it
	}
	return scanAccount(s.read.QueryRowContext(ctx, "SELECT "+columns+" FROM accounts WHERE username_key = ?", key))
}

// Accounts returns all accounts of a kind, those first that joined first.
func (s *Store) Accounts(ctx context.Context, kind Kind) ([]Account, error) {
	rows, err := s.read.QueryContext(ctx, "SELECT "+columns+" FROM accounts WHERE kind = ? ORDER BY joined, id", string(kind))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []Account
	for rows.Next() {
		a, err := scanAccount(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, a)
	}
	return list, rows.Err()
}

// values are those of the columns, in their order.
func (a *Account) values(key string) []any {
	return []any{
		string(a.ID), a.Username, key, a.Password, string(a.Kind), a.Email, a.EmailConfirmed, a.Initial, a.Color, a.Consent,
		a.Joined.UTC().Format(time.RFC3339Nano), a.Generation,
	}
}

func scanAccount(row interface{ Scan(...any) error }) (Account, error) {
	var a Account
	var key, joined string
	err := row.Scan(&a.ID, &a.Username, &key, &a.Password, &a.Kind, &a.Email, &a.EmailConfirmed, &a.Initial, &a.Color, &a.Consent, &joined, &a.Generation)
	if errors.Is(err, sql.ErrNoRows) {
		return a, ErrUnknownAccount
	}
	if err != nil {
		return a, err
	}
	if a.Joined, err = time.Parse(time.RFC3339Nano, joined); err != nil {
		return a, fmt.Errorf("account %s: %w", a.ID, err)
	}
	return a, nil
}

// taken makes ErrNameTaken of the refusal of a second account of a name.
func taken(err error) error {
	var refused *sqlite.Error
	if errors.As(err, &refused) && refused.Code() == sqlite3.SQLITE_CONSTRAINT_UNIQUE {
		return ErrNameTaken
	}
	return err
}

// unavailable makes ErrUnavailable of what is wrong with the disk or comes from others who use the file.
func unavailable(err error) error {
	var failed *sqlite.Error
	if errors.As(err, &failed) {
		switch failed.Code() & 0xff { // the rest of it tells more
		case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN:
			return fmt.Errorf("%w: %w", ErrUnavailable, err)
		}
	}
	return err
}
