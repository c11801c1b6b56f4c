package wsc

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// declared matches the encoding in the declaration at the start of an XML file.
var declared = text.Pattern(`^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']*)["']`)

// toUTF8 decodes a file, in XML or not. A file that declares UTF-8, ASCII, ISO-8859-1 or
// windows-1252, or nothing, may mix them, as published collections do: what is valid UTF-8 is read
// as such, and other bytes as windows-1252, of which ISO-8859-1 is a part.
func toUTF8(data []byte, file string) ([]byte, error) {
	start := bytes.TrimPrefix(data, []byte(files.ByteOrderMark))
	m := declared().FindSubmatch(start[:min(len(start), 1<<10)])
	if m == nil {
		return undeclared(data, file)
	}
	enc, err := htmlindex.Get(string(m[1]))
	if err != nil {
		return nil, fault(file, 1, "the encoding "+text.Quote(m[1]),
			"a known one, such as UTF-8")
	}
	switch name, _ := htmlindex.Name(enc); name {
	case "utf-8", "windows-1252":
		return undeclared(data, file)
	case "utf-16le", "utf-16be", "replacement", "x-user-defined":
		// The declaration was read as ASCII, so it is not true.
		return nil, fault(file, 1, "the encoding "+text.Quote(m[1])+" in a file that is not in it",
			"the file's own encoding")
	}
	return decode(data, enc, file)
}

// undeclared decodes UTF-16 with a byte order mark, or UTF-8 with bytes of windows-1252 in it.
func undeclared(data []byte, file string) ([]byte, error) {
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
		return decode(data, unicode.UTF16(unicode.BigEndian, unicode.ExpectBOM), file)
	}
	return mixed(bytes.TrimPrefix(data, []byte(files.ByteOrderMark))), nil
}

func decode(data []byte, enc encoding.Encoding, file string) ([]byte, error) {
	text, err := enc.NewDecoder().Bytes(data)
	if err != nil {
		return nil, fault(file, 0, "bytes that are not in the declared encoding", "text in it")
	}
	return text, nil
}

// mixed decodes UTF-8 with bytes of windows-1252 in it.
func mixed(data []byte) []byte {
	if utf8.Valid(data) {
		return data
	}
	text := make([]byte, 0, len(data)+len(data)/8)
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		if r == utf8.RuneError && size == 1 {
			r = charmap.Windows1252.DecodeByte(data[0])
		}
		text = utf8.AppendRune(text, r)
		data = data[size:]
	}
	return text
}

// clean puts a text on one line, with single spaces and none at its ends. No-break spaces count as
// spaces.
func clean(s string) string { return strings.Join(strings.Fields(s), " ") }

// Fold returns a text in the form in which texts are compared: clean, in lower case, with plain
// quotes.
func Fold(s string) string { return plain.Replace(strings.ToLower(clean(s))) }

var plain = strings.NewReplacer("’", "'", "‘", "'", "“", `"`, "”", `"`)

// fault returns the error of a line of a file.
func fault(file string, line int, found, expected string) error {
	return files.New(file, line, found, expected)
}

// faultf is fault about a problem.
func faultf(file string, line, problem int, found, expected string) error {
	return fault(file, line, fmt.Sprintf("problem %d %s", problem, found), expected)
}
