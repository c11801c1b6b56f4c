package datasets

import (
	"fmt"
	"strings"
	"testing"
)

// TestTotals takes the only column of numbers for the totals where it is called what people call
// totals, in the languages that most of them write.
func TestTotals(t *testing.T) {
	for language, names := range map[string][]string{
		"English": {"Final mark", "Marks obtained", "TOTAL MARKS", "Teacher score",
			"Points earned", "Overall",
			"Human score", "Mean rating", "Exam grade", "Your score", "Quiz score", "Final result",
			"Overall mark (%)", "Rating (1-5)", "avg_score", "grade_final", "totalScore",
			"Total Score:",
			"Score /5", "Marks (out of 5)"},
		"Chinese":    {"总分", "得分", "成绩", "最终成绩", "分数", "總分"},
		"Spanish":    {"Puntaje total", "Nota final", "Calificación", "Puntuación", "Puntos"},
		"French":     {"Note /20", "Note finale", "Total des points", "Score final", "Moyenne"},
		"Arabic":     {"المجموع", "الدرجة", "العلامة النهائية", "الدرجة الكلية"},
		"Portuguese": {"Pontuação", "Nota final", "Total de pontos", "Classificação"},
		"Russian":    {"Итого", "Баллы", "Оценка", "Итоговый балл", "Сумма баллов"},
		"German":     {"Gesamtpunkte", "Gesamtpunktzahl", "Punkte gesamt", "Ergebnis", "Summe"},
		"Japanese":   {"得点", "合計", "点数", "評点"},
		"Italian":    {"Punteggio", "Voto finale", "Totale punti", "Valutazione"},
		"Turkish":    {"Toplam puan", "Puan", "Sonuç"},
		"Indonesian": {"Nilai akhir", "Skor", "Jumlah nilai"},
		"Hindi":      {"कुल अंक", "प्राप्तांक", "अंक"},
		"Dutch":      {"Cijfer", "Eindcijfer", "Totaal punten", "Totaalscore"},
		"Polish":     {"Suma punktów", "Ocena", "Punkty", "Wynik"},
		"Korean":     {"총점", "점수", "합계"},
		"Vietnamese": {"Tổng điểm", "Điểm"},
		"Swedish":    {"Totalpoäng", "Poäng"},
	} {
		for _, name := range names {
			t.Run(language+" "+name, func(t *testing.T) { totalsCalled(t, name) })
		}
	}
}

// totalsCalled reads a table of twelve respondents with a name for the column of totals, in which
// eight numbers are.
func totalsCalled(t *testing.T, name string) {
	texts := []string{"rain", "the snow melts", "hail and wind", "fog", "a dry wind"}
	table := "Name;Why is it wet?;Why is it cold?;Why does it blow?;" + name + "\n"
	for i := range 12 {
		total := fmt.Sprint(1 + (3*i+3)%5)
		if i%3 == 2 {
			total = ""
		}
		table += fmt.Sprintf("Ann %c;%s;%s;%s;%s\n", 'A'+i, texts[i%5], texts[(i+2)%4],
			texts[i*i%5], total)
	}
	d, err := openTable(t, table, TableOptions{})
	if err != nil {
		t.Fatal(err)
	}
	rated, _ := d.RatedOnly()
	if d.Table.Rating != name || len(rated.Respondents) != 8 || len(d.Questions) != 3 {
		t.Fatalf("%d rated by column %q, %d questions:\n%s", len(rated.Respondents), d.Table.Rating,
			len(d.Questions), strings.Join(d.Notes, "\n"))
	}
	if v := d.Scale.Value(d.Respondents[0].Rating); v < 3.999 || v > 4.001 {
		t.Errorf("first total %v of %v, expected 4", v, d.Scale)
	}
}

// TestNoTotals names the columns of numbers, and the flag that takes one, where none is called a
// total.
func TestNoTotals(t *testing.T) {
	table := "Name;Why is it wet?;Shoe size;Bus line\n"
	for i := range 12 {
		table += fmt.Sprintf("Ann %c;%s;%d;%d\n", 'A'+i, "rain or snow or hail"[:4+i], 36+i%7,
			1+i%3)
	}
	d, err := openTable(t, table, TableOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if d.Table.Rating != "" {
		t.Errorf("column %q is taken for the totals", d.Table.Rating)
	}
	said := strings.Join(d.Notes, "\n")
	for _, want := range []string{`"Shoe size" (12 of 12`, `"Bus line" (12 of 12`,
		"--rating-column"} {
		if !strings.Contains(said, want) {
			t.Errorf("no note has %q:\n%s", want, said)
		}
	}
}
