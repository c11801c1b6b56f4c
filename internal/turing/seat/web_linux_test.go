package seat_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/internal/turing/seat"
	"github.com/luna-rating/luna/turing/lpp"
)

// TestOnPage gives a verdict by HTTP, as a page does.
func TestOnPage(t *testing.T) {
	suite.Slow(t, "waits as people do")
	dir := t.TempDir()
	o := seat.Options{Here: lpp.Judge, Question: seat.Points, Early: true, Title: "Judge J1",
		Folders: []string{filepath.Join(dir, "a"), filepath.Join(dir, "b")}}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer http.DefaultClient.CloseIdleConnections()
	post := func(url, body string) string {
		res, err := http.Post(url, "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		text, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	asked := make(chan string, 1)
	v, err := seat.OnPage(t.Context(), o, l, nil, func(url string) {
		go func() {
			res, err := http.Get(url)
			if err != nil {
				t.Error(err)
				return
			}
			page, _ := io.ReadAll(res.Body)
			res.Body.Close()
			_, rest, _ := strings.Cut(string(page), `data-view="`)
			view, _, _ := strings.Cut(rest, `"`)
			asked <- post(url+"keys", `{"view":"`+view+`","client":1,"keys":[{"side":"left","text":"Hi"}]}`) +
				post(url+"verdict", `{"view":"`+view+`","left":30,"right":70}`)
		}()
	})
	if err != nil || v.Left != 30 || v.Right != 70 {
		t.Errorf("the verdict is %+v, %v; the page got %s", v, err, <-asked)
	}
	// An interrupt ends it.
	if l, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, err = seat.OnPage(ctx, o, l, nil, func(string) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("after an interrupt the error is %v", err)
	}
}
