package auth_test

import (
	"context"
	"fmt"
	"log"

	"github.com/luna-rating/luna/luna/internal/site/auth"
)

// A player registers, logs in and is identified by the token.
func Example() {
	hasher, err := auth.NewHasher(auth.DefaultCost, 0)
	if err != nil {
		log.Fatal(err)
	}
	tokens, err := auth.NewTokens(auth.NewKey(), nil)
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	hash, err := hasher.Hash(ctx, "correct horse")
	if err != nil {
		log.Fatal(err)
	}
	_, wrong := hasher.Verify(ctx, hash, "battery staple")
	_, right := hasher.Verify(ctx, hash, "correct horse")
	fmt.Println(wrong, right)
	token, err := tokens.Session("an id", "ann", 0)
	if err != nil {
		log.Fatal(err)
	}
	s, err := tokens.ParseSession(token)
	fmt.Println(s.Account, s.Username, s.Expires.Sub(s.Issued), err)
	_, err = tokens.ParseSession(token + "x")
	fmt.Println(err)
	// Output:
	// the password does not match <nil>
	// an id ann 1440h0m0s <nil>
	// the token is not valid
}
