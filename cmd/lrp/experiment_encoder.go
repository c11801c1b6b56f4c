package main

import (
	"cmp"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/internal/files"
)

// vectorsFile is the file of a report's folder with the vectors of a server's encoder, which are
// used when the experiment is run again.
const vectorsFile = "vectors.jsonl"

// nameEncoder has the command line of lrp run name the encoder. A file may name a file or a folder
// by itself, but where texts are sent to is for whoever runs it to say.
func (x *experimentRun) nameEncoder(given *encoderFlags) error {
	spec := given.Encoder
	if isFileSpec(spec) {
		var err error
		if spec, err = filepath.Abs(spec); err != nil {
			return err
		}
	}
	f := x.encoder()
	f.cache, f.Prefix = given.cache, cmp.Or(given.Prefix, f.Prefix)
	switch {
	case spec != "":
		f.Encoder, f.kept = spec, ""
	case embed.IsAddress(f.Encoder):
		return x.file.errorf("encoder", "found the address %q, expected it on the command line too, "+
			"because texts are sent there: --encoder %s", f.Encoder, f.Encoder)
	}
	return nil
}

// encoder returns the flags of the encoder, which the evaluation and the curve have in common.
func (x *experimentRun) encoder() *encoderFlags {
	if x.eval != nil {
		return &x.eval.encoderFlags
	}
	return &x.curve.encoderFlags
}

// newProgress returns the progress of a part, on which its encoder's is shown too.
func (x *experimentRun) newProgress(c *cobra.Command) *progress {
	x.encoder().bar = newProgress(c.ErrOrStderr())
	return x.encoder().bar
}

// identity describes the encoder for a manifest, nil if there is none but the one inside the
// program.
func (x *experimentRun) identity() *embed.Identity {
	switch f := x.encoder(); {
	case x.replay != nil && f.kept != "":
		return x.replay.Encoder
	case f.memory == nil:
		return nil
	default:
		i := f.memory.Identity()
		i.Probe = nil
		return &i
	}
}

// keepsVectors reports whether the vectors are kept in the report's folder, because a server made
// them.
func (x *experimentRun) keepsVectors() bool {
	i := x.identity()
	return i != nil && i.SHA256 == ""
}

// writeVectors writes the vectors of all texts of the experiment.
func (x *experimentRun) writeVectors(out io.Writer) error {
	texts, vectors := x.encoder().memory.All()
	return embed.WriteVectors(out, texts, vectors)
}

// keptVectors has a manifest's own file of vectors used, if a server made them.
func (r *replay) keptVectors(x *experimentRun) error {
	if r.Encoder == nil || r.Encoder.SHA256 != "" {
		return nil
	}
	path, err := filepath.Abs(filepath.Join(filepath.Dir(r.file), vectorsFile))
	x.encoder().kept = path
	return err
}

// checkEncoder rejects an encoder that differs from the manifest's.
func (r *replay) checkEncoder(x *experimentRun) error {
	i, kept := x.identity(), x.encoder().kept
	switch {
	case r.Encoder == nil || i == nil || kept == "" && r.Encoder.SHA256 == "":
		return nil
	case kept == "":
		return i.Same(*r.Encoder)
	}
	return r.checkKept(kept)
}

// checkKept rejects a file of the report's folder that has changed.
func (r *replay) checkKept(path string) error {
	found, err := fileDigest(path, "a file of the report")
	if want := r.SHA256[filepath.Base(path)]; err == nil && found != want {
		return files.New(path, 0, "SHA-256 "+found, want)
	}
	return err
}
