package datasets

import (
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/sheet"
)

func FuzzPowergrading(f *testing.F) {
	f.Add(miniPg[pgKeyFile], miniPg[pgLabelled])
	f.Add("Q#\tQuestion\tAnswers\n1\tq\ta", "student\tQ#\tanswer\tG1\ns\t1\ta\t1\nt\t1\tb\t0")
	f.Fuzz(func(t *testing.T, key, answers string) {
		src := fileMap(map[string]string{pgKeyFile: key, pgLabelled: answers, pgUnlabelled: answers})
		d, err := openPowergrading(src, "p", Options{})
		checkOutcome(t, d, err)
		d, err = openPgUnlabelled(src, "u", Options{Raw: true})
		checkOutcome(t, d, err)
	})
}

func FuzzMohler(f *testing.F) {
	f.Add("1.1 q\n", "1.1 a\n", "1.1 x\n1.1 y<br>\n", "5\n0\n", "4\n1\n")
	f.Add("11.1 q", "11.1 a", "11.1 ", "4.5", "9")
	f.Fuzz(func(t *testing.T, questions, key, answers, average, judge string) {
		m := map[string]string{"data/raw/questions": questions, "data/raw/answers": key}
		for _, id := range []string{"1.1", "11.1"} {
			m["data/raw/"+id] = answers
			m["data/scores/"+id+"/ave"] = average
			m["data/scores/"+id+"/me"] = judge
		}
		src := fileMap(m)
		d, err := openMohlerSample(src, "m", Options{})
		checkOutcome(t, d, err)
		sets, err := openMohlerAssignments(src, "m", Options{Raw: true})
		if err != nil {
			checkOutcome(t, nil, err)
		}
		for _, d := range sets {
			checkOutcome(t, d, nil)
		}
	})
}

func FuzzMohlerV1(f *testing.F) {
	f.Add(miniV1["assign1.txt"])
	f.Add(miniV1["assign2.txt"])
	f.Add(miniV1["assign3.txt"])
	f.Fuzz(func(t *testing.T, content string) {
		d, err := openMohlerV1(fileMap(map[string]string{"assign1.txt": content,
			"assign2.txt": content, "assign3.txt": content}), "m", Options{})
		checkOutcome(t, d, err)
	})
}

func FuzzMohlerCSV(f *testing.F) {
	f.Add(miniMohlerCSV)
	f.Add(csvHead)
	f.Add(csvHead + "1.1,q,a,\"x")
	f.Fuzz(func(t *testing.T, content string) {
		d, err := openMohlerCSV(fileMap(map[string]string{"m.csv": content}), "m.csv", "m",
			Options{})
		checkOutcome(t, d, err)
	})
}

// FuzzTable reads any text as a table, with any text as its key.
func FuzzTable(f *testing.F) {
	f.Add("respondent,question,response,score\nx,1,a,1\ny,1,b,0\n", "question,text,answer\n1,t,a\n")
	f.Add("respondent,question,response,score,rating\nx,1,a,1,0.5\n", "")
	f.Add("id;Q1;Q1 score;Total\nkey;a|b;;\npoints;;2;5\nx;a;1,5;4,5\n", "")
	f.Add("Timestamp\tScore\tWhy?\n1.2.2026\t3 / 5\tx\n", "question,text,answer,points\nQ1,Why?,x,2\n")
	f.Add("Surname,Grade/10.00,Question 1,Response 1,Right answer 1\na,-,q,r,k\n", "")
	f.Add("ResponseId,Q1\nResponse ID,Why?\n\"{\"\"ImportId\"\":\"\"_\"\"}\",\nx,y\n", "Q1\nx|y\n")
	f.Fuzz(func(t *testing.T, content, key string) {
		var answers *answerKey
		if key != "" {
			in, err := sheet.NewReader(strings.NewReader(key), "k.csv", sheet.Options{})
			if err == nil {
				answers, err = readKey(in, "k.csv", Options{})
			}
			if err != nil {
				checkOutcome(t, nil, err)
				return
			}
		}
		in, err := sheet.NewReader(strings.NewReader(content), "d.csv", sheet.Options{})
		var d *Dataset
		if err == nil {
			d, err = readOne(in, "d.csv", answers, TableOptions{}, Options{})
		}
		checkOutcome(t, d, err)
	})
}

func FuzzOpenSpec(f *testing.F) {
	f.Add("mohler")
	f.Add("sample-mohler:")
	f.Fuzz(func(t *testing.T, spec string) {
		if strings.Contains(spec, "/") {
			return // nothing outside this folder
		}
		if _, err := Open(spec, Options{}); err != nil && strings.ContainsAny(err.Error(), "\r\n") {
			t.Fatalf("error of several lines: %q", err)
		}
	})
}
