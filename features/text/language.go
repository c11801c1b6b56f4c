package text

import (
	"fmt"
	"math"
	"strings"
	"unicode"

	"github.com/kljensen/snowball/english"
)

const (
	// minFunctionWords is the number of function words that a guess needs.
	minFunctionWords = 8
	// minFunctionShare is the share of function words among all words that a guess needs. Texts of
	// the languages below have a quarter to a half, short answers fewer.
	minFunctionShare = 0.08
	// minKinds is the number of different function words that a guess other than English needs.
	minKinds = 3
	// maxLetters bounds the letters that a guess looks at.
	maxLetters = 200_000
)

// Language guesses the language that most of the texts are in, such as "English", "German" or
// "Chinese". It returns "" if it is not sure, for example because the texts are short or are in a
// language it does not know. It counts letters by script and, for Latin letters, function words;
// letters tell the languages in Cyrillic apart.
func Language(texts ...string) string {
	letters, words := map[rune]int{}, map[string]int{}
	seen, total := 0, 0
	for _, t := range texts {
		if seen > maxLetters {
			break
		}
		for _, r := range t {
			if unicode.IsLetter(r) {
				letters[r]++
				seen++
			}
		}
		for _, w := range split(t) {
			words[w]++
			total++
		}
	}
	switch name := byScript(letters, seen); name {
	case latin:
		return byFunctionWords(words, total)
	case cyrillicScript:
		return byCyrillic(letters)
	default:
		return name
	}
}

const latin, cyrillicScript = "Latin", "Cyrillic"

// scripts lists scripts, most of them named after a language that is written in them.
var scripts = []struct {
	name  string
	table []*unicode.RangeTable
}{
	{latin, []*unicode.RangeTable{unicode.Latin}},
	{"Chinese", []*unicode.RangeTable{unicode.Han}},
	{"Japanese", []*unicode.RangeTable{unicode.Hiragana, unicode.Katakana}},
	{"Korean", []*unicode.RangeTable{unicode.Hangul}},
	{"Thai", []*unicode.RangeTable{unicode.Thai}},
	{cyrillicScript, []*unicode.RangeTable{unicode.Cyrillic}},
	{"Greek", []*unicode.RangeTable{unicode.Greek}},
	{"Arabic", []*unicode.RangeTable{unicode.Arabic}},
	{"Hebrew", []*unicode.RangeTable{unicode.Hebrew}},
	{"Hindi", []*unicode.RangeTable{unicode.Devanagari}},
	{"Bengali", []*unicode.RangeTable{unicode.Bengali}},
	{"Tamil", []*unicode.RangeTable{unicode.Tamil}},
	{"Telugu", []*unicode.RangeTable{unicode.Telugu}},
	{"Georgian", []*unicode.RangeTable{unicode.Georgian}},
	{"Armenian", []*unicode.RangeTable{unicode.Armenian}},
	{"Amharic", []*unicode.RangeTable{unicode.Ethiopic}},
	{"Lao", []*unicode.RangeTable{unicode.Lao}},
	{"Khmer", []*unicode.RangeTable{unicode.Khmer}},
	{"Burmese", []*unicode.RangeTable{unicode.Myanmar}},
}

func scriptOf(r rune) string {
	for _, s := range scripts {
		if unicode.In(r, s.table...) {
			return s.name
		}
	}
	return ""
}

// byScript returns the language of the script that most letters belong to. If more than a tenth are
// kana, Chinese characters count as Japanese.
func byScript(letters map[rune]int, total int) string {
	count := map[string]int{}
	for r, n := range letters {
		count[scriptOf(r)] += n
	}
	if 10*count["Japanese"] > total {
		return "Japanese"
	}
	for _, s := range scripts {
		if 2*count[s.name] > total {
			return s.name
		}
	}
	return ""
}

// byFunctionWords returns the language with the most function words among the words, "" if it has
// few of them. Unless it is English, the words that it does not share with English must be of
// several kinds, and surely twice those that English does not share with it: the difference must
// exceed its standard deviation if words come independently.
func byFunctionWords(words map[string]int, total int) string {
	best, list, most := "", "", 0
	for _, l := range functionWords {
		n := 0
		for w := range strings.FieldsSeq(l.words) {
			n += words[w]
		}
		if l.name == "English" {
			n += englishBut(words, l.words)
		}
		if n > most {
			best, list, most = l.name, l.words, n
		}
	}
	if most < minFunctionWords || float64(most) < minFunctionShare*float64(total) {
		return ""
	}
	kinds, english := 0, englishBut(words, list)
	for w := range strings.FieldsSeq(list) {
		if words[w] > 0 && !English.StopWord(w) {
			kinds++
		}
	}
	lead := float64(most - 2*english)
	if best != "English" && (kinds < minKinds || lead < math.Sqrt(float64(most+4*english))) {
		return ""
	}
	return best
}

// englishBut counts English stop words of two letters or more that are not in a list.
func englishBut(words map[string]int, list string) int {
	n := 0
	for w, count := range words {
		if len(w) > 1 && English.StopWord(w) && !strings.Contains(" "+list+" ", " "+w+" ") {
			n += count
		}
	}
	return n
}

// functionWords are frequent words that say little about the subject. They are in lower case and
// hardly mean anything in the other languages.
var functionWords = []struct{ name, words string }{
	{"English", "the of and to is that it was for are as with be this by have from or not they " +
		"which can there an you would has had were their its when what will more if who"},
	{"German", "der und das den dem des ein eine einen einer eines ist nicht mit auf für von zu " +
		"sich auch wird werden sind bei als aus durch nach wenn oder kann haben hat nur um " +
		"daß dass wie im zum zur es sie er wir ich über mehr sehr man noch einem war"},
	{"French", "le la les des et est une un du dans que qui pour pas par sur avec ce il elle " +
		"sont au aux en plus ou mais se nous vous cette comme leur être son ses je ne c'est"},
	{"Spanish", "el la los las y es una un que del en por con para se no lo como más al su sus " +
		"pero o este esta cuando son muy está también entre porque puede hay ser"},
	{"Italian", "il lo la gli le e è di che un una del della dei delle per con non si da sono " +
		"come più anche al alla nel nella ma ha questo questa o se perché essere quando"},
	{"Portuguese", "o os as e é de que um uma do da dos das em no na nos nas por com para se não " +
		"mais como mas ao ou são também ser foi pelo pela isso quando muito pode"},
	{"Dutch", "de het een en van dat is niet te op met voor zijn door er aan ook als bij naar om " +
		"uit dan of maar kan wordt worden deze dit zich heeft hebben ze hij wel meer"},
	{"Swedish", "och att det som en på är av för med den till inte om ett har de var sig så från " +
		"kan eller när vid men också man då efter alla sin denna"},
	{"Danish", "og at det som en på er af for med den til ikke om et har de var sig så fra kan " +
		"eller når ved men også man da efter være hvis fordi hvad bliver blev noget mellem"},
	{"Norwegian", "og å det som en på er av for med den til ikke om et har de var seg så fra kan " +
		"eller når ved men også man da etter være hvis fordi hva blir ble noe mellom"},
	{"Finnish", "ja on ei että se oli mutta tai kun niin ovat myös jos sitä sen hän joka mitä " +
		"voi vain kuin siitä olla ole tämä koska"},
	{"Hungarian", "a az és hogy nem is egy ez van meg de azt csak el volt mint vagy ha már még " +
		"akkor ki lehet fel mert ami után"},
	{"Polish", "i w na z się nie do to że jest o jak za po od ale co przez są dla tego ma tak " +
		"lub oraz jego może można przy"},
	{"Czech", "a je v se na že s z do to není o i jako za pro by ale jsou od po podle nebo jeho " +
		"které který při také může být"},
	{"Romanian", "și de în la este cu nu o un că pe se din sunt pentru mai care ce sau prin după " +
		"această fi au poate"},
	{"Turkish", "ve bir bu için ile da de olarak olan çok daha gibi en ne ya kadar sonra değil " +
		"ise olur var ama veya her"},
	{"Indonesian", "yang dan di ini itu dengan untuk dari pada adalah karena tidak ke dalam akan " +
		"oleh dapat atau juga saya bisa agar sebagai ada"},
}

// Mismatch says in one sentence why the analyzer does not fit texts of a language, as named by
// [Language]. It returns "" if the analyzer fits, or if nothing is known against it.
func (a Analyzer) Mismatch(language string) string {
	fits := For(language)
	name := strings.TrimSuffix(a.Name, allWords)
	switch {
	case language == "" || name == fits.Name:
		return ""
	case fits.cutting == intoPairs && language != "Korean":
		return fmt.Sprintf("the texts look %s, which has no spaces between words: approaches "+
			"that compare words see single characters or whole phrases; --language auto makes "+
			"words of pairs of characters", language)
	case a.StopWord == nil:
		return ""
	}
	if own, ok := Named(name); ok && own.StopWord != nil {
		return fmt.Sprintf("the texts look %s, but %s stop words are left out: --language auto "+
			"chooses by the texts, --stopwords none keeps all words", language,
			capitalised(name))
	}
	return ""
}

// Decision says in one sentence how the analyzer treats texts in another language than English, as
// named by [Language], and which flags decide otherwise.
func (a Analyzer) Decision(language string) string {
	return fmt.Sprintf("the texts look %s: %s, and what is known of English words is not used: WordNet, "+
		"word counts and word vectors (without vectors, WCS sees only whether texts are equal); --language "+
		"and --vectors decide otherwise", language, a.Description())
}

// Description says in a few words how the analyzer treats texts.
func (a Analyzer) Description() string {
	name := strings.TrimSuffix(a.Name, allWords)
	own, known := Named(name)
	switch {
	case a.cutting == intoPairs:
		return "words are pairs of characters"
	case a.StopWord != nil && known:
		return capitalised(name) + " stop words are left out"
	case a.StopWord != nil:
		return a.Name + " stop words are left out"
	case known && own.StopWord != nil:
		return "all words are kept, of " + capitalised(name)
	}
	return "all words are kept"
}

func capitalised(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

// Stemmer reduces words to their stems, so that the forms of a word are equal. The nil stemmer is
// [PorterStemmer].
type Stemmer struct{ stem func(word string) string }

// NewStemmer returns a stemmer that calls stem, a function from a word in lower case to its stem.
// The function must be safe for concurrent use.
func NewStemmer(stem func(word string) string) *Stemmer { return &Stemmer{stem} }

// PorterStemmer is the English stemmer Porter2, as in github.com/kljensen/snowball.
var PorterStemmer = NewStemmer(func(word string) string { return english.Stem(word, true) })

// wholeWords is the stemmer of languages without one: every word is its own stem.
var wholeWords = NewStemmer(func(word string) string { return word })

// Stem returns the stem of a word in lower case.
func (s *Stemmer) Stem(word string) string {
	if s == nil {
		s = PorterStemmer
	}
	return s.stem(word)
}

// English reports whether the stems are those of English words.
func (s *Stemmer) English() bool { return s == nil || s == PorterStemmer }
