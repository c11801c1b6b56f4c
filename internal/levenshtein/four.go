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
	ready bool // the rest is of these texts
	words int
	// rows has the rows of masks by symbol, from 1; symbols that no text has are in the empty row
	// 0.
	rows   []int32
	listed []int32 // the symbols that have a row
	masks  [][Lanes]uint64
	blocks []block
	// Symbols of long texts have rows when they are needed, made of their places in all texts.
	long bool
	places
	placed []int32 // the symbols that have a place
}

// Together returns the first of some texts, sorted by length, that [Four] may compare at once. All
// lanes have masks as long as the longest text: one text of a million words among short ones would
// cost each of its words a mask of a million bits, though only the short ones are compared with it.
func Together(sorted []Sketch) []Sketch {
	n := 1
	for n < min(Lanes, len(sorted)) && len(sorted[n].Symbols) <= 2*len(sorted[0].Symbols)+wordSize {
		n++
	}
	return sorted[:n]
}

// block is a [column] of 64 symbols of each text.
type block struct{ plus, minus [Lanes]uint64 }

var firstBlock = block{plus: [Lanes]uint64{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}}

// Reset sets the texts, over an alphabet of n symbols. They must not change while f is used.
func (f *Four) Reset(texts [Lanes][]int32, n int) {
	f.texts, f.ready = texts, false
	if len(f.rows) <= n {
		f.rows, f.last = make([]int32, n+1), make([]int32, n+1)
		f.listed, f.placed = f.listed[:0], f.placed[:0]
	}
}

// prepare makes the masks, or the places of symbols. Texts that are compared with none need none.
func (f *Four) prepare() {
	if f.ready {
		return
	}
	f.ready = true
	for _, s := range f.placed {
		f.last[s] = 0
	}
	symbols := 0
	f.placed, f.before, f.words = f.placed[:0], append(f.before[:0], 0), 0
	for _, t := range f.texts {
		f.words = max(f.words, (len(t)+wordSize-1)/wordSize)
		symbols += len(t)
	}
	f.clear()
	f.blocks = slices.Grow(f.blocks[:0], f.words)[:f.words]
	f.long = symbols*f.words > maxMasks
	for k, t := range f.texts {
		for i, s := range t {
			switch {
			case f.long:
				if f.last[s] == 0 {
					f.placed = append(f.placed, s)
				}
				f.add(s)
			case s != unknown:
				if f.rows[s] == 0 {
					f.addRow(s)
				}
				f.masks[int(f.rows[s])*f.words+i/wordSize][k] |= 1 << (i % wordSize)
			}
		}
	}
}

// clear removes all rows but the empty one.
func (f *Four) clear() {
	for _, s := range f.listed {
		f.rows[s] = 0
	}
	f.listed, f.masks = f.listed[:0], f.masks[:0]
	f.addRow(unknown)
	f.listed = f.listed[:0]
}

// addRow adds an empty row for a symbol.
func (f *Four) addRow(s int32) {
	n := len(f.masks)
	f.masks = slices.Grow(f.masks, f.words)[:n+f.words]
	clear(f.masks[n:])
	f.rows[s], f.listed = int32(n/max(1, f.words)), append(f.listed, s)
}

// addRows makes the rows of some symbols of a long text, and may remove others.
func (f *Four) addRows(symbols []int32) {
	if n := len(f.listed) + len(symbols); n > maxSymbols && n*f.words > maxMasks {
		f.clear()
	}
	for _, s := range symbols {
		if f.rows[s] != 0 || f.last[s] == 0 {
			continue
		}
		f.addRow(s)
		row, k, end := f.masks[len(f.masks)-f.words:], Lanes, len(f.before)-1
		for at := int(f.last[s]); at > 0; at = int(f.before[at]) {
			for ; at <= end; end -= len(f.texts[k]) {
				k--
			}
			i := at - 1 - end
			row[i/wordSize][k] |= 1 << (i % wordSize)
		}
	}
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
	if f.long {
		f.addRows(symbols)
	}
	for i, s := range symbols {
		at[i] = int(f.rows[s])*f.words + first
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
