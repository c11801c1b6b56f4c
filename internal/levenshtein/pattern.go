package levenshtein

import "math/bits"

// wordSize is the number of a pattern's symbols that one word holds.
const wordSize = 64

// Pattern is a text made ready to be compared with others. It is not changed by comparisons, which may run
// concurrently. The zero value is an empty text.
type Pattern struct {
	symbols []int32
	blocks  int      // words that hold a bit for each symbol
	masks   []uint64 // of symbol s and block b at s*blocks+b: where in the text the symbol is
}

// NewPattern returns the pattern of a text over an alphabet of n symbols.
func NewPattern(symbols []int32, n int) *Pattern {
	var p Pattern
	p.Reset(symbols, n)
	return &p
}

// Reset makes the pattern one of another text over an alphabet of n symbols, with the memory that it has.
func (p *Pattern) Reset(symbols []int32, n int) {
	for _, s := range p.symbols {
		clear(p.masks[int(s)*p.blocks:][:p.blocks])
	}
	p.symbols = append(p.symbols[:0], symbols...)
	p.blocks = max(1, (len(symbols)+wordSize-1)/wordSize)
	if need := (n + 1) * p.blocks; need <= cap(p.masks) {
		p.masks = p.masks[:need]
	} else {
		p.masks = make([]uint64, need)
	}
	for i, s := range symbols {
		if s != unknown {
			p.masks[int(s)*p.blocks+i/wordSize] |= 1 << (i % wordSize)
		}
	}
}

// Len returns the number of the pattern's symbols.
func (p *Pattern) Len() int { return len(p.symbols) }

// Distance returns the least number of symbols to be inserted, deleted or replaced that make the pattern the text. The
// text's symbols are numbered by the pattern's alphabet.
func (p *Pattern) Distance(text []int32) int {
	d, _ := p.Within(text, max(len(text), len(p.symbols)))
	return d
}

// Within returns the distance to the text and true, or false where it is larger than most.
func (p *Pattern) Within(text []int32, most int) (distance int, ok bool) {
	switch m := len(p.symbols); {
	case m == 0:
		distance = len(text)
	case m <= wordSize:
		distance = p.word(text, most)
	default:
		distance = p.long(text, most)
	}
	return distance, distance <= most
}

// column is a column of the table of distances that the beginnings of a pattern of at most 64 symbols have to a beginning of a text: bit i of plus and of
// minus tells whether the distance rises or falls by one from row i to the next.
type column struct{ plus, minus uint64 }

var firstColumn = column{plus: ^uint64(0)}

// next is the column after a further symbol of the text, which is where equal says in the pattern.
func (c column) next(equal uint64) column {
	vertical := equal | c.minus
	horizontal := (((equal & c.plus) + c.plus) ^ c.plus) | equal
	up := (c.minus|^(horizontal|c.plus))<<1 | 1 // the first row rises by one from column to column
	down := (c.plus & horizontal) << 1
	return column{down | ^(vertical | up), up & vertical}
}

// rise is the difference of the last and the first row, the first of which is the number of the column.
func (c column) rise(rows uint64) int {
	return bits.OnesCount64(c.plus&rows) - bits.OnesCount64(c.minus&rows)
}

// rows has a bit for each row of the pattern's last word.
func (p *Pattern) rows() uint64 { return ^uint64(0) >> uint(-len(p.symbols)&(wordSize-1)) }

// checkEvery is the number of symbols after which a comparison looks whether it can give up.
const checkEvery = 8

// word computes the distance where one word holds the pattern. Where the distance is larger than most it returns some number larger than most.
func (p *Pattern) word(text []int32, most int) int {
	masks, rows, c := p.masks, p.rows(), firstColumn
	for i := 0; ; i += checkEvery {
		for _, s := range text[i:min(i+checkEvery, len(text))] {
			c = c.next(masks[s])
		}
		if i+checkEvery >= len(text) {
			return len(text) + c.rise(rows)
		}
		// Each symbol that is left can make the distance smaller by one.
		if d := i + checkEvery + c.rise(rows); d-(len(text)-i-checkEvery) > most {
			return d
		}
	}
}

// stackBlocks is the number of words up to which a comparison needs no memory from the heap.
const stackBlocks = 16

// long is word for patterns of several words.
func (p *Pattern) long(text []int32, most int) int {
	var onStack [stackBlocks]column
	columns := onStack[:]
	if p.blocks > stackBlocks {
		columns = make([]column, p.blocks)
	}
	columns = columns[:p.blocks]
	for b := range columns {
		columns[b] = firstColumn
	}
	last := uint(len(p.symbols)-1) % wordSize
	distance := len(p.symbols)
	for i, s := range text {
		masks := p.masks[int(s)*p.blocks:][:p.blocks]
		// What the last row of a block does is carried to the next.
		upIn, downIn := uint64(1), uint64(0)
		var up, down uint64
		for b, equal := range masks {
			c := &columns[b]
			vertical := equal | c.minus
			equal |= downIn
			horizontal := (((equal & c.plus) + c.plus) ^ c.plus) | equal
			up = c.minus | ^(horizontal | c.plus)
			down = c.plus & horizontal
			upShifted, downShifted := up<<1|upIn, down<<1|downIn
			upIn, downIn = up>>(wordSize-1), down>>(wordSize-1)
			c.plus = downShifted | ^(vertical | upShifted)
			c.minus = upShifted & vertical
		}
		distance += int(up>>last&1) - int(down>>last&1)
		if distance-(len(text)-1-i) > most {
			return distance
		}
	}
	return distance
}
