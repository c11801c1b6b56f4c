package wordnet

import (
	"errors"
	"fmt"
	"sync"

	"github.com/luna-rating/luna/internal/wordnet/internal/dict"
)

// Synset identifies a synset of one [Net], from 0 to one less than [Net.Len]. Methods take
// synsets of their own net only.
type Synset uint32

// Net is a WordNet. It is immutable and safe for concurrent use.
type Net struct {
	d         *dict.Dictionary
	index     *dict.Index
	lemmaOf   []uint32 // by word
	depth     []uint8  // by synset
	ancestors ancestors
}

// build derives the depths and ancestors.
func build(d *dict.Dictionary) (*Net, error) {
	n := &Net{d: d, lemmaOf: d.LemmaOfWords()}
	var wg sync.WaitGroup
	wg.Go(func() { n.index = dict.NewIndex(d) })
	defer wg.Wait()
	order, ok := d.Order()
	if !ok {
		return nil, errors.New("found hypernyms in a circle, expected none")
	}
	if err := n.buildDepths(order); err != nil {
		return nil, err
	}
	if err := n.buildAncestors(order); err != nil {
		return nil, err
	}
	return n, nil
}

// Version returns the release's number, such as "3.0", or "" if the files do not contain it.
func (n *Net) Version() string { return n.d.Version }

// Len returns the number of synsets.
func (n *Net) Len() int { return len(n.d.Offset) }

// ID returns a synset's offset in its dictionary file and the letter n, v, a or r of its part of
// speech, such as "02084071-n". It differs between releases.
func (n *Net) ID(s Synset) string {
	p := n.d.Part(uint32(s))
	return fmt.Sprintf("%08d-%c", n.d.Offset[s], dict.Letter[p])
}
