package world

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// Thing is an everyday thing. Each list holds alternatives, any of which is right.
type Thing struct {
	Name             string
	Mass             bool // it is not counted: some milk
	Plural           bool // its name is a plural: scissors
	The              bool // there is one: the sun
	Kinds            []string
	Use, Where, Worn []string
	Color, Made      []string
	Says, Eats       []string
	Part             string  // what it has a known number of, such as "legs"; "" for nothing
	Parts            string  // that number
	Size             float64 // longest extent in centimeters; 0 is unknown, as for those below
	Weight           float64 // in kilograms
	Speed            float64 // in kilometers an hour
}

// Is reports whether the thing is of a kind.
func (t *Thing) Is(kind string) bool {
	for _, k := range t.Kinds {
		if k == kind {
			return true
		}
	}
	return false
}

// A returns the name with its indefinite article, or as it is spoken of.
func (t *Thing) A() string {
	switch {
	case t.Mass || t.Plural:
		return t.Name
	case t.The:
		return "the " + t.Name
	}
	return Article(t.Name)
}

// Article puts the indefinite article before a noun.
func Article(noun string) string {
	if noun == "hour" || strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

//go:embed things.txt
var thingsText string

// Things returns all things in the order of the table. The caller must not change them.
var Things = sync.OnceValue(func() []Thing {
	list, err := parseThings(thingsText)
	if err != nil {
		panic(err) // the embedded table, which a test reads
	}
	return list
})

func parseThings(text string) ([]Thing, error) {
	var list []Thing
	for n, fields := range records(text) {
		t, err := parseThing(fields)
		if err != nil {
			return nil, fmt.Errorf("things.txt:%d: %w", n, err)
		}
		list = append(list, t)
	}
	return list, nil
}

func parseThing(fields []string) (Thing, error) {
	name, how, _ := strings.Cut(fields[0], " +")
	t := Thing{Name: name, Mass: how == "mass", Plural: how == "plural", The: how == "the"}
	if len(fields) < 2 {
		return t, fmt.Errorf("%s has no kind", name)
	}
	t.Kinds = list(fields[1])
	for _, f := range fields[2:] {
		field, value, _ := strings.Cut(f, ": ")
		if err := t.set(field, value); err != nil {
			return t, fmt.Errorf("%s: %s: %w", name, field, err)
		}
	}
	return t, nil
}

func (t *Thing) set(field, value string) (err error) {
	switch field {
	case "use":
		t.Use = list(value)
	case "where":
		t.Where = list(value)
	case "worn":
		t.Worn = list(value)
	case "color":
		t.Color = list(value)
	case "made":
		t.Made = list(value)
	case "says":
		t.Says = list(value)
	case "eats":
		t.Eats = list(value)
	case "has":
		t.Part, t.Parts, _ = strings.Cut(value, " ")
	case "size":
		t.Size, err = strconv.ParseFloat(value, 64)
	case "weight":
		t.Weight, err = strconv.ParseFloat(value, 64)
	case "speed":
		t.Speed, err = strconv.ParseFloat(value, 64)
	default:
		err = fmt.Errorf("no such field")
	}
	return err
}
