package web_test

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"

	"github.com/luna-rating/luna/luna/internal/accounts"
	"github.com/luna-rating/luna/luna/internal/referee"
	"github.com/luna-rating/luna/luna/internal/site/auth"
	"github.com/luna-rating/luna/luna/internal/store"
	"github.com/luna-rating/luna/luna/internal/web"
)

// The pages are a handler, which somebody asks for the first of them.
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
	pages, err := web.New(web.Options{Desk: desk, BaseURL: "https://luna.example.org"})
	if err != nil {
		log.Fatal(err)
	}
	answer := httptest.NewRecorder()
	pages.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/", nil))
	_, after, _ := strings.Cut(answer.Body.String(), "<h1>")
	heading, _, _ := strings.Cut(after, "</h1>")
	fmt.Println(answer.Code, heading)
	// Output: 200 How smart is the other player?
}
