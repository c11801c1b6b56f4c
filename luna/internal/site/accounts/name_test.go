package accounts_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/luna-rating/luna/internal/guard"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/auth"
)

// TestNamesThatLookAlike takes names beside others that readers take for them.
func TestNamesThatLookAlike(t *testing.T) {
	p, ctx := open(t, guard.Limits{}), t.Context()
	names := []string{"Paula", "mark", "Zoë", "李雷", "O'Neil 0", "⒈ Ann", "Bob!", "Anna Lee", "Лена", "Woody"}
	for _, name := range names {
		p.register(t, name)
	}
	other := p.register(t, "somebody else")
	for _, name := range append(names,
		"Раula", "paulа", "РАULА", "РaulA", "Маrk", "PAU1A", "pau|a", "mаrk", "rnark", "ⅿark", "Zoё", "zoe\u0308", "О'Neil O",
		"mark ", " MARK", "Anna Leeˌ", "Anna Lεe", "Anna Lee.", "AnnaLee", "Anna_Lee", "Anna Lée", "Anпa Lee",
		"anna-lee", "(Anna Lee)", "A.n.n.a Lee", "Ꭺnna Lee", "@nna Lee", "Anna Lee@", "Anna Lee!", "Anna Lee|", "Anna Leeǃ",
		"Anna Łee", "Ａnna Lee", "ᴀɴɴᴀ ʟᴇᴇ", "Αηηa Lee", "𝒜nna Lee", "Anna Lee\u0301\u0323", "Zoe", "лена", "bob",
		"VVoody", "李 雷",
	) {
		_, err := p.Register(ctx, here, accounts.Credentials{Username: name, Password: "correct horse"})
		if !errors.Is(err, accounts.ErrNameTaken) {
			t.Errorf("%q beside one that looks like it: %v", name, err)
		}
	}
	for _, name := range append(names, "王芳", "Анна", "अनु", "अनी", "はな", "ばな", "Anna Lea", "สมชาย", "นิด", "นัด",
		"Bernd", "Steamer", "Stafford", "Lunardi", "Admire", "bot-2", "Turing", "עדי", "علي") {
		other = suite.Must(p.SetPublicName(ctx, other.ID, name))(t)
	}
}

// TestNamesOfTheSite tries names by which players would take somebody for the operator.
func TestNamesOfTheSite(t *testing.T) {
	p, ctx := open(t, guard.Limits{}), t.Context()
	ann := p.register(t, "Ann Other")
	for _, name := range []string{
		"admin", "аdmin", "admın", "Admin_1", "adm1n", "Guest", "guest 42", "[removed]", "(deleted)",
		"Luna", "LUNA!", "Guest 17", "\u2800", "a\u2800", "\U0001d159", "!!!", "", " ",
		"Luna Team", "The Operator", "Anna Lee (admin)", "LunaTeam", "lunateam", "Theoperator", "THE OPERATOR", "@dmin",
		"l.u.n.a", "Anna, Lüna", "Anna_Admin", "AnnaAdmin", "Lυna Support", "0perator Bob", "site staff", "$taff", "admin2",
		"Anna 1 Team", "the 0fficial Anna", "the real admіn",
	} {
		_, err := p.Register(ctx, here, accounts.Credentials{Username: name, Password: "correct horse"})
		if _, ok := errors.AsType[*accounts.NameError](err); !ok {
			t.Errorf("the name %q: %v", name, err)
		}
		if _, err := p.SetPublicName(ctx, ann.ID, name); name != "" && err == nil {
			t.Errorf("the public name %q was taken", name)
		}
	}
}

// TestPublicNames checks that public names are unique among themselves, and no others.
func TestPublicNames(t *testing.T) {
	p, ctx := open(t, guard.Limits{}), t.Context()
	ann, bob := p.register(t, "ann"), p.register(t, "bob")
	if ann.PublicName != "" {
		t.Errorf("Ann begins with the public name %q", ann.PublicName)
	}
	ann = suite.Must(p.SetPublicName(ctx, ann.ID, "Moon fan"))(t)
	if again := suite.Must(p.Get(ctx, ann.ID))(t); again != ann || again.PublicName != "Moon fan" ||
		again.PublicChosen.IsZero() {
		t.Errorf("found %+v, expected %+v", again, ann)
	}
	suite.Must(p.SetPublicName(ctx, ann.ID, "Moon fan!"))(t) // looks like her own
	for _, name := range []string{"moon FAN", "Mооn fan", "Moonfan", "Mo0n-fán"} {
		if _, err := p.SetPublicName(ctx, bob.ID, name); !errors.Is(err, accounts.ErrNameTaken) {
			t.Errorf("%q beside Moon fan: %v", name, err)
		}
	}
	suite.Must(p.SetPublicName(ctx, ann.ID, ""))(t)
	suite.Must(p.SetPublicName(ctx, bob.ID, "Moon fan"))(t)
	suite.Must(p.SetPublicName(ctx, ann.ID, ""))(t) // any number have none
}

// TestOldNames opens a database from before there were looks, or as many: whoever has a name keeps
// it, and nobody takes one like it.
func TestOldNames(t *testing.T) {
	path := filepath.Join(t.TempDir(), "luna.db")
	p, ctx := reopen(t, path), t.Context()
	for old, now := range map[string]string{"x1": "admin", "x2": "аdmin", "x3": "\u2800",
		"x4": "Anna", "x5": "An-na"} {
		a := p.register(t, old)
		key := suite.Must(accounts.NameKey(now))(t)
		suite.OK(t, p.store.Write(ctx, func(tx *sql.Tx) error {
			_, err := tx.Exec("UPDATE accounts SET username = ?, username_key = ?, public_name = ?1, look = '' "+
				"WHERE id = ?", now, key, string(a.ID))
			return err
		}))
	}
	p.close()
	p = reopen(t, path)
	for _, name := range []string{"admin", "аdmin", "\u2800", "Anna", "An-na"} {
		a := suite.Must(p.Login(ctx, here, name, "correct horse"))(t)
		suite.Must(p.SetConsent(ctx, a.ID, true))(t)
	}
	for _, name := range []string{"аdmіn", "Ánna"} {
		_, err := p.Register(ctx, here, accounts.Credentials{Username: name, Password: "correct horse"})
		if err == nil {
			t.Errorf("%q is taken beside an old one", name)
		}
	}
	bob := p.register(t, "bob")
	if _, err := p.SetPublicName(ctx, bob.ID, "ANNA"); !errors.Is(err, accounts.ErrNameTaken) {
		t.Errorf("ANNA beside two public names of before: %v", err)
	}
}

// TestEasyPasswords tries what everybody tries first.
func TestEasyPasswords(t *testing.T) {
	p, ctx := open(t, guard.Limits{}), t.Context()
	ann := p.register(t, "annabella")
	for password, why := range map[string]string{
		"password": "common", "12345678": "common", "Passw0rd": "common", "iloveyou": "common",
		"qwertyuiop": "common", "aaaaaaaa": "over", "annabella": "your name", "Annabella1": "your name",
		"allebanna": "your name", "lunaluna": "over", "TuringTrade": "this site", "luna1234": "this site",
		"20261126": "date", "passwordpassword": "over",
	} {
		_, err := p.ChangePassword(ctx, here, ann, "correct horse", password)
		if !errors.Is(err, auth.ErrPasswordEasy) || !strings.Contains(err.Error(), why) {
			t.Errorf("%q: %v, expected a word of %q", password, err, why)
		}
		_, err = p.Register(ctx, here, accounts.Credentials{Username: "annabella", Password: password})
		if !errors.Is(err, auth.ErrPasswordEasy) {
			t.Errorf("a registration with %q: %v", password, err)
		}
		token := suite.Must(p.ResetToken(ann, accounts.ResetLife))(t)
		if _, err = p.ResetPassword(ctx, here, token, password); !errors.Is(err, auth.ErrPasswordEasy) {
			t.Errorf("a reset to %q: %v", password, err)
		}
	}
	for _, good := range []string{"correct horse", "blue whale", "gx7-Qw9k", "абвгдежз",
		strings.Repeat("Gx7-Qw9k", 100)} {
		if err := auth.CheckPassword(good, "annabella"); err != nil {
			t.Errorf("%.20q: %v", good, err)
		}
	}
}

// TestFirstPlace has strangers try passwords for a name: its owner, who has only signed up, still
// gets in where that was.
func TestFirstPlace(t *testing.T) {
	limits := guard.Limits{Names: guard.Rate{Burst: 5, Every: 1 << 40}}
	p, ctx := open(t, limits), t.Context()
	p.register(t, "ann")
	guest := suite.Must(p.RegisterGuest(ctx, there, false))(t)
	suite.Must(p.NameGuest(ctx, there, guest.ID,
		accounts.Credentials{Username: "bob", Password: "correct horse"}))(t)
	for name, owner := range map[string]string{"ann": here, "bob": there} {
		for i := range 20 {
			_, _ = p.Login(context.Background(), fmt.Sprint("203.0.113.", i), name, "a guess of theirs")
		}
		if _, err := p.Login(ctx, "198.51.100.7", name, "correct horse"); err == nil {
			t.Errorf("the limit of the name %s does not hold", name)
		}
		if _, err := p.Login(ctx, owner, name, "correct horse"); err != nil {
			t.Errorf("%s, where they signed up: %v", name, err)
		}
	}
}

func TestEmailAddresses(t *testing.T) {
	p := open(t, guard.Limits{})
	for n, email := range []string{
		"ann@example.org", "a.n+n@mail.example.co.uk", "ann@bücher.example", "ann@example.org",
		"ännchen@example.org", "ann_o'neil@xn--bcher-kva.example",
	} {
		who := accounts.Credentials{Username: fmt.Sprint("good ", n), Password: "correct horse",
			Email: email}
		if _, err := p.Register(t.Context(), here, who); err != nil {
			t.Errorf("%s: %v", email, err)
		}
	}
	for n, email := range []string{
		"ann@[192.0.2.1]", "ann@[IPv6:2001:db8::1]", "ann@192.0.2.1", "root@localhost", "root@mail",
		"ann@example.org.", "ann@.org", "ann@example..org", "ann@exa mple.org", "ann@example.123",
		"ann@-example.org", `"ann"@example.org`, "ann@example.org,bob@example.org",
		strings.Repeat("a", 65) + "@example.org", "ann@exa_mple.org", "a@b@example.org",
		"nowhere", "Bob <bob@example.org>", "bob@example.org\r\nBcc: eve@example.org",
		strings.Repeat("b", 250) + "@example.org",
	} {
		who := accounts.Credentials{Username: fmt.Sprint("bad ", n), Password: "correct horse",
			Email: email}
		if _, err := p.Register(t.Context(), here, who); !errors.Is(err, accounts.ErrEmail) {
			t.Errorf("%s: %v", email, err)
		}
	}
}

func TestMailbox(t *testing.T) {
	for _, same := range [][]string{
		{"anno@example.org", "Anno@Example.ORG", "an.no@example.org", "a.n.n.o+luna@example.org",
			"anno+@example.org", "anno@example.org."},
		{"anno@gmail.com", "a.nno@googlemail.com", "ANNO+1@GoogleMail.com"},
		{"anno@bücher.example", "anno@xn--bcher-kva.example", "anno@BÜCHER.example"},
		{"änno@example.org", "a\u0308nno@example.org", "ÄNNO@example.org"},
	} {
		for _, email := range same {
			if m := accounts.Mailbox(email); m != accounts.Mailbox(same[0]) {
				t.Errorf("%s is %s, %s is %s", email, m, same[0], accounts.Mailbox(same[0]))
			}
		}
	}
	seen := make(map[string]string)
	for _, email := range []string{"ann@example.org", "ann@example.com", "bob@example.org",
		"ann@a.example.org", ""} {
		m := accounts.Mailbox(email)
		if other, ok := seen[m]; ok {
			t.Errorf("%s and %s are both %s", email, other, m)
		}
		seen[m] = email
	}
}

func TestLooks(t *testing.T) {
	p, ctx := open(t, guard.Limits{}), t.Context()
	want := make(map[accounts.ID]accounts.Look)
	ids := []accounts.ID{"nobody", `"],[`}
	for _, name := range []string{"Ann", "bob"} {
		a := suite.Must(p.Register(ctx, here,
			accounts.Credentials{Username: name, Password: "correct horse"}))(t)
		want[a.ID] = accounts.Look{Initial: a.Initial, Color: a.Color}
		ids = append(ids, a.ID)
	}
	if diff := cmp.Diff(want, suite.Must(p.Looks(ctx, ids))(t)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if none := suite.Must(p.Looks(ctx, nil))(t); len(none) > 0 {
		t.Errorf("found %v of nobody", none)
	}
}
