package embed

import (
	"fmt"

	"github.com/luna-rating/luna/internal/files"
)

// Error says in one line what is wrong with a file of word vectors. Its fields are File, Line (from
// 1; 0 for a binary file or the file as a whole), Msg (what was found and what was expected, after
// the position in a binary file) and Err (the underlying error, if any, which is not printed).
type Error = files.Error

// atByte returns the error for a binary file with unexpected content at an offset, in bytes after
// decompression.
func atByte(file string, offset int64, found, expected string) error {
	err := files.New(file, 0, found, expected)
	err.Msg = fmt.Sprintf("byte %d: %s", offset, err.Msg)
	return err
}
