// Package levenshtein computes the Levenshtein distances of one text to many.
//
// An [Alphabet] numbers the symbols of the texts, characters or words. A [Pattern] is made of one
// text and compared with any number of others; each symbol of these takes a few instructions per
// 64 symbols of the pattern (G. Myers, "A fast bit-vector algorithm for approximate string
// matching based on dynamic programming", JACM 46(3), 1999, in the form of H. Hyyrö, "A
// bit-vector algorithm for computing Levenshtein and Damerau edit distances", Nordic Journal of
// Computing 10(1), 2003).
//
// # Why not a library
//
// The module uses github.com/agnivade/levenshtein for single pairs of words, and the tests
// compare this package with it. The features of edit distances compare each text with many: CED
// and WED all responses to a question with its key, NNC and NNW with one another. Milliseconds
// for all questions of a data set, on one core of a Xeon, the fastest of six runs
// (go test -run - -bench EditDistances -cpu 1 ./features):
//
//	               Powergrading          Mohler et al.
//	         this package  agnivade  this package  agnivade
//	CED                 9        26             9        59
//	WED                 2        12             2        13
//	NNC               154      2214            79       533
//	NNW                51      1313            21       165
//
// A whole evaluation of both data sets takes some 4,000 ms of processor time. Of the differences,
// those of NNC and NNW also have other causes: an index by length and [Pattern.Within] spare most
// of the comparisons. Words are characters to agnivade, which has to number them for each pair.
package levenshtein

import (
	"math/bits"
	"slices"
)

// wordSize is the number of symbols of a pattern per word.
const wordSize = 64

// maxMasks is the number of masks that are kept at most if there are more than maxSymbols different
// symbols. Long texts have more, most of them zero: these are made when they are needed.
var maxMasks, maxSymbols = 1 << 20, 1 << 10

// Pattern is a text prepared for comparison with others. Comparisons do not change it and may run
// concurrently. The zero value is an empty text.
type Pattern struct {
	symbols []int32
	words   int // words that have a bit for each symbol of the text
	// masks has the positions of symbol s in word b at index s*words+b.
	masks  []uint64
	places // instead, if there were too many masks
}

// places tells where symbols stand in one or more texts, all counted from 1: the last place of each
// symbol, 0 for none, and the place of the same symbol before each.
type places struct{ last, before []int32 }

// add adds the next place, which has a symbol.
func (p *places) add(s int32) {
	at := int32(len(p.before))
	p.before = append(p.before, 0)
	if s != unknown {
		p.before[at], p.last[s] = p.last[s], at
	}
}

// NewPattern returns the pattern of a text over an alphabet of n symbols.
func NewPattern(symbols []int32, n int) *Pattern {
	var p Pattern
	p.Reset(symbols, n)
	return &p
}

// Reset makes p the pattern of another text over an alphabet of n symbols and reuses its memory.
func (p *Pattern) Reset(symbols []int32, n int) {
	if p.last == nil {
		for _, s := range p.symbols {
			clear(p.masks[int(s)*p.words:][:p.words])
		}
	}
	p.symbols = append(p.symbols[:0], symbols...)
	p.words = max(1, (len(symbols)+wordSize-1)/wordSize)
	p.places = places{}
	need := (n + 1) * p.words
	if need > maxMasks && n > maxSymbols && p.words > 1 {
		p.places = places{make([]int32, n+1), make([]int32, 1, len(symbols)+1)}
		for _, s := range symbols {
			p.add(s)
		}
		return
	}
	if need <= cap(p.masks) {
		p.masks = p.masks[:need]
	} else {
		p.masks = make([]uint64, need)
	}
	for i, s := range symbols {
		if s != unknown {
			p.masks[int(s)*p.words+i/wordSize] |= 1 << (i % wordSize)
		}
	}
}

// maskRow is memory for masks that are not kept.
type maskRow struct {
	masks  []uint64
	symbol int32
}

// row returns the masks of a symbol.
func (p *Pattern) row(memory *maskRow, s int32) []uint64 {
	if p.last == nil {
		return p.masks[int(s)*p.words:][:p.words]
	}
	for at := p.last[memory.symbol]; at > 0; at = p.before[at] {
		memory.masks[(at-1)/wordSize] = 0
	}
	memory.symbol = s
	for at := p.last[s]; at > 0; at = p.before[at] {
		memory.masks[(at-1)/wordSize] |= 1 << ((at - 1) % wordSize)
	}
	return memory.masks
}

// Len returns the number of symbols of the pattern.
func (p *Pattern) Len() int { return len(p.symbols) }

// Distance returns the Levenshtein distance to a text: the minimum number of symbols to insert,
// delete or replace that turns the pattern into the text. The symbols are numbers in the pattern's
// alphabet.
func (p *Pattern) Distance(text []int32) int {
	d, _ := p.Within(text, max(len(text), len(p.symbols)))
	return d
}

// Within returns the distance to a text and true if it is at most limit, else some larger number
// than limit and false.
func (p *Pattern) Within(text []int32, limit int) (distance int, ok bool) {
	distance, done := easy(p.symbols, text, limit)
	switch {
	case done:
	case len(p.symbols) <= wordSize:
		distance = p.short(text, limit)
	default:
		distance = p.long(text, limit)
	}
	return distance, distance <= limit
}

// easy returns the least distance that texts of their lengths can have, and whether that is enough:
// it exceeds limit, or is their distance, such as that of a text and itself.
func easy(a, b []int32, limit int) (distance int, done bool) {
	distance = max(len(a)-len(b), len(b)-len(a))
	return distance, distance > limit || len(a) == 0 || len(b) == 0 ||
		slices.Equal(a, b) && !slices.Contains(a, unknown)
}

// column is a column of the table of distances between the prefixes of a pattern of up to 64
// symbols (rows) and the prefixes of a text (columns). Bit i of plus and minus is set if the
// distance rises or falls by one from row i to row i+1.
type column struct{ plus, minus uint64 }

var firstColumn = column{plus: ^uint64(0)}

// next returns the column for one more symbol of the text. The bits of equal are the positions of
// the symbol in the pattern. The bits of up and down are set where a row rises or falls by one from
// column to column; the lowest bits of upIn and downIn say so of the row above.
func (c column) next(equal, upIn, downIn uint64) (n column, up, down uint64) {
	vertical := equal | c.minus
	equal |= downIn
	horizontal := (((equal & c.plus) + c.plus) ^ c.plus) | equal
	up, down = c.minus|^(horizontal|c.plus), c.plus&horizontal
	upShifted := up<<1 | upIn
	return column{down<<1 | downIn | ^(vertical | upShifted), upShifted & vertical}, up, down
}

// rise returns the difference between the last and the first row. The first row is the number of
// the column.
func (c column) rise(rows uint64) int {
	return bits.OnesCount64(c.plus&rows) - bits.OnesCount64(c.minus&rows)
}

// checkEvery is the number of symbols after which a comparison checks whether it can stop.
const checkEvery = 8

// short computes the distance for a pattern of one word, or some number larger than limit if the
// distance is.
func (p *Pattern) short(text []int32, limit int) int {
	masks := p.masks
	rows := ^uint64(0) >> uint(-len(p.symbols)&(wordSize-1)) // a bit for each
	c := firstColumn
	for i := 0; ; i += checkEvery {
		for _, s := range text[i:min(i+checkEvery, len(text))] {
			c, _, _ = c.next(masks[s], 1, 0) // the first row rises by one from column to column
		}
		if i+checkEvery >= len(text) {
			return len(text) + c.rise(rows)
		}
		// Each symbol that is left can reduce the distance by one.
		if d := i + checkEvery + c.rise(rows); d-(len(text)-i-checkEvery) > limit {
			return d
		}
	}
}

// maxStackWords is the number of words up to which a comparison needs no memory from the heap.
const maxStackWords = 16

// long is short for patterns of several words. It computes a band of the table: the words that have
// a cell on some way from corner to corner of at most limit edits (E. Ukkonen, "Algorithms for
// approximate string matching", Information and Control 64, 1985). What is outside counts as larger
// than it is. Two columns are computed together, since a processor has time for both.
func (p *Pattern) long(text []int32, limit int) int {
	var buffer [maxStackWords]column
	columns := buffer[:]
	if p.words > maxStackWords {
		columns = make([]column, p.words)
	}
	var memory, other maskRow
	if p.last != nil {
		memory.masks, other.masks = make([]uint64, p.words), make([]uint64, p.words)
	}
	m, more := len(p.symbols), len(text)-len(p.symbols)
	above, below := (limit+more)/2, (limit-more)/2 // how far a way may leave the diagonal
	words, bottom, distance := 0, 0, 0             // the last row of the band and its distance
	for i := 0; i < len(text); i += 2 {
		for ; bottom < min(m, i+2+below); words++ {
			columns[words] = firstColumn
			rows := min(wordSize, m-bottom)
			bottom, distance = bottom+rows, distance+rows
		}
		first, pair := max(0, i-above)/wordSize, [2]int32{text[i], unknown}
		copy(pair[:], text[i:])
		masks, others := p.row(&memory, pair[0])[first:words], p.row(&other, pair[1])[first:words]
		// The change of a word's last row is carried over to the next word.
		var up, down, otherUp, otherDown uint64
		upIn, downIn, otherUpIn, otherDownIn := uint64(1), uint64(0), uint64(1), uint64(0)
		band := columns[first:words]
		for b := range band {
			var c column
			c, up, down = band[b].next(masks[b], upIn, downIn)
			upIn, downIn = up>>(wordSize-1), down>>(wordSize-1)
			band[b], otherUp, otherDown = c.next(others[b], otherUpIn, otherDownIn)
			otherUpIn, otherDownIn = otherUp>>(wordSize-1), otherDown>>(wordSize-1)
		}
		last := uint(bottom-1) % wordSize
		distance += int(up>>last&1) - int(down>>last&1)
		if i+1 == len(text) {
			break
		}
		distance += int(otherUp>>last&1) - int(otherDown>>last&1)
		// Along a diagonal the distance never falls, and each symbol off it can reduce it by one.
		if distance-(len(text)-(i+2)-(m-bottom)) > limit {
			return distance
		}
	}
	return distance
}

// unknown is the number of symbols outside the alphabet. Such a symbol equals no other.
const unknown = 0

// Alphabet numbers symbols, such as characters or words, from 1 in the order of their first
// appearance. The zero value is empty.
type Alphabet[S comparable] struct {
	numbers map[S]int32
}

// Len returns the number of symbols.
func (a *Alphabet[S]) Len() int { return len(a.numbers) }

// Add appends the numbers of a text's symbols to dst. New symbols become part of the alphabet.
func (a *Alphabet[S]) Add(dst []int32, text []S) []int32 {
	if a.numbers == nil {
		a.numbers = make(map[S]int32)
	}
	for _, s := range text {
		n, ok := a.numbers[s]
		if !ok {
			n = int32(len(a.numbers) + 1)
			a.numbers[s] = n
		}
		dst = append(dst, n)
	}
	return dst
}

// Append appends the numbers of a text's symbols to dst, 0 for those outside the alphabet.
func (a *Alphabet[S]) Append(dst []int32, text []S) []int32 {
	for _, s := range text {
		dst = append(dst, a.numbers[s])
	}
	return dst
}
