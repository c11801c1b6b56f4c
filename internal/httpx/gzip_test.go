package httpx_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/luna-rating/luna/internal/httpx"
)

func TestAcceptsGzip(t *testing.T) {
	for _, c := range []struct {
		headers []string
		want    bool
	}{
		{nil, false}, {[]string{""}, false}, {[]string{"gzip"}, true},
		{[]string{"deflate, GZIP;q=0.5, br"}, true}, {[]string{"gzip; q=0"}, false},
		{[]string{"*"}, true}, {[]string{"*;q=0"}, false}, {[]string{"*, gzip;q=0"}, false},
		{[]string{"br", "gzip"}, true}, {[]string{"gzip;q=x"}, false}, {[]string{"identity"}, false},
	} {
		if got := httpx.AcceptsGzip(http.Header{"Accept-Encoding": c.headers}); got != c.want {
			t.Errorf("%q: %v", c.headers, got)
		}
	}
}

func zipped(t testing.TB, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := io.WriteString(z, text)
	if err := errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestGzip(t *testing.T) {
	text := strings.Repeat("a record; ", 500)
	body, ok := httpx.Gzip([]byte(text))
	if !ok || len(body) > len(text)/10 {
		t.Fatalf("%d bytes of %d, %v", len(body), len(text), ok)
	}
	back, err := io.ReadAll(httpx.Gunzip(bytes.NewReader(body), 100))
	if err != nil || string(back) != text {
		t.Errorf("%d bytes, %v", len(back), err)
	}
	if _, ok := httpx.Gzip([]byte("short")); ok {
		t.Error("a short body is compressed")
	}
}

func TestGunzipRefuses(t *testing.T) {
	whole := zipped(t, "text")
	damaged := bytes.Clone(whole)
	damaged[len(damaged)-6] ^= 1
	bomb := zipped(t, strings.Repeat("\x00", 6<<20))
	for name, body := range map[string][]byte{
		"nothing": {}, "no gzip": []byte("{}{}{}{}{}{}{}{}"), "truncated": whole[:len(whole)-1],
		"wrong checksum": damaged, "trailing text": append(bytes.Clone(whole), "more"...),
		"a bomb": bomb,
	} {
		n, err := io.Copy(io.Discard, httpx.Gunzip(bytes.NewReader(body), 1<<20))
		if !errors.Is(err, httpx.ErrGzip) || n > 4<<20 {
			t.Errorf("%s: %d bytes, %v", name, n, err)
		}
	}
	if n, err := io.Copy(io.Discard, httpx.Gunzip(bytes.NewReader(bomb), 20<<20)); n != 6<<20 ||
		err != nil {
		t.Errorf("within the slack: %d, %v", n, err)
	}
	_, err := io.ReadAll(httpx.Gunzip(iotest.ErrReader(os.ErrDeadlineExceeded), 0))
	if !errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, httpx.ErrGzip) {
		t.Errorf("a slow client: %v", err)
	}
}

// Nothing that a client sends expands beyond the bound.
func FuzzGunzip(f *testing.F) {
	f.Add(zipped(f, "text"))
	f.Add(zipped(f, strings.Repeat("x", 100_000)))
	f.Fuzz(func(t *testing.T, body []byte) {
		n, _ := io.Copy(io.Discard, httpx.Gunzip(bytes.NewReader(body), 1000))
		if n > 1000+64<<10+200*int64(len(body)) {
			t.Errorf("%d bytes expand to %d", len(body), n)
		}
	})
}
