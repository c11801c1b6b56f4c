package aiml

import (
	"fmt"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

const (
	// MaxSize is the maximum size of a file in bytes; maxFiles is the maximum number of files in a
	// folder.
	MaxSize, maxFiles = 16 << 20, 1000
	// maxCategories is the maximum number of categories of all files.
	maxCategories = 500_000
	maxDepth      = 50 // of elements in each other
)

// Set is a set of categories.
type Set struct {
	root       node
	categories int
	properties map[string]string // of the bot
	// Warnings say what is skipped, replaced, ignored or missing: a line for each, with the numbers
	// and some examples.
	Warnings []string
}

// Open reads a file, or the files of a folder whose names end in .aiml, in the order of their
// names, and the bot's properties from files beside them.
func Open(path string) (*Set, error) {
	paths, err := files.List(path, maxFiles, func(extension string) bool {
		return strings.EqualFold(extension, ".aiml")
	})
	switch {
	case err != nil:
		return nil, err
	case len(paths) == 0:
		return nil, files.New(path, 0, "no file", "at least one that ends in .aiml")
	}
	own, err := readProperties(path)
	if err != nil {
		return nil, err
	}
	l := newLoader(path, own)
	for _, name := range paths {
		content, err := files.Read(name, MaxSize, "AIML")
		if err != nil {
			return nil, err
		}
		if err := l.add(content, name); err != nil {
			return nil, err
		}
	}
	return l.finish()
}

// Parse reads one file, whose bot has the properties of [Default]'s. The file's name appears in
// errors.
func Parse(content []byte, file string) (*Set, error) {
	l := newLoader(file, persona)
	if err := l.add(content, file); err != nil {
		return nil, err
	}
	return l.finish()
}

// loader adds the categories of files to a set. What it cannot use, it counts.
type loader struct {
	*Set
	path, file string
	first      error // the first fault
	bare       bool  // no file gives properties, so that they are those of persona
	// Each has what was found, with its place: faults, patterns, elements, and properties.
	partial, skipped, replaced, ignored, missing places
}

func newLoader(path string, properties map[string]string) *loader {
	l := &loader{Set: &Set{properties: properties}, path: path}
	if l.bare = len(properties) == 0; l.bare {
		l.properties = persona
	}
	return l
}

// add adds the categories of a file. A fault ends the file but not the set.
func (l *loader) add(content []byte, file string) error {
	l.file = file
	root, fault := parse(content, file)
	switch {
	case root != nil && root.name != "aiml":
		fault = files.New(file, root.line, "the element "+text.Quote(root.name), "aiml")
	case root != nil:
		if err := l.within(root, nil); err != nil {
			return err
		}
	}
	if fault != nil {
		l.fault(&l.partial, fault)
	}
	return nil
}

func (l *loader) fault(kind *places, e *files.Error) {
	kind.add(e.Msg, e.File, e.Line)
	if l.first == nil {
		l.first = e
	}
}

// within adds the categories in the element aiml or a topic.
func (l *loader) within(parent *element, topic []string) error {
	for _, e := range parent.children {
		switch {
		case e.name == "":
		case e.name == "category":
			if err := l.category(e, topic); err != nil {
				return err
			}
		case e.name == "topic" && topic == nil:
			name := patternWords(e.attrs["name"])
			if len(name) == 0 {
				for _, c := range e.children {
					if c.name == "category" {
						l.fault(&l.skipped, files.New(l.file, c.line, "a topic without a name", "one"))
					}
				}
				continue
			}
			if err := l.within(e, name); err != nil {
				return err
			}
		default:
			l.ignored.add(e.name, l.file, e.line)
		}
	}
	return nil
}

// category adds a category. The last of several with the same path counts, as in other
// interpreters.
func (l *loader) category(e *element, topic []string) error {
	pattern, template := l.words(e.child("pattern")), e.child("template")
	lack := ""
	switch {
	case len(pattern) == 0:
		lack = "a pattern of words"
	case template == nil:
		lack = "a template"
	}
	if lack != "" {
		l.fault(&l.skipped, files.New(l.file, e.line, "a category without "+lack, "one"))
		return nil
	}
	that := l.words(e.child("that"))
	l.known(template)
	switch {
	case !l.root.insert(path(pattern, orStar(that), orStar(topic)), template):
		l.replaced.add(strings.Join(pattern, " "), l.file, e.line)
	case l.categories == maxCategories:
		return files.New(l.file, e.line, "one category more", fmt.Sprintf("at most %d", maxCategories))
	default:
		l.categories++
	}
	return nil
}

// words returns the words of a pattern, in which <bot name="…"/> may stand for the bot's own.
func (l *loader) words(e *element) []string {
	if e == nil {
		return nil
	}
	text := ""
	for _, c := range e.children {
		switch c.name {
		case "":
			text += c.text
		case "bot", "name":
			l.asks(c)
			text += " " + l.property(c) + " "
		default:
			l.ignored.add(c.name, l.file, c.line)
		}
	}
	return patternWords(text)
}

// known counts the elements that the interpreter does not know, and the bot's properties.
func (l *loader) known(e *element) {
	for _, c := range e.children {
		if _, ok := elements[c.name]; c.name != "" && c.name != "li" && !ok {
			l.ignored.add(c.name, l.file, c.line)
		}
		if c.name == "bot" || c.name == "name" {
			l.asks(c)
		}
		l.known(c)
	}
}

// asks counts a use of a property that no file gives.
func (l *loader) asks(e *element) {
	if l.bare || l.property(e) == "" {
		l.missing.add(propertyName(e), l.file, e.line)
	}
}
