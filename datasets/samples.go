package datasets

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
)

// samples holds synthetic data sets in the published formats.
//
//go:generate go run ../internal/synth/gen -out samples
//go:embed samples/mohler samples/powergrading
var samples embed.FS

// SamplesChecksum returns the total size of the embedded samples in bytes, and the SHA-256 of
// the names and contents of their files in hexadecimal digits.
func SamplesChecksum() (size int, digest string) {
	h := sha256.New()
	// Reading an embedded folder and writing to a hash cannot fail.
	_ = fs.WalkDir(samples, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := samples.ReadFile(name)
		fmt.Fprintf(h, "%s %d\n", name, len(content))
		h.Write(content)
		size += len(content)
		return err
	})
	return size, hex.EncodeToString(h.Sum(nil))
}
