package embed

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Options are the options of [Open] and [Read]. The zero value is the default.
type Options struct {
	// Storage is how vectors from the text and binary formats are stored. Luna's own files specify
	// their storage themselves.
	Storage Storage
	// MaxWords is the maximum number of words to read, from the beginning of the file; 0 means no
	// limit. The rest of the file is not checked.
	MaxWords int
	// Lower converts words to lower case. If words become equal, the first one is kept.
	Lower bool
	// FirstWins keeps the first of several vectors of the same word, which are an error
	// otherwise.
	FirstWins bool
	// About describes the vectors; its non-empty texts replace the file's.
	About About

	format format // recognised by content if not set
	// maxBytes bounds the memory of words and vectors; 0 stands for the default.
	maxBytes int64
}

const defaultMaxBytes = 4 << 30

func (o Options) check() error {
	switch {
	case !o.Storage.valid():
		return fmt.Errorf("found storage %v, expected float32 or int8", o.Storage)
	case o.MaxWords < 0:
		return fmt.Errorf("found %d as the most words, expected 0 (no bound) or more", o.MaxWords)
	}
	return o.About.check()
}

// limit returns the maximum memory of words and vectors, in bytes.
func (o Options) limit() int64 { return cmp.Or(o.maxBytes, defaultMaxBytes) }

// selects reports whether the options leave out words or change them.
func (o Options) selects() bool { return o.MaxWords > 0 || o.Lower }

// over returns a with the non-empty texts of o.About instead of its own.
func (o Options) over(a About) About {
	for _, t := range []struct {
		to   *string
		from string
	}{{&a.Name, o.About.Name}, {&a.Source, o.About.Source}, {&a.Licence, o.About.Licence}} {
		if t.from != "" {
			*t.to = t.from
		}
	}
	return a
}

// lower is [strings.ToLower], but changes only ASCII letters in invalid UTF-8.
func lower(word string) string {
	if utf8.ValidString(word) {
		return strings.Map(unicode.ToLower, word)
	}
	b := []byte(word)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}
