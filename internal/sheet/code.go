package sheet

import (
	"bufio"
	"bytes"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// Names of encodings in the WHATWG index, and their byte order marks.
const (
	utf8Name    = "utf-8"
	latinName   = "windows-1252"
	littleName  = "utf-16le"
	bigName     = "utf-16be"
	byteOrder   = "\xef\xbb\xbf"
	littleOrder = "\xff\xfe"
	bigOrder    = "\xfe\xff"
)

// marks are the byte order marks of the encodings that have one.
var marks = map[string]string{utf8Name: byteOrder, littleName: littleOrder, bigName: bigOrder}

// code decodes a text to UTF-8.
type code struct {
	io.Reader
	label  string
	marked bool      // it begins with a byte order mark
	mixed  *fallback // not nil where the encoding is found out from all of the text
}

func (c *code) name() string {
	if c.mixed != nil && c.mixed.latin {
		return latinName
	}
	return c.label
}

// findCode finds out the encoding from the first bytes, unless it is named.
func findCode(in *bufio.Reader, label string) (*code, error) {
	start, err := in.Peek(3)
	if err != nil && err != io.EOF {
		return nil, err
	}
	if label == "" {
		switch {
		case bytes.HasPrefix(start, []byte(littleOrder)):
			label = littleName
		case bytes.HasPrefix(start, []byte(bigOrder)):
			label = bigName
		case bytes.HasPrefix(start, []byte(byteOrder)): // UTF-8
		default:
			label = unmarked16(in)
		}
	}
	if label == "" {
		label = utf8Name
		f := &fallback{}
		c := &code{Reader: transform.NewReader(in, f), label: label, mixed: f}
		if bytes.HasPrefix(start, []byte(byteOrder)) {
			in.Discard(len(byteOrder))
			c.marked = true
		}
		return c, nil
	}
	e, err := byLabel(label)
	if err != nil {
		return nil, err
	}
	if name, err := htmlindex.Name(e); err == nil {
		label = name
	}
	c := &code{Reader: transform.NewReader(in, e.NewDecoder()), label: label}
	mark := marks[label]
	if mark != "" && bytes.HasPrefix(start, []byte(mark)) {
		in.Discard(len(mark))
		c.marked = true
	}
	return c, nil
}

// byLabel returns an encoding, of UTF-16 without regard to marks.
func byLabel(label string) (encoding.Encoding, error) {
	switch label {
	case littleName:
		return unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), nil
	case bigName:
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), nil
	}
	return htmlindex.Get(label)
}

// unmarked16 recognises UTF-16 without a byte order mark by the zeros in its Latin letters, of
// which every table has some: quotation marks, digits and delimiters. It returns "" for anything
// else.
func unmarked16(in *bufio.Reader) string {
	if _, err := in.Peek(2); err != nil {
		return ""
	}
	start, _ := in.Peek(min(in.Buffered(), 512) &^ 1)
	var zeros [2]int
	for i, c := range start {
		if c == 0 {
			zeros[i%2]++
		}
	}
	switch half := len(start) / 2; {
	case zeros[1] > half/3 && zeros[0] == 0:
		return littleName
	case zeros[0] > half/3 && zeros[1] == 0:
		return bigName
	}
	return ""
}

// fallback passes UTF-8 on and decodes every other byte as Windows-1252, so that it reads texts in
// either and texts that mix them.
type fallback struct{ latin bool }

func (f *fallback) Reset() { f.latin = false }

// Transform implements [transform.Transformer].
func (f *fallback) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	for nSrc < len(src) {
		if c := src[nSrc]; c < utf8.RuneSelf {
			if nDst == len(dst) {
				return nDst, nSrc, transform.ErrShortDst
			}
			dst[nDst] = c
			nDst, nSrc = nDst+1, nSrc+1
			continue
		}
		r, size := utf8.DecodeRune(src[nSrc:])
		if r == utf8.RuneError && size == 1 {
			if !atEOF && !utf8.FullRune(src[nSrc:]) {
				return nDst, nSrc, transform.ErrShortSrc
			}
			f.latin = true
			r = charmap.Windows1252.DecodeByte(src[nSrc])
		}
		if nDst+utf8.RuneLen(r) > len(dst) {
			return nDst, nSrc, transform.ErrShortDst
		}
		nDst += utf8.EncodeRune(dst[nDst:], r)
		nSrc += size
	}
	return nDst, nSrc, nil
}
