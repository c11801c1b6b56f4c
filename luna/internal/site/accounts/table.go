package accounts

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/store"
)

const columns = "id, username, username_key, password, kind, email, email_confirmed, " +
	"initial, color, consent, joined, generation"

// table is the accounts in the database.
type table struct {
	db *store.Store
	// byID is prepared, since every request needs it.
	byID *sql.Stmt
}

func openTable(ctx context.Context, db *store.Store) (*table, error) {
	byID, err := db.Read().PrepareContext(ctx, "SELECT "+columns+" FROM accounts WHERE id = ?")
	return &table{db, byID}, err
}

// insert adds an account.
func (t *table) insert(ctx context.Context, a Account) error {
	key, err := NameKey(a.Username)
	if err != nil {
		return err
	}
	return t.db.Write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "INSERT INTO accounts ("+columns+
			") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", a.values(key)...)
		return nameTaken(err)
	})
}

// update changes an account by a function, which may refuse. The ID stays.
func (t *table) update(
	ctx context.Context, id ID, change func(*Account) error,
) (a Account, err error) {
	err = t.db.Write(ctx, func(tx *sql.Tx) error {
		row := tx.QueryRowContext(ctx, "SELECT "+columns+" FROM accounts WHERE id = ?", string(id))
		if a, err = scanAccount(row); err != nil {
			return err
		}
		if err := change(&a); err != nil {
			return err
		}
		a.ID = id
		key, err := NameKey(a.Username)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `UPDATE accounts SET username = ?2, username_key = ?3,
			password = ?4, kind = ?5, email = ?6, email_confirmed = ?7, initial = ?8, color = ?9,
			consent = ?10, joined = ?11, generation = ?12 WHERE id = ?1`, a.values(key)...)
		return nameTaken(err)
	})
	return a, err
}

// remove deletes an account.
func (t *table) remove(ctx context.Context, id ID) error {
	return t.db.Write(ctx, func(tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, "DELETE FROM accounts WHERE id = ?", string(id))
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, ErrUnknown)
		}
		return nil
	})
}

func (t *table) get(ctx context.Context, id ID) (Account, error) {
	return scanAccount(t.byID.QueryRowContext(ctx, string(id)))
}

func (t *table) named(ctx context.Context, username string) (Account, error) {
	key, err := NameKey(username)
	if err != nil {
		return Account{}, ErrUnknown // nobody can have such a name
	}
	return scanAccount(t.db.Read().QueryRowContext(ctx,
		"SELECT "+columns+" FROM accounts WHERE username_key = ?", key))
}

func (t *table) list(ctx context.Context, kind Kind) ([]Account, error) {
	return t.query(ctx, "SELECT "+columns+" FROM accounts WHERE kind = ? ORDER BY joined, id",
		string(kind))
}

func (t *table) query(ctx context.Context, query string, values ...any) ([]Account, error) {
	rows, err := t.db.Read().QueryContext(ctx, query, values...)
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

// count counts the accounts of each kind.
func (t *table) count(ctx context.Context) (map[Kind]int, error) {
	rows, err := t.db.Read().QueryContext(ctx, "SELECT kind, count(*) FROM accounts GROUP BY kind")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	count := map[Kind]int{Person: 0, Guest: 0, Machine: 0}
	for rows.Next() {
		var kind Kind
		var n int
		if err := rows.Scan(&kind, &n); err != nil {
			return nil, err
		}
		count[kind] = n
	}
	return count, rows.Err()
}

// values are those of the columns, in their order.
func (a *Account) values(key string) []any {
	return []any{
		string(a.ID), a.Username, key, a.Password, string(a.Kind), a.Email, a.EmailConfirmed,
		a.Initial, a.Color, a.Consent, a.Joined.UTC().Format(time.RFC3339Nano), a.Generation,
	}
}

func scanAccount(row interface{ Scan(...any) error }) (a Account, err error) {
	var key, joined string
	err = row.Scan(&a.ID, &a.Username, &key, &a.Password, &a.Kind, &a.Email, &a.EmailConfirmed,
		&a.Initial, &a.Color, &a.Consent, &joined, &a.Generation)
	if errors.Is(err, sql.ErrNoRows) {
		return a, ErrUnknown
	}
	if err != nil {
		return a, err
	}
	if a.Joined, err = time.Parse(time.RFC3339Nano, joined); err != nil {
		return a, fmt.Errorf("account %s: %w", a.ID, err)
	}
	return a, nil
}

func nameTaken(err error) error {
	if store.IsDuplicate(err) {
		return ErrNameTaken
	}
	return err
}
