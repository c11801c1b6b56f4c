package grades

import (
	"encoding/binary"
	"sync"

	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/parallel"
)

const (
	// maxKept is the number of respondents that are kept, with 16 MB of products.
	maxKept = 2000
	// maxKeptGrams bounds the n-grams of all respondents that are kept: about 80 MB.
	maxKeptGrams = 64 << 20
)

// keptWholes are respondents with the products of their n-grams. They depend on texts alone, and
// fits to different parts of a data set have most respondents in common.
type keptWholes struct {
	mu    sync.RWMutex
	byKey map[string]*keptWhole // see [wholes.key]
	list  []*keptWhole          // by number
	grams int                   // the number of n-grams of all
	full  bool                  // whether others were too many
}

// keptWhole is a respondent that is kept. It does not change.
type keptWhole struct {
	whole              // without the ability
	number   int       // in the order in which they were kept
	products []float64 // of the n-grams with those of the respondent of each number up to its own
}

// product returns the inner product of the n-grams of two respondents.
func (k *keptWhole) product(other *keptWhole) float64 {
	if k.number < other.number {
		k, other = other, k
	}
	return k.products[other.number]
}

// get returns the respondent with a key, or nil if it is not kept.
func (k *keptWholes) get(key string) *keptWhole {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return k.byKey[key]
}

// key identifies respondents with the same responses, if all of these were known beforehand.
func (w *wholes) key(responses []*text.Doc) (key string, known bool) {
	bytes := make([]byte, 0, 4*len(responses))
	for _, d := range responses {
		number, ok := w.texts[d.Raw]
		if !ok {
			return "", false
		}
		bytes = binary.NativeEndian.AppendUint32(bytes, number)
	}
	return string(bytes), true
}

// keep keeps respondents, unless they are too many or not all of their responses were known
// beforehand.
func (w *wholes) keep(responses [][]*text.Doc) {
	keys := make([]string, len(responses))
	for i, r := range responses {
		var known bool
		if keys[i], known = w.key(r); !known {
			return
		}
	}
	w.kept.mu.Lock()
	defer w.kept.mu.Unlock()
	if w.kept.full {
		return
	}
	var added []*keptWhole
	var from []int // the responses of those
	byKey := make(map[string]*keptWhole)
	first := len(w.kept.list)
	for i, key := range keys {
		if w.kept.byKey[key] == nil && byKey[key] == nil {
			byKey[key] = &keptWhole{number: first + len(added)}
			added, from = append(added, byKey[key]), append(from, i)
		}
	}
	if w.kept.full = first+len(added) > maxKept; len(added) == 0 || w.kept.full {
		return
	}
	parallel.EachOf(len(added), rowsAtOnce, func(i int) {
		added[i].whole = w.encode(responses[from[i]])
		added[i].kept = added[i]
	})
	grams := w.kept.grams
	for _, k := range added {
		grams += k.grams.size
	}
	if w.kept.full = grams > maxKeptGrams; w.kept.full {
		return
	}
	w.kept.add(added, len(w.grams))
	w.kept.grams = grams
	for key, k := range byKey {
		w.kept.byKey[key] = k
	}
}

// keptAtOnce is the number of respondents whose postings are made at a time, as these take much
// memory.
const keptAtOnce = 256

// add adds respondents, with n-grams out of so many, to the list, and computes their products.
func (k *keptWholes) add(added []*keptWhole, grams int) {
	k.list = append(k.list, added...)
	for _, x := range added {
		x.products = make([]float64, x.number+1)
	}
	for first := 0; first < len(k.list); first += keptAtOnce {
		block := k.list[first:min(first+keptAtOnce, len(k.list))]
		texts := newPostings(grams, len(block), func(n int) entries { return block[n].whole.grams.all() })
		parallel.EachOf(len(added), rowsAtOnce, func(i int) {
			if x := added[i]; x.number >= first {
				texts.products(x.whole.grams.all(), x.products[first:min(first+len(block), x.number+1)])
			}
		})
	}
}
