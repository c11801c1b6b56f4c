package aiml

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/fileerr"
)

const (
	// MaxSize is the maximum size of a file in bytes; maxFiles is the maximum number of files in a
	// folder.
	MaxSize, maxFiles = 16 << 20, 1000
	// maxCategories is the maximum number of categories of all files.
	maxCategories = 500_000
	maxDepth      = 50 // of elements in each other
	maxWarnings   = 100
)

// Set is a set of categories.
type Set struct {
	root       node
	categories int
	// Warnings name what is ignored, with file and line: at most 100 of them.
	Warnings []string
}

// element is an element of a template, or a text if the name is empty.
type element struct {
	name, text string
	attrs      map[string]string
	children   []*element
	line       int
}

// Open reads a file, or the files of a folder whose names end in .aiml, in the order of their
// names.
func Open(path string) (*Set, error) {
	files, err := fileerr.Files(path, maxFiles, func(extension string) bool {
		return strings.EqualFold(extension, ".aiml")
	})
	switch {
	case err != nil:
		return nil, err
	case len(files) == 0:
		return nil, fileerr.New(path, 0, "no file", "at least one that ends in .aiml")
	}
	s := &Set{}
	for _, name := range files {
		content, err := fileerr.ReadFile(name, MaxSize, "AIML")
		if err != nil {
			return nil, err
		}
		if err := s.Add(content, name); err != nil {
			return nil, err
		}
	}
	return s, s.check(path)
}

// Parse reads one file. Its name appears in errors.
func Parse(content []byte, file string) (*Set, error) {
	s := &Set{}
	if err := s.Add(content, file); err != nil {
		return nil, err
	}
	return s, s.check(file)
}

func (s *Set) check(file string) error {
	if s.categories == 0 {
		return fileerr.New(file, 0, "no category", "at least one")
	}
	return nil
}

// Add adds the categories of a file. If two have the same patterns, the first one counts.
func (s *Set) Add(content []byte, file string) error {
	root, err := parse(content, file)
	if err != nil {
		return err
	}
	l := loader{Set: s, file: file}
	if root.name != "aiml" {
		return fileerr.New(file, root.line, "the element "+fileerr.Quote(root.name), "aiml")
	}
	return l.within(root, nil)
}

// parse reads XML into a tree.
func parse(content []byte, file string) (*element, error) {
	d := xml.NewDecoder(bytes.NewReader(content))
	d.CharsetReader = latin
	wrong := func(found, expected string) error {
		line, _ := d.InputPos()
		return fileerr.New(file, line, found, expected)
	}
	top := &element{}
	stack := []*element{top}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			line, _ := d.InputPos()
			return nil, &fileerr.Error{File: file, Line: line, Msg: err.Error(), Err: err}
		}
		last := stack[len(stack)-1]
		switch t := token.(type) {
		case xml.StartElement:
			if len(stack) > maxDepth {
				return nil, wrong("elements in each other", fmt.Sprintf("at most %d", maxDepth))
			}
			line, _ := d.InputPos()
			e := &element{name: strings.ToLower(t.Name.Local), line: line,
				attrs: map[string]string{}}
			for _, a := range t.Attr {
				e.attrs[strings.ToLower(a.Name.Local)] = a.Value
			}
			last.children = append(last.children, e)
			stack = append(stack, e)
		case xml.EndElement:
			stack = stack[:len(stack)-1]
		case xml.CharData:
			last.children = append(last.children, &element{text: string(t)})
		}
	}
	for _, e := range top.children {
		if e.name != "" {
			return e, nil
		}
	}
	return nil, wrong("no element", "aiml")
}

// latin reads the encodings of old files: ISO-8859-1 and its like.
func latin(name string, in io.Reader) (io.Reader, error) {
	if !slices.Contains([]string{"iso-8859-1", "latin1", "us-ascii", "windows-1252"},
		strings.ToLower(name)) {
		return nil, fmt.Errorf("found the encoding %.40q, expected UTF-8 or ISO-8859-1", name)
	}
	content, err := io.ReadAll(io.LimitReader(in, MaxSize))
	text := make([]rune, len(content))
	for i, b := range content {
		text[i] = rune(b)
	}
	return strings.NewReader(string(text)), err
}

// loader adds the categories of a file.
type loader struct {
	*Set
	file string
}

func (l *loader) warn(line int, text string) {
	if len(l.Warnings) < maxWarnings {
		l.Warnings = append(l.Warnings, fmt.Sprintf("%s:%d: %s", l.file, line, text))
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
				return fileerr.New(l.file, e.line, "a topic without a name", "one")
			}
			if err := l.within(e, name); err != nil {
				return err
			}
		default:
			l.warn(e.line, fmt.Sprintf("the element %.40q is ignored", e.name))
		}
	}
	return nil
}

func (l *loader) category(e *element, topic []string) error {
	pattern := l.words(e.child("pattern"))
	template := e.child("template")
	if len(pattern) == 0 || template == nil {
		return fileerr.New(l.file, e.line, "a category without a pattern or template", "both")
	}
	that := l.words(e.child("that"))
	l.known(template)
	if l.categories++; l.categories > maxCategories {
		return fileerr.New(l.file, e.line, "one category more",
			fmt.Sprintf("at most %d", maxCategories))
	}
	if !l.root.insert(path(pattern, orStar(that), orStar(topic)), template) {
		l.warn(e.line, "the pattern "+fileerr.Quote(strings.Join(pattern, " "))+
			" is there already; this category is ignored")
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
			text += " " + property(c) + " "
		default:
			l.warn(c.line, fmt.Sprintf("the element %.40q in a pattern is ignored", c.name))
		}
	}
	return patternWords(text)
}

// known warns of elements that the interpreter does not know.
func (l *loader) known(e *element) {
	for _, c := range e.children {
		if _, ok := elements[c.name]; c.name != "" && c.name != "li" && !ok {
			l.warn(c.line, fmt.Sprintf("the element %.40q is ignored", c.name))
		}
		l.known(c)
	}
}

func (e *element) child(name string) *element {
	for _, c := range e.children {
		if c.name == name {
			return c
		}
	}
	return nil
}
