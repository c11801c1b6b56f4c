package dict

import (
	"compress/gzip"
	"encoding/binary"
	"io"
	"maps"
	"slices"
)

// magic starts the decompressed table. A changed format gets another number.
const magic = "luna wordnet 1\n"

// Encode writes the table of d: a gzip stream without name or time, whose checksum detects damage,
// of sections with numbers as unsigned varints of encoding/binary.
//
//	magic, version
//	per part: number of synsets; per synset: offset minus the previous one
//	words: number; per word: bytes shared with the previous one, number of other bytes, bytes
//	members: per synset their number; then all words
//	hypernyms: per synset their number; then all, as zigzag of synset minus hypernym
//	senses: per lemma and part with two or more: rank of each sense's synset among those left
//	exceptions: per part: number; per form: number of bases; form and bases as words
//
// The synsets of a lemma follow from the members; the senses only give their order.
func Encode(w io.Writer, d *Dictionary) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(payload(d)); err != nil {
		return err
	}
	return z.Close()
}

// payload returns the table before it is compressed.
func payload(d *Dictionary) []byte {
	e := encoder(magic)
	e.string(d.Version)
	for p := range Parts {
		offsets := d.Offset[d.Start[p]:d.Start[p+1]]
		e.number(len(offsets))
		last := uint32(0)
		for _, o := range offsets {
			e.number(int(o - last))
			last = o
		}
	}
	e.number(d.Words.Len())
	last := ""
	for i := range uint32(d.Words.Len()) {
		last = e.front(last, d.Words.At(i))
	}
	e.counts(&d.Members)
	for _, w := range d.Members.values {
		e.number(int(w))
	}
	e.counts(&d.Hypernyms)
	for s := range uint32(d.Hypernyms.Len()) {
		for _, h := range d.Hypernyms.At(s) {
			e = binary.AppendVarint(e, int64(s)-int64(h))
		}
	}
	for i := range uint32(d.Senses.Len()) {
		e.ranks(d.Senses.At(i))
	}
	for p := range Parts {
		forms := slices.Sorted(maps.Keys(d.Exceptions[p]))
		e.number(len(forms))
		last := ""
		for _, form := range forms {
			bases := d.Exceptions[p][form]
			e.number(len(bases))
			last = e.front(last, form)
			for _, b := range bases {
				last = e.front(last, b)
			}
		}
	}
	return e
}

type encoder []byte

func (e *encoder) number(n int) { *e = binary.AppendUvarint(*e, uint64(n)) }

func (e *encoder) string(s string) {
	e.number(len(s))
	*e = append(*e, s...)
}

// front writes s without the prefix that it shares with last, and returns s.
func (e *encoder) front(last, s string) string {
	n := 0
	for n < len(last) && n < len(s) && last[n] == s[n] {
		n++
	}
	e.number(n)
	e.string(s[n:])
	return s
}

func (e *encoder) counts(l *Lists) {
	for i := range uint32(l.Len()) {
		e.number(len(l.At(i)))
	}
}

// ranks writes an order of synsets as the rank of each among those that are left.
func (e *encoder) ranks(senses []uint32) {
	left := slices.Sorted(slices.Values(senses))
	for _, s := range senses {
		if len(left) < 2 {
			return
		}
		i, _ := slices.BinarySearch(left, s)
		e.number(i)
		left = slices.Delete(left, i, i+1)
	}
}
