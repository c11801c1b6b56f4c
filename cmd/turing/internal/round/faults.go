package round

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/turing/entity"
	"github.com/luna-rating/luna/turing/lpp"
)

// Fault is something that went wrong, at one of a judge's terminals or elsewhere.
type Fault struct {
	Who  string `json:"who,omitempty"` // name of an entry, a confederate or a judge
	What string `json:"what"`
}

// folders are those of a path on the organiser's computer, which mean nothing to others.
var folders = text.Pattern(`(^|[\s"'(=])/(?:[^\s"'/]+/)+`)

const maxFault = 200 // characters

// Words says what went wrong for people, in short and without folders of the organiser.
func Words(what string) string { return text.Abridge(folders().ReplaceAllString(what, "$1"), maxFault) }

// faults collects the faults at one end, each text once.
type faults struct {
	who string

	mu   sync.Mutex
	list []Fault
	lost *entity.LostError // nil if all characters have keys

	stray bool // whether a name in the folder was no key press
}

const maxFaults = 8

// note adds an error. Of running totals the last ones count, and nothing names a folder.
func (f *faults) note(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	lost, isLost := errors.AsType[*entity.LostError](err)
	stray, isStray := errors.AsType[*lpp.StrayError](err)
	switch {
	case isLost:
		f.lost = lost
	case isStray && f.stray: // one stands for all
	case isStray:
		f.stray = true
		f.keep(fmt.Sprintf("%.80q: %v", stray.Name, stray.Err))
	default:
		f.keep(err.Error())
	}
}

func (f *faults) add(what string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.keep(what)
}

func (f *faults) keep(what string) {
	if x := (Fault{f.who, Words(what)}); len(f.list) < maxFaults && !slices.Contains(f.list, x) {
		f.list = append(f.list, x)
	}
}

func (f *faults) take() []Fault {
	f.mu.Lock()
	defer f.mu.Unlock()
	list := slices.Clone(f.list)
	if f.lost != nil {
		list = append(list, Fault{f.who, f.lost.Error()})
	}
	return list
}
