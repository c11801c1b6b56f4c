package dict

import (
	"fmt"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// lemma is an entry of an index file: the synsets of a word in lower case, by sense.
type lemma struct {
	name   string
	senses [Parts][]uint32
}

// readIndex reads the senses of the words of one part of speech.
//
//	lemma pos synset_cnt p_cnt symbol... sense_cnt tagsense_cnt offset...
func (r *reader) readIndex(part int, lemmas map[string]*lemma) error {
	l, err := open(r.fsys, r.dir, "index."+Name[part])
	if err != nil {
		return err
	}
	for l.next() {
		f := l.fields()
		r.readLemma(&f, part, lemmas)
		if f.err != nil {
			l.err = f.err
			break
		}
	}
	if err := l.close(); err != nil {
		return err
	}
	return r.uncovered(part)
}

func (r *reader) readLemma(f *fields, part int, lemmas map[string]*lemma) {
	name := f.word("a lemma")
	if f.err == nil && name != strings.ToLower(name) {
		f.fail("lemma "+text.Quote(name), "small letters")
	}
	if pos := f.next("a part of speech"); f.err == nil && pos != Letter[part:part+1] {
		f.fail("part of speech "+text.Quote(pos), text.Quote(Letter[part:part+1]))
	}
	synsets := f.number("the number of synsets", 10, 4)
	for range f.number("the number of pointer symbols", 10, 3) {
		f.next("a pointer's symbol")
	}
	if n := f.number("the number of senses", 10, 4); f.err == nil && (n != synsets || n == 0) {
		f.fail(fmt.Sprintf("%d senses in %d synsets", n, synsets),
			"as many synsets as senses, and at least 1")
	}
	f.number("the number of tagged senses", 10, 4)
	e := lemmas[name]
	if f.err == nil && e == nil {
		name = strings.Clone(name) // do not keep the whole line
		e = &lemma{name: name}
		lemmas[name] = e
	}
	if f.err == nil && e.senses[part] != nil {
		f.fail("lemma "+text.Quote(name)+" again", "it once")
	}
	for range synsets {
		offset := f.number("a synset's offset", 10, 8)
		if f.err != nil {
			return
		}
		s, ok := r.d.Synset(part, offset)
		if !ok || !r.cover(s, name) {
			f.fail(fmt.Sprintf("synset %08d of %s", offset, text.Quote(name)),
				"the offset of a synset with this word in data."+Name[part])
			return
		}
		e.senses[part] = append(e.senses[part], s)
	}
	if f.more() {
		f.fail(text.Quote(strings.TrimRight(f.rest, " ")), "the end of the line")
	}
}

// cover marks a lemma's words in a synset. It returns false if all of them are marked already or
// there are none.
func (r *reader) cover(s uint32, name string) bool {
	m := &r.d.Members
	found := false
	for i := begin(m.ends, s); i < m.ends[s]; i++ {
		if !r.covered[i] && fold(r.words[m.values[i]], name) == 0 {
			r.covered[i] = true
			found = true
		}
	}
	return found
}

// uncovered returns an error if the index lacks a word of a synset.
func (r *reader) uncovered(part int) error {
	m := &r.d.Members
	for s := r.d.Start[part]; s < r.d.Start[part+1]; s++ {
		for i := begin(m.ends, s); i < m.ends[s]; i++ {
			if !r.covered[i] {
				return files.New(r.dir+"data."+Name[part], int(r.line[s]),
					fmt.Sprintf("word %s of synset %08d", text.Quote(r.words[m.values[i]]), r.d.Offset[s]),
					"it and the synset in index."+Name[part])
			}
		}
	}
	return nil
}
