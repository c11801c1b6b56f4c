package sheet

import (
	"bytes"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
)

// answers in languages, as those to one question.
var answers = map[string]string{
	"ru": "Лёд тает быстрее, потому что соль понижает температуру замерзания.\nОн становится мокрым и скользким.\nНе знаю.",
	"uk": "Лід тане швидше, бо сіль знижує температуру замерзання.\nЇї розчин не замерзає.\nНе знаю.",
	"sr": "Лед се топи брже јер со снижава тачку мржњења.\nПостаје мокар и клизав.\nНе знам.",
	"el": "Ο πάγος λιώνει πιο γρήγορα επειδή το αλάτι κατεβάζει το σημείο πήξης.\nΔεν ξέρω.\nΓίνεται νερό.",
	"he": "הקרח נמס מהר יותר כי המלח מוריד את נקודת הקיפאון.\nאני לא יודע.\nהוא נהיה רטוב.",
	"ar": "يذوب الجليد بسرعة لأن الملح يخفض درجة التجمد.\nلا أعرف.\nيصبح ماء.",
	"th": "น้ำแข็งละลายเร็วขึ้นเพราะเกลือลดจุดเยือกแข็ง\nไม่ทราบ\nมันเปียก",
	"tr": "Tuz donma noktasını düşürdüğü için buz daha hızlı erir.\nBilmiyorum, ıslak ve kaygan olur.\nSuya dönüşür.",
	"pl": "Lód topi się szybciej, bo sól obniża temperaturę zamarzania.\nŚnieg znika i robi się ślisko.\nNie wiem, może źle.",
	"cs": "Led taje rychleji, protože sůl snižuje bod tuhnutí.\nPříliš žluťoučký kůň je mokrý.\nNevím, snad že zmizí.",
	"hu": "A jég gyorsabban olvad, mert a só csökkenti a fagyáspontot.\nNem tudom, csúszós lesz tőle az út.\nVízzé válik, és eltűnik.",
	"ro": "Gheaţa se topeşte mai repede, fiindcă sarea coboară punctul de îngheţ.\nNu ştiu, poate că devine apă.\nŞi dispare.",
	"sl": "Led se stopi hitreje, ker sol zniža zmrzišče.\nNe vem, morda postane že spolzek.\nČez čas izgine.",
	"lt": "Ledas tirpsta greičiau, nes druska mažina užšalimo temperatūrą.\nNežinau, gal jis išnyksta.\nJis tampa vandeniu.",
	"lv": "Ledus kūst ātrāk, jo sāls pazemina sasalšanas temperatūru.\nNezinu, varbūt tas pazūd.\nTas kļūst slapjš.",
	"vi": "Băng tan nhanh hơn vì muối làm giảm điểm đông đặc.\nTôi không biết.\nNó trở thành nước.",
	"ja": "塩が凝固点を下げるので氷が速く溶ける。\nわかりません。\n水になって滑りやすくなる。",
	"zh": "盐使冰的凝固点降低，所以冰化得更快。\n不知道。\n它变成水。",
	"tw": "鹽使冰的凝固點降低，所以冰融化得更快。\n不知道。\n它變成水。",
	"ko": "소금이 어는점을 낮추어서 얼음이 더 빨리 녹는다.\n모르겠습니다.\n물이 되어 미끄러워진다.",
	"fr": "La glace fond plus vite, car le sel abaisse son point de congélation.\nÇa dépend : elle disparaît peut-être.\nJe ne sais pas, là où c’est salé.",
	"de": "Das Eis schmilzt schneller, weil Salz den Gefrierpunkt erniedrigt.\nEs wird naß und glatt, „rutschig“.\nKeine Ahnung, wäre möglich – für Öl auch.",
	"es": "El hielo se derrite más rápido porque la sal baja el punto de congelación.\nNo sé, ¿será que desaparece el año próximo?\nSe volvió líquido.",
	"it": "Il ghiaccio si scioglie più in fretta perché il sale abbassa la temperatura.\nNon lo so, però è così.\nC'è più umidità.",
	"pt": "O gelo derrete mais rápido, pois o sal diminui o ponto de congelação.\nNão sei, talvez a água fique líquida.\nEntão desaparece.",
	"sv": "Isen smälter snabbare för att saltet sänker fryspunkten.\nDen blir våt och hal.\nJag vet inte, kanske försvinner den då.",
	"da": "Isen smelter hurtigere, fordi saltet sænker frysepunktet.\nDen bliver våd og glat på vejen.\nJeg ved ikke, måske går den væk om føje år.",
	"is": "Ísinn bráðnar hraðar því saltið lækkar frostmarkið.\nÉg veit það ekki.\nHann verður að vatni og hverfur þá.",
	"en": "It doesn’t freeze – the “point” sinks.\nIt costs €5 or £4, ½ of it.\nNo idea … 20°C?",
}

var tones = strings.NewReplacer("e\u0302", "ê", "a\u0302", "â", "o\u0302", "ô", "a\u0306", "ă", "o\u031b", "ơ",
	"u\u031b", "ư", "a\u0323\u0302", "â\u0323", "a\u0323\u0306", "ă\u0323")

// TestGuess reads texts in encodings that programs of their countries write.
func TestGuess(t *testing.T) {
	for label, languages := range map[string]string{
		"windows-1251": "ru uk sr", "koi8-r": "ru", "koi8-u": "uk", "ibm866": "ru", "iso-8859-5": "ru",
		"x-mac-cyrillic": "ru", "windows-1250": "pl cs hu ro sl", "iso-8859-2": "pl cs hu",
		"windows-1253": "el", "iso-8859-7": "el", "windows-1254": "tr", "windows-1255": "he",
		"windows-1256": "ar", "windows-1257": "lt lv", "windows-1258": "vi", "windows-874": "th",
		"shift_jis": "ja", "euc-jp": "ja", "iso-2022-jp": "ja", "gb18030": "zh", "gbk": "zh", "big5": "tw",
		"euc-kr": "ko", "macintosh": "fr de es it pt sv da", "ibm850": "fr de es it pt sv da",
		"windows-1252": "fr de es it pt sv da is en",
	} {
		e, err := byLabel(label)
		if err != nil {
			t.Fatal(err)
		}
		for language := range strings.FieldsSeq(languages) {
			want := answers[language]
			if label == "ibm850" { // it lacks some
				want = strings.NewReplacer("’", "'", "„", `'`, "“", `'`, "–", "-").Replace(want)
			}
			if label == "windows-1258" { // tones stand behind the letters
				want = tones.Replace(norm.NFD.String(want))
			}
			encoded, err := e.NewEncoder().String(want)
			if err != nil {
				t.Fatalf("%s, %s: %v", label, language, err)
			}
			r, err := NewReader(strings.NewReader("Name;Why?\nA;"+strings.ReplaceAll(encoded, "\n", "\nB;")), "a.csv", Options{})
			if err != nil {
				t.Errorf("%s, %s: %v", label, language, err)
				continue
			}
			rows, err := readAll(r)
			var got []string
			for _, row := range rows[1:] {
				got = append(got, row[1])
			}
			if text := strings.Join(got, "\n"); err != nil || text != want {
				t.Errorf("%s, %s: read as %s: %s, error %v", label, language, r.Dialect(), text, err)
			}
			said := strings.Join(r.Notes(), "") != ""
			if said != (label != "windows-1252") {
				t.Errorf("%s, %s: notes %q", label, language, r.Notes())
			}
		}
	}
}

// TestGuessFew keeps Windows-1252 where few letters tell, and refuses what it cannot be.
func TestGuessFew(t *testing.T) {
	for in, want := range map[string]string{
		"Name,Why?\nJos\xe9,it isn\x92t\n":                                     "commas, windows-1252",
		"Name,Why?\nWa\xb3\xeasa,so\n":                                         "commas, windows-1252", // Polish
		"Name,Why?\nA,so\n":                                                    "commas, UTF-8",
		"Name,Why?\nJosé,Zoë \xe9\n":                                           "commas, windows-1252", // mixed
		"Name,Why?\nJosé,Zoë \x81\n":                                           "commas, windows-1252", // damaged
		"Name,Score\n\xb1\xe8\xc3\xb6\xbc\xf6,5\n\xc0\xcc\xbf\xb5\xc8\xf1,4\n": "commas, euc-kr",       // names alone
		"Name,Why?\nM\x81ller,gr\x81n\n":                                       "",                     // cp850
	} {
		r, err := NewReader(strings.NewReader(in), "a.csv", Options{})
		if want == "" {
			if err == nil || !strings.HasPrefix(err.Error(), "a.csv: found a text in an encoding that cannot be told, "+
				"expected UTF-8, or its name with --encoding") {
				t.Errorf("%q: error %v", in, err)
			}
			r, err = NewReader(strings.NewReader(in), "a.csv", Options{Encoding: "cp850"})
			want = "commas, cp850"
		}
		if err != nil {
			t.Errorf("%q: %v", in, err)
			continue
		}
		if _, err := readAll(r); err != nil || r.Dialect().String() != want {
			t.Errorf("%q is read as %s, error %v", in, r.Dialect(), err)
		}
	}
	// A copy is written as the text was.
	in, err := byLabel("windows-1251")
	if err != nil {
		t.Fatal(err)
	}
	text, _ := in.NewEncoder().String("Имя,Почему?\nИван," + strings.ReplaceAll(answers["ru"], "\n", " ") + "\n")
	var b bytes.Buffer
	if err := Append(&b, strings.NewReader(strings.ReplaceAll(text, ", ", " ")), "a.csv", Options{},
		Added{2: {7}}); err != nil || !strings.HasPrefix(b.String(), text[:10]) {
		t.Errorf("%q, error %v", b.String(), err)
	}
}
