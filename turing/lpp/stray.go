package lpp

import "fmt"

// StrayError reports something in the folder that is not a key press. It is left there.
type StrayError struct {
	Dir, Name string // the folder, and the name in it
	Err       error  // why it is not a key press
}

// Error names the folder and the name in it.
func (e *StrayError) Error() string { return fmt.Sprintf("%s: %.255q: %v", e.Dir, e.Name, e.Err) }

// Unwrap returns why the name is not a key press.
func (e *StrayError) Unwrap() error { return e.Err }

// maxStrays is the maximum number of stray names that are reported.
const maxStrays = 1000

// strays reports each stray name once.
type strays struct {
	dir   string
	told  map[string]bool
	fault func(error)
}

func (s *strays) add(name string, err error) {
	if s.told[name] || len(s.told) > maxStrays {
		return
	}
	s.told[name] = true
	if len(s.told) > maxStrays {
		s.fault(fmt.Errorf("%s: found more than %d names that are no key presses; the others are "+
			"not named", s.dir, maxStrays))
		return
	}
	s.fault(&StrayError{Dir: s.dir, Name: name, Err: err})
}
