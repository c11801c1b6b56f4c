package accounts_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// A person signs up and is identified by a token from then on.
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
	service, err := accounts.Open(ctx, accounts.Options{Store: s})
	if err != nil {
		log.Fatal(err)
	}
	defer service.Close()
	registration := accounts.Credentials{Username: "Ann", Password: "correct horse"}
	ann, err := service.Register(ctx, "192.0.2.1", registration)
	if err != nil {
		log.Fatal(err)
	}
	token, err := service.Token(ann)
	if err != nil {
		log.Fatal(err)
	}
	who, err := service.Authenticate(ctx, "192.0.2.1", token)
	fmt.Println(who.Username, err)
	_, err = service.Login(ctx, "192.0.2.1", "Bob", "battery staple")
	fmt.Println(err)
	// Output:
	// Ann <nil>
	// there is no account with that username and password
}
