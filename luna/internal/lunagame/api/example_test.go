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

	"github.com/luna-rating/luna/luna/internal/lunagame/api"
	"github.com/luna-rating/luna/luna/internal/lunagame/play"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/jsonapi"
	"github.com/luna-rating/luna/luna/internal/site/status"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// A password that is too short is refused with an explanation.
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
	a, err := accounts.Open(ctx, accounts.Options{Store: s})
	if err != nil {
		log.Fatal(err)
	}
	defer a.Close()
	r, err := play.Open(ctx, play.Options{Store: s, Accounts: a})
	if err != nil {
		log.Fatal(err)
	}
	defer r.Close()
	o := jsonapi.Options{Accounts: a, Rules: status.Rules(play.Statuses())}
	handler, err := jsonapi.New(o, api.Routes(r))
	if err != nil {
		log.Fatal(err)
	}
	server := httptest.NewServer(handler)
	defer server.Close()
	resp, err := http.PostForm(server.URL+"/register",
		url.Values{"username": {"Ann"}, "password": {"correct horse"}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(resp.Status)
	resp.Body.Close()
	resp, err = http.Post(server.URL+"/register", "application/json",
		strings.NewReader(`{"username":"Bob","password":"1234"}`))
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
