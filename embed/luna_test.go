package embed

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"math"
	"os"
	"path/filepath"
	"testing"
)

// seal corrects the header's checksum after a change.
func seal(b []byte) {
	texts := min(textBytes(b), len(b)-fixedHeader)
	sum := sha256.Sum256(append(bytes.Clone(b[:96]), b[fixedHeader:fixedHeader+texts]...))
	copy(b[96:], sum[:])
}

// textBytes returns the bytes of the texts of a header.
func textBytes(b []byte) (n int) {
	for i := range 3 {
		n += int(binary.LittleEndian.Uint32(b[40+4*i:]))
	}
	return n
}

// sealContent does the same for the content of the small vectors.
func sealContent(b []byte) {
	h, length, err := decodeHeader(b, "f")
	if err != nil {
		panic(err)
	}
	words, _ := h.blocks()
	sum := sha256.New()
	writeContent(sum, h.storage, h.words, h.dim, b[length:length+h.wordBytes], b[length+words:])
	sum.Sum(b[64:64])
	seal(b)
}

func TestLunaRoundTrip(t *testing.T) {
	for _, from := range []Storage{Float32, Int8} {
		for _, to := range []Storage{Float32, Int8} {
			v := small(t, from)
			path := filepath.Join(t.TempDir(), "v.luv")
			if err := os.WriteFile(path, luna(t, v, to), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, open := range []func() (*Vectors, error){
				func() (*Vectors, error) { return Open(path, Options{}) },
				func() (*Vectors, error) {
					return Read(bytes.NewReader(luna(t, v, to)), path,
						Options{})
				},
			} {
				got, err := open()
				if err != nil {
					t.Fatal(err)
				}
				if got.Storage() != to || got.About() != v.About() {
					t.Errorf("storage %v, about %+v; want %v, %+v", got.Storage(), got.About(), to,
						v.About())
				}
				if from == to || to == Float32 {
					equal(t, got, v)
				} else {
					equal(t, got, small(t, Int8))
				}
				if from == to && got.Digest() != v.Digest() {
					t.Error("another digest")
				}
				again := luna(t, got, to)
				if b, _ := os.ReadFile(path); !bytes.Equal(again, b) {
					t.Error("written again, the bytes differ")
				}
				if got.About().Name != "small" {
					t.Errorf("name %q", got.About().Name)
				}
			}
		}
	}
}

// The format is fixed: these bytes must remain readable.
func TestLunaGolden(t *testing.T) {
	for storage, want := range map[Storage]string{
		Float32: "75d454d293027f97242e5bf1708e6496871913ec9cb2705aae3efb2e712b34a3",
		Int8:    "9a3f9e65c2575e549f6ed768124a36fc69a1fb97f077c429bd1ba48cf21c5f22",
	} {
		sum := sha256.Sum256(luna(t, small(t, storage), storage))
		if got := hex.EncodeToString(sum[:]); got != want {
			t.Errorf("%v: SHA-256 of the file is %s, want %s", storage, got, want)
		}
	}
}

func TestDigestCoversStorageNotAbout(t *testing.T) {
	v := small(t, Float32)
	w, err := Read(bytes.NewReader(luna(t, v, Float32)), "f", Options{About: About{Name: "other"}})
	if err != nil || w.About().Name != "other" || w.Digest() != v.Digest() {
		t.Errorf("%v: name %q, digest %s, want %s", err, w.About().Name, w.Digest(), v.Digest())
	}
	if small(t, Int8).Digest() == v.Digest() {
		t.Error("int8 and float32 have the same digest")
	}
}

func TestEveryDamagedByteIsNoticed(t *testing.T) {
	for _, storage := range []Storage{Float32, Int8} {
		whole := luna(t, small(t, storage), storage)
		for i := range whole {
			b := bytes.Clone(whole)
			b[i] ^= 0x41
			if _, err := decode(b, "f", false); err == nil {
				t.Errorf("%v: byte %d may be changed", storage, i)
			}
		}
		for n := range whole {
			if _, err := decode(whole[:n], "f", false); err == nil {
				t.Errorf("%v: may be cut after %d bytes", storage, n)
			}
		}
		if _, err := decode(append(bytes.Clone(whole), 0), "f", false); err == nil {
			t.Errorf("%v: may have a byte more", storage)
		}
	}
}

// Checksums protect against accidents, not malice: the content is checked too.
func TestForgedFiles(t *testing.T) {
	put32 := func(at int, x uint32) func([]byte) {
		return func(b []byte) { binary.LittleEndian.PutUint32(b[at:], x) }
	}
	put64 := func(at int, x uint64) func([]byte) {
		return func(b []byte) { binary.LittleEndian.PutUint64(b[at:], x) }
	}
	for _, c := range []struct {
		storage Storage
		change  func([]byte)
		want    string
	}{
		{Float32, put32(8, 2), "byte 8: found version 2 of the format"},
		{Float32, put32(12, 2), "byte 12: found storage 2"},
		{Float32, put64(16, 0), "byte 16: found 0 words"},
		{Float32, put64(16, 1<<40), "byte 16: found 1099511627776 words"},
		{Float32, put64(16, 4), "found a file of"},
		{Float32, put64(24, 0), "byte 24: found vectors of 0 numbers"},
		{Float32, put64(24, math.MaxUint64), "byte 24: found vectors of"},
		{Float32, put64(32, 5), "byte 32: found 5 bytes of words"},
		{Float32, put64(32, 1<<60), "byte 32: found"},
		{Float32, put32(40, 1<<31), "byte 40: found a text of 2147483648 bytes"},
		{Float32, put32(52, 1), "padding"},
		{Float32, func(b []byte) { b[fixedHeader] = 0xff }, "UTF-8"},
	} {
		b := luna(t, small(t, c.storage), c.storage)
		c.change(b)
		if texts := textBytes(b); fixedHeader+texts < len(b) {
			seal(b)
		}
		_, err := decode(b, "f", false)
		fails(t, err, "f: ", "expected", c.want)
		_, err = Read(bytes.NewReader(b), "f", Options{})
		fails(t, err, "f: ", "expected", c.want)
	}
	const words = 192 // where they begin
	for _, c := range []struct {
		storage Storage
		change  func([]byte)
		want    string
	}{
		{Float32, func(b []byte) { copy(b[words:], "dog") },
			`byte 196: found word "dog" a second time`},
		{Float32, func(b []byte) { b[words] = '\n' }, "byte 192: found an empty word"},
		{Float32, func(b []byte) { b[words] = 0 }, "byte 192: found byte 0x00"},
		{Float32, func(b []byte) { b[words+3] = 'x' }, "found 2 words, expected 3"},
		{Float32, func(b []byte) { b[words+9] = '\n' }, "found a further word, expected 3 words"},
		{Float32, func(b []byte) { b[words+15] = 'x' }, "without a line feed"},
		{Float32, put32(words+64+12, 0x7f800000), `word "dog" that is not finite`},
		{Int8, put32(words+64+4, 0x7fc00000), `word "dog" that is not finite`},
		{Int8, put32(words+64+4, 0x7f7fffff), `word "dog" that is not finite`},
		{Int8, put32(words+64+4, 0xbf800000), `word "dog" that is not finite`},
		{Int8, func(b []byte) { b[words+64+12+4] = 0x80 }, `word "dog" with the byte -128`},
	} {
		b := luna(t, small(t, c.storage), c.storage)
		c.change(b)
		sealContent(b)
		_, err := decode(b, "f", false)
		fails(t, err, "f: ", "expected", c.want)
	}
}

func TestWriteErrors(t *testing.T) {
	v := small(t, Float32)
	for _, to := range []Storage{Float32, Int8} {
		for n := range len(luna(t, v, to)) {
			if err := Write(&fullDisk{n}, v, to); !errors.Is(err, errFull) {
				t.Fatalf("%v: full after %d bytes: %v", to, n, err)
			}
		}
	}
	fails(t, Write(&bytes.Buffer{}, v, Storage(9)), "Storage(9)")
}

var errFull = errors.New("disk full")

type fullDisk struct{ left int }

func (d *fullDisk) Write(p []byte) (int, error) {
	if len(p) > d.left {
		return 0, errFull
	}
	d.left -= len(p)
	return len(p), nil
}
