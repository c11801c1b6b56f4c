package published

// hashOrder returns distinct ASCII keys in the order in which a 64-bit CPython 2.7 dictionary
// filled with them iterates: by slot of an open-addressing table that grows fourfold when two
// thirds full. With Mohler's question numbers it gives the "arbitrary" order in which the
// published run added up the grades.
func hashOrder(keys []string) []string {
	table := make([]*string, 8)
	for i := range keys {
		insert(table, &keys[i])
		if used := i + 1; used*3 >= len(table)*2 {
			table = grow(table, used*4)
		}
	}
	ordered := make([]string, 0, len(keys))
	for _, k := range table {
		if k != nil {
			ordered = append(ordered, *k)
		}
	}
	return ordered
}

// grow returns a table of the smallest power of two above atLeast, with the same keys.
func grow(table []*string, atLeast int) []*string {
	size := 8
	for size <= atLeast {
		size *= 2
	}
	larger := make([]*string, size)
	for _, k := range table {
		if k != nil {
			insert(larger, k)
		}
	}
	return larger
}

// insert puts a key into the first free slot of its probe sequence.
func insert(table []*string, key *string) {
	mask := uint64(len(table) - 1)
	hash := stringHash(*key)
	slot := hash
	for perturb := hash; table[slot&mask] != nil; perturb >>= 5 {
		slot = 5*slot + perturb + 1
	}
	table[slot&mask] = key
}

// stringHash is CPython 2.7's hash of a byte string, as an unsigned number.
func stringHash(s string) uint64 {
	if s == "" {
		return 0
	}
	h := uint64(s[0]) << 7
	for i := range len(s) {
		h = 1000003*h ^ uint64(s[i])
	}
	return h ^ uint64(len(s))
}
