package synth

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

const samplesFolder = "../../datasets/samples"

func TestSamplesAreWhatTheGeneratorWrites(t *testing.T) {
	files := SampleFiles()
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(samplesFolder, filepath.FromSlash(name)))
		if err != nil {
			t.Errorf("%v; run go generate", err)
			continue
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s differs from what the generator writes; run go generate", name)
		}
	}
	for _, folder := range []string{"powergrading", "mohler"} {
		err := fs.WalkDir(os.DirFS(samplesFolder), folder,
			func(path string, d fs.DirEntry, err error) error {
				if err == nil && !d.IsDir() && files[path] == nil {
					t.Errorf("%s is not written by the generator", path)
				}
				return err
			})
		if err != nil {
			t.Error(err)
		}
	}
}
