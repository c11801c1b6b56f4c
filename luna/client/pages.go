package client

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"strings"
)

// maxPages is the maximum number of pages of a list. It guards against a server whose list never
// ends.
const maxPages = 10_000

// errEndless reports a list that does not end.
var errEndless = errors.New("the list does not end")

// pages iterates over the elements of a list that comes in pages. An error ends the iteration.
func pages[T any](ctx context.Context, c *Client, path string) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var zero T
		left := c.o.MaxBytes
		next := ""
		for range maxPages {
			var page []T
			var info pageInfo
			r := request{method: http.MethodGet, path: path + next}
			err := c.retry(ctx, temporary, func() (err error) {
				info, err = c.sendForPage(ctx, r, left, &page)
				return err
			})
			if err != nil {
				yield(zero, err)
				return
			}
			for _, element := range page {
				if !yield(element, nil) {
					return
				}
			}
			switch left -= info.bytes; {
			case info.next == "":
				return
			case info.next == next, len(page) == 0:
				yield(zero, &answerError{r.method, r.path, errEndless})
				return
			case left <= 0:
				err := fmt.Errorf("more than %d bytes in all pages", c.o.MaxBytes)
				yield(zero, &answerError{r.method, r.path, err})
				return
			}
			next = info.next
		}
		yield(zero, &answerError{http.MethodGet, path, errEndless})
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
