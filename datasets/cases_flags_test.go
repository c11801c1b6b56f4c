package datasets

import "testing"

// TestLongFlags reads tables in long form by the columns that options name.
func TestLongFlags(t *testing.T) {
	for _, c := range []tableCase{
		{file: "tables/case04.csv", o: TableOptions{Layout: "long", IDColumn: "Org Defined ID",
			QuestionColumn: "Q Text", ResponseColumn: "Answer", ScoreColumn: "Score"},
			want: "40 by Org Defined ID; 25 rated, 00312=14 to 00578=6 of 0-15; " + bread +
				fifteen},
		{file: "tables/case13.csv", o: TableOptions{IDColumn: "StudentID",
			QuestionColumn: "QuestionID",
			ResponseColumn: "Answer", ScoreColumn: "Student Score"},
			want: "40 by StudentID; 25 rated, S00312=14 to S00578=6 of 0-15; " + bread + fifteen +
				"; key"},
		{file: "tables/case23.tsv", o: TableOptions{QuestionColumn: "EssaySet",
			ResponseColumn: "EssayText",
			ScoreColumn:    "Score2"}, want: "6 sets; 40 by Id; 40 rated, 1=3 to 40=3 of 0-3; 1; " +
			"points 3"},
		{file: "further/kahoot_raw.csv", o: TableOptions{IDColumn: "Player",
			QuestionColumn: "Question",
			ResponseColumn: "Answer", ScoreColumn: "Correct"},
			want: "10 by Player; 7 rated, Ada Alder=3 to Joy Kelp=3 of 0-3; " + earth +
				"; key"},
		{file: "research/long-as-wide.csv", o: TableOptions{Layout: "long", IDColumn: "Child_ID",
			ScoreMax: 4},
			want: "40 by Child_ID; 40 rated, 100=3 to 139=3 of 0-12; A|B|C; points 4 4 4"},
	} {
		t.Run(c.file, c.check)
	}
}
