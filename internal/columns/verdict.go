package columns

import (
	"hash/maphash"
	"strings"
	"unicode"
	"unicode/utf8"
)

// entry is what a cell has.
type entry uint8

const (
	noEntry  entry = iota
	noneMark       // see [Missing]
	aNumber
	aText
)

// verdict is what a cell tells about its column.
type verdict struct {
	cell                                    string // without blanks at its ends
	hash, form                              uint64 // form is set if the hash is odd
	value                                   float64
	words                                   float64 // as in sight
	runes                                   int
	is                                      entry
	fields                                  uint8
	date, address, code, capitalised, label bool
}

// judge looks at cells. It remembers many of those that it saw last.
type judge struct {
	Notation
	seen []verdict // by hash
	none verdict
	form []byte
}

func newJudge(n Notation, cells int) *judge {
	return &judge{Notation: n, seen: make([]verdict, min(1<<12, cells)+1)}
}

// seed is for hashes of 62 bits, which differ where texts do: of a million texts, two have the same
// one once in five million times.
var seed = maphash.MakeSeed()

// of returns what a cell tells, until the next call.
func (j *judge) of(cell string) *verdict {
	if cell = strings.TrimSpace(cell); cell == "" {
		return &j.none
	}
	hash := maphash.String(seed, cell) &^ 3
	v := &j.seen[hash>>2%uint64(len(j.seen))]
	if v.hash&^1 == hash && v.cell == cell {
		return v
	}
	s := look(cell)
	*v = verdict{cell: cell, hash: hash, is: aText, words: s.words, runes: s.runes, fields: uint8(min(s.fields, 5)),
		date: s.isDate(cell), address: isAddress(cell), capitalised: s.capitalised(),
		code:  len(cell) <= 80 && s.fields == 1 && s.digits > 0 && strings.ContainsAny(cell, "0123456789"),
		label: s.fields <= 4 && len(cell) < 80 && !s.marks}
	number := false
	if len(cell) <= 80 && s.mayBeNumber() {
		v.value, _, number = j.parse(cell)
	}
	switch {
	case number:
		v.is = aNumber
	case Missing(cell):
		v.is = noneMark
	}
	if s.digits > 0 || strings.IndexByte(cell, '#') >= 0 {
		j.form = form(cell, j.form[:0])
		v.hash, v.form = hash|1, maphash.Bytes(seed, j.form)
	}
	return v
}

// form appends a text with a mark in place of each number.
func form(s string, to []byte) []byte {
	last := ' '
	for _, r := range s {
		if unicode.IsDigit(r) {
			r = '#'
		}
		if r != '#' || last != '#' {
			to = utf8.AppendRune(to, r)
		}
		last = r
	}
	return to
}
