package dict

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/luna-rating/luna/internal/text"
)

// maxTable bounds the size of the decompressed table. That of WordNet 3.0 is 2.4 MB.
const maxTable = 64 << 20

// Decode reads the table that [Encode] writes. It checks the table for all contradictions except
// cycles of hypernyms, which [Dictionary.Order] finds.
func Decode(r io.Reader) (*Dictionary, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("table of WordNet: %w", err)
	}
	// Growing the buffer once saves several copies.
	var buf bytes.Buffer
	buf.Grow(3 << 20)
	if n, err := buf.ReadFrom(io.LimitReader(z, maxTable+1)); err != nil {
		return nil, fmt.Errorf("table of WordNet: %w", err)
	} else if n > maxTable {
		return nil, fmt.Errorf("table of WordNet: found more than %d bytes, expected fewer",
			maxTable)
	}
	return parse(buf.Bytes())
}

// parse reads the decompressed table.
func parse(table []byte) (*Dictionary, error) {
	rest, ok := bytes.CutPrefix(table, []byte(magic))
	if !ok {
		return nil, errors.New("table of WordNet: found another start, expected " +
			text.Quote(magic))
	}
	c := &cursor{size: len(table), rest: rest}
	d := &Dictionary{Version: c.version()}
	c.offsets(d)
	c.words(d)
	synsets := len(d.Offset)
	c.counts(&d.Members, synsets)
	for i := range d.Members.values {
		d.Members.values[i] = uint32(c.number(d.Words.Len() - 1))
	}
	c.counts(&d.Hypernyms, synsets)
	for s := range uint32(d.Hypernyms.Len()) {
		for i := range d.Hypernyms.At(s) {
			d.Hypernyms.At(s)[i] = c.hypernym(d, s)
		}
	}
	if c.err == nil {
		d.collectSenses()
		for i := range uint32(d.Senses.Len()) {
			c.ranks(d.Senses.At(i))
		}
	}
	for p := range Parts {
		d.Exceptions[p] = c.exceptions()
	}
	if len(c.rest) > 0 {
		c.fail("more bytes", "the end")
	}
	if c.err != nil {
		return nil, c.err
	}
	return d, nil
}

// cursor reads the table item by item. After the first error all items are 0 or empty.
type cursor struct {
	size int
	rest []byte
	err  error
}

func (c *cursor) fail(found, expected string) {
	if c.err == nil {
		c.err = fmt.Errorf("table of WordNet, byte %d: found %s, expected %s",
			c.size-len(c.rest), found, expected)
		c.rest = nil
	}
}

// number reads a number from 0 to most.
func (c *cursor) number(most int) int {
	// Most numbers have one byte.
	if len(c.rest) > 0 && c.rest[0] < 0x80 && int(c.rest[0]) <= most {
		n := int(c.rest[0])
		c.rest = c.rest[1:]
		return n
	}
	n, size := binary.Uvarint(c.rest)
	if size <= 0 || most < 0 || n > uint64(most) {
		c.fail("no such number", fmt.Sprintf("one of at most %d", most))
		return 0
	}
	c.rest = c.rest[size:]
	return int(n)
}

// count reads the number of items that follow, each of at least one byte.
func (c *cursor) count() int { return c.number(len(c.rest)) }

func (c *cursor) bytes(n int) []byte {
	if n > len(c.rest) {
		c.fail("the end", fmt.Sprintf("%d bytes", n))
		return nil
	}
	b := c.rest[:n]
	c.rest = c.rest[n:]
	return b
}

func (c *cursor) version() string { return string(c.bytes(c.number(maxWord))) }

func (c *cursor) offsets(d *Dictionary) {
	for p := range Parts {
		last := 0
		n := c.count()
		d.Offset = slices.Grow(d.Offset, n)
		for i := range n {
			o := last + c.number(maxOffset-last)
			if i > 0 && o == last {
				c.fail("an offset again", "a higher one")
			}
			d.Offset = append(d.Offset, uint32(o))
			last = o
		}
		d.Start[p+1] = uint32(len(d.Offset))
	}
}

// maxOffset is the largest offset of eight digits, as in the files.
const maxOffset = 99999999

// front reads a word, whose prefix may be shared with last, and appends it to text.
func (c *cursor) front(text []byte, last []byte) []byte {
	shared := c.number(len(last))
	own := c.bytes(c.number(maxWord - shared))
	return append(append(text, last[:shared]...), own...)
}

func (c *cursor) words(d *Dictionary) {
	n := c.count()
	text := make([]byte, 0, 16*n)
	d.Words.ends = make([]uint32, 0, n)
	begin := 0
	for i := 0; i < n && c.err == nil; i++ {
		end := len(text)
		text = c.front(text, text[begin:end])
		begin = end
		if len(text) > maxTable {
			c.fail("too long words", fmt.Sprintf("at most %d bytes", maxTable))
		}
		d.Words.ends = append(d.Words.ends, uint32(len(text)))
	}
	d.Words.text = string(text)
	for i := 1; i < d.Words.Len(); i++ {
		if compare(d.Words.At(uint32(i-1)), d.Words.At(uint32(i))) >= 0 {
			c.fail("words that are out of order", "them in order")
			break
		}
	}
	d.Lemma = lemmaStarts(&d.Words)
}

// counts reads the lengths of lists and makes the lists.
func (c *cursor) counts(l *Lists, lists int) {
	l.ends = make([]uint32, lists)
	end := 0
	for i := range l.ends {
		end += c.number(len(c.rest) - end)
		l.ends[i] = uint32(end)
	}
	if c.err != nil { // a list may be longer than its array
		clear(l.ends)
		end = 0
	}
	l.values = make([]uint32, end)
}

// hypernym reads a hypernym of s, which has the same part of speech.
func (c *cursor) hypernym(d *Dictionary, s uint32) uint32 {
	delta, size := binary.Varint(c.rest)
	h := int64(s) - delta
	p := d.Part(s)
	if size <= 0 || h < int64(d.Start[p]) || h >= int64(d.Start[p+1]) {
		c.fail("no hypernym", "one of the same part of speech")
		return 0
	}
	c.rest = c.rest[size:]
	return uint32(h)
}

// collectSenses lists the synsets of each lemma and part of speech in the order of synsets.
func (d *Dictionary) collectSenses() {
	lemmaOf := d.LemmaOfWords()
	l := &d.Senses
	l.ends = make([]uint32, Parts*d.Lemmas())
	// A synset may have a lemma in two spellings; the second is not another sense.
	each := func(do func(list, s uint32)) {
		for p := range Parts {
			for s := d.Start[p]; s < d.Start[p+1]; s++ {
				words := d.Members.At(s)
				for i, w := range words {
					lemma := lemmaOf[w]
					sameLemma := func(v uint32) bool { return lemmaOf[v] == lemma }
					if !slices.ContainsFunc(words[:i], sameLemma) {
						do(Parts*lemma+uint32(p), s)
					}
				}
			}
		}
	}
	each(func(list, _ uint32) { l.ends[list]++ })
	total := uint32(0)
	for i, n := range l.ends {
		l.ends[i] = total // the start of the list; filling the list moves it to the end
		total += n
	}
	l.values = make([]uint32, total)
	each(func(list, s uint32) {
		l.values[l.ends[list]] = s
		l.ends[list]++
	})
}

// ranks sorts senses, which are in the order of synsets, into the order of the table.
func (c *cursor) ranks(senses []uint32) {
	for i := 0; i+1 < len(senses); i++ {
		k := i + c.number(len(senses)-1-i)
		s := senses[k]
		copy(senses[i+1:k+1], senses[i:k])
		senses[i] = s
	}
}

func (c *cursor) exceptions() map[string][]string {
	n := c.count()
	m := make(map[string][]string, min(n, 1<<12))
	var last, spare []byte
	next := func() string {
		last, spare = c.front(spare[:0], last), last
		return string(last)
	}
	for i := 0; i < n && c.err == nil; i++ {
		bases := make([]string, c.number(maxBases))
		form := next()
		for k := range bases {
			bases[k] = next()
		}
		if _, ok := m[form]; ok || form == "" {
			c.fail("an irregular form again", "it once")
		}
		m[form] = bases
	}
	return m
}
