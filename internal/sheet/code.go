package sheet

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/luna-rating/luna/internal/files"
)

// Names of encodings in the WHATWG index, and their byte order marks.
const (
	utf8Name    = "utf-8"
	latinName   = "windows-1252"
	littleName  = "utf-16le"
	bigName     = "utf-16be"
	dosName     = "ibm850" // as Excel's "CSV (MS-DOS)" has it; not in the index
	byteOrder   = "\xef\xbb\xbf"
	littleOrder = "\xff\xfe"
	bigOrder    = "\xfe\xff"
)

// marks are the byte order marks of the encodings that have one.
var marks = map[string]string{utf8Name: byteOrder, littleName: littleOrder, bigName: bigOrder}

// code decodes a text to UTF-8.
type code struct {
	io.Reader
	label   string
	marked  bool      // it begins with a byte order mark
	guessed bool      // from the letters
	mixed   *fallback // not nil where the encoding is found out from all of the text
}

func (c *code) name() string {
	if c.mixed != nil && c.mixed.latin {
		return latinName
	}
	return c.label
}

// findCode finds out the encoding from the first bytes, unless it is named. Eager input can be read
// without waiting.
func findCode(in *bufio.Reader, name, label string, eager bool) (*code, error) {
	start, err := in.Peek(3)
	if err != nil && err != io.EOF {
		return nil, err
	}
	named := label != ""
	if !named {
		switch {
		case bytes.HasPrefix(start, []byte(littleOrder)):
			label = littleName
		case bytes.HasPrefix(start, []byte(bigOrder)):
			label = bigName
		case bytes.HasPrefix(start, []byte(byteOrder)): // UTF-8
		default:
			if label = unmarked16(in); label == "" {
				label, err = foreignCode(in, name, eager)
			}
		}
	}
	if err != nil && err != io.EOF {
		return nil, err
	}
	c := &code{label: label, guessed: !named && !strings.HasPrefix(label, "utf")}
	if label == "" || label == latinName && !named {
		c.label, c.guessed, c.mixed = utf8Name, false, &fallback{}
		c.Reader = transform.NewReader(in, c.mixed)
	} else {
		e, err := byLabel(label)
		if err != nil {
			return nil, err
		}
		if name, err := htmlindex.Name(e); err == nil {
			c.label = name
		}
		c.Reader = transform.NewReader(in, e.NewDecoder())
	}
	if mark := marks[c.label]; mark != "" && bytes.HasPrefix(start, []byte(mark)) {
		in.Discard(len(mark))
		c.marked = true
	}
	return c, nil
}

// foreignCode returns the encoding of a text whose start is not UTF-8, "" for UTF-8 with at most a
// few damaged characters.
func foreignCode(in *bufio.Reader, name string, eager bool) (string, error) {
	if eager {
		in.Peek(in.Size())
	}
	sample, _ := in.Peek(in.Buffered())
	if bytes.Contains(sample, []byte("\x1b$B")) {
		return "iso-2022-jp", nil
	}
	good, bad := 0, 0
	for rest := sample; len(rest) > 0; {
		r, size := utf8.DecodeRune(rest)
		switch {
		case r != utf8.RuneError || size > 1:
			good += min(size-1, 1)
		case utf8.FullRune(rest):
			bad++
		}
		rest = rest[size:]
	}
	if bad <= good {
		return "", nil
	}
	label := guess(sample)
	if label == "" {
		return "", files.New(name, 0, "a text in an encoding that cannot be told",
			"UTF-8, or its name with --encoding, such as windows-1251, shift_jis or gb18030")
	}
	return label, nil
}

// byLabel returns an encoding, of UTF-16 without regard to marks.
func byLabel(label string) (encoding.Encoding, error) {
	switch label {
	case littleName:
		return unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), nil
	case bigName:
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), nil
	case dosName, "cp850":
		return charmap.CodePage850, nil
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
		ascii := nSrc
		for nSrc < len(src) && src[nSrc] < utf8.RuneSelf {
			nSrc++
		}
		n := copy(dst[nDst:], src[ascii:nSrc])
		if nDst += n; n < nSrc-ascii {
			return nDst, ascii + n, transform.ErrShortDst
		}
		if nSrc == len(src) {
			break
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
