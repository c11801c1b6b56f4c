package text

import "unicode"

// cyrillicLetters counts letters of a text in Cyrillic, in lower case.
type cyrillicLetters struct {
	count map[rune]int
	total int
}

func (c *cyrillicLetters) add(r rune) {
	if !unicode.Is(unicode.Cyrillic, r) {
		return
	}
	if c.count == nil {
		c.count = map[rune]int{}
	}
	c.count[unicode.ToLower(r)]++
	c.total++
}

// The shares of letters that tell languages apart. In their own language, the letters have several
// times that share; in another one, typing mistakes and names stay below it.
const (
	minCyrillicShare = 0.01
	minRareShare     = 0.003 // of ў in Belarusian; of ы, э and ё together in Russian
)

// language returns the language, or "Cyrillic" if its letters are not those of one known here.
func (c *cyrillicLetters) language() string {
	share := func(letters string) float64 {
		n := 0
		for _, r := range letters {
			n += c.count[r]
		}
		return float64(n) / float64(c.total)
	}
	others := 0
	for r, n := range c.count {
		if r != 'ё' && !(r >= 'а' && r <= 'я') {
			others += n
		}
	}
	foreign := float64(others) / float64(c.total)
	switch {
	case share("ў") >= minRareShare && share("ўі") >= foreign/2:
		return "Belarusian"
	case share("іїєґ") >= minCyrillicShare && share("іїєґ") >= 0.9*foreign:
		return "Ukrainian"
	case share("ђјљњћџ") >= minCyrillicShare && share("ђјљњћџ") >= 0.9*foreign:
		return "Serbian"
	case foreign >= minCyrillicShare:
		return "Cyrillic"
	case share("ъ") >= minCyrillicShare && share("ыэё") < minRareShare:
		return "Bulgarian"
	}
	return "Russian"
}
