package eliza

import "strings"

// hollerith has the characters of an IBM 7094 by their codes of six bits; ? stands for none.
const hollerith = "0123456789?='???+ABCDEFGHI?.)???-JKLMNOPQR?$*??? /STUVWXYZ?,("

// hash chooses a memory rule as in 1966: two bits from the middle of the square of the last piece
// of a word that is cut into pieces of six characters. Anthony Hay describes it in “The HASH
// algorithm used by ELIZA” (2022).
func hash(word string) int {
	last := strings.ToUpper(word)[max(0, len(word)-1)/6*6:]
	code := 0
	for _, b := range []byte((last + "     ")[:6]) {
		at := strings.IndexByte(hollerith, b)
		if at < 0 {
			at = int(b & 63)
		}
		code = code<<6 | at
	}
	code &= 1<<35 - 1
	return int(uint64(code) * uint64(code) >> 34 & 3)
}
