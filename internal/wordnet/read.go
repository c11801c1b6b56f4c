package wordnet

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
)

// lists is a list of lists, one after another in one array.
type lists[T any] struct {
	values []T
	ends   []uint32
}

// at returns list i. The caller must not change it.
func (l *lists[T]) at(i uint32) []T {
	end := l.ends[i]
	return l.values[begin(l.ends, i):end:end]
}

// end ends the list under construction.
func (l *lists[T]) end() { l.ends = append(l.ends, uint32(len(l.values))) }

// begin returns where item i starts, given the ends of all items.
func begin(ends []uint32, i uint32) uint32 {
	if i == 0 {
		return 0
	}
	return ends[i-1]
}

// read reads the dictionary files, whose format is that of wndb(5WN). Of indexes it needs lemmas
// with two or more senses.
func read(fsys fs.FS) (*Net, error) {
	n := &Net{}
	hypernyms := &lists[Synset]{}
	for pos, name := range []string{"noun", "verb", "adj", "adv"} {
		n.start[pos+1] = n.start[pos]
		var above lists[uint32] // offsets
		err := n.lines(fsys, "data."+name, func(l *line) { n.readSynset(l, POS(pos), &above) })
		if err != nil {
			return nil, err
		}
		for i := range uint32(len(above.ends)) {
			for _, offset := range above.at(i) {
				s, ok := n.find(POS(pos), offset)
				if !ok {
					return nil, fmt.Errorf("data.%s: found hypernym %08d, which is no synset there", name, offset)
				}
				hypernyms.values = append(hypernyms.values, s)
			}
			hypernyms.end()
		}
		lemmas := make(map[string]uint32, 3*len(above.ends)/2)
		err = n.lines(fsys, "index."+name, func(l *line) { n.readSenses(l, POS(pos), lemmas) })
		if err != nil {
			return nil, err
		}
		n.addLemmas(POS(pos), lemmas)
		n.sensesOf[pos] = lemmas
		n.exceptions[pos] = make(map[string][]string)
		err = n.lines(fsys, name+".exc", func(l *line) {
			forms := strings.Fields(strings.Clone(l.rest))
			l.bad = len(forms) < 2
			if !l.bad {
				n.exceptions[pos][forms[0]] = forms[1:]
			}
		})
		if err != nil {
			return nil, err
		}
	}
	n.climb(hypernyms)
	return n, nil
}

// lines calls do with each line of a file, but those of the licence, which start with a blank. They
// contain the version.
func (n *Net) lines(fsys fs.FS, name string, do func(l *line)) error {
	content, err := fs.ReadFile(fsys, name)
	if err != nil {
		return err
	}
	number := 0
	for text := range strings.Lines(string(content)) {
		number++
		if text[0] == ' ' {
			before, _, ok := strings.Cut(text, " Copyright ")
			if _, version, named := strings.Cut(before, "WordNet "); ok && named {
				n.version = strings.Clone(version)
			}
			continue
		}
		l := line{rest: strings.TrimRight(text, " \r\n")}
		if do(&l); l.bad {
			return fmt.Errorf("%s:%d: found %.80q, expected a line in the format of wndb(5WN)",
				name, number, text)
		}
	}
	return nil
}

// readSynset reads a line of a data file. Of a synset's relations it appends the hypernyms, as
// offsets.
//
//	offset lex_filenum ss_type w_cnt (word lex_id)...
//	p_cnt (symbol offset pos source/target)... [frames] | gloss
func (n *Net) readSynset(l *line, pos POS, hypernyms *lists[uint32]) {
	offset := l.number(10)
	if s := n.offset[n.start[pos]:]; len(s) > 0 && offset <= s[len(s)-1] {
		l.bad = true // synsets are in the order of their offsets
	}
	n.offset = append(n.offset, offset)
	n.start[pos+1]++
	l.skip(2)
	for range l.number(16) {
		word, _, _ := strings.Cut(l.next(), "(") // some adjectives have a marker, as in "galore(ip)"
		n.words.values = append(n.words.values, word...)
		n.words.end()
		l.skip(1)
	}
	n.wordEnd = append(n.wordEnd, uint32(len(n.words.ends)))
	first := len(hypernyms.values)
	for range l.number(10) {
		symbol := l.next()
		offset := l.number(10)
		l.skip(2)
		if (symbol == "@" || symbol == "@i") && !slices.Contains(hypernyms.values[first:], offset) {
			hypernyms.values = append(hypernyms.values, offset)
		}
	}
	hypernyms.end()
}

// readSenses reads a line of an index file: the synsets of a lemma.
//
//	lemma pos synset_cnt p_cnt symbol... sense_cnt tagsense_cnt offset...
func (n *Net) readSenses(l *line, pos POS, lemmas map[string]uint32) {
	lemma := strings.Clone(l.next()) // it keeps the whole file otherwise
	l.skip(1)
	synsets := l.number(10)
	l.skip(l.number(10) + 2)
	for range synsets {
		s, ok := n.find(pos, l.number(10))
		if !ok {
			l.bad = true
			return
		}
		n.senses.values = append(n.senses.values, s)
	}
	lemmas[lemma] = uint32(len(n.senses.ends))
	n.senses.end()
}

// addLemmas adds the lemmas that are not in the index because they have one sense.
func (n *Net) addLemmas(pos POS, lemmas map[string]uint32) {
	for s := n.start[pos]; s < n.start[pos+1]; s++ {
		for w := begin(n.wordEnd, uint32(s)); w < n.wordEnd[s]; w++ {
			lemma := strings.ToLower(string(n.words.at(w)))
			if _, ok := lemmas[lemma]; !ok {
				lemmas[lemma] = uint32(len(n.senses.ends))
				n.senses.values = append(n.senses.values, s)
				n.senses.end()
			}
		}
	}
}

// find returns the synset of a part of speech with the given offset.
func (n *Net) find(pos POS, offset uint32) (Synset, bool) {
	first := n.start[pos]
	i, ok := slices.BinarySearch(n.offset[first:n.start[pos+1]], offset)
	return first + Synset(i), ok
}

// line is the rest of a line, whose fields are separated by blanks. It is bad after a field that
// is missing or no number.
type line struct {
	rest string
	bad  bool
}

func (l *line) next() string {
	field, rest, _ := strings.Cut(l.rest, " ")
	l.bad = l.bad || field == ""
	l.rest = rest
	return field
}

func (l *line) skip(fields uint32) {
	for range fields {
		if l.next(); l.bad {
			return
		}
	}
}

// number returns the next field, which is a number to a base, or 0.
func (l *line) number(base int) uint32 {
	number, err := strconv.ParseUint(l.next(), base, 32)
	if err != nil {
		l.bad = true
	}
	if l.bad {
		return 0
	}
	return uint32(number)
}
