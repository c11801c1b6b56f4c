package text

import (
	"slices"
	"strings"
	"unicode"

	"github.com/kljensen/snowball/french"
	"github.com/kljensen/snowball/hungarian"
	"github.com/kljensen/snowball/norwegian"
	"github.com/kljensen/snowball/russian"
	"github.com/kljensen/snowball/spanish"
	"github.com/kljensen/snowball/swedish"
)

// analyzers are those of [Analyzers] other than [English].
var analyzers = []Analyzer{
	snowball("french", frenchStopWord, french.Stem),
	snowball("hungarian", hungarian.IsStopWord, hungarian.Stem),
	snowball("norwegian", norwegian.IsStopWord, norwegian.Stem),
	snowball("russian", russian.IsStopWord, russian.Stem),
	snowball("spanish", spanish.IsStopWord, spanish.Stem),
	snowball("swedish", swedish.IsStopWord, swedish.Stem),
	{Name: UnspacedName, Version: 2, Stemmer: wholeWords, cutting: intoPairs},
	{Name: OtherName, Stemmer: wholeWords, cutting: byUnicode},
}

// The names of the analyzers that do not belong to a single language.
const (
	UnspacedName = "unspaced" // for languages without spaces between words
	OtherName    = "other"    // for languages without stop words and stems here
)

// frenchStopWord adds an article that the list lacks.
func frenchStopWord(word string) bool { return word == "les" || french.IsStopWord(word) }

func snowball(
	name string, stopWord func(string) bool, stem func(word string, stopWordsToo bool) string,
) Analyzer {
	return Analyzer{
		Name: name, StopWord: stopWord, cutting: byUnicode,
		Stemmer: NewStemmer(func(word string) string { return stem(word, true) }),
	}
}

// Analyzers returns the analyzers that [For] chooses from: [English], then those of the other
// languages of github.com/kljensen/snowball, then [UnspacedName] and [OtherName].
func Analyzers() []Analyzer { return slices.Insert(slices.Clone(analyzers), 0, English) }

// unspacedLanguages are the languages, as named by [Language], that are cut into pairs.
var unspacedLanguages = []string{
	"Chinese", "Japanese", "Korean", "Thai", "Lao", "Khmer", "Burmese",
}

// For returns the analyzer for a language as named by [Language]: [English] for English and for ""
// (unknown), and otherwise
//
//   - for French, Hungarian, Norwegian, Russian, Spanish and Swedish one that drops the stop words
//     of that language, whose stems are Snowball's;
//   - for Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese one whose words are the
//     overlapping pairs of neighbouring characters;
//   - for all other languages one that keeps all words, each its own stem.
//
// These analyzers convert a text to normal form NFKC and lower case, cut it into words by Unicode
// Standard Annex #29, at punctuation inside a word that stands for no number and after elisions
// ("l'eau" gives "l" and "eau"), and delete apostrophes and the full stops of initials.
func For(language string) Analyzer {
	if language == "" {
		return English
	}
	name := strings.ToLower(language)
	if slices.Contains(unspacedLanguages, language) {
		name = UnspacedName
	}
	if a, ok := Named(name); ok {
		return a
	}
	a, _ := Named(OtherName)
	return a
}

// Named returns the analyzer of [Analyzers] with that name, and whether there is one.
func Named(name string) (Analyzer, bool) {
	all := Analyzers()
	i := slices.IndexFunc(all, func(a Analyzer) bool { return a.Name == name })
	if i < 0 {
		return Analyzer{}, false
	}
	return all[i], true
}

// allWords is the end of an analyzer's name if it keeps stop words.
const allWords = ", all words"

// AllWords returns the analyzer without its list of stop words, under another name. For [English],
// it returns the zero value.
func (a Analyzer) AllWords() Analyzer {
	switch {
	case a.StopWord == nil:
		return a
	case a.Name == English.Name:
		return Analyzer{}
	}
	a.StopWord = nil
	if a.Name != "" {
		a.Name += allWords
	}
	return a
}

// The shares of letters that tell languages apart. In their own language, the letters have several
// times that share; in another one, typing mistakes and names stay below it.
const (
	minCyrillicShare = 0.01
	minRareShare     = 0.003 // of ў in Belarusian; of ы, э and ё together in Russian
)

// byCyrillic returns the language that letters in Cyrillic tell, or "Cyrillic" if they are not
// those of one known here.
func byCyrillic(letters map[rune]int) string {
	count, total, others := map[rune]int{}, 0, 0
	for r, n := range letters {
		if !unicode.Is(unicode.Cyrillic, r) {
			continue
		}
		r = unicode.ToLower(r)
		count[r] += n
		total += n
		if r != 'ё' && !(r >= 'а' && r <= 'я') {
			others += n
		}
	}
	share := func(letters string) float64 {
		n := 0
		for _, r := range letters {
			n += count[r]
		}
		return float64(n) / float64(total)
	}
	foreign := float64(others) / float64(total)
	switch {
	case share("ў") >= minRareShare && share("ўі") >= foreign/2:
		return "Belarusian"
	case share("іїєґ") >= minCyrillicShare && share("іїєґ") >= 0.9*foreign:
		return "Ukrainian"
	case share("ђјљњћџ") >= minCyrillicShare && share("ђјљњћџ") >= 0.9*foreign:
		return "Serbian"
	case foreign >= minCyrillicShare:
		return "Cyrillic"
	case share("ъ") >= minCyrillicShare && share("ыэё") < minRareShare:
		return "Bulgarian"
	}
	return "Russian"
}
