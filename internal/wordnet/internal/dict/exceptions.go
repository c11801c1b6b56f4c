package dict

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
)

// readExceptions reads the irregular forms of one part of speech: one form per line with its base
// forms. The last line of a form counts. Releases without the file have no irregular forms.
func (r *reader) readExceptions(part int) error {
	r.d.Exceptions[part] = make(map[string][]string)
	l, err := open(r.fsys, r.dir, Name[part]+".exc")
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for l.next() {
		f := l.fields()
		form := strings.Clone(f.word("an irregular form"))
		bases := []string{strings.Clone(f.word("a base form"))}
		for f.more() {
			bases = append(bases, strings.Clone(f.word("a base form")))
		}
		if len(bases) > maxBases {
			f.fail("too many base forms", "at most 255")
		}
		if f.err != nil {
			l.err = f.err
			break
		}
		r.d.Exceptions[part][form] = slices.Clip(bases)
	}
	return l.close()
}

// maxBases bounds the base forms of one irregular form. WordNet 3.0 has at most 3.
const maxBases = 255
