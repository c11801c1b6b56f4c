package api_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/luna-rating/luna/luna/internal/accounts"
	"github.com/luna-rating/luna/luna/internal/api"
	"github.com/luna-rating/luna/luna/internal/referee"
	"github.com/luna-rating/luna/luna/internal/site/auth"
	"github.com/luna-rating/luna/luna/internal/store"
)

// A guess that is none is refused in words.
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
	handler, err := api.New(api.Options{Desk: desk(r)})
	if err != nil {
		log.Fatal(err)
	}
	server := httptest.NewServer(handler)
	defer server.Close()
	resp, err := http.PostForm(server.URL+"/register", url.Values{"username": {"Ann"}, "password": {"correct horse"}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(resp.Status)
	resp.Body.Close()
	resp, err = http.Post(server.URL+"/register", "application/json", strings.NewReader(`{"username":"Bob","password":"1234"}`))
	if err != nil {
		log.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	fmt.Println(resp.Status, string(body), err)
	// Output:
	// 200 OK
	// 400 Bad Request {"message":"the password is too short: at least 8 characters are needed"} <nil>
}

// desk returns where players of a referee are let in, with a key that nobody keeps.
func desk(r *referee.Referee) *accounts.Desk {
	hasher, err := auth.NewHasher(auth.DefaultCost, 0)
	if err != nil {
		log.Fatal(err)
	}
	tokens, err := auth.NewTokens(auth.NewKey(), nil)
	if err != nil {
		log.Fatal(err)
	}
	guard, err := auth.NewGuard(auth.DefaultLimits, nil)
	if err != nil {
		log.Fatal(err)
	}
	return &accounts.Desk{Referee: r, Hasher: hasher, Tokens: tokens, Guard: guard}
}
