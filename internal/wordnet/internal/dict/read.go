package dict

import (
	"io/fs"
	"slices"
)

// Read reads the dictionary files in a folder, which is named dir in errors.
func Read(fsys fs.FS, dir string) (*Dictionary, error) {
	if dir != "" && dir[len(dir)-1] != '/' {
		dir += "/"
	}
	r := &reader{fsys: fsys, dir: dir, number: make(map[string]uint32)}
	for part := range Parts {
		if err := r.readData(part); err != nil {
			return nil, err
		}
	}
	r.covered = make([]bool, len(r.d.Members.values))
	lemmas := make(map[string]*lemma)
	for part := range Parts {
		if err := r.readIndex(part, lemmas); err != nil {
			return nil, err
		}
		if err := r.readExceptions(part); err != nil {
			return nil, err
		}
	}
	r.sortWords()
	r.collectSenses(lemmas)
	r.d.dropCycles()
	return &r.d, nil
}

// sortWords renumbers the words in the order of compare.
func (r *reader) sortWords() {
	sorted := slices.Clone(r.words)
	slices.SortFunc(sorted, compare)
	r.d.Words = newStrings(sorted)
	r.d.Lemma = lemmaStarts(&r.d.Words)
	renumbered := make([]uint32, len(sorted))
	for i, w := range sorted {
		renumbered[r.number[w]] = uint32(i)
	}
	for i, w := range r.d.Members.values {
		r.d.Members.values[i] = renumbered[w]
	}
}

// collectSenses lists the senses by lemma. Each lemma has an index entry, because each word is
// covered by one.
func (r *reader) collectSenses(lemmas map[string]*lemma) {
	sorted := make([]*lemma, 0, len(lemmas))
	for _, e := range lemmas {
		sorted = append(sorted, e)
	}
	slices.SortFunc(sorted, func(a, b *lemma) int { return compare(a.name, b.name) })
	for _, e := range sorted {
		for _, senses := range e.senses {
			r.d.Senses.values = append(r.d.Senses.values, senses...)
			r.d.Senses.end()
		}
	}
}

func newStrings(all []string) Strings {
	var text []byte
	var s Strings
	for _, x := range all {
		text = append(text, x...)
		s.ends = append(s.ends, uint32(len(text)))
	}
	s.text = string(text)
	return s
}

// lemmaStarts returns the first word of each group that is equal in lower case, and the number of
// words.
func lemmaStarts(words *Strings) []uint32 {
	starts := make([]uint32, 0, words.Len()+1)
	for i := range uint32(words.Len()) {
		if i == 0 || !sameLemma(words.At(i-1), words.At(i)) {
			starts = append(starts, i)
		}
	}
	return append(starts, uint32(words.Len()))
}

func sameLemma(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if lower(a[i]) != lower(b[i]) {
			return false
		}
	}
	return true
}
