package modelfile

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/lrp/internal/predictor"
)

// checkNumbers refuses JSON with a number that a model cannot hold. The text need not be JSON.
func checkNumbers(text []byte) error {
	for at := 0; at < len(text); at++ {
		switch c := text[at]; {
		case c == '"':
			at = endOfString(text, at)
		case c >= '0' && c <= '9':
			end := at
			for end < len(text) && strings.IndexByte("0123456789.eE+-", text[end]) >= 0 {
				end++
			}
			if err := checkNumber(string(text[at:end])); err != nil {
				return err
			}
			at = end - 1
		}
	}
	return nil
}

// endOfString returns the index of the quotation mark that ends the string that begins at the given
// index.
func endOfString(text []byte, at int) int {
	for at++; at < len(text) && text[at] != '"'; at++ {
		if text[at] == '\\' {
			at++
		}
	}
	return at
}

func checkNumber(text string) error {
	if len(text) < 60 && !strings.ContainsAny(text, "eE") {
		return nil // too short for a large one
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || v >= predictor.MaxNumber {
		return fmt.Errorf(
			"found the number %.40s, expected less than %v", text, predictor.MaxNumber,
		)
	}
	return nil
}
