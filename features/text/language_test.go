package text

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// samples are a few plain sentences on the same subject.
var samples = map[string]string{
	"English": "The cell is the smallest unit of life, and it has a nucleus that stores the DNA. " +
		"Plants make sugar from light with the help of the green pigment.",
	"German": "Die Zelle ist die kleinste Einheit des Lebens und hat einen Kern, in dem die DNA " +
		"liegt. Pflanzen machen aus dem Licht mit dem grünen Farbstoff Zucker.",
	"French": "La cellule est la plus petite unité de la vie et elle a un noyau dans lequel se " +
		"trouve l'ADN. Les plantes font du sucre avec la lumière.",
	"Spanish": "La célula es la unidad más pequeña de la vida y tiene un núcleo en el que está el " +
		"ADN. Las plantas hacen azúcar con la luz por el pigmento verde.",
	"Italian": "La cellula è la più piccola unità della vita e ha un nucleo che contiene il DNA. " +
		"Le piante fanno lo zucchero con la luce per mezzo del pigmento verde.",
	"Portuguese": "A célula é a menor unidade da vida e tem um núcleo em que está o DNA. As " +
		"plantas fazem açúcar com a luz por meio do pigmento verde, não de outro.",
	"Dutch": "De cel is de kleinste eenheid van het leven en heeft een kern met het DNA. Planten " +
		"maken suiker uit het licht met de groene kleurstof.",
	"Swedish": "Cellen är den minsta enheten av livet och har en kärna som innehåller det DNA som " +
		"den behöver. Växter gör socker med ljus på ett sätt som inte djur kan.",
	"Danish": "Cellen er den mindste enhed af livet og har en kerne, som indeholder det DNA, den " +
		"behøver. Planter laver sukker med lys, og det kan dyr ikke.",
	"Norwegian": "Cellen er den minste enheten av livet og har en kjerne som inneholder det DNA " +
		"som den trenger. Planter lager sukker av lys, og det kan ikke dyr.",
	"Hungarian": "A sejt az élet legkisebb egysége, és van egy magja, amely a DNS-t tárolja. " +
		"A növények fényből cukrot készítenek, de az állatok nem.",
	"Polish": "Komórka jest najmniejszą jednostką życia i ma jądro, w którym jest DNA. Rośliny " +
		"robią cukier ze światła i nie jest to możliwe dla zwierząt.",
	"Indonesian": "Sel adalah unit terkecil dari kehidupan dan memiliki inti yang berisi DNA. " +
		"Tumbuhan membuat gula dengan cahaya karena ada pigmen yang hijau untuk itu.",
	"Chinese":   "细胞是生命的最小单位，它有一个细胞核。植物用光制造糖。",
	"Japanese":  "細胞は生命の最小単位であり、核を持っている。植物は光から糖を作る。",
	"Korean":    "세포는 생명의 가장 작은 단위이다.",
	"Russian":   "Клетка является наименьшей единицей жизни и имеет ядро.",
	"Ukrainian": "Клітина є найменшою одиницею життя і має ядро, в якому міститься ДНК.",
	"Bulgarian": "Клетката е най-малката единица на живота и има ядро, в което се съхранява " +
		"ДНК. Растенията правят захар от светлината с помощта на зеления пигмент, " +
		"а животните не могат да правят това, защото нямат такъв пигмент в кръвта.",
	"Belarusian": "Клетка з'яўляецца найменшай адзінкай жыцця і мае ядро, у якім знаходзіцца ДНК.",
	"Serbian":    "Ћелија је најмања јединица живота и има језгро у коме се налази ДНК.",
	"Cyrillic":   "Жасуша тіршіліктің ең кіші бірлігі болып табылады және оның ядросы бар.",
	"Lao":        "ຈຸລັງແມ່ນຫົວໜ່ວຍທີ່ນ້ອຍທີ່ສຸດຂອງຊີວິດ",
	"Greek":      "Το κύτταρο είναι η μικρότερη μονάδα της ζωής.",
	"Thai":       "เซลล์เป็นหน่วยที่เล็กที่สุดของชีวิต",
}

func TestLanguage(t *testing.T) {
	for want, s := range samples {
		if got := Language(strings.SplitAfter(s, ". ")...); got != want {
			t.Errorf("found %q, expected %q: %s", got, want, s)
		}
	}
	for _, texts := range [][]string{
		nil, {""}, {"1789", "42"}, {"mitosis", "Lincoln", "the Senate"},
		{"die, was, an, in, war, so, am, do"},
		{strings.Repeat("xyzzy plugh ", 100) + "der die das ein eine ist nicht mit auf"},
	} {
		if got := Language(texts...); got != "" {
			t.Errorf("%.60q looks %q, expected no guess", texts, got)
		}
	}
	// A few German words in English texts do not make them German, nor the reverse.
	mixed := strings.Repeat(samples["English"], 2) + samples["German"]
	if got := Language(mixed); got != "" && got != "English" {
		t.Errorf("mostly English texts look %q", got)
	}
}

// shortAnswers are some to questions of exams. Their "a" and "van" are frequent in Hungarian, their
// "a" and "do" in Czech, their "die" and "war" in German.
var shortAnswers = []string{"a referendum", "Referendum.", "veto", "a veto", "a bill", "the Senate", "a war",
	"to die in a war", "civil war", "a king", "a van", "a car or a van", "an array", "a loop", "a for loop", "do while",
	"he can veto a bill", "a bank", "no idea", "I dont know", "Los Angeles", "a tax", "a vote", "stop at a red light", "on",
	"off", "in a city", "a law", "an act", "a state", "Al Gore", "a son", "men", "a pie", "as is", "a cell", "so it is", "DNA",
	"a gene", "mitosis"}

// TestLanguageOfFewWords draws short answers: English ones never look foreign, and many enough
// Hungarian ones still look Hungarian.
func TestLanguageOfFewWords(t *testing.T) {
	draw := rand.New(rand.NewPCG(1, 2))
	for n := 5; n <= 40; n += 5 {
		for range 100 {
			var texts []string
			for range n {
				texts = append(texts, shortAnswers[draw.IntN(len(shortAnswers))])
			}
			if got := Language(texts...); got != "" && got != "English" {
				t.Fatalf("looks %s: %q", got, texts)
			}
		}
	}
	if got := Language(slices.Repeat([]string{"a referendum", "a veto"}, 20)...); got != "" {
		t.Errorf("two answers again and again look %q, expected no guess", got)
	}
	hungarian := []string{"a törvény", "az elnök nem írja alá", "a sejt és a mag", "ez egy népszavazás", "mert a nép dönt",
		"hogy ne legyen háború", "van egy király is", "a parlament és az elnök", "nem tudom", "csak a bíróság"}
	if got := Language(hungarian...); got != "Hungarian" {
		t.Errorf("%q look %q", hungarian, got)
	}
}

func TestMismatch(t *testing.T) {
	const noSpaces = "the texts look Chinese, which has no spaces between words: approaches that " +
		"compare words see single characters or whole phrases; --language auto makes words of " +
		"pairs of characters"
	for _, c := range []struct {
		analyzer Analyzer
		language string
		want     string
	}{
		{English, "English", ""},
		{English, "", ""},
		{English, "German", "the texts look German, but English stop words are left out: " +
			"--language auto chooses by the texts, --stopwords none keeps all words"},
		{Analyzer{}, "German", ""},
		{named(t, "spanish"), "French", "the texts look French, but Spanish stop words are left " +
			"out: --language auto chooses by the texts, --stopwords none keeps all words"},
		{named(t, "spanish").AllWords(), "French", ""},
		{named(t, "spanish").AllWords(), "Spanish", ""},
		{named(t, "other"), "French", ""},
		{named(t, "french"), "French", ""},
		{For("German"), "German", ""},
		{For("Thai"), "Thai", ""},
		{English, "Chinese", noSpaces},
		{Analyzer{}, "Chinese", noSpaces},
		{Analyzer{Name: "mine", StopWord: English.StopWord}, "German", ""},
	} {
		if got := c.analyzer.Mismatch(c.language); got != c.want {
			t.Errorf("%q on %q: %q, expected %q", c.analyzer.Name, c.language, got, c.want)
		}
	}
}

func FuzzLanguage(f *testing.F) {
	for _, s := range samples {
		f.Add(s)
	}
	known := map[string]bool{"": true, latin: false, "Russian": true, "Ukrainian": true,
		"Belarusian": true, "Bulgarian": true, "Serbian": true}
	for _, s := range scripts[1:] {
		known[s.name] = true
	}
	for _, l := range functionWords {
		known[l.name] = true
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got := Language(s, s); !known[got] {
			t.Errorf("%q looks %q", s, got)
		}
	})
}
