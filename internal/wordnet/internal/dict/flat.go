package dict

// Strings is a list of strings that takes one allocation for all their bytes.
type Strings struct {
	text string
	ends []uint32
}

// Len returns the number of strings.
func (s *Strings) Len() int { return len(s.ends) }

// At returns string i.
func (s *Strings) At(i uint32) string { return s.text[begin(s.ends, i):s.ends[i]] }

// Lists is a list of lists of numbers, one after another in one array.
type Lists struct {
	values []uint32
	ends   []uint32
}

// Len returns the number of lists.
func (l *Lists) Len() int { return len(l.ends) }

// At returns list i. The caller must not change it.
func (l *Lists) At(i uint32) []uint32 {
	end := l.ends[i]
	return l.values[begin(l.ends, i):end:end]
}

// end ends the list under construction.
func (l *Lists) end() { l.ends = append(l.ends, uint32(len(l.values))) }

// begin returns where item i starts.
func begin(ends []uint32, i uint32) uint32 {
	if i == 0 {
		return 0
	}
	return ends[i-1]
}
