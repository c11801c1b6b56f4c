package server_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http/httptest"
	"os"
	"path/filepath"

	"github.com/luna-rating/luna/luna/server"
)

// A server answers on its own listener, or as a handler among others.
func Example() {
	dir, err := os.MkdirTemp("", "luna")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	s, err := server.Open(context.Background(), server.Options{DB: filepath.Join(dir, "luna.db")})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest("GET", "/healthz", nil))
	body, err := io.ReadAll(w.Body)
	fmt.Println(w.Code, string(body), err)
	// Output: 200 {"status":"ok"} <nil>
}
