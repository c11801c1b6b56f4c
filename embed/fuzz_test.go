package embed

import (
	"bytes"
	"math"
	"strings"
	"testing"
)

// checkRead reads the bytes and checks the result: valid vectors, or an error on one line.
func checkRead(t *testing.T, b []byte, format format) {
	v, err := Read(bytes.NewReader(b), "file", Options{format: format})
	if err != nil {
		if strings.ContainsAny(err.Error(), "\n\r") || !strings.HasPrefix(err.Error(), "file:") {
			t.Fatalf("error %q", err)
		}
		return
	}
	if v.Len() < 1 || v.Dim() < 1 || v.Len()*v.Dim() > 4*len(b) {
		t.Fatalf("%d words of %d numbers from %d bytes", v.Len(), v.Dim(), len(b))
	}
	for i := range v.Len() {
		if j := v.words.index(v.word(i)); i != j {
			t.Fatalf("word %d is found at %d", i, j)
		}
		for _, x := range v.appendRow(nil, i) {
			if !finite32(x) {
				t.Fatalf("number %v", x)
			}
		}
	}
	for _, n := range v.nearest(v.appendRow(nil, 0), 3, -1) {
		if math.IsNaN(n.Cosine) || n.Cosine < -1 || n.Cosine > 1 {
			t.Fatalf("cosine %v", n.Cosine)
		}
	}
	var again bytes.Buffer
	if err := Write(&again, v, v.Storage()); err != nil {
		t.Fatal(err)
	}
	w, err := decode(again.Bytes(), "again", false)
	if err != nil || w.Digest() != v.Digest() {
		t.Fatalf("written and read again: %v", err)
	}
}

func addForms(f *testing.F, prefix string) {
	for name, b := range forms(f) {
		if strings.HasPrefix(name, prefix) {
			f.Add(b)
			f.Add(b[:len(b)/2])
		}
	}
}

func FuzzWord2VecText(f *testing.F) {
	addForms(f, "word2vec text")
	f.Add([]byte("1 2\na 1e38 -0\n"))
	f.Fuzz(func(t *testing.T, b []byte) { checkRead(t, b, word2vecText) })
}

func FuzzFastText(f *testing.F) {
	addForms(f, "fastText")
	f.Fuzz(func(t *testing.T, b []byte) { checkRead(t, b, word2vecText) })
}

func FuzzGloVe(f *testing.F) {
	addForms(f, "GloVe")
	f.Add([]byte("a 1\n. . . 2\n"))
	f.Fuzz(func(t *testing.T, b []byte) { checkRead(t, b, gloVeText) })
}

func FuzzWord2VecBinary(f *testing.F) {
	addForms(f, "word2vec binary")
	addForms(f, "gensim")
	f.Fuzz(func(t *testing.T, b []byte) { checkRead(t, b, word2vecBinary) })
}

// FuzzLuna corrects the checksums, so that the reader goes on to what they cover.
func FuzzLuna(f *testing.F) {
	for _, s := range []Storage{Float32, Int8} {
		f.Add(luna(f, small(f, s), s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		checkRead(t, b, lunaFormat)
		if len(b) < fixedHeader {
			return
		}
		b = bytes.Clone(b)
		seal(b)
		if h, length, err := decodeHeader(b, "f"); err == nil {
			if words, vectors := h.blocks(); length+words+vectors == uint64(len(b)) {
				sealContent(b)
			}
		}
		checkRead(t, b, lunaFormat)
	})
}

func FuzzRecognised(f *testing.F) {
	for _, b := range forms(f) {
		f.Add(b)
		f.Add(zipped(f, b))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if bytes.HasPrefix(b, gzipMagic) {
			if _, err := Read(bytes.NewReader(b), "file", Options{maxBytes: 1 << 20}); err != nil &&
				strings.ContainsAny(err.Error(), "\n\r") {
				t.Fatalf("error %q", err)
			}
			return
		}
		checkRead(t, b, autoFormat)
	})
}
