package accounts

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/store"
)

const columns = "id, username, username_key, password, kind, email, email_confirmed, " +
	"initial, color, consent, joined, generation, suspended, look, consent_chosen, " +
	"public_name, public_look, public_chosen, consent_text, suspended_until"

// keyQuery reads the key that tokens are signed with.
const keyQuery = "SELECT value FROM settings WHERE name = '" + store.TokenKey + "'"

// table gives access to the accounts in the database.
type table struct{ db *store.Store }

func (t *table) row(ctx context.Context, query string, args ...any) *sql.Row {
	return t.db.Read().QueryRowContext(ctx, query, args...)
}

// insert adds an account.
func (t *table) insert(ctx context.Context, a Account) error {
	key, err := NameKey(a.Username)
	if err != nil {
		return err
	}
	return t.db.Write(ctx, func(tx *sql.Tx) error {
		if err := nameFree(ctx, tx, "look", a.Username, a.ID); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "INSERT INTO accounts ("+columns+
			") VALUES (?"+strings.Repeat(", ?", strings.Count(columns, ","))+")", a.values(key)...)
		return nameTaken(err)
	})
}

// nameFree returns [ErrNameTaken] if a name looks like another account's in a column of looks.
func nameFree(ctx context.Context, tx *sql.Tx, column, name string, own ID) error {
	looks := looksOf(name)
	var taken bool
	err := tx.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM accounts WHERE "+column+" IN (?, ?) AND "+
		column+" <> '' AND id <> ?)", looks[0], looks[len(looks)-1], string(own)).Scan(&taken)
	if err == nil && taken {
		err = ErrNameTaken
	}
	return err
}

// fillLooks adds the looks of accounts from before there were any, or others.
func (t *table) fillLooks(ctx context.Context, r *revocation) error {
	old, err := t.query(ctx, "SELECT "+columns+" FROM accounts WHERE look = ''")
	for _, a := range old {
		if err == nil {
			_, err = t.change(ctx, r, a.ID, func(*Account) error { return nil })
		}
	}
	return err
}

// change changes an account by a function, which may refuse. The ID stays. Raising the generation
// revokes tokens.
func (t *table) change(ctx context.Context, r *revocation, id ID, change func(*Account) error) (a Account, err error) {
	row := r.tx.QueryRowContext(ctx, "SELECT "+columns+" FROM accounts WHERE id = ?", string(id))
	if a, err = scanAccount(row); err != nil {
		return a, err
	}
	before := a
	if err := change(&a); err != nil {
		return a, err
	}
	a.ID = id
	key, err := NameKey(a.Username)
	if err != nil {
		return a, err
	}
	if a.Username != before.Username {
		err = nameFree(ctx, r.tx, "look", a.Username, id)
	}
	if err == nil && a.PublicName != before.PublicName {
		err = nameFree(ctx, r.tx, "public_look", a.PublicName, id)
	}
	if err != nil {
		return a, err
	}
	_, err = r.tx.ExecContext(ctx, "UPDATE accounts SET ("+columns+") = (?1"+
		strings.Repeat(", ?", strings.Count(columns, ","))+") WHERE id = ?1", a.values(key)...)
	if err != nil || a.Generation == before.Generation {
		return a, nameTaken(err)
	}
	return a, r.forget(ctx, id)
}

// remove deletes an account.
func (t *table) remove(ctx context.Context, r *revocation, id ID) error {
	result, err := r.tx.ExecContext(ctx, "DELETE FROM accounts WHERE id = ?", string(id))
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, ErrUnknown)
	}
	_, err = r.tx.ExecContext(ctx, "DELETE FROM known_places WHERE account = ?", string(id))
	if err != nil {
		return err
	}
	return r.forget(ctx, id)
}

// forget removes what is known about the sessions of an account whose tokens are now void.
func (r *revocation) forget(ctx context.Context, id ID) error {
	r.happened = true
	_, err := r.tx.ExecContext(ctx, "DELETE FROM ended_sessions WHERE account = ?", string(id))
	return err
}

func (t *table) get(ctx context.Context, id ID) (Account, error) {
	return scanAccount(t.row(ctx, "SELECT "+columns+" FROM accounts WHERE id = ?", string(id)))
}

// session returns an account, the key that tokens are signed with, and whether a session was ended.
func (t *table) session(
	ctx context.Context, id ID, session string,
) (a Account, key []byte, ended bool, err error) {
	a, err = scanAccount(t.row(ctx, "SELECT "+columns+", ("+keyQuery+`),
		EXISTS (SELECT 1 FROM ended_sessions WHERE ended_sessions.id = ?2)
		FROM accounts WHERE id = ?1`, string(id), session), &key, &ended)
	return a, key, ended, err
}

// key returns the key that tokens are signed with.
func (t *table) key(ctx context.Context) (key []byte, err error) {
	err = t.row(ctx, keyQuery).Scan(&key)
	return key, err
}

func (t *table) named(ctx context.Context, username string) (Account, error) {
	key, err := NameKey(username)
	if err != nil {
		return Account{}, ErrUnknown // nobody can have such a name
	}
	return scanAccount(t.row(ctx, "SELECT "+columns+" FROM accounts WHERE username_key = ?", key))
}

func (t *table) query(ctx context.Context, query string, values ...any) (list []Account, err error) {
	err = store.Rows(ctx, t.db.Read(), func(r *sql.Rows) error {
		a, err := scanAccount(r)
		list = append(list, a)
		return err
	}, query, values...)
	return list, err
}

// count counts the accounts of each kind.
func (t *table) count(ctx context.Context) (map[Kind]int, error) {
	count := map[Kind]int{Person: 0, Guest: 0, Machine: 0}
	err := store.Rows(ctx, t.db.Read(), func(r *sql.Rows) error {
		var kind Kind
		var n int
		err := r.Scan(&kind, &n)
		count[kind] = n
		return err
	}, "SELECT kind, count(*) FROM accounts GROUP BY kind")
	return count, err
}

// values returns the values of the columns, in their order.
func (a *Account) values(key string) []any {
	return []any{
		string(a.ID), a.Username, key, a.Password, string(a.Kind), a.Email, a.EmailConfirmed,
		a.Initial, a.Color, a.Consent, timeText(a.Joined), a.Generation,
		a.Suspended, lookOf(a.Username), timeText(a.ConsentChosen), a.PublicName, lookOf(a.PublicName),
		timeText(a.PublicChosen), a.ConsentText, nanoseconds(a.SuspendedUntil),
	}
}

// timeText returns a time in the form of the table, "" for none.
func timeText(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339Nano)
}

// nanoseconds returns a time in the form of the table, NULL for none.
func nanoseconds(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixNano()
}

// scanAccount reads the columns of an account and those that follow them.
func scanAccount(row interface{ Scan(...any) error }, more ...any) (a Account, err error) {
	var key, look, joined, chosen, named string
	var until sql.Null[int64]
	err = row.Scan(append([]any{&a.ID, &a.Username, &key, &a.Password, &a.Kind, &a.Email,
		&a.EmailConfirmed, &a.Initial, &a.Color, &a.Consent, &joined, &a.Generation, &a.Suspended,
		&look, &chosen, &a.PublicName, &look, &named, &a.ConsentText, &until},
		more...)...)
	if errors.Is(err, sql.ErrNoRows) {
		return a, ErrUnknown
	}
	if err != nil {
		return a, err
	}
	if until.Valid {
		a.SuspendedUntil = time.Unix(0, until.V).UTC()
	}
	for at, text := range map[*time.Time]string{
		&a.Joined: joined, &a.ConsentChosen: chosen, &a.PublicChosen: named,
	} {
		if text == "" {
			continue
		}
		if *at, err = time.Parse(time.RFC3339Nano, text); err != nil {
			return a, fmt.Errorf("account %s: %w", a.ID, err)
		}
	}
	return a, nil
}

func nameTaken(err error) error {
	if store.IsDuplicate(err) {
		return ErrNameTaken
	}
	return err
}
