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

// SamplesChecksum returns how many bytes the embedded samples have in all, and the
// SHA-256 of their files' names and contents in hexadecimal.
func SamplesChecksum() (size int, digest string) {
	h := sha256.New()
	// An embedded folder can be read and a hash be written to without fail.
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
