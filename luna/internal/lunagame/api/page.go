package api

import (
	"fmt"
	"net/url"
	"strconv"

	"github.com/luna-rating/luna/luna/game"
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
		return 0, jsonapi.Invalid("limit: expected a whole number from 1 to %d", most)
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

// readGrades returns the scores of single responses: from JSON a list of objects, by itself or
// under "grades", or one object; from a form pairs of rid and grade.
func readGrades(f jsonapi.Fields) ([]game.Grade, error) {
	list, ok := f[""].([]any)
	if !ok {
		list, ok = f["grades"].([]any)
	}
	if _, form := f["rid"].(jsonapi.FormTexts); !ok && !form && f["rid"] != nil {
		list, ok = []any{map[string]any(f)}, true
	}
	if !ok {
		return formGrades(f)
	}
	if len(list) > maxGrades {
		return nil, jsonapi.Invalid("grades: found %d, expected at most %d", len(list), maxGrades)
	}
	grades := make([]game.Grade, len(list))
	for i, x := range list {
		o, ok := x.(map[string]any)
		if !ok {
			return nil, jsonapi.Invalid("grades: number %d is %s, expected {rid, grade}", i+1, jsonapi.Describe(x))
		}
		rid, err := jsonapi.Fields(o).Text("rid")
		if err == nil {
			grades[i].Response = game.ResponseID(rid)
			grades[i].Score, err = jsonapi.Fields(o).Number("grade", game.MaxRating)
		}
		if err != nil {
			return nil, jsonapi.Invalid("grades: number %d: %s", i+1, err.Error())
		}
	}
	return grades, nil
}

// maxGrades is the maximum number of scores in a request.
const maxGrades = 1000

func formGrades(f jsonapi.Fields) ([]game.Grade, error) {
	rids, _ := f["rid"].(jsonapi.FormTexts)
	scores, _ := f["grade"].(jsonapi.FormTexts)
	if len(rids) == 0 || len(rids) != len(scores) || len(rids) > maxGrades {
		return nil, jsonapi.Invalid("grades: found %d rid and %d grade, expected a list of {rid, grade}", len(rids),
			len(scores))
	}
	grades := make([]game.Grade, len(rids))
	for i := range rids {
		score, err := jsonapi.ParseNumber("grade", scores[i], game.MaxRating)
		if err != nil {
			return nil, err
		}
		grades[i] = game.Grade{Response: game.ResponseID(rids[i]), Score: score}
	}
	return grades, nil
}
