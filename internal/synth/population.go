package synth

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strconv"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/parallel"
)

// Population is a number of respondents to one exam.
type Population struct {
	Exam        *Exam
	Respondents []Respondent
}

// Respondent is a simulated person with answers to all questions of an exam.
type Respondent struct {
	ID      string // unique within the population
	Person  Person
	Answers []Answer
}

// Answer is a text, empty if the respondent left a blank, and its quality in [0,1].
type Answer struct {
	Text    string
	Quality float64
}

// Generate generates n respondents. The i-th depends on the exam, the seed and i only.
func Generate(e *Exam, n int, seed uint64) *Population {
	p := &Population{Exam: e, Respondents: make([]Respondent, n)}
	parallel.Each(n, func(i int) { p.Respondents[i] = e.Respondent(seed, i) })
	return p
}

// Respondent generates the i-th respondent of the populations with the given seed.
func (e *Exam) Respondent(seed uint64, i int) Respondent {
	rng := numbers.Stream(seed, "synth/"+e.Name, i)
	r := Respondent{ID: newID(rng), Person: e.NewPerson(rng),
		Answers: make([]Answer, len(e.Questions))}
	for q := range e.Questions {
		text, quality := e.AnswerBy(rng, q, r.Person)
		r.Answers[q] = Answer{text, quality}
	}
	return r
}

// newID draws an identifier in the form of a random UUID.
func newID(rng *rand.Rand) string {
	a, b := rng.Uint64(), rng.Uint64()
	return fmt.Sprintf("%08x-%04x-4%03x-%04x-%012x",
		a>>32, a>>16&0xffff, a&0xfff, 0x8000|b>>48&0x3fff, b&0xffffffffffff)
}

// Files maps slash-separated file names to contents.
type Files map[string][]byte

// PowergradingFiles writes a population, graded right or wrong by the judges,
// in the format of the Powergrading corpus: tab-separated with CRLF line ends.
func (p *Population) PowergradingFiles(judges []Judge) Files {
	var grades, key bytes.Buffer
	grades.WriteString("student\tQ#\tanswer")
	for i := range judges {
		fmt.Fprintf(&grades, "\tG%d", i+1)
	}
	grades.WriteString("\r\n")
	for _, r := range p.Respondents {
		for q, a := range r.Answers {
			fmt.Fprintf(&grades, "%s\t%d\t%s", r.ID, q+1, a.Text)
			for _, j := range judges {
				fmt.Fprintf(&grades, "\t%d", j.Grade(p.Exam.Questions[q].ID, a.Text, a.Quality, 1))
			}
			grades.WriteString("\r\n")
		}
	}
	key.WriteString("Q#\tQuestion\tAnswers\r\n")
	for q, question := range p.Exam.Questions {
		fmt.Fprintf(&key, "%d\t%s", q+1, question.Text)
		for _, k := range question.Key {
			key.WriteString("\t" + k)
		}
		key.WriteString("\r\n")
	}
	return Files{
		"studentanswers_grades.tsv": grades.Bytes(),
		"questions_answer_key.tsv":  key.Bytes(),
	}
}

// notAnswered stands for a blank answer in the Mohler format.
const notAnswered = "not answered"

// MohlerFiles writes a population, graded from 0 to 5 by two graders, in the
// format of the Mohler corpus: one line per answer, the i-th line of every
// question by the same respondent.
func (p *Population) MohlerFiles(me, other Judge) Files {
	var list, questions, key, all bytes.Buffer
	files := Files{}
	for q, question := range p.Exam.Questions {
		fmt.Fprintf(&list, "%s\n", question.ID)
		fmt.Fprintf(&questions, "%s %s\n", question.ID, question.Text)
		fmt.Fprintf(&key, "%s %s\n", question.ID, question.Key[0])
		var raw, mine, others, mean bytes.Buffer
		for _, r := range p.Respondents {
			a := r.Answers[q]
			text := a.Text
			if text == "" {
				text = notAnswered
			}
			x := me.Grade(question.ID, a.Text, a.Quality, 5)
			y := other.Grade(question.ID, a.Text, a.Quality, 5)
			fmt.Fprintf(&raw, "%s %s\n", question.ID, text)
			fmt.Fprintf(&mine, "%d\n", x)
			fmt.Fprintf(&others, "%d\n", y)
			fmt.Fprintf(&mean, "%s\n", strconv.FormatFloat(float64(x+y)/2, 'g', -1, 64))
		}
		all.Write(raw.Bytes())
		files["data/raw/"+question.ID] = raw.Bytes()
		files["data/scores/"+question.ID+"/me"] = mine.Bytes()
		files["data/scores/"+question.ID+"/other"] = others.Bytes()
		files["data/scores/"+question.ID+"/ave"] = mean.Bytes()
	}
	files["data/docs/files"] = list.Bytes()
	files["data/raw/questions"] = questions.Bytes()
	files["data/raw/answers"] = key.Bytes()
	files["data/raw/all"] = all.Bytes()
	return files
}

// The seed and the sizes of the samples.
const (
	SampleSeed              = 1
	PowergradingSampleSize  = 150
	MohlerSampleRespondents = 30
)

// SampleFiles returns the files of datasets/samples that are generated.
func SampleFiles() Files {
	files := Files{}
	add := func(folder string, part Files) {
		for name, content := range part {
			files[folder+"/"+name] = content
		}
	}
	graders := Graders()
	add("powergrading", Generate(Civics(), PowergradingSampleSize,
		SampleSeed).PowergradingFiles(Panel()))
	add("mohler", Generate(Networks(), MohlerSampleRespondents, SampleSeed).MohlerFiles(graders[0],
		graders[1]))
	return files
}
