package server_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// TestPrivacyPage checks that the page tells of every table and column of the database: a new one
// must be put into testdata/stored.txt, with what the page says of it.
func TestPrivacyPage(t *testing.T) {
	db := filepath.Join(t.TempDir(), "luna.db")
	s := openGames(t, db)
	_, page := request(s, "", "GET", "/privacy", "")
	page = strings.Join(strings.Fields(regexp.MustCompile("<[^>]*>").ReplaceAllString(page, "")), " ")
	suite.OK(t, s.Close())

	columns, words := make(map[string][]string), make(map[string][]string)
	table := ""
	for line := range strings.Lines(string(suite.Must(os.ReadFile("testdata/stored.txt"))(t))) {
		text := strings.TrimSpace(line)
		name, list, head := strings.Cut(text, ": ")
		switch {
		case text == "" || text[0] == '#':
		case head && line[0] != ' ':
			table = name
			columns[table] = strings.Fields(list)
		default:
			words[table] = append(words[table], text)
		}
	}
	file := suite.Must(store.Open(t.Context(), db))(t)
	defer file.Close()
	found := 0
	suite.OK(t, store.Rows(t.Context(), file.Read(), func(r *sql.Rows) error {
		var table, column string
		err := r.Scan(&table, &column)
		if found++; !slices.Contains(columns[table], column) {
			t.Errorf("column %s of table %s is not in testdata/stored.txt", column, table)
		}
		for _, x := range words[table] {
			if _, none := strings.CutPrefix(x, "none: "); !none && !strings.Contains(page, x) {
				t.Errorf("the page lacks %q, for table %s", x, table)
			}
		}
		if len(words[table]) == 0 {
			t.Errorf("nothing is said of table %s", table)
		}
		return err
	}, `SELECT s.name, c.name FROM sqlite_schema s JOIN pragma_table_info(s.name) c
		WHERE s.type = 'table' AND s.name NOT LIKE 'sqlite%' AND s.name NOT LIKE 'trade_texts\_%' ESCAPE '\'`))
	if found < 100 {
		t.Errorf("found %d columns", found)
	}
}
