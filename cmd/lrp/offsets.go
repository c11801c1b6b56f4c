package main

import (
	"strings"

	"github.com/luna-rating/luna/internal/offsets"
)

// manifestOffsets returns the offsets of the flags of a manifest by path.
func manifestOffsets(document []byte) map[string]int {
	flags := make(map[string]int)
	for path, offset := range offsets.JSON(document) {
		if rest, ok := strings.CutPrefix(path, "flags."); ok {
			flags[rest] = offset
		}
	}
	return flags
}
