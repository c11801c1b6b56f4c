package pages_test

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"

	lunapages "github.com/luna-rating/luna/luna/internal/lunagame/pages"
	"github.com/luna-rating/luna/luna/internal/lunagame/play"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/pages"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// The landing page.
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
	handler, err := pages.New(pages.Options{Accounts: a}, lunapages.Pages(r, a, lunapages.Export{}))
	if err != nil {
		log.Fatal(err)
	}
	answer := httptest.NewRecorder()
	handler.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/", nil))
	_, after, _ := strings.Cut(answer.Body.String(), "<h1>")
	heading, _, _ := strings.Cut(after, "</h1>")
	fmt.Println(answer.Code, heading)
	// Output: 200 How smart is the other player?
}
