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
