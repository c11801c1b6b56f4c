package main

import (
	"bufio"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/auto"
)

// textFlags are the flags of every command that analyzes texts.
type textFlags struct {
	Language  string `toml:"language,omitempty"`
	Stopwords string `toml:"stopwords,omitempty"`
	encoderFlags
}

func (f *textFlags) register(c *cobra.Command) {
	f.registerWords(c.Flags())
	f.encoderFlags.register(c.Flags())
}

// registerWords adds the flags that decide how texts are cut into words.
func (f *textFlags) registerWords(flags *pflag.FlagSet) {
	cli.EnumVar(flags, &f.Language, "language", "language of the texts: %s", append([]string{
		autoLanguage + " (found out)"}, languages()...)...)
	cli.EnumVar(flags, &f.Stopwords, "stopwords", "stop words to leave out: %s",
		autoLanguage+" (those of the language)", text.English.Name, noStopWords)
}

const autoLanguage, noStopWords = "auto", "none"

// languages lists the languages by whose rules texts can be cut into words.
func languages() []string {
	var list []string
	for _, a := range text.Analyzers() {
		if list = append(list, a.Name); a.Name == text.UnspacedName {
			list[len(list)-1] += " (Chinese, Japanese, Korean, Thai)"
		}
	}
	return list
}

// analyzer returns the text analyzer that the flags name, or nil for that of the data's language,
// and whether it keeps stop words.
func (f *textFlags) analyzer() (a *text.Analyzer, allWords bool, err error) {
	allWords = f.Stopwords == noStopWords
	if f.Stopwords == text.English.Name {
		if f.Language != autoLanguage && f.Language != text.English.Name {
			return nil, false, cli.Settingf("stopwords", "is %s, which goes with %s %[1]s alone; "+
				"auto leaves out those of the language", f.Stopwords, "--language")
		}
		return &text.English, false, nil
	}
	if found, ok := text.Named(f.Language); ok {
		a = &found
	}
	return a, allWords, nil
}

// decision says how texts in a language that was found out are treated.
func decision(language string, allWords bool) string {
	a := text.For(language)
	if allWords {
		a = a.AllWords()
	}
	return a.Decision(language)
}

// languageSample is the number of bytes of a stream that its language is guessed from.
const languageSample = 64 << 10

// analyzerOf returns the analyzer for the texts of a stream, and the stream from its beginning.
func (f *textFlags) analyzerOf(in io.Reader) (io.Reader, text.Analyzer, error) {
	given, allWords, err := f.analyzer()
	if err != nil {
		return in, text.Analyzer{}, err
	}
	var a text.Analyzer
	if given != nil {
		a = *given
	} else {
		b := bufio.NewReaderSize(in, languageSample)
		sample, _ := b.Peek(languageSample) // an error is found again where the texts are read
		a, in = text.For(text.Language(string(sample))), b
	}
	if allWords {
		a = a.AllWords()
	}
	return in, a, nil
}

// measures lists the similarity measures, with the user's vectors and encoder if there are any.
func (f *textFlags) measures(c *cobra.Command) ([]features.Measure, error) {
	p, err := f.parts(c, nil)
	if err != nil {
		return nil, err
	}
	list := features.Measures()
	for i := range list {
		switch {
		case list[i].Name == features.WCS.Name() && p.Vectors != nil:
			list[i] = features.MeanVectors(p.Vectors)
		case list[i].Name == features.ENC.Name() && p.Encoder != nil:
			list[i] = features.EncoderCosine(p.Encoder)
		}
	}
	return list, nil
}

// approaches lists the approaches, with the user's vectors and encoder if there are any.
func (f *textFlags) approaches(c *cobra.Command, at base) ([]lrp.Approach, error) {
	p, err := f.parts(c, at)
	if err != nil {
		return nil, err
	}
	return p.Approaches()
}

// autoFlags are the flags of every command that fits AUTO.
type autoFlags struct {
	Prior string `toml:"prior,omitempty"`
	Learn string `toml:"learn,omitempty"`
	Blank string `toml:"blank,omitempty"` // "" is "auto" where nothing else is known
}

// byData is the value of a flag that leaves a choice to the data.
const byData = "auto"

func (f *autoFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.Prior, "prior", "",
		"`FILE` of 'lrp prior' that AUTO starts from, instead of its own")
	inputFiles(flags, "prior")
	cli.EnumVar(flags, &f.Learn, "learn", "what AUTO learns from: %s",
		byData+" (what is there)",
		string(approach.LearnGrades)+" (of answers, and totals)",
		string(approach.LearnTotals))
	cli.OptionalEnumVar(flags, &f.Blank, "blank", "what AUTO takes no answer for: %s",
		byData+" (by the ratings)", string(auto.BlankZero)+" (worth nothing)",
		string(auto.BlankIgnore)+" (left out)",
		string(auto.BlankText)+" (learned)")
}

// blanks returns how AUTO counts questions without an answer, or nil if the flag is not given.
func (f *autoFlags) blanks() *auto.Blank {
	switch f.Blank {
	case "":
		return nil
	case byData:
		return new(auto.BlankAuto)
	}
	return new(auto.Blank(f.Blank))
}

// learn returns what AUTO learns from.
func (f *autoFlags) learn() approach.Learn {
	if f.Learn == byData {
		return approach.LearnAuto
	}
	return approach.Learn(f.Learn)
}

// open reads the prior, nil if none is named.
func (f *autoFlags) open() (*auto.Prior, error) {
	if f.Prior == "" {
		return nil, nil
	}
	p, err := auto.OpenPrior(f.Prior)
	return &p, err
}

// into applies the flags to AUTO, if it is among the approaches, with intervals of a level, 0 for
// the default.
func (f *autoFlags) into(approaches []lrp.Approach, level float64) error {
	p, err := f.open()
	if err != nil {
		return err
	}
	for i := range approaches {
		auto, ok := approaches[i].Learner().(approach.Auto)
		if !ok {
			continue
		}
		auto.Level = level
		if auto.Model.Prior = p; f.blanks() != nil {
			auto.Model.Blank = *f.blanks()
		}
		approaches[i].Method = approach.Learning{Learner: auto}
	}
	return nil
}
