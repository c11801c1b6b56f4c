package jsonapi

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

	"github.com/luna-rating/luna/internal/httpx"
)

// MaxBody is the maximum size of a body in bytes. Five texts of 5,000 characters are 300,000 bytes
// if every character is escaped, as \uXXXX\uXXXX in JSON or %XX%XX%XX%XX in a form.
const MaxBody = 400 << 10

// maxPublicBody is the maximum size for routes that need no token, whose bodies have a name, a
// password of up to 1,024 bytes and an address. It limits the memory that clients can take up with
// many slow connections.
const maxPublicBody = 32 << 10

const (
	typeJSON      = "application/json"
	typeForm      = "application/x-www-form-urlencoded"
	typeMultipart = "multipart/form-data"
)

// read parses the body of a call, which may have up to limit bytes.
func (c *Call) read(w http.ResponseWriter, limit int64) error {
	kind, boundary, err := contentType(c.Request.Header)
	if err != nil {
		return err
	}
	data, err := io.ReadAll(http.MaxBytesReader(w, c.Request.Body, limit))
	c.size = len(data)
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return httpx.Errorf(http.StatusRequestEntityTooLarge,
			"found a body of more than %d bytes", large.Limit)
	case errors.As(err, new(*httpx.Error)):
		return err
	case err != nil:
		return Invalid("received only a part of the body")
	}
	c.Fields, err = Parse(kind, boundary, data)
	return err
}

// contentType returns the type of a body, "" if the request does not say.
func contentType(h http.Header) (kind, boundary string, err error) {
	if coding := h.Get("Content-Encoding"); coding != "" && !strings.EqualFold(coding, "identity") {
		return "", "", httpx.Errorf(http.StatusUnsupportedMediaType,
			"found content encoding %s, expected none", strconv.Quote(short(coding)))
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
	utf8 := !given || strings.EqualFold(strings.Replace(charset, "-", "", 1), "utf8")
	if err != nil || !known || !utf8 {
		return "", "", httpx.Errorf(http.StatusUnsupportedMediaType,
			"found content type %s, expected %s, %s or %s, in UTF-8",
			strconv.Quote(short(value)), typeJSON, typeForm, typeMultipart)
	}
	return kind, params["boundary"], nil
}

// Parse parses a body, given its content type, "" if unknown, and the boundary if it is multipart.
// A body that is not declared as JSON but looks like JSON is parsed as JSON, since programs such as
// curl call everything a form.
func Parse(kind, boundary string, data []byte) (Fields, error) {
	if !utf8.Valid(data) {
		return nil, Invalid("found a body that is not valid UTF-8")
	}
	looksJSON := len(bytes.TrimSpace(data)) > 0 &&
		strings.ContainsRune("{[", rune(bytes.TrimSpace(data)[0]))
	switch {
	case kind == typeMultipart:
		return parseMultipart(boundary, data)
	case kind == typeJSON, kind == "" && looksJSON, kind == typeForm && looksJSON &&
		json.Valid(data):
		return parseJSON(data)
	}
	return parseForm(string(data))
}

// parseJSON parses an object, or an array, which gets the name "".
func parseJSON(data []byte) (Fields, error) {
	if len(bytes.TrimSpace(data)) == 0 {
		return Fields{}, nil
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, Invalid("found a body that is not valid JSON: %s", syntax(err))
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, Invalid("found more text after the JSON of the body")
	}
	switch v := v.(type) {
	case map[string]any:
		return v, nil
	case []any:
		return Fields{"": v}, nil
	}
	return nil, Invalid("found %s as the body, expected an object", Describe(v))
}

// syntax says where JSON is invalid, and repeats nothing of it.
func syntax(err error) string {
	var s *json.SyntaxError
	if errors.As(err, &s) {
		return "at byte " + strconv.FormatInt(s.Offset, 10)
	}
	return "it ends early"
}

func parseForm(data string) (Fields, error) {
	values, err := url.ParseQuery(strings.TrimSpace(data))
	if err != nil {
		return nil, Invalid("found a form that cannot be read: expected name=value&name=value, with %%XX for special characters")
	}
	return formFields(values)
}

func parseMultipart(boundary string, data []byte) (Fields, error) {
	form, err := multipart.NewReader(bytes.NewReader(data), boundary).ReadForm(MaxBody)
	if err != nil {
		return nil, Invalid("found a multipart form that cannot be read")
	}
	defer form.RemoveAll()
	return formFields(form.Value)
}

func formFields(values map[string][]string) (Fields, error) {
	f := make(Fields, len(values))
	for name, texts := range values {
		for _, t := range texts {
			if !utf8.ValidString(t) {
				return nil, Invalid("found a field that is not valid UTF-8")
			}
		}
		f[name] = FormTexts(texts)
	}
	return f, nil
}

// Invalid returns the error of a request that asks for something in the wrong form.
func Invalid(format string, args ...any) *httpx.Error {
	return httpx.Errorf(http.StatusBadRequest, format, args...)
}

// short is as much of a client's text as an answer should repeat.
func short(s string) string {
	if len(s) > 60 {
		return strings.ToValidUTF8(s[:60], "") + "…"
	}
	return s
}
