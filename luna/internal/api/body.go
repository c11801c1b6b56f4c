package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"
)

// MaxBody is how many bytes the body of a request may have. Five texts of 5,000 characters are 300,000 where each is escaped, as \uXXXX\uXXXX in JSON or
// %XX%XX%XX%XX in a form.
const MaxBody = 400 << 10

// maxStranger is the same where no token was asked for: a name, a password of 1,024 bytes and an address. Who opens many connections and is slow
// to send thus takes little memory.
const maxStranger = 32 << 10

const (
	typeJSON      = "application/json"
	typeForm      = "application/x-www-form-urlencoded"
	typeMultipart = "multipart/form-data"
)

// body reads the body of a request, of at most so many bytes, and returns how many it has.
func body(w http.ResponseWriter, r *http.Request, most int64) (fields, int, error) {
	kind, boundary, err := contentType(r.Header)
	if err != nil {
		return nil, 0, err
	}
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return nil, 0, failf(http.StatusRequestEntityTooLarge, "found a body of more than %d bytes", large.Limit)
	case err != nil:
		return nil, 0, failf(http.StatusBadRequest, "found only a part of the body")
	}
	f, err := parse(kind, boundary, data)
	return f, len(data), err
}

// contentType returns which kind of body a request has, "" where it does not say.
func contentType(h http.Header) (kind, boundary string, err error) {
	if coding := h.Get("Content-Encoding"); coding != "" && !strings.EqualFold(coding, "identity") {
		return "", "", failf(http.StatusUnsupportedMediaType, "found content encoding %s, expected none", strconv.Quote(short(coding)))
	}
	value := h.Get("Content-Type")
	if value == "" {
		return "", "", nil
	}
	kind, params, err := mime.ParseMediaType(value)
	charset, given := params["charset"]
	if kind == "text/json" {
		kind = typeJSON
	}
	known := kind == typeJSON || kind == typeForm || kind == typeMultipart && params["boundary"] != ""
	if err != nil || !known || given && !strings.EqualFold(strings.Replace(charset, "-", "", 1), "utf8") {
		return "", "", failf(http.StatusUnsupportedMediaType, "found content type %s, expected %s, %s or %s, in UTF-8",
			strconv.Quote(short(value)), typeJSON, typeForm, typeMultipart)
	}
	return kind, params["boundary"], nil
}

// parse reads a body. What does not say that it is JSON is so where it looks like it: programs such as curl call everything a form.
func parse(kind, boundary string, data []byte) (fields, error) {
	if !utf8.Valid(data) {
		return nil, failf(http.StatusBadRequest, "found a body that is not valid UTF-8")
	}
	looksJSON := len(bytes.TrimSpace(data)) > 0 && strings.ContainsRune("{[", rune(bytes.TrimSpace(data)[0]))
	switch {
	case kind == typeMultipart:
		return parseMultipart(boundary, data)
	case kind == typeJSON, kind == "" && looksJSON, kind == typeForm && looksJSON && json.Valid(data):
		return parseJSON(data)
	}
	return parseForm(string(data))
}

// parseJSON reads an object, or an array, which stands under the name "".
func parseJSON(data []byte) (fields, error) {
	if len(bytes.TrimSpace(data)) == 0 {
		return fields{}, nil
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, failf(http.StatusBadRequest, "found a body that is not valid JSON: %s", syntax(err))
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, failf(http.StatusBadRequest, "found a body that goes on behind its JSON")
	}
	switch v := v.(type) {
	case map[string]any:
		return v, nil
	case []any:
		return fields{"": v}, nil
	}
	return nil, failf(http.StatusBadRequest, "found %s as the body, expected an object", describe(v))
}

// syntax tells where JSON is at fault, and nothing of what it says.
func syntax(err error) string {
	var s *json.SyntaxError
	if errors.As(err, &s) {
		return "at byte " + strconv.FormatInt(s.Offset, 10)
	}
	return "it ends early"
}

func parseForm(data string) (fields, error) {
	values, err := url.ParseQuery(strings.TrimSpace(data))
	if err != nil {
		return nil, failf(http.StatusBadRequest, "found a form that cannot be read: expected name=value&name=value, with %%XX for signs")
	}
	return formFields(values)
}

func parseMultipart(boundary string, data []byte) (fields, error) {
	form, err := multipart.NewReader(bytes.NewReader(data), boundary).ReadForm(MaxBody)
	if err != nil {
		return nil, failf(http.StatusBadRequest, "found a multipart form that cannot be read")
	}
	defer form.RemoveAll()
	return formFields(form.Value)
}

func formFields(values map[string][]string) (fields, error) {
	f := make(fields, len(values))
	for name, texts := range values {
		for _, t := range texts {
			if !utf8.ValidString(t) {
				return nil, failf(http.StatusBadRequest, "found a field that is not valid UTF-8")
			}
		}
		f[name] = formTexts(texts)
	}
	return f, nil
}

// short is as much of a header as an answer should repeat.
func short(s string) string {
	if len(s) > 60 {
		return strings.ToValidUTF8(s[:60], "") + "…"
	}
	return s
}
