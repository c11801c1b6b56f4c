package experiment_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/auto"
	"github.com/luna-rating/luna/lrp/experiment"
)

// A prior is learned from graded exams, kept in a file and used for exams to come.
func ExampleNewExam() {
	var exams []*auto.Exam
	for _, spec := range []string{"synthetic-civics:50", "synthetic-networks:50"} {
		sets, err := datasets.Open(spec, datasets.Options{})
		if err != nil {
			log.Fatal(err)
		}
		exam, err := experiment.NewExam(sets[0], text.English, auto.Model{})
		if err != nil {
			log.Fatal(err)
		}
		exams = append(exams, exam)
	}
	prior, err := auto.LearnPrior("two made-up exams", exams...)
	if err != nil {
		log.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "prior.json")
	if err := prior.Save(path); err != nil {
		log.Fatal(err)
	}
	read, err := auto.OpenPrior(path)
	if err != nil {
		log.Fatal(err)
	}
	model := auto.Model{Prior: &read}
	fmt.Println(model.Prior.Source)
	for _, e := range model.Prior.Exams {
		fmt.Println(len(e.Questions), "questions,", e.Responses, "responses")
	}
	fmt.Println("similar texts are better:", read.Weights["CED"] > 0)
	// Output:
	// two made-up exams
	// 10 questions, 500 responses
	// 12 questions, 600 responses
	// similar texts are better: true
}
