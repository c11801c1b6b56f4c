package embed

import (
	"bytes"
	"cmp"
	"fmt"
	"unicode"
	"unicode/utf8"
)

// Options says how [Open] and [Read] read. The zero value is the documented default.
type Options struct {
	// Storage is how vectors from the text and binary formats are kept. Luna's own
	// files stay as they are.
	Storage Storage
	// MaxWords stops reading after that many kept words, the first ones; 0 stands
	// for all. What follows in the file is not looked at.
	MaxWords int
	// Lower puts words in lower case. Of words that become equal, the first counts.
	Lower bool
	// FirstWins takes the first of several vectors of a word that is in the file more
	// than once, which otherwise is an error.
	FirstWins bool
	// About describes the vectors; its non-empty texts replace the file's.
	About About

	format format // recognised by content if not set
	// maxBytes bounds the memory of words and vectors; 0 stands for the default. A mapped
	// file has no bound.
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

// limit is the bound on the memory of words and vectors, in bytes.
func (o Options) limit() int64 { return cmp.Or(o.maxBytes, defaultMaxBytes) }

// selects reports whether the options leave out words or change them.
func (o Options) selects() bool { return o.MaxWords > 0 || o.Lower }

// over puts the non-empty texts of o.About in place of those of a.
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

// lower is bytes.ToLower that leaves alone what is not UTF-8.
func lower(word []byte) []byte {
	if utf8.Valid(word) {
		return bytes.Map(unicode.ToLower, word)
	}
	word = bytes.Clone(word)
	for i, c := range word {
		if 'A' <= c && c <= 'Z' {
			word[i] = c + 'a' - 'A'
		}
	}
	return word
}
