package api

import (
	"bytes"
	"encoding/json"
	"mime/multipart"
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/site/jsonapi"
)

const (
	jsonType      = "application/json"
	formType      = "application/x-www-form-urlencoded"
	multipartType = "multipart/form-data"
)

// FuzzParse checks that every body is either read as valid texts and numbers in range or refused
// with a 4xx status.
func FuzzParse(f *testing.F) {
	for _, kind := range []string{"", jsonType, formType, multipartType} {
		for _, body := range []string{
			`{"questions":["a","b","c","d","e"],"guess":50,"consent":true}`, `{"guess":"1e400"}`,
			`[{"rid":"x.r00","grade":50}]`, `{"questions":[1,null,{}]}`,
			"questions=a&questions=b&guess=NaN", "questions[]=%F0%9F%98%80&guess=0x1p4",
			"questions[0]=a&questions[1]=b&consent=on", "rid=a&grade=1&rid=b&grade=2",
			"--b\r\nContent-Disposition: form-data; name=\"guess\"\r\n\r\n50\r\n--b--\r\n",
			"--b\r\nContent-Disposition: form-data; name=\"x\"; filename=\"y\"\r\n\r\n50\r\n--b--\r\n",
			"{", "[", "\xff", "%", "=&=&", `{"":[{}]}`, "null",
		} {
			f.Add(kind, body)
		}
	}
	f.Fuzz(func(t *testing.T, kind, body string) {
		if !slices.Contains([]string{"", jsonType, formType, multipartType}, kind) {
			kind = ""
		}
		values, err := jsonapi.Parse(kind, "b", []byte(body))
		refused(t, err)
		if err != nil {
			return
		}
		for _, name := range []string{"questions", "responses", "username", "guess", "consent",
			"rid"} {
			texts, err := values.Texts(name)
			if refused(t, err); err == nil &&
				(texts == nil || slices.ContainsFunc(texts,
					func(s string) bool { return !utf8.ValidString(s) })) {
				t.Fatalf("%s: %q", name, texts)
			}
			text, err := values.Text(name)
			if refused(t, err); !utf8.ValidString(text) {
				t.Fatalf("%s: %q", name, text)
			}
			x, err := values.Number(name, 100)
			if refused(t, err); err == nil && !(x >= 0 && x <= 100) {
				t.Fatalf("%s: %v", name, x)
			}
			_, err = values.Bool(name)
			refused(t, err)
		}
		grades, err := readGrades(values)
		refused(t, err)
		for _, g := range grades {
			if !(g.Score >= 0 && g.Score <= 100) || !utf8.ValidString(string(g.Response)) {
				t.Fatalf("%+v", g)
			}
		}
	})
}

// refused checks that an error, if any, has a 4xx status and a one-line message.
func refused(t *testing.T, err error) {
	t.Helper()
	if err == nil {
		return
	}
	f, ok := err.(*httpx.Error)
	if !ok || f.Status != 400 || f.Message == "" || len(f.Message) > 400 ||
		strings.Contains(f.Message, "\n") {
		t.Fatalf("%T %v", err, err)
	}
}

// FuzzTexts sends texts in every encoding and checks that they are read unchanged.
func FuzzTexts(f *testing.F) {
	f.Add("a", "")
	f.Add("[\"x\"]", "{&=%}+")
	f.Add("\u2028\x00\r\n", "\U0001F469\u200D\U0001F680")
	f.Fuzz(func(t *testing.T, a, b string) {
		if !utf8.ValidString(a) || !utf8.ValidString(b) {
			return
		}
		want := []string{a, b, a + b, "", b + a}
		inJSON := suite.Must(json.Marshal(map[string]any{"questions": want}))(t)
		var inParts bytes.Buffer
		w := multipart.NewWriter(&inParts)
		suite.OK(t, w.SetBoundary("b234567890123456789012345678901234567890"))
		for _, text := range want {
			if strings.Contains(text, w.Boundary()) {
				return
			}
			suite.OK(t, w.WriteField("questions", text))
		}
		w.Close()
		for kind, body := range map[string]string{
			jsonType:      string(inJSON),
			formType:      url.Values{"questions": want}.Encode(),
			multipartType: inParts.String(),
		} {
			values, err := jsonapi.Parse(kind, w.Boundary(), []byte(body))
			if err != nil {
				t.Fatalf("%s: %v", kind, err)
			}
			if found, err := values.Texts("questions"); err != nil || !slices.Equal(found, want) {
				t.Fatalf("%s: %q, %v, want %q", kind, found, err, want)
			}
		}
	})
}
