package synth

import (
	"bytes"
	"fmt"
	"strconv"
)

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
