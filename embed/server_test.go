package embed

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/modelclient"
	"github.com/luna-rating/luna/internal/suite"
)

// fakeVector is the vector of a text by a fake model.
func fakeVector(text string, seed byte) []float32 {
	h := fnv.New64a()
	h.Write([]byte{seed})
	h.Write([]byte(text))
	n := h.Sum64()
	return []float32{float32(n&0xff) - 127.5, float32(n>>8&0xff) / 3, float32(n>>16&0xff) - 100}
}

// fake is a server with a model. Its fields change how it answers.
type fake struct {
	*httptest.Server
	seed     byte
	requests atomic.Int32 // for embeddings
	texts    atomic.Int32 // that were sent
	mu       sync.Mutex   // of asked
	asked    func(texts []string)
	// answer, if it returns true, has answered in place of the model. The probe is one of ten
	// texts.
	answer   func(w http.ResponseWriter, r *http.Request, texts []string) bool
	models   string
	patience time.Duration
}

func newFake(t *testing.T) *fake {
	f := &fake{models: `{"data":[{"id":"small"}]}`, patience: 10 * time.Second}
	f.Server = httptest.NewServer(http.HandlerFunc(f.serve))
	t.Cleanup(f.Close)
	return f
}

func (f *fake) serve(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/v1/models" && f.models != "" {
		io.WriteString(w, f.models)
		return
	}
	if r.URL.Path != "/v1/embeddings" {
		http.Error(w, `{"error":{"message":"unknown route"}}`, http.StatusNotFound)
		return
	}
	var got struct{ Input []string }
	json.NewDecoder(r.Body).Decode(&got)
	f.requests.Add(1)
	f.texts.Add(int32(len(got.Input)))
	if f.asked != nil {
		f.mu.Lock()
		f.asked(got.Input)
		f.mu.Unlock()
	}
	if f.answer != nil && f.answer(w, r, got.Input) {
		return
	}
	vectors := make([][]float32, len(got.Input))
	for i, s := range got.Input {
		vectors[i] = fakeVector(s, f.seed)
	}
	sendVectors(w, vectors)
}

// sendVectors answers with vectors, the last one first.
func sendVectors(w io.Writer, vectors [][]float32) {
	var data []any
	for i, v := range slices.Backward(vectors) {
		data = append(data, map[string]any{"object": "embedding", "index": i, "embedding": v})
	}
	json.NewEncoder(w).Encode(map[string]any{"object": "list", "data": data})
}

// open opens the server with little patience.
func (f *fake) open(t *testing.T, o EncoderOptions) (Encoder, error) {
	t.Helper()
	client := suite.Must(modelclient.Open(f.URL+"/v1#small", "embeddings", ""))(t)
	t.Cleanup(client.Close)
	client.First, client.Tries, client.Timeout = time.Millisecond, 3, f.patience
	client.MaxWait, client.MaxSize = 2*time.Second, 1<<20
	return newServer(t.Context(), client, o)
}

func numbered(n int) []string {
	texts := make([]string, n)
	for i := range texts {
		texts[i] = fmt.Sprint("text ", i)
	}
	return texts
}

// The vectors are the server's, in the order of the texts, each asked for once.
//
//luna:race
func TestServer(t *testing.T) {
	t.Setenv(modelclient.KeyVariable, "sk-secret")
	f := newFake(t)
	f.asked = func(texts []string) {
		for _, s := range texts {
			if !strings.HasPrefix(s, "query: ") || s == "query: " {
				t.Errorf("found the text %q", s)
			}
		}
	}
	f.answer = func(w http.ResponseWriter, r *http.Request, _ []string) bool {
		if r.Header.Get("Authorization") != "Bearer sk-secret" {
			t.Error("the key is missing")
		}
		return false
	}
	var notes []string
	var progress []int
	e, err := OpenEncoder(t.Context(), f.URL+"/v1", EncoderOptions{Prefix: "query: ",
		Note:     func(s string) { notes = append(notes, s) },
		Progress: func(done, total int) { progress = append(progress, done, total) }})
	if err != nil {
		t.Fatal(err)
	}
	id := e.Identity()
	if id.Name != "small" || id.Dim != 3 || id.Prefix != "query: " || len(id.Probe) != 10 || id.SHA256 != "" {
		t.Errorf("found the identity %+v", id)
	}
	host := strings.TrimPrefix(f.URL, "http://")
	if want := "texts go to " + host + ", a server on this computer, which turns them into vectors"; len(notes) != 1 ||
		notes[0] != want {
		t.Errorf("found the notes %q", notes)
	}
	texts := append(numbered(150), "", "text 7", " \n")
	vectors, err := e.Encode(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range texts {
		want := fakeVector("query: "+s, 0)
		if strings.TrimSpace(s) == "" {
			want = []float32{0, 0, 0}
		}
		if !slices.Equal(vectors[i], want) {
			t.Errorf("text %d: found %v, want %v", i, vectors[i], want)
		}
	}
	if f.requests.Load() != 6 || f.texts.Load() != 160 {
		t.Errorf("found %d requests of %d texts", f.requests.Load(), f.texts.Load())
	}
	last := 0
	for i := 0; i < len(progress); i += 2 {
		if progress[i] < last || progress[i+1] != 153 {
			t.Errorf("found the progress %v", progress)
		}
		last = progress[i]
	}
	if last != 153 || len(progress) != 12 {
		t.Errorf("found the progress %v", progress)
	}
}

// Long texts go in smaller batches, and a server that takes fewer texts gets fewer.
func TestServerBatches(t *testing.T) {
	f := newFake(t)
	most := 0
	f.asked = func(texts []string) { most = max(most, len(strings.Join(texts, ""))) }
	e := suite.Must(f.open(t, EncoderOptions{}))(t)
	long := numbered(10)
	for i := range long {
		long[i] += strings.Repeat("x", 10_000)
	}
	if v, err := e.Encode(t.Context(), long); err != nil || len(v) != 10 || most > maxBatchBytes {
		t.Errorf("found %d vectors, %v, %d bytes at once", len(v), err, most)
	}
	for _, status := range []int{400, 413, 422} {
		f = newFake(t)
		f.answer = func(w http.ResponseWriter, _ *http.Request, texts []string) bool {
			if len(texts) > 3 {
				http.Error(w, "too many", status)
			}
			return len(texts) > 3
		}
		e = suite.Must(f.open(t, EncoderOptions{}))(t)
		texts := numbered(200)
		vectors := suite.Must(e.Encode(t.Context(), texts))(t)
		for i, s := range texts {
			if !slices.Equal(vectors[i], fakeVector(s, 0)) {
				t.Fatalf("status %d: text %d: found %v", status, i, vectors[i])
			}
		}
	}
}

func TestServerFaults(t *testing.T) {
	t.Setenv(modelclient.KeyVariable, "sk-secret")
	say := func(text string) func(http.ResponseWriter, []string) {
		return func(w http.ResponseWriter, _ []string) { io.WriteString(w, text) }
	}
	refuse := func(status int, text string) func(http.ResponseWriter, []string) {
		return func(w http.ResponseWriter, _ []string) { w.WriteHeader(status); io.WriteString(w, text) }
	}
	one := func(vector string) func(http.ResponseWriter, []string) {
		return func(w http.ResponseWriter, texts []string) {
			parts := make([]string, len(texts))
			for i := range parts {
				parts[i] = fmt.Sprintf(`{"index":%d,"embedding":[1,2,3]}`, i)
			}
			parts[1] = `{"index":1,"embedding":` + vector + `}`
			fmt.Fprintf(w, `{"data":[%s]}`, strings.Join(parts, ","))
		}
	}
	for message, answer := range map[string]func(http.ResponseWriter, []string){
		"found 2 vectors, expected 3, one for each text": say(`{"data":[{"index":0},{"index":1}]}`),
		"found two vectors with the index 0, expected one for each text": say(`{"data":[{"embedding":[1,2,3]},` +
			`{"embedding":[1,2,3]},{"embedding":[1,2,3]}]}`),
		"found a vector with the index 3, expected 0 to 2": say(`{"data":[{"index":1,"embedding":[1,2,3]},` +
			`{"index":2,"embedding":[1,2,3]},{"index":3,"embedding":[1,2,3]}]}`),
		"found a vector with the index -1, expected 0 to 2": say(`{"data":[{"index":-1},{},{}]}`),
		`found the answer "<html>\n<body>sk</body>", expected {"data":[{"index":0,"embedding":[…]},…]}: ` +
			`invalid character '<'`: say("<html>\n<body>sk</body>"),
		"invalid character 'N' looking for beginning of value":                                         one("[1,NaN,2]"),
		`vector 1: found null in a vector, expected numbers`:                                           one("[1,null,2]"),
		`vector 1: found "[1,\"2\",3]", expected a list of numbers: json: cannot unmarshal string`:     one(`[1,"2",3]`),
		`vector 1: found "\"AACAPwAA\"", expected a list of numbers`:                                   one(`"AACAPwAA"`),
		`vector 1: found "[1,1e39,2]", expected a list of numbers: json: cannot unmarshal number 1e39`: one("[1,1e39,2]"),
		`vector 1: found "null", expected a list of numbers`:                                           one("null"),
		`vector 1: found "[]", expected a list of numbers`:                                             one("[]"),
		"found a vector of 2 numbers, expected 3 as before":                                            one("[1,2]"),
		"found an error in place of vectors: out of memory":                                            say(`{"error":{"message":"out of memory"}}`),
		"found status 401, expected 200: bad key [key]; the environment":                               refuse(401, `{"error":"bad key sk-secret"}`),
		"variable LUNA_CHAT_KEY has the key that was sent":                                             refuse(403, ""),
		"found status 404, expected 200: no; asked for the model small, the server has the models [\"a\" \"b\"]": refuse(404,
			"no"),
		`text "a": found status 400, expected 200: too long`: refuse(400, `{"message":"too long"}`),
		"found status 429, expected 200: slow down":          refuse(429, `{"error":{"message":"slow down"}}`),
		"found status 503, expected 200: loading":            refuse(503, `{"error":{"message":"loading"}}`),
		"found status 307, expected 200":                     refuse(307, ""),
		"it asks to wait for 9 s": func(w http.ResponseWriter, _ []string) {
			w.Header().Set("Retry-After", "9")
			w.WriteHeader(429)
		},
		"it asks to wait for 3": func(w http.ResponseWriter, _ []string) {
			w.Header().Set("Retry-After", time.Now().Add(time.Hour).UTC().Format(http.TimeFormat))
			w.WriteHeader(503)
		},
		"found an answer of more than 1048576 bytes": func(w http.ResponseWriter, _ []string) {
			w.Write(make([]byte, 2<<20))
		},
		"unexpected EOF": func(w http.ResponseWriter, _ []string) {
			w.Header().Set("Content-Length", "100")
			io.WriteString(w, "{")
		},
	} {
		t.Run(message, func(t *testing.T) {
			f := newFake(t)
			f.models = `{"data":[{"id":"a"},{"id":"b"}]}`
			e := suite.Must(f.open(t, EncoderOptions{Cache: t.TempDir()}))(t)
			f.answer = func(w http.ResponseWriter, _ *http.Request, texts []string) bool {
				answer(w, texts)
				return true
			}
			vectors, err := e.Encode(t.Context(), []string{"a", "b", "c"})
			if vectors != nil || err == nil || !strings.Contains(err.Error(), message) ||
				!strings.HasPrefix(err.Error(), "encoder "+f.URL+"/v1/embeddings: ") {
				t.Errorf("%v, %v", vectors, err)
			}
			if strings.Contains(fmt.Sprint(err), "secret") || strings.Contains(fmt.Sprint(err), "\n") {
				t.Errorf("the key or a line break is in %q", err)
			}
			f.answer = nil // nothing wrong was kept
			vectors = suite.Must(suite.Must(f.open(t, EncoderOptions{Cache: t.TempDir()}))(t).Encode(t.Context(),
				[]string{"b"}))(t)
			if !slices.Equal(vectors[0], fakeVector("b", 0)) {
				t.Errorf("found %v", vectors)
			}
		})
	}
}

// A failure in one batch ends the others, and nothing is returned.
func TestServerHasNoHalfResults(t *testing.T) {
	f := newFake(t)
	e := suite.Must(f.open(t, EncoderOptions{}))(t)
	f.answer = func(w http.ResponseWriter, r *http.Request, texts []string) bool {
		if slices.Contains(texts, "text 100") {
			w.WriteHeader(404)
			return true
		}
		if slices.Contains(texts, "text 0") {
			<-r.Context().Done()
		}
		return false
	}
	start := time.Now()
	if v, err := e.Encode(t.Context(), numbered(200)); v != nil || err == nil || time.Since(start) > 5*time.Second ||
		!strings.Contains(err.Error(), "found status 404") {
		t.Errorf("found %v, %v after %v", v, err, time.Since(start))
	}
}

func TestServerWaits(t *testing.T) {
	f := newFake(t)
	var n atomic.Int32
	f.answer = func(w http.ResponseWriter, _ *http.Request, _ []string) bool {
		if n.Add(1) == 1 {
			w.Header().Set("Retry-After", "0.3")
			w.WriteHeader(429)
		}
		return n.Load() == 1
	}
	start := time.Now()
	if _, err := f.open(t, EncoderOptions{}); err != nil || time.Since(start) < 300*time.Millisecond {
		t.Errorf("%v after %v", err, time.Since(start))
	}
}

// A server that answers the fixed texts and then hangs.
func TestServerHangs(t *testing.T) {
	f := newFake(t)
	f.answer = func(_ http.ResponseWriter, r *http.Request, texts []string) bool {
		if len(texts) == 1 {
			<-r.Context().Done()
		}
		return len(texts) == 1
	}
	e := suite.Must(f.open(t, EncoderOptions{}))(t)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := e.Encode(ctx, []string{"a"}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("found %v", err)
	}
	f.patience = 300 * time.Millisecond
	e = suite.Must(f.open(t, EncoderOptions{}))(t)
	if _, err := e.Encode(t.Context(), []string{"a"}); err == nil ||
		!strings.HasSuffix(err.Error(), "no answer within 300ms") || f.requests.Load() != 4 {
		t.Errorf("found %v after %d requests", err, f.requests.Load())
	}
}

func TestServerModels(t *testing.T) {
	for models, want := range map[string]string{
		`{"data":[]}`:                      "found the models [], expected the name of one after a #",
		`{"data":[{"id":"a"},{"id":"b"}]}`: "found the models [\"a\" \"b\"], expected the name of one after a #",
		"":                                 "the server does not list its models; name one after a #: found status 404",
		"<html>":                           `found the answer "<html>", expected {"data":[{"id":…},…]}`,
	} {
		f := newFake(t)
		f.models = models
		_, err := OpenEncoder(t.Context(), f.URL+"/v1", EncoderOptions{})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "encoder http") {
			t.Errorf("%s: found %v, want %s", models, err, want)
		}
	}
	f := newFake(t)
	for address, want := range map[string]string{
		f.URL + "/v2#m": "/v2/embeddings: found status 404, expected 200: unknown route; expected an address " +
			"that ends in /v1, and a model that the server has",
		"http:/x":        `found encoder "http:/x", expected an address such as http://127.0.0.1:11434/v1#MODEL`,
		"http://a:b@h/x": "expected an address",
	} {
		if _, err := OpenEncoder(t.Context(), address, EncoderOptions{}); err == nil ||
			!strings.HasSuffix(err.Error(), want) && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: found %v, want %s", address, err, want)
		}
	}
}

// The same model at another address is known again, another model is not.
func TestServerIdentity(t *testing.T) {
	a, b, c := newFake(t), newFake(t), newFake(t)
	c.seed = 1
	var ids []Identity
	for _, f := range []*fake{a, b, c} {
		ids = append(ids, suite.Must(f.open(t, EncoderOptions{}))(t).Identity())
	}
	if err := ids[1].Same(ids[0]); err != nil {
		t.Error(err)
	}
	if err := ids[2].Same(ids[0]); err == nil || !strings.Contains(err.Error(), "cosine") {
		t.Errorf("another model: %v", err)
	}
}
