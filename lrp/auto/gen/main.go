// Gen learns the priors that come with the module from three synthetic exams and writes them to
// prior.json: one for word vectors and one for each of two encoders.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"os"
	"path/filepath"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/synth"
	"github.com/luna-rating/luna/lrp/auto"
)

const (
	file   = "prior.json"
	miniLM = "all-MiniLM-L6-v2"
)

const source = "three synthetic exams of this module (civics, 300 respondents graded by a panel of " +
	"3 with 0 or 1; networks, 100 respondents graded by 2 with 0 to 5; earth, 200 respondents " +
	"with known grades)"

func main() {
	log.SetFlags(0)
	var list []auto.Graded
	for _, spec := range []string{"synthetic-civics:300:77", "synthetic-networks:100:77"} {
		sets, err := datasets.Open(spec, datasets.Options{Raw: true})
		if err != nil {
			log.Fatal(err)
		}
		list = append(list, graded(sets[0])...)
	}
	list = append(list, earth(200, 77)...)
	var before, priors []auto.Prior
	if data, err := os.ReadFile(file); err != nil || json.Unmarshal(data, &before) != nil {
		log.Print("there is no ", file, " yet")
	}
	for _, name := range []string{"", "static", miniLM} {
		encoder, err := open(name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			log.Printf("SKIPPED  the prior for %s is not learned again: %v", name, err)
			priors = append(priors, before[len(priors)])
			continue
		case err != nil:
			log.Fatal(err)
		}
		priors = append(priors, learn(auto.Model{Encoder: encoder}, list))
	}
	out, err := json.MarshalIndent(priors, "", "  ")
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(file, append(out, '\n'), 0o644); err != nil {
		log.Fatal(err)
	}
}

// open opens an encoder, none if the name is empty. That of a folder lies in encoders below
// $LRP_DATA.
func open(name string) (*embed.Memory, error) {
	switch name {
	case "":
		return nil, nil
	case "static":
		return embed.Static()
	}
	data := os.Getenv("LRP_DATA")
	if data == "" {
		return nil, fmt.Errorf("LRP_DATA names no folder: %w", fs.ErrNotExist)
	}
	folder := filepath.Join(data, "encoders", name)
	if _, err := os.Stat(folder); err != nil {
		return nil, err
	}
	e, err := embed.OpenEncoder(context.Background(), folder, embed.EncoderOptions{})
	if err != nil {
		return nil, err
	}
	return embed.Remember(e), nil
}

// learn learns the prior of a model.
func learn(m auto.Model, list []auto.Graded) auto.Prior {
	exam, err := m.NewExam("", list)
	if err != nil {
		log.Fatal(err)
	}
	prior, err := auto.LearnPrior(source, exam)
	if err != nil {
		log.Fatal(err)
	}
	prior.Exams = nil
	return prior
}

// graded returns the questions of a data set with its responses and their scores.
func graded(ds *datasets.Dataset) []auto.Graded {
	cache := text.NewCache(text.English)
	list := make([]auto.Graded, len(ds.Questions))
	for j, q := range ds.Questions {
		g := auto.Graded{Question: features.NewQuestion(q.ID, q.Key, nil, cache)}
		g.Question.Text = cache.Doc(q.Text)
		for _, r := range ds.Respondents {
			g.Responses = append(g.Responses, cache.Doc(r.Responses[j]))
			g.Grades = append(g.Grades, r.Scores[j])
		}
		list[j] = g
	}
	return list
}

// earth returns the questions of an exam that is for priors alone, and so no data set, with the
// responses of n simulated people and their quality.
func earth(n int, seed uint64) []auto.Graded {
	exam, cache := synth.Earth(), text.NewCache(text.English)
	people := synth.Generate(exam, n, seed).Respondents
	list := make([]auto.Graded, len(exam.Questions))
	for j, q := range exam.Questions {
		g := auto.Graded{Question: features.NewQuestion(q.ID, q.Key, nil, cache)}
		g.Question.Text = cache.Doc(q.Text)
		for _, p := range people {
			g.Responses = append(g.Responses, cache.Doc(p.Answers[j].Text))
			g.Grades = append(g.Grades, p.Answers[j].Quality)
		}
		list[j] = g
	}
	return list
}
