package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp"
)

const (
	training  = "lrp train -m OUT --folds 0 --approach "
	trainCOM  = training + "COM --regressor ridge IN"
	trainAUTO = training + "AUTO IN"
	trainNNC  = training + "NNC IN"
	trainPeer = "python train IN"
	known     = "lrp train -m MODEL --folds 0 "
	predicted = "lrp predict -m MODEL IN"
)

// moderates are the jobs of [settings.compare].
var moderates = []moderate{
	{"table of 110 MB", table, "", "lrp convert IN --out OUT", "python read IN", "2 × pandas, 330 MB"},
	{"table with an image of 1 MB", image, "", "lrp eval --trials 2 IN", "", "0.5 s"},
	{"1,200 essays, near copies", essays(1200, true, 430), "", trainNNC, "", "15 s"},
	{"1,200 essays, unrelated", essays(1200, false, 430), "", trainNNC, "", "90 s"},
	{"80 answers of 100 KB", essays(80, false, 17_000), "", trainNNC, "", "60 s"},
	{"200,000 people, 66 words", answers(200_000, 4), "", trainCOM, trainPeer, "60 s"},
	{"5,000 people, 66 answers", answers(5_000, 1), "", trainAUTO, trainPeer, "1 s, 150 MB"},
	{"10,000 people with new texts", fresh(10_000), known + "synthetic-civics:2000", predicted, "", "5.6 s"},
	{"100,000 people", civics(100_000), "", trainCOM, trainPeer, "120 s"},
	{"3 MB of Chinese, COM", chinese, "", trainCOM, trainPeer, "10 s, 600 MB"},
	{"3 MB of Chinese, AUTO", chinese, "", trainAUTO, trainPeer, "10 s, 600 MB"},
	{"version", sample, "", "lrp --version", "", "8 ms"},
	{"19 people rated", sample, known + "sample-powergrading", predicted, "", "40 ms"},
}

// writeInput writes the input of the job with a name to a file, or a share of it.
func writeInput(args []string) (any, error) {
	share, err := strconv.ParseFloat(args[2], 64)
	if err != nil {
		return nil, err
	}
	k := slices.IndexFunc(moderates, func(m moderate) bool { return m.name == args[0] })
	return nil, toFile(args[1], func(w io.Writer) error {
		return moderates[k].in.write(w, rand.New(rand.NewPCG(1, 1)), share)
	})
}

// input writes the input of a job, or a share of it, made up from a fixed seed.
type input struct {
	name  string // its ending says what kind of file it is
	write func(w io.Writer, r *rand.Rand, share float64) error
}

// scaled is a share of n, but not a handful.
func scaled(n int, share float64) int { return max(min(n, 20), int(float64(n)*share)) }

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
				data := letters(r, scaled(1<<20, share))
				text = fmt.Sprintf(`"<img src=""data:image/png;base64,%s"">"`, data)
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

// respondents are n people in JSON lines, with ratings that follow the length of the answers.
func respondents(name string, n int, responses func(r *rand.Rand) func() []string) input {
	return input{name + ".jsonl", func(w io.Writer, r *rand.Rand, share float64) error {
		next, d := responses(r), &datasets.Dataset{Name: name, Synthetic: true}
		for j, key := range next() {
			d.Questions = append(d.Questions, datasets.Question{ID: fmt.Sprint("q", j+1), Key: []string{key}})
		}
		for i := range scaled(n, share) {
			texts := next()
			rating := float64(len(strings.Join(texts, ""))%10+r.IntN(5)) / 13
			d.Respondents = append(d.Respondents,
				datasets.Respondent{ID: fmt.Sprint("p", i), Responses: texts, Rating: rating})
		}
		return datasets.WriteJSONL(w, d)
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

// answers are one question's, of up to so many of some 66 words.
func answers(n, most int) input {
	return respondents("answers", n, func(r *rand.Rand) func() []string {
		words := strings.Fields(invented(r, 66))
		return func() []string {
			text := make([]string, 1+r.IntN(most))
			for i := range text {
				text[i] = words[r.IntN(len(words))]
			}
			return []string{strings.Join(text, " ")}
		}
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

// civics are people of synthetic-civics.
func civics(n int) input {
	return input{"civics.jsonl", func(w io.Writer, _ *rand.Rand, share float64) error {
		d, err := load(fmt.Sprintf("synthetic-civics:%d", scaled(n, share)))
		if err != nil {
			return err
		}
		return datasets.WriteJSONL(w, d)
	}}
}

// fresh are others, who have answered with a new word in each response.
func fresh(n int) input {
	return input{"fresh.jsonl", func(w io.Writer, _ *rand.Rand, share float64) error {
		d, err := load(fmt.Sprintf("synthetic-civics:%d:2", scaled(n, share)))
		if err != nil {
			return err
		}
		renew(d)
		return datasets.WriteJSONL(w, d)
	}}
}

// sample are the first of the embedded sample, whose texts a model has met.
var sample = input{"sample.jsonl", func(w io.Writer, _ *rand.Rand, _ float64) error {
	d, err := load("sample-powergrading")
	if err != nil {
		return err
	}
	d.Respondents = d.Respondents[:19]
	return datasets.WriteJSONL(w, d)
}}

func load(source string) (*datasets.Dataset, error) {
	sets, err := lrp.Load(source)
	if err != nil {
		return nil, err
	}
	return sets[0], nil
}

// renew adds a new word to each response.
func renew(d *datasets.Dataset) {
	for i, p := range d.Respondents {
		for j := range p.Responses {
			p.Responses[j] += fmt.Sprintf(" w%dx%d", i, j)
		}
	}
}
