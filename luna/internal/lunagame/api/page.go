package api

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
	"github.com/luna-rating/luna/luna/internal/site/jsonapi"
)

// pageOf reads which page of a list is requested: ?limit= and ?before=.
func pageOf(c *jsonapi.Call) (archive.Page, error) {
	query := c.Request.URL.Query()
	limit, err := limitOf(query, archive.DefaultPage, archive.MaxPage)
	return archive.Page{Before: query.Get("before"), Limit: limit}, err
}

// limitOf reads how many elements are requested: ?limit=.
func limitOf(query url.Values, otherwise, most int) (int, error) {
	text := query.Get("limit")
	if text == "" {
		return otherwise, nil
	}
	limit, err := strconv.Atoi(text)
	if err != nil || limit < 1 || limit > most {
		return 0, httpx.Errorf(http.StatusBadRequest,
			"limit: expected a whole number from 1 to %d", most)
	}
	return limit, nil
}

// linkNext names the next page of a list, if there is one, in the header Link (RFC 8288). The list
// itself stays a plain array, as on the site of 2016.
func linkNext(c *jsonapi.Call, next string) {
	if next == "" {
		return
	}
	query := url.Values{"before": {next}}
	if limit := c.Request.URL.Query().Get("limit"); limit != "" {
		query.Set("limit", limit)
	}
	c.Header.Set("Link", fmt.Sprintf(`<%s?%s>; rel="next"`, c.Request.URL.Path, query.Encode()))
}
