package client

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"strings"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/wire"
)

// maxPages is the maximum number of pages of a list. It guards against a server whose list never
// ends.
const maxPages = 10_000

// errEndless reports a list that does not end.
var errEndless = errors.New("the list does not end")

// EachGame iterates over the player's games: first all active ones, then those that have ended,
// each most recently entered first. It fetches each page when the iteration reaches it; the first
// page has all active games. An error ends the iteration.
func (c *Client) EachGame(ctx context.Context) iter.Seq2[game.View, error] {
	return func(yield func(game.View, error) bool) {
		left := c.o.MaxBytes
		next := ""
		for range maxPages {
			var page []wire.Game
			var info pageInfo
			r := request{method: http.MethodGet, path: "/home" + next}
			err := c.retry(ctx, temporary, func() (err error) {
				info, err = c.sendForPage(ctx, r, left, &page)
				return err
			})
			if err != nil {
				yield(game.View{}, err)
				return
			}
			for _, g := range page {
				if !yield(g.View, nil) {
					return
				}
			}
			switch left -= info.bytes; {
			case info.next == "":
				return
			case info.next == next, len(page) == 0:
				yield(game.View{}, &answerError{r.method, r.path, errEndless})
				return
			case left <= 0:
				err := fmt.Errorf("more than %d bytes in all pages", c.o.MaxBytes)
				yield(game.View{}, &answerError{r.method, r.path, err})
				return
			}
			next = info.next
		}
		yield(game.View{}, &answerError{http.MethodGet, "/home", errEndless})
	}
}

// nextPage returns the query of the next page, with its question mark, which the header Link (RFC
// 8288) names; "" if there is none. Only the query is used, so that no server can send the token
// elsewhere, and the path may be another one behind a proxy.
func nextPage(h http.Header) string {
	for _, value := range h.Values("Link") {
		for link := range strings.SplitSeq(value, ",") {
			target, rest, ok := strings.Cut(strings.TrimSpace(link), ">")
			target, isTarget := strings.CutPrefix(target, "<")
			if !ok || !isTarget || !isNext(rest) {
				continue
			}
			if u, err := url.Parse(target); err == nil && u.RawQuery != "" {
				return "?" + u.Query().Encode()
			}
		}
	}
	return ""
}

// isNext reports whether the parameters of a link have the relation "next".
func isNext(parameters string) bool {
	for p := range strings.SplitSeq(parameters, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(p), "=")
		if strings.EqualFold(name, "rel") && strings.EqualFold(strings.Trim(value, `"`), "next") {
			return true
		}
	}
	return false
}
