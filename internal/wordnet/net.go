package wordnet

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/luna-rating/luna/internal/wordnet/internal/dict"
)

// Synset identifies a synset of one [Net], from 0 to one less than [Net.Len]. Methods
// take synsets of their own net only.
type Synset uint32

// Net is a WordNet. It is immutable and safe for concurrent use.
type Net struct {
	d       *dict.Dictionary
	index   *dict.Index
	lemmaOf []uint32 // of each word

	minDepth, maxDepth []uint8
	ancestors          ancestors
}

// build derives the depths and ancestors.
func build(d *dict.Dictionary, dir string) (*Net, error) {
	n := &Net{d: d, lemmaOf: d.LemmaOfWords()}
	var wg sync.WaitGroup
	wg.Go(func() { n.index = dict.NewIndex(d) })
	defer wg.Wait()
	order, ok := d.Order()
	if !ok {
		return nil, errors.New("found hypernyms in a circle, expected none")
	}
	if err := n.buildDepths(order, dir); err != nil {
		return nil, err
	}
	if err := n.buildAncestors(order, dir); err != nil {
		return nil, err
	}
	return n, nil
}

// Version returns the release's number, such as "3.0", or "" where the files do not tell.
func (n *Net) Version() string { return n.d.Version }

// Len returns the number of synsets.
func (n *Net) Len() int { return len(n.d.Offset) }

// POSOf returns a synset's part of speech.
func (n *Net) POSOf(s Synset) POS { return POS(n.d.Part(uint32(s))) }

// ID returns a synset's place in its dictionary file and the letter n, v, a or r of its part of
// speech, such as "02084071-n". It differs between releases.
func (n *Net) ID(s Synset) string {
	p := n.d.Part(uint32(s))
	return fmt.Sprintf("%08d-%c", n.d.Offset[s], dict.Letter[p])
}

// ByID returns the synset of an ID. The letter s of satellite adjectives stands for a.
func (n *Net) ByID(id string) (Synset, bool) {
	if len(id) != len("02084071-n") || id[8] != '-' {
		return 0, false
	}
	letter := id[9]
	if letter == 's' {
		letter = 'a'
	}
	p := strings.IndexByte(dict.Letter, letter)
	offset := uint32(0)
	for _, c := range []byte(id[:8]) {
		if c < '0' || c > '9' {
			return 0, false
		}
		offset = 10*offset + uint32(c-'0')
	}
	if p < 0 {
		return 0, false
	}
	s, ok := n.d.Synset(p, offset)
	return Synset(s), ok
}
