// Package wordnet answers questions about the words of WordNet 3.0 (Fellbaum, WordNet: An
// Electronic Lexical Database, 1998) and the hierarchy of their meanings. Its words, senses,
// hypernyms and irregular forms are embedded as the dictionary files have them, without glosses
// and other relations; package gen takes them from there.
//
// # Synsets
//
// A [Synset] is a set of words with one meaning and one part of speech. Words are lemmas in the
// dictionary's spelling, with underscores for blanks; queries may have blanks and capitals.
// Satellite adjectives are adjectives.
//
// # Hierarchy
//
// A hypernym is a more general synset. Instance hypernyms, of a proper name's meaning, count as
// hypernyms throughout. All nouns have one root, "entity"; verbs have some 560; adjectives and
// adverbs have no hypernyms, so that each is its own root. A synset may have several hypernyms.
// Then every path counts: lengths are those of the shortest path, ancestors those on any path,
// and the depth is the number of edges on the longest path to a root, 0 for a root. These are
// the conventions of NLTK's WordNet reader.
//
// A hypernym that would close a cycle is left out when the files are read.
//
// # Licence
//
// WordNet is the property of Princeton University; its terms are in the file WORDNET-LICENSE.
package wordnet

import (
	"archive/zip"
	"bytes"
	_ "embed"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// POS is a part of speech.
type POS byte

// The parts of speech in the order of the dictionary.
const (
	Noun POS = iota
	Verb
	Adjective // satellite adjectives included
	Adverb

	parts = iota
)

// AllPOS lists the parts of speech in their order.
func AllPOS() []POS { return []POS{Noun, Verb, Adjective, Adverb} }

// Synset identifies a synset of one [Net], from 0 to one less than [Net.Len]. Synsets are in the
// order of the parts of speech and, within each, of their offsets. Methods take synsets of their
// own net only.
type Synset uint32

// Net is a WordNet. It is immutable and safe for concurrent use.
type Net struct {
	version string
	start   [parts + 1]Synset // the first synset of each part of speech and, at the end, their number
	offset  []uint32          // by synset, in its dictionary file
	words   lists[byte]       // the words of all synsets, one synset after another
	wordEnd []uint32          // by synset: the number of words of this one and all before it

	senses     lists[Synset]            // of one lemma and part of speech each, in the order of senses
	sensesOf   [parts]map[string]uint32 // where senses has those of a lemma
	exceptions [parts]map[string][]string

	depth     []uint8 // by synset
	ancestors ancestors
}

//go:generate go run ./gen -out wordnet.zip

//go:embed wordnet.zip
var files []byte

// digest names the content in model files, which cannot be used with another content. It is the
// SHA-256 of the file that contained the same in the first release, and must change when the
// content does.
const digest = "7745452122002b9f92627f77608e791ae0283dca033577d2de7c2b1ffcf73f88"

// Checksum returns the number of bytes of the embedded files and the digest that identifies their
// content, in hexadecimal.
func Checksum() (size int, sum string) { return len(files), digest }

// Default returns WordNet 3.0. The first call takes some 0.2 s and 25 MB. It is safe for
// concurrent use.
func Default() *Net { return defaultNet() }

var defaultNet = sync.OnceValue(func() *Net {
	fsys, err := unzip()
	if err == nil {
		var n *Net
		if n, err = read(fsys); err == nil {
			return n
		}
	}
	// The program was built from a damaged file, which the tests rule out.
	panic("wordnet: the embedded files: " + err.Error())
})

// unzip opens the embedded files.
func unzip() (*zip.Reader, error) {
	z, err := zip.NewReader(bytes.NewReader(files), int64(len(files)))
	if err != nil {
		return nil, err
	}
	z.RegisterDecompressor(zstd.ZipMethodWinZip, zstd.ZipDecompressor(zstd.WithDecoderConcurrency(1)))
	return z, nil
}

// Version returns the release's number, such as "3.0", or "" if the files do not contain it.
func (n *Net) Version() string { return n.version }

// Len returns the number of synsets.
func (n *Net) Len() int { return len(n.offset) }
