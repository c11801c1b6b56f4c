package wsc

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/luna-rating/luna/internal/text"
)

// maxDepth bounds the nesting of elements.
const maxDepth = 32

// element is an XML element. Its name is in lower case and without a namespace.
type element struct {
	name  string
	line  int // of its start
	items []item
}

// item is a text or an element inside of an element.
type item struct {
	text  string
	child *element
}

// parser reads elements.
type parser struct {
	file string
	in   *xml.Decoder
}

// next returns the next token outside of the elements read so far.
func (x *parser) next() (xml.Token, error) {
	token, err := x.in.Token()
	if err == nil || err == io.EOF {
		return token, err
	}
	line, msg := x.line(), err.Error()
	if syntax, ok := errors.AsType[*xml.SyntaxError](err); ok {
		line, msg = syntax.Line, syntax.Msg
	}
	return nil, fault(x.file, line, "faulty XML ("+msg+")", collection)
}

func (x *parser) line() int {
	line, _ := x.in.InputPos()
	return line
}

// element reads the rest of an element after its start.
func (x *parser) element(start xml.StartElement, depth int) (*element, error) {
	e := &element{name: strings.ToLower(start.Name.Local), line: x.line()}
	if depth > maxDepth {
		return nil, fault(x.file, e.line, "element "+text.Quote(e.name)+" inside of "+
			text.Count(maxDepth, "other"), collection)
	}
	for {
		token, err := x.next()
		if err != nil {
			return nil, err
		}
		switch t := token.(type) {
		case xml.EndElement:
			return e, nil
		case xml.CharData:
			e.items = append(e.items, item{text: string(t)})
		case xml.StartElement:
			child, err := x.element(t, depth+1)
			if err != nil {
				return nil, err
			}
			e.items = append(e.items, item{child: child})
		}
	}
}

// all returns the children of a name, at any depth.
func (e *element) all(name string) []*element {
	var list []*element
	for _, it := range e.items {
		switch {
		case it.child == nil:
		case it.child.name == name:
			list = append(list, it.child)
		default:
			list = append(list, it.child.all(name)...)
		}
	}
	return list
}

// one returns the child of a name, nil if there is none.
func (e *element) one(file, name string) (*element, error) {
	var found *element
	for _, it := range e.items {
		if it.child == nil || it.child.name != name {
			continue
		}
		if found != nil {
			return nil, fault(file, it.child.line, fmt.Sprintf("<%s> again (first on line %d)",
				name, found.line), "one in each "+e.name)
		}
		found = it.child
	}
	return found, nil
}

// text returns what the element and those inside of it say, on one line.
func (e *element) text() string {
	if e == nil {
		return ""
	}
	var b strings.Builder
	e.write(&b)
	return clean(b.String())
}

func (e *element) write(b *strings.Builder) {
	for _, it := range e.items {
		b.WriteString(it.text)
		if it.child != nil {
			it.child.write(b)
		}
	}
}

// part is a text around one of its pronouns.
type part struct {
	before, pronoun, after string
	line                   int
}

// parts returns an element's text around each of its <pron>. Without one, all of the text is
// before.
func (e *element) parts() []part {
	if e == nil {
		return []part{{}}
	}
	var list []part
	for i, it := range e.items {
		if it.child != nil && it.child.name == "pron" {
			list = append(list, part{(&element{items: e.items[:i]}).text(), it.child.text(),
				(&element{items: e.items[i+1:]}).text(), it.child.line})
		}
	}
	if list == nil {
		return []part{{before: e.text(), line: e.line}}
	}
	return list
}

// one returns the only part.
func one(parts []part, file, name string) (part, error) {
	if len(parts) > 1 {
		return part{}, fault(file, parts[1].line, fmt.Sprintf("<pron> again (first on line %d)",
			parts[0].line), "one in each "+name)
	}
	return parts[0], nil
}

// about returns the parts of a text with several pronouns whose pronoun is that of an excerpt.
func about(parts []part, excerpt part) []part {
	if len(parts) == 1 || excerpt.pronoun == "" {
		return parts
	}
	var list []part
	for _, p := range parts {
		if Fold(p.pronoun) == Fold(excerpt.pronoun) &&
			strings.HasSuffix(words(p.before), words(excerpt.before)) &&
			strings.HasPrefix(words(p.after), words(excerpt.after)) {
			list = append(list, p)
		}
	}
	if len(list) != 1 {
		return parts // it does not tell
	}
	return list
}
