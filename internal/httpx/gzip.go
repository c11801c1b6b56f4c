package httpx

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
)

// worthGzip is the size in bytes from which a body is compressed. Smaller ones fit in a packet
// anyway.
const worthGzip = 1400

var gzipWriters = sync.Pool{New: func() any {
	z, _ := gzip.NewWriterLevel(io.Discard, gzip.BestSpeed) // fails for unknown levels only
	return z
}}

// AcceptsGzip reports whether a client takes answers that are compressed by gzip (RFC 9110,
// section 12.5.3).
func AcceptsGzip(h http.Header) bool {
	all := false
	for item := range strings.SplitSeq(strings.Join(h.Values("Accept-Encoding"), ","), ",") {
		name, params, _ := strings.Cut(item, ";")
		name = strings.ToLower(strings.TrimSpace(name))
		if name != "gzip" && name != "x-gzip" && name != "*" {
			continue
		}
		accepted := true
		if value, ok := strings.CutPrefix(strings.ToLower(strings.TrimSpace(params)), "q="); ok {
			q, err := strconv.ParseFloat(value, 64)
			accepted = err == nil && q > 0
		}
		if name != "*" {
			return accepted
		}
		all = accepted
	}
	return all
}

// Gzip returns a compressed body, and reports whether compression is worthwhile.
func Gzip(body []byte) ([]byte, bool) {
	if len(body) < worthGzip {
		return nil, false
	}
	z := gzipWriters.Get().(*gzip.Writer)
	defer gzipWriters.Put(z)
	var out bytes.Buffer
	z.Reset(&out)
	_, _ = z.Write(body) // a buffer takes everything
	_ = z.Close()
	return out.Bytes(), out.Len() < len(body)
}

// maxExpansion is how many times its size a compressed body may expand to, once that is above the
// slack of [Gunzip]. JSON Lines without answers reach about 100.
const maxExpansion = 200

// ErrGzip is the error for a body that is not valid gzip or expands too much.
var ErrGzip = errors.New("is not valid gzip")

// Gunzip returns a reader that decompresses gzip. It reads nothing before its first Read. After
// more than slack bytes of output, it fails with [ErrGzip] if these are more than 200 times the
// compressed size.
func Gunzip(r io.Reader, slack int64) io.Reader {
	return &gunzip{in: countingReader{r: r}, slack: slack}
}

type gunzip struct {
	in    countingReader
	z     *gzip.Reader
	slack int64
	out   int64
}

// Read implements [io.Reader].
func (g *gunzip) Read(p []byte) (n int, err error) {
	if g.z == nil {
		if g.z, err = gzip.NewReader(&g.in); err == io.EOF {
			return 0, fmt.Errorf("%w: it is empty", ErrGzip)
		}
	}
	if err == nil {
		n, err = g.z.Read(p)
	}
	g.out += int64(n)
	if g.out > g.slack && g.out/maxExpansion > g.in.n {
		return 0, fmt.Errorf("%w that expands to at most %d times its size", ErrGzip, maxExpansion)
	}
	if err != nil && err != io.EOF && g.in.err == nil || err == io.ErrUnexpectedEOF {
		err = fmt.Errorf("%w: %w", ErrGzip, err) // rather than an error of the connection
	}
	return n, err
}

type countingReader struct {
	r   io.Reader
	n   int64
	err error // of the reader, but for its end
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	if err != nil && err != io.EOF {
		c.err = err
	}
	return n, err
}
