package embed

import (
	"bytes"
	"fmt"
	"unicode"
	"unicode/utf8"
)

// Options says how [Open] and [Read] read. The zero value is the documented default.
type Options struct {
	// Format says how to read; the default recognises formats by their content.
	Format Format
	// Storage is how vectors from the text and binary formats are kept. Luna's own
	// files stay as they are.
	Storage Storage
	// MaxWords stops reading after that many kept words, the first ones; 0 stands
	// for all. What follows in the file is not looked at.
	MaxWords int
	// Keep says which words to keep, after lower-casing. Nil keeps all.
	Keep func(word string) bool
	// Lower puts words in lower case. Of words that become equal, the first counts.
	Lower bool
	// FirstWins takes the first of several vectors of a word that is in the file more
	// than once, which otherwise is an error.
	FirstWins bool
	// InMemory loads one of Luna's own files at once, where [Open] would map it.
	InMemory bool
	// MaxBytes bounds the memory of words and vectors; 0 stands for 4 GiB. It does not
	// concern a mapped file.
	MaxBytes int64
	// About describes the vectors; its non-empty texts take the place of the file's.
	About About
}

const defaultMaxBytes = 4 << 30

func (o Options) check() error {
	switch {
	case o.Format < Auto || o.Format > LunaFormat:
		return fmt.Errorf("found format %d, expected one of the constants", int(o.Format))
	case !o.Storage.valid():
		return fmt.Errorf("found storage %v, expected float32 or int8", o.Storage)
	case o.MaxWords < 0:
		return fmt.Errorf("found %d as the most words, expected 0 (no bound) or more", o.MaxWords)
	case o.MaxBytes < 0:
		return fmt.Errorf("found %d as the most bytes, expected 0 (the default) or more", o.MaxBytes)
	}
	return o.About.check()
}

func (o Options) maxBytes() int64 {
	if o.MaxBytes == 0 {
		return defaultMaxBytes
	}
	return o.MaxBytes
}

// selects tells whether the options pick words or change them.
func (o Options) selects() bool { return o.MaxWords > 0 || o.Keep != nil || o.Lower }

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

// wanted returns the word as it is to be kept, and whether it is.
func (o Options) wanted(word []byte) ([]byte, bool) {
	if o.Lower {
		word = lower(word)
	}
	return word, o.Keep == nil || o.Keep(string(word))
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
