package sheet

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// undefined are the bytes that Windows-1252 does not have.
const undefined = "\x81\x8d\x8f\x90\x9d"

// doubles are encodings of two bytes a character, with the ranges of the first byte of common
// characters and the least second byte that is counted.
var doubles = []struct {
	label, common string
	least         byte
}{
	{"shift_jis", "\x82\x83\x88\x97", 0x80}, {"euc-kr", "\xb0\xc8", 0xa1}, {"gb18030", "\xb0\xd7", 0xa1},
	{"euc-jp", "\xa4\xa5\xb0\xcf", 0xa1}, {"big5", "\xa4\xc6", 0x80},
}

// singles are encodings of one byte a character, with the letters beyond ASCII of languages written
// in them, the commoner first. Of those that fit equally, the first counts.
var singles = []struct{ labels, letters string }{
	{"windows-1252 macintosh ibm850", "éèàêôîçâïùûœ äöüß óáíúñé ãçáíéóúõêâà èàòùéì äöåé øåæéò ðíáóúýæöþé àéóèíòçúï ëéïêóö äõüöšž"},
	{"windows-1250 iso-8859-2", "żłęąśóćńź íářčéýžěšůúóňťď áéíóöőüúű áčíýéťúžšľóňôäĺď čšžćđ ăţşîâ"},
	{"windows-1251 koi8-u ibm866 iso-8859-5 x-mac-cyrillic", "оеаинтрслвкпдмуязьыйбчгжфцхюшщэъё аоиетврікслдпумязбьйгчжцхєфшюїщґў аеионртскупдвмјзлбгшчњцљжћхфђџ"},
	{"windows-1253 iso-8859-7", "αοετινσρμηπκυςλίγδήέάόχωθφύβώξζψϊΐϋΰ"},
	{"windows-1254", "ıçşüğöâî"},
	{"windows-1255", "יוהלתמראנבשקפדסגטעחםןכצזךץף"},
	{"windows-1256", "اليمرتوةندفبعسحقكجصأطهخشإذغّزضىئءظؤپچگژک"},
	{"windows-1257", "šėųžįąčūę āēīšļūņžķģč äõüöšž"},
	{"windows-1258", "đôưáàêạơ\u0301\u0323\u0300\u0309ăâ\u0303éíóúùèì"},
	{"windows-874", "ารอกนมเ่้งดลัีติยบสวแไ์คทขหปพจูะืชโซำุใฟถณ็ผภธษฐึฮญศ"},
}

// Limits of guess: the characters that tell, and how well they fit.
const (
	fewest     = 4
	goodDouble = 0.5
	goodSingle = 0.7
	better     = 0.1
)

// guess returns the likeliest encoding of a text that is not UTF-8: Windows-1252 unless another one
// fits better. It returns "" if none fits.
func guess(sample []byte) string {
	best, fit := "", 0.0
	for _, d := range doubles {
		if f := fitDouble(sample, d.common, d.least); f > fit+0.02 {
			best, fit = d.label, f
		}
	}
	if fit >= goodDouble {
		return best
	}
	best, fit = "", 0
	latin, few := 0.0, 1
	odd := slices.ContainsFunc(sample, func(c byte) bool { return strings.IndexByte(undefined, c) >= 0 })
	for _, s := range singles {
		for label := range strings.FieldsSeq(s.labels) {
			e, _ := byLabel(label)
			for letters := range strings.FieldsSeq(s.letters) {
				f, n := fitSingle(sample, e.(*charmap.Charmap), letters)
				switch {
				case label == latinName && n < fewest && !odd:
					return latinName
				case label == latinName:
					latin = max(latin, f)
				case n >= fewest && f > fit+0.01:
					best, fit, few = label, f, n
				}
			}
		}
	}
	switch {
	case fit > goodSingle && fit > latin+better+0.5/float64(few):
		return best
	case odd || !accented(sample):
		return ""
	}
	return latinName
}

// accented reports whether most bytes beyond ASCII stand alone or in pairs, as accented letters do.
func accented(sample []byte) bool {
	n, third := 0, 0
	for i, c := range sample {
		if c >= utf8.RuneSelf {
			n++
			if i > 1 && sample[i-1] >= utf8.RuneSelf && sample[i-2] >= utf8.RuneSelf {
				third++
			}
		}
	}
	return 2*third <= n
}

// fitDouble returns the share of the characters that are common ones in an encoding of two bytes a
// character, 0 if the text cannot be in it. Punctuation does not count.
func fitDouble(sample []byte, common string, least byte) float64 {
	n, good, halves := 0, 0, common[0] == 0x82 // of Shift JIS, of one byte each
	for i := 0; i+1 < len(sample); i++ {
		lead := sample[i]
		if lead < utf8.RuneSelf {
			continue
		}
		n++
		if halves && lead > 0xa0 && lead < 0xe0 {
			continue
		}
		if i++; sample[i] < 0x40 {
			return 0
		}
		if lead == 0x81 && halves || lead > 0xa0 && lead < 0xa4 && !halves {
			n--
		}
		for k := 0; k < len(common); k += 2 {
			if lead >= common[k] && lead <= common[k+1] && sample[i] >= least {
				good++
			}
		}
	}
	if n < fewest {
		return 0
	}
	return float64(good) / float64(n)
}

// fitSingle says how well a text in an encoding of one byte a character fits a language: 1 if it
// has only the commonest letters, in words of one script, with capitals where words begin. It also
// returns how many characters tell.
func fitSingle(sample []byte, e *charmap.Charmap, letters string) (fit float64, n int) {
	worth, list := map[rune]float64{}, []rune(letters)
	for i, r := range list {
		worth[r] = 1 - float64(i)/float64(2*len(list))
	}
	latin, sum, before := unicode.Is(unicode.Latin, list[0]), 0.0, ' '
	for i, c := range sample {
		r, after := e.DecodeByte(c), ' '
		if i+1 < len(sample) {
			after = e.DecodeByte(sample[i+1])
		}
		inside := unicode.IsLetter(before)
		switch lower := unicode.ToLower(r); {
		case c < utf8.RuneSelf:
		case unicode.IsLetter(r), unicode.IsMark(r):
			n++
			if (latin || !isASCII(before) && !isASCII(after)) && (lower == r || !inside) {
				sum += worth[lower]
			}
		case strings.ContainsRune("’‘“”«»‹›–—…·º°ª®™©\u00a0\u00ad", r), strings.ContainsRune("„‚¿¡", r) && !inside:
		case r == utf8.RuneError, unicode.IsControl(r), inside, unicode.IsLetter(after):
			n++
		}
		before = r
	}
	return sum / float64(max(n, 1)), n
}

func isASCII(r rune) bool { return r < utf8.RuneSelf && unicode.IsLetter(r) }
