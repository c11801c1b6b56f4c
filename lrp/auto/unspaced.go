package auto

import (
	"unicode"

	"github.com/luna-rating/luna/features/text"
)

// alone takes the place of the first character in the key of an n-gram of one character.
const alone = unicode.MaxRune + 1

// addUnspaced counts the n-grams of a text with characters of scripts without spaces. Such a
// character says more than a letter, and there are more of them, so that most longer n-grams would
// be in no other text. An n-gram has two of them at most, and each is one by itself.
func (c *counter) addUnspaced(s string) {
	c.characters = append(append(append(c.characters[:0], ' '), []rune(s)...), ' ')
	for i, first := range c.characters[:len(c.characters)-1] {
		if widthOf(first) == maxWidth/2 {
			c.add(0, firstKey(alone, first))
		}
		second := c.characters[i+1]
		k, width := c.add(0, firstKey(first, second)), widthOf(first)+widthOf(second)
		for _, r := range c.characters[i+2:] {
			if width += widthOf(r); width > maxWidth {
				break
			}
			k = c.add(k, longerKey(k, r))
		}
	}
}

// maxWidth is the width of [maxGram] letters.
const maxWidth = 2 * maxGram

func widthOf(r rune) int {
	switch {
	case !text.Unspaced(r):
		return 2
	case unicode.IsMark(r):
		return 1
	}
	return maxWidth / 2
}
