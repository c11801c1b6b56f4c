package datasets

import (
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/columns"
)

const nested = "../internal/sheet/testdata/parquet/nested.parquet"

// TestNestedColumns leaves out columns of lists, records and maps that options name, and keeps the
// numbers of the others. Readers of named columns need no more than these.
func TestNestedColumns(t *testing.T) {
	d := openOne(t, nested, TableOptions{Ignore: []string{"tags", "#4", "se*", "HALF"}})
	if len(d.Respondents) != 3 || d.Questions[0].ID != "answer" || d.Scale.Full != 3 ||
		d.Respondents[1].Responses[0] != "snow" || d.Table.Uses[6].Role != "total" {
		t.Errorf("%+v", d)
	}
	for ignore, want := range map[string]string{"": `columns "half" (FLOAT16), "meta" (STRUCT), `,
		"tags,seen,meta": `columns "half" (FLOAT16), expected`, "tags,nothing": `"tags" (LIST)`} {
		_, err := Open(nested, Options{}, Table(TableOptions{Ignore: strings.Split(ignore, ",")}))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("without %s: %v, want %q", ignore, err, want)
		}
	}
	if table, err := columns.OpenNamed(nested, "totals", "id", "total"); err != nil {
		t.Error(err)
	} else {
		table.Close()
	}
	_, err := columns.OpenNamed(nested, "tags", "id", "tags")
	if err == nil || !strings.Contains(err.Error(), `found columns "tags" (LIST), expected`) {
		t.Errorf("a list is needed: %v", err)
	}
}
