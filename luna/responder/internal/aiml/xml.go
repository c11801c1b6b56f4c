package aiml

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/files"
)

// element is an element of a template, or a text if the name is empty.
type element struct {
	name, text string
	attrs      map[string]string
	children   []*element
	line       int
}

// parse reads XML into a tree. After a fault it also returns the elements that end before it.
func parse(content []byte, file string) (*element, *files.Error) {
	d := xml.NewDecoder(bytes.NewReader(content))
	d.CharsetReader = latin
	open := []*element{{}}
	for {
		token, err := d.Token()
		line, _ := d.InputPos()
		last := len(open) - 1
		switch t := token.(type) {
		case xml.StartElement:
			e := &element{name: strings.ToLower(t.Name.Local), line: line}
			for _, a := range t.Attr {
				if e.attrs == nil {
					e.attrs = map[string]string{}
				}
				e.attrs[strings.ToLower(a.Name.Local)] = a.Value
			}
			if open = append(open, e); last >= maxDepth {
				err = fmt.Errorf("found elements in each other, expected at most %d", maxDepth)
			}
		case xml.EndElement:
			open[last-1].children = append(open[last-1].children, open[last])
			open = open[:last]
		case xml.CharData:
			open[last].children = append(open[last].children, &element{text: string(t)})
		}
		if err == nil {
			continue
		}
		for i := len(open) - 1; i > 0; i-- { // what the fault left open
			if open[i].name == "aiml" || open[i].name == "topic" {
				open[i-1].children = append(open[i-1].children, open[i])
			}
		}
		var root *element
		for _, e := range open[0].children {
			if e.name != "" && root == nil {
				root = e
			}
		}
		if !errors.Is(err, io.EOF) {
			return root, files.At(file, line, err)
		}
		if root == nil {
			return nil, files.New(file, line, "no element", "aiml")
		}
		return root, nil
	}
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

func (e *element) child(name string) *element {
	for _, c := range e.children {
		if c.name == name {
			return c
		}
	}
	return nil
}
