package main

import (
	"cmp"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/regress/golearn"
)

// encoderFlags are the flags of every command that needs vectors of words or of texts.
type encoderFlags struct {
	Vectors string `toml:"vectors,omitempty"`
	Encoder string `toml:"encoder,omitempty"`
	Prefix  string `toml:"encoder-prefix,omitempty"`

	cache   string
	kept    string        // the file with a server's vectors that a report kept, used instead
	answers *givenAnswers // in the data; nil if there are none
	memory  *embed.Memory // of the encoder, once it was opened; nil for the one inside the program
	bar     *progress     // that shows what is encoded; nil for one of its own
}

// register adds the flags.
func (f *encoderFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.Vectors, "vectors", "", "`FILE` of word vectors, instead of those inside the program")
	inputFiles(flags, "vectors")
	f.registerEncoder(flags)
}

// registerEncoder adds the flags that name the encoder.
func (f *encoderFlags) registerEncoder(flags *pflag.FlagSet) {
	flags.StringVar(&f.Encoder, "encoder", "",
		"`FILE|DIR|URL` of the encoder of texts for ENC and AUTO (default: that of --vectors, or static)")
	encoder := flags.Lookup("encoder")
	encoder.Value = inputFile{Value: encoder.Value, spec: true}
	flags.StringVar(&f.Prefix, "encoder-prefix", "",
		"`TEXT` that the encoder wants before each text, such as \"query: \"")
	registerCache(flags, &f.cache)
}

// registerCache adds the flag of the commands that have a server encode or grade.
func registerCache(flags *pflag.FlagSet, cache *string) {
	flags.StringVar(cache, "cache", "", "`DIR` that keeps what servers reply, or off (default: luna in the user's cache)")
}

// static is the specification of the encoder inside the program.
const static = "static"

// isFileSpec reports whether the specification of an encoder is a file or a folder.
func isFileSpec(spec string) bool { return spec != "" && spec != static && !embed.IsAddress(spec) }

// parts returns what models and approaches consist of, with the user's vectors and encoder if there
// are any. Relative paths start at a base.
func (f *encoderFlags) parts(c *cobra.Command, at base) (p lrp.Parts, err error) {
	p.Models = golearn.ModelKinds()
	if f.Vectors != "" {
		if p.Vectors, err = embed.Open(at.path(f.Vectors), embed.Options{}); err != nil {
			return p, err
		}
	}
	if f.memory == nil {
		f.memory, err = f.open(c, at, p.Vectors)
	}
	p.Encoder = f.memory
	return p, err
}

// open opens the encoder, that of the words' vectors if no flag names one; nil stands for the one
// inside the program.
func (f *encoderFlags) open(c *cobra.Command, at base, words *embed.Vectors) (*embed.Memory, error) {
	spec, prefix := cmp.Or(f.Encoder, f.Vectors, static), f.Prefix
	if f.kept != "" {
		spec, prefix = f.kept, ""
	}
	switch {
	case prefix != "" || f.kept != "":
	case f.Encoder == "" && words != nil:
		return embed.Remember(embed.OfWords(words, filepath.Base(f.Vectors))), nil
	case f.Encoder == "":
		return nil, nil
	case f.Encoder == static:
		return embed.Static()
	}
	if isFileSpec(spec) {
		spec = at.path(spec)
	}
	e, err := f.encoder(c, spec, prefix)
	if err != nil {
		return nil, err
	}
	return embed.Remember(e), nil
}

// openEncoder is replaced in tests.
var openEncoder = embed.OpenEncoder

// encoder opens an encoder that tells the user what it does.
func (f *encoderFlags) encoder(c *cobra.Command, spec, prefix string) (embed.Encoder, error) {
	o := embed.EncoderOptions{
		Prefix: prefix, Cache: f.cacheFolder(), Progress: f.progress(c.ErrOrStderr()),
		Note: func(note string) { cli.Note(c, "%s", note) },
	}
	if f.answers != nil {
		o.Texts = f.answers.text
	}
	return openEncoder(c.Context(), spec, o)
}

// cacheFolder returns the folder that keeps vectors, "" if none does.
func (f *encoderFlags) cacheFolder() string {
	switch f.cache {
	case "off":
		return ""
	case "":
		dir, _ := embed.DefaultCache() // "" if there is none
		return dir
	}
	return f.cache
}

// progress returns what shows how many texts are encoded.
func (f *encoderFlags) progress(w io.Writer) func(done, total int) {
	return stageOn(w, encoding, func() *progress { return f.bar })
}
