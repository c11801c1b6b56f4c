package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp"
)

const training = "lrp train -m MODEL --folds 0 --approach "

// moderates are the jobs of [settings.compare].
var moderates = []moderate{
	{"table of 110 MB", table, "", "lrp convert IN --out OUT", "python read IN", "2 × pandas, 330 MB"},
	{"table with an image of 1 MB", image, "", "lrp eval --trials 2 IN", "", "0.5 s"},
	{"1,200 essays, near copies", essays(1200, true, 430), "", training + "NNC IN", "", "15 s"},
	{"1,200 essays, unrelated", essays(1200, false, 430), "", training + "NNC IN", "", "90 s"},
	{"80 answers of 100 KB", essays(80, false, 17_000), "", training + "NNC IN", "", "60 s"},
	{"200,000 people, 66 answers", answers(200_000), "", training + "COM --regressor ridge IN", "python train IN", "60 s"},
	{"5,000 people, 66 answers", answers(5_000), "", training + "AUTO IN", "python train IN", "1 s, 150 MB"},
	{"10,000 people with new texts", fresh(10_000), training + "AUTO synthetic-civics:2000", "lrp predict -m MODEL IN", "", "5.6 s"},
	{"100,000 people", civics(100_000), "", training + "COM --regressor ridge IN", "python train IN", "120 s"},
	{"3 MB of Chinese, COM", chinese, "", training + "COM --regressor ridge IN", "python train IN", "10 s, 600 MB"},
	{"3 MB of Chinese, AUTO", chinese, "", training + "AUTO IN", "python train IN", "10 s, 600 MB"},
	{"version", fresh(1), "", "lrp --version", "", "8 ms"},
	{"19 people rated", fresh(19), training + "AUTO synthetic-civics:2000", "lrp predict -m MODEL IN", "", "40 ms"},
}

// input writes the input of a job, or a share of it, made up from a fixed seed.
type input struct {
	name  string // its ending says what kind of file it is
	write func(w io.Writer, r *rand.Rand, share float64) error
}

// scaled is a share of n, at least 20.
func scaled(n int, share float64) int { return max(20, int(float64(n)*share)) }

// invented draws words of 2 to 8 letters, of which the first are the most frequent.
func invented(r *rand.Rand, words int) string {
	var b strings.Builder
	for range words {
		k := int(5000 * r.Float64() * r.Float64())
		for ; k > 0; k /= 70 {
			b.WriteByte("bcdfglmnprstvz"[k%14])
			b.WriteByte("aeiou"[k/14%5])
		}
		b.WriteByte(' ')
	}
	return strings.TrimSpace(b.String())
}

var table = input{"big.csv", func(w io.Writer, r *rand.Rand, share float64) error {
	fmt.Fprintln(w, "id,Q1,Q2,Q3,Q4,Q5,Q6,Q7,Q8,Q9,Q10,Total")
	for i := range scaled(250_000, share) {
		fmt.Fprintf(w, "s%06d", i)
		for range 10 {
			fmt.Fprintf(w, ",%s", invented(r, 4+r.IntN(8)))
		}
		if _, err := fmt.Fprintf(w, ",%d\n", r.IntN(21)); err != nil {
			return err
		}
	}
	return nil
}}

var image = input{"image.csv", func(w io.Writer, r *rand.Rand, share float64) error {
	fmt.Fprintln(w, "id"+strings.Repeat(",Question", 20)+",Total")
	for i := range 60 {
		fmt.Fprintf(w, "s%d", i)
		for j := range 20 {
			text := invented(r, 5+r.IntN(15))
			if i == 30 && j == 10 {
				text = fmt.Sprintf(`"<img src=""data:image/png;base64,%s"">"`, letters(r, scaled(1<<20, share)))
			}
			fmt.Fprintf(w, ",%s", text)
		}
		if _, err := fmt.Fprintf(w, ",%d\n", r.IntN(21)); err != nil {
			return err
		}
	}
	return nil
}}

// letters draws n characters of base64.
func letters(r *rand.Rand, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[r.IntN(64)]
	}
	return string(b)
}

// respondents writes n people in JSON lines, with a rating that grows with the length of the answers.
func respondents(name string, n int, responses func(r *rand.Rand) func() []string) input {
	return input{name + ".jsonl", func(w io.Writer, r *rand.Rand, share float64) error {
		next, e := responses(r), json.NewEncoder(w)
		for i := range scaled(n, share) {
			texts := next()
			rating := float64(len(strings.Join(texts, ""))%10+r.IntN(5)) / 14
			person := map[string]any{"id": fmt.Sprint("p", i), "responses": texts, "rating": rating}
			if err := e.Encode(person); err != nil {
				return err
			}
		}
		return nil
	}}
}

// essays are answers of that many words, alike but for four words or unrelated.
func essays(n int, alike bool, words int) input {
	return respondents("essays", n, func(r *rand.Rand) func() []string {
		common := strings.Fields(invented(r, words))
		return func() []string {
			text := slices.Clone(common)
			if !alike {
				text = strings.Fields(invented(r, words))
			}
			for range 4 {
				text[r.IntN(len(text))] = invented(r, 1)
			}
			return []string{strings.Join(text, " ")}
		}
	})
}

// answers are one question's, one to four words that 66 respondents or more share.
func answers(n int) input {
	return respondents("answers", n, func(r *rand.Rand) func() []string {
		texts := make([]string, 66)
		for i := range texts {
			texts[i] = invented(r, 1+i%4)
		}
		return func() []string { return []string{texts[r.IntN(len(texts))]} }
	})
}

// chinese are texts of 400 characters without spaces.
var chinese = respondents("chinese", 500, func(r *rand.Rand) func() []string {
	return func() []string {
		texts := make([]string, 5)
		for j := range texts {
			text := make([]rune, 400)
			for k := range text {
				if text[k] = '一' + rune(3000*r.Float64()*r.Float64()); k%15 == 14 {
					text[k] = '。'
				}
			}
			texts[j] = string(text)
		}
		return texts
	}
})

// civics are people of synthetic-civics; fresh ones have answered with a new word in each response.
func civics(n int) input { return exam("civics.jsonl", n, 1, "") }

func fresh(n int) input { return exam("fresh.jsonl", n, 2, " w%dx%d") }

func exam(name string, n, seed int, word string) input {
	return input{name, func(w io.Writer, _ *rand.Rand, share float64) error {
		sets, err := lrp.Load(fmt.Sprintf("synthetic-civics:%d:%d", scaled(n, share), seed))
		if err != nil {
			return err
		}
		for i, p := range sets[0].Respondents {
			for j := range p.Responses {
				if word != "" {
					p.Responses[j] += fmt.Sprintf(word, i, j)
				}
			}
		}
		return datasets.WriteJSONL(w, sets[0])
	}}
}
