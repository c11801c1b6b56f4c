package levenshtein

import (
	"math/bits"
	"slices"
)

// Lanes is the number of texts that [Four] compares at once.
const Lanes = 4

// Four is four texts prepared for comparison with others, all four at once in the lanes of vector
// registers. The zero value is four empty texts. It must not be used concurrently.
type Four struct {
	texts [Lanes][]int32
	ready bool // last is that of the texts
	words int
	// last has the last place of each symbol, before the place before each, all counted from 1
	// through all texts.
	last, before []int32
	symbols      []int32 // those that have a place
	// rows has the rows of masks by symbol, from 1, if they were made. Row 0 is empty.
	rows   []int32
	listed []int32 // the symbols that have a row
	masks  [][Lanes]uint64
	blocks []block
}

// block is a [column] of 64 symbols of each text.
type block struct{ plus, minus [Lanes]uint64 }

var firstBlock = block{plus: [Lanes]uint64{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}}

// Reset sets the texts, over an alphabet of n symbols. They must not change while f is used.
func (f *Four) Reset(texts [Lanes][]int32, n int) {
	f.texts, f.ready = texts, false
	if len(f.rows) <= n {
		f.rows, f.last = make([]int32, n+1), make([]int32, n+1)
		f.listed, f.symbols = f.listed[:0], f.symbols[:0]
	}
}

// prepare finds the places of symbols. Texts that are compared with none need none.
func (f *Four) prepare() {
	if f.ready {
		return
	}
	f.ready = true
	for _, s := range f.symbols {
		f.last[s] = 0
	}
	f.symbols, f.before, f.words = f.symbols[:0], append(f.before[:0], 0), 0
	for _, t := range f.texts {
		f.words = max(f.words, (len(t)+wordSize-1)/wordSize)
		for _, s := range t {
			if f.last[s] == 0 {
				f.symbols = append(f.symbols, s)
			}
			f.before = append(f.before, f.last[s])
			f.last[s] = int32(len(f.before) - 1)
		}
	}
	f.clear()
	f.blocks = slices.Grow(f.blocks[:0], f.words)[:f.words]
}

// clear removes all rows but the empty one.
func (f *Four) clear() {
	for _, s := range f.listed {
		f.rows[s] = 0
	}
	f.listed, f.masks = f.listed[:0], f.masks[:0]
	f.addRow()
}

// addRow adds an empty row.
func (f *Four) addRow() [][Lanes]uint64 {
	n := len(f.masks)
	f.masks = slices.Grow(f.masks, f.words)[:n+f.words]
	clear(f.masks[n:])
	return f.masks[n:]
}

// row returns the number of the row of a symbol, which it makes if there is none.
func (f *Four) row(s int32) int {
	if f.rows[s] == 0 && s != unknown && f.last[s] != 0 {
		f.listed = append(f.listed, s)
		f.rows[s] = int32(len(f.listed))
		row, k, end := f.addRow(), Lanes, len(f.before)-1
		for at := int(f.last[s]); at > 0; at = int(f.before[at]) {
			for ; at <= end; end -= len(f.texts[k]) {
				k--
			}
			i := at - 1 - end
			row[i/wordSize][k] |= 1 << (i % wordSize)
		}
	}
	return int(f.rows[s])
}

// chunk is the number of symbols after which a comparison moves its band and checks whether it can
// stop.
const chunk = 64

// Within returns, for each text, its distance to another one if that is at most its limit, else
// some larger number than the limit. The band of the table is that of [Pattern.Within].
func (f *Four) Within(text []int32, limits [Lanes]int) (distances [Lanes]int) {
	m, above, below, open := 0, 0, 0, [Lanes]bool{}
	for k, t := range f.texts {
		var done bool
		if distances[k], done = easy(t, text, limits[k]); done {
			continue
		}
		more := len(text) - len(t)
		open[k], m = true, max(m, len(t))
		above, below = max(above, (limits[k]+more)/2), max(below, (limits[k]-more)/2)
	}
	if m > 0 {
		f.prepare()
	}
	first, words, top := 0, 0, [Lanes]int{} // top is how far the first row rises faster than by one
	for i := 0; i < len(text) && open != [Lanes]bool{}; i += chunk {
		end := min(i+chunk, len(text))
		for ; words*wordSize < min(m, end+below); words++ {
			f.blocks[words] = firstBlock
		}
		for ; first < (i-above)/wordSize; first++ {
			for k := range top {
				top[k] += f.rise(k, first, wordSize)
			}
		}
		f.advance(text[i:end], first, words)
		for k, t := range f.texts {
			if !open[k] {
				continue
			}
			bottom := min(len(t), words*wordSize)
			d := end + top[k]
			for w := first; w*wordSize < bottom; w++ {
				d += f.rise(k, w, min(wordSize, bottom-w*wordSize))
			}
			distances[k] = d - (len(text) - end - (len(t) - bottom)) // see [Pattern.long]
			open[k] = distances[k] <= limits[k]
		}
	}
	return distances
}

// rise returns by how much the last of some rows of a block exceeds the row above the block.
func (f *Four) rise(lane, word, rows int) int {
	b, all := &f.blocks[word], ^uint64(0)>>(wordSize-rows)
	return bits.OnesCount64(b.plus[lane]&all) - bits.OnesCount64(b.minus[lane]&all)
}

// advance computes the columns of some symbols, for the words from first to before last.
func (f *Four) advance(symbols []int32, first, last int) {
	var buffer [chunk]int
	at := buffer[:len(symbols)] // the masks of each
	if rows := len(f.listed) + len(at); rows*f.words > maxMasks && rows > maxSymbols {
		f.clear()
	}
	for i, s := range symbols {
		at[i] = f.row(s)*f.words + first
	}
	band, done := f.blocks[first:last], 0
	if hasAVX2 && len(at) > 1 {
		done = len(at) &^ 1
		advanceAVX2(&band[0], &f.masks[0], &at[0], len(band), done/2)
	}
	advancePlain(band, f.masks, at[done:])
}

func advancePlain(band []block, masks [][Lanes]uint64, at []int) {
	for _, from := range at {
		upIn, downIn := [Lanes]uint64{1, 1, 1, 1}, [Lanes]uint64{}
		for w := range band {
			b, equal := &band[w], &masks[from+w]
			for k := range Lanes {
				c, up, down := column{b.plus[k], b.minus[k]}.next(equal[k], upIn[k], downIn[k])
				b.plus[k], b.minus[k] = c.plus, c.minus
				upIn[k], downIn[k] = up>>(wordSize-1), down>>(wordSize-1)
			}
		}
	}
}
