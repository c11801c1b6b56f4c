package wordnet

import (
	"io/fs"
	"os"

	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/internal/wordnet/internal/dict"
)

// Error tells what is wrong with a dictionary file: file, line, what was found and what was
// expected.
type Error = fileerr.Error

// ReadDir reads the dictionary files of WordNet 3.0 or 3.1 in a folder: data.noun, index.noun,
// noun.exc and so on. The .exc files of irregular forms, which some releases come without, may
// be missing. cntlist.rev is not needed, as the senses of the index are in its order.
//
// Files that contradict one another, are cut off or are larger than any release give an
// [*Error].
func ReadDir(dir string) (*Net, error) { return read(os.DirFS(dir), dir) }

// ReadFS is [ReadDir] for any file system.
func ReadFS(fsys fs.FS) (*Net, error) { return read(fsys, "") }

func read(fsys fs.FS, dir string) (*Net, error) {
	d, err := dict.Read(fsys, dir)
	if err != nil {
		return nil, err
	}
	return build(d, dir)
}
