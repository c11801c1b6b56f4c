package api

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/luna/game"
)

// fields are those of a body, by name: values of JSON as encoding/json reads them into any, with json.Number, or [formTexts].
type fields map[string]any

// formTexts are the values of a field of a form.
type formTexts []string

// text returns a text, "" where the field is missing.
func (f fields) text(name string) (string, error) {
	switch v := f[name].(type) {
	case nil:
		return "", nil
	case string:
		return v, nil
	case formTexts:
		if len(v) != 1 {
			return "", failf(http.StatusBadRequest, "%s: found %d values, expected one", name, len(v))
		}
		return v[0], nil
	default:
		return "", failf(http.StatusBadRequest, "%s: found %s, expected a text", name, describe(v))
	}
}

// texts returns a list of texts, which is never nil.
func (f fields) texts(name string) ([]string, error) {
	switch v := f[name].(type) {
	case nil:
		return f.formList(name)
	case formTexts:
		if len(f.listNames(name)) > 0 {
			return nil, failf(http.StatusBadRequest, "%s: found it both with [] and without", name)
		}
		return v, nil
	case []any:
		return jsonTexts(name, v)
	default:
		return nil, failf(http.StatusBadRequest, "%s: found %s, expected a list of texts", name, describe(v))
	}
}

func jsonTexts(name string, list []any) ([]string, error) {
	texts := make([]string, len(list))
	for i, x := range list {
		s, ok := x.(string)
		if !ok {
			return nil, failf(http.StatusBadRequest, "%s: number %d is %s, expected a text", name, i+1, describe(x))
		}
		texts[i] = s
	}
	return texts, nil
}

// listNames are the names under which a form may have a list, besides the bare one, as far as they are there.
func (f fields) listNames(name string) []string {
	var names []string
	if _, ok := f[name+"[]"]; ok {
		names = append(names, name+"[]")
	}
	for i := 0; ; i++ {
		n := name + "[" + strconv.Itoa(i) + "]"
		if _, ok := f[n]; !ok {
			return names
		}
		names = append(names, n)
	}
}

// formList reads name[] or name[0], name[1] and so on. Where there is none of them the list is empty.
func (f fields) formList(name string) ([]string, error) {
	texts := []string{}
	names := f.listNames(name)
	for _, n := range names {
		v, ok := f[n].(formTexts)
		if !ok {
			break // JSON, in which such names mean nothing
		}
		if n == name+"[]" && len(names) > 1 || n != name+"[]" && len(v) != 1 {
			return nil, failf(http.StatusBadRequest, "%s: found it both as a list and by numbers", name)
		}
		texts = append(texts, v...)
	}
	return texts, nil
}

// number returns a number from 0 to 100, which JSON may have as a text too.
func (f fields) number(name string) (float64, error) {
	v := f[name]
	if n, ok := v.(json.Number); ok {
		return number(name, n.String())
	}
	if v == nil {
		return 0, failf(http.StatusBadRequest, "%s: is missing, expected a number from 0 to %d", name, game.MaxRating)
	}
	text, err := f.text(name)
	if err != nil {
		return 0, failf(http.StatusBadRequest, "%s: found %s, expected a number from 0 to %d", name, describe(v), game.MaxRating)
	}
	return number(name, text)
}

// number reads a decimal number: neither NaN nor Inf nor hexadecimal.
func number(name, text string) (float64, error) {
	text = strings.TrimSpace(text)
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || strings.Trim(text, "0123456789.eE+-") != "" || math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, failf(http.StatusBadRequest, "%s: found %q, expected a number from 0 to %d", name, short(text), game.MaxRating)
	}
	if err := game.CheckGuess(x); err != nil {
		return 0, failf(http.StatusBadRequest, "%s: found %v, expected a number from 0 to %d", name, x, game.MaxRating)
	}
	return x, nil
}

// flag returns whether something is so, false where the field is missing.
func (f fields) flag(name string) (bool, error) {
	v := f[name]
	if b, ok := v.(bool); ok || v == nil {
		return b, nil
	}
	text, err := f.text(name)
	switch {
	case err != nil:
	case text == "true" || text == "1" || text == "on":
		return true, nil
	case text == "false" || text == "0" || text == "off" || text == "":
		return false, nil
	}
	return false, failf(http.StatusBadRequest, "%s: found %s, expected true or false", name, describe(v))
}

// grades returns the scores of single responses: JSON's list of objects, by itself or under "grades", or one of them, or a form's rid and
// grade in pairs.
func (f fields) grades() ([]game.Grade, error) {
	list, ok := f[""].([]any)
	if !ok {
		list, ok = f["grades"].([]any)
	}
	if _, form := f["rid"].(formTexts); !ok && !form && f["rid"] != nil {
		list, ok = []any{map[string]any(f)}, true
	}
	if !ok {
		return f.formGrades()
	}
	if len(list) > maxGrades {
		return nil, failf(http.StatusBadRequest, "grades: found %d, expected at most %d", len(list), maxGrades)
	}
	grades := make([]game.Grade, len(list))
	for i, x := range list {
		o, ok := x.(map[string]any)
		if !ok {
			return nil, failf(http.StatusBadRequest, "grades: number %d is %s, expected {rid, grade}", i+1, describe(x))
		}
		rid, err := fields(o).text("rid")
		if err == nil {
			grades[i].Response = game.ResponseID(rid)
			grades[i].Score, err = fields(o).number("grade")
		}
		if err != nil {
			return nil, failf(http.StatusBadRequest, "grades: number %d: %s", i+1, err.Error())
		}
	}
	return grades, nil
}

// maxGrades is how many scores a request may have.
const maxGrades = 1000

func (f fields) formGrades() ([]game.Grade, error) {
	rids, _ := f["rid"].(formTexts)
	scores, _ := f["grade"].(formTexts)
	if len(rids) == 0 || len(rids) != len(scores) || len(rids) > maxGrades {
		return nil, failf(http.StatusBadRequest, "grades: found %d rid and %d grade, expected a list of {rid, grade}", len(rids), len(scores))
	}
	grades := make([]game.Grade, len(rids))
	for i := range rids {
		score, err := number("grade", scores[i])
		if err != nil {
			return nil, err
		}
		grades[i] = game.Grade{Response: game.ResponseID(rids[i]), Score: score}
	}
	return grades, nil
}

// describe names a value by its kind.
func describe(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return fmt.Sprintf("%q", short(v))
	case json.Number:
		return "the number " + short(v.String())
	case bool:
		return strconv.FormatBool(v)
	case []any:
		return "a list"
	case formTexts:
		if len(v) == 1 {
			return fmt.Sprintf("%q", short(v[0]))
		}
		return fmt.Sprintf("%d values", len(v))
	default:
		return "an object"
	}
}
