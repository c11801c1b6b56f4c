package accounts_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/luna-rating/luna/luna/internal/accounts"
	"github.com/luna-rating/luna/luna/internal/referee"
	"github.com/luna-rating/luna/luna/internal/site/auth"
	"github.com/luna-rating/luna/luna/internal/store"
	"github.com/luna-rating/luna/luna/wire"
)

// A person signs up, and a token tells who she is.
func Example() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "luna")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	s, err := store.Open(ctx, filepath.Join(dir, "luna.db"))
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	r, err := referee.Open(ctx, s, referee.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer r.Close()
	key, err := s.Key(ctx)
	if err != nil {
		log.Fatal(err)
	}
	desk := &accounts.Desk{Referee: r}
	if desk.Tokens, err = auth.NewTokens(key, nil); err != nil {
		log.Fatal(err)
	}
	if desk.Hasher, err = auth.NewHasher(auth.DefaultCost, 0); err != nil {
		log.Fatal(err)
	}
	if desk.Guard, err = auth.NewGuard(auth.DefaultLimits, nil); err != nil {
		log.Fatal(err)
	}
	ann, err := desk.Register(ctx, "192.0.2.1", wire.Credentials{Username: "Ann", Password: "correct horse"})
	if err != nil {
		log.Fatal(err)
	}
	token, err := desk.Token(ann)
	if err != nil {
		log.Fatal(err)
	}
	who, err := desk.Authenticate(ctx, "192.0.2.1", token)
	fmt.Println(who.Username, err)
	_, err = desk.Login(ctx, "192.0.2.1", "Bob", "battery staple")
	fmt.Println(err)
	// Output:
	// Ann <nil>
	// there is no account with that username and password
}
