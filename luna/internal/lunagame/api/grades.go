package api

import (
	"net/http"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/jsonapi"
)

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
		return nil, httpx.Errorf(http.StatusBadRequest, "grades: found %d, expected at most %d",
			len(list), maxGrades)
	}
	grades := make([]game.Grade, len(list))
	for i, x := range list {
		o, ok := x.(map[string]any)
		if !ok {
			return nil, httpx.Errorf(http.StatusBadRequest,
				"grades: number %d is %s, expected {rid, grade}", i+1, jsonapi.Describe(x))
		}
		rid, err := jsonapi.Fields(o).Text("rid")
		if err == nil {
			grades[i].Response = game.ResponseID(rid)
			grades[i].Score, err = jsonapi.Fields(o).Number("grade", game.MaxRating)
		}
		if err != nil {
			return nil, httpx.Errorf(http.StatusBadRequest, "grades: number %d: %s", i+1,
				err.Error())
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
		return nil, httpx.Errorf(http.StatusBadRequest,
			"grades: found %d rid and %d grade, expected a list of {rid, grade}", len(rids),
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
