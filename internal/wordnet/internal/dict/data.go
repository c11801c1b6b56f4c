package dict

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// reader collects the dictionary. Words are first numbered in the order of appearance.
type reader struct {
	fsys fs.FS
	dir  string
	d    Dictionary

	words  []string
	number map[string]uint32 // by word

	line    []int32 // by synset, in its data file
	covered []bool  // by member of a synset: whether the index has it
}

// readData reads the synsets of one part of speech.
//
//	offset lex_filenum ss_type w_cnt (word lex_id)...
//	p_cnt (symbol offset pos source/target)... [frames] | gloss
func (r *reader) readData(part int) error {
	l, err := open(r.fsys, r.dir, "data."+Name[part])
	if err != nil {
		return err
	}
	l.notice = r.notice
	first := uint32(len(r.d.Offset))
	r.d.Start[part] = first
	for l.next() {
		f := l.fields()
		r.readSynset(&f, part)
		if f.err != nil {
			l.err = f.err
			break
		}
		r.line = append(r.line, int32(l.line))
	}
	r.d.Start[part+1] = uint32(len(r.d.Offset))
	if err := l.close(); err != nil {
		return err
	}
	if first == r.d.Start[part+1] {
		return files.New(l.name, 0, "no synset", "at least one")
	}
	return r.resolve(part, l.name)
}

// notice reads the version from a line of the copyright notice.
func (r *reader) notice(line string) {
	before, _, ok := strings.Cut(line, " Copyright ")
	if at := strings.LastIndex(before, "WordNet "); ok && at >= 0 && r.d.Version == "" {
		if v := before[at+len("WordNet "):]; plain(v) {
			r.d.Version = v
		}
	}
}

func (r *reader) readSynset(f *fields, part int) {
	d := &r.d
	offset := f.number("a synset's offset", 10, 8)
	if n := len(d.Offset); f.err == nil && n > int(d.Start[part]) && offset <= d.Offset[n-1] {
		f.fail(fmt.Sprintf("synset %08d", offset),
			fmt.Sprintf("an offset above %08d", d.Offset[n-1]))
	}
	f.number("a lexicographer file", 10, 2)
	if t := f.next("a synset's type"); f.err == nil && partOf(t) != part {
		f.fail("synset type "+text.Quote(t), "one of "+Name[part])
	}
	words := f.number("the number of words", 16, 2)
	if f.err == nil && words == 0 {
		f.fail("a synset of 0 words", "at least 1")
	}
	for range words {
		w := unmarked(f.word("a word"))
		f.number("a word's lexical identifier", 16, 1)
		if f.err == nil && !plain(w) || strings.ContainsAny(w, "()") {
			f.fail("word "+text.Quote(w),
				"no brackets but an adjective's marker (a), (p) or (ip)")
		}
		if f.err != nil {
			return
		}
		d.Members.values = append(d.Members.values, r.intern(w))
	}
	d.Members.end()
	r.readPointers(f, part)
	if f.err == nil {
		d.Offset = append(d.Offset, offset)
	}
}

// readPointers reads the rest of a line. Of a synset's relations it keeps the hypernyms, as
// offsets.
func (r *reader) readPointers(f *fields, part int) {
	h := &r.d.Hypernyms
	begin := len(h.values)
	for range f.number("the number of pointers", 10, 3) {
		symbol := f.next("a pointer's symbol")
		offset := f.number("a pointer's offset", 10, 8)
		pos := f.next("a pointer's part of speech")
		f.number("a pointer's source and target", 16, 4)
		if f.err != nil {
			return
		}
		p := partOf(pos)
		if p < 0 {
			f.fail("part of speech "+text.Quote(pos), "one of n, v, a, s and r")
			return
		}
		if symbol != "@" && symbol != "@i" {
			continue
		}
		if p != part {
			f.fail("a hypernym of part of speech "+text.Quote(pos), "one of "+Name[part])
		}
		if !slices.Contains(h.values[begin:], offset) {
			h.values = append(h.values, offset)
		}
	}
	h.end()
	if Name[part] == "verb" {
		for range f.number("the number of sentence frames", 10, 2) {
			if s := f.next("a sentence frame"); f.err == nil && s != "+" {
				f.fail(text.Quote(s), `"+" and a sentence frame`)
			}
			f.number("a sentence frame", 10, 2)
			f.number("a sentence frame's word", 16, 2)
		}
	}
	if s := f.next(`"|" and a gloss`); f.err == nil && s != "|" {
		f.fail(text.Quote(s), `"|" and a gloss`)
	}
}

// resolve converts the offsets of a part's hypernyms to synsets.
func (r *reader) resolve(part int, file string) error {
	for s := r.d.Start[part]; s < r.d.Start[part+1]; s++ {
		h := r.d.Hypernyms.At(s)
		for i, offset := range h {
			target, ok := r.d.Synset(part, offset)
			if !ok {
				return files.New(file, int(r.line[s]), fmt.Sprintf("hypernym %08d", offset),
					"the offset of a synset in this file")
			}
			h[i] = target
		}
	}
	return nil
}

// intern returns the number of a word.
func (r *reader) intern(w string) uint32 {
	n, ok := r.number[w]
	if !ok {
		n = uint32(len(r.words))
		w = strings.Clone(w) // do not keep the whole line
		r.words = append(r.words, w)
		r.number[w] = n
	}
	return n
}

// unmarked returns an adjective without the marker of its syntactic position.
func unmarked(w string) string {
	for _, marker := range []string{"(a)", "(p)", "(ip)"} {
		if u, ok := strings.CutSuffix(w, marker); ok {
			return u
		}
	}
	return w
}

// partOf returns the part of speech with the given letter, or -1.
func partOf(letter string) int {
	if letter == "s" {
		letter = "a"
	}
	if len(letter) != 1 {
		return -1
	}
	return strings.Index(Letter, letter)
}
