package main

import (
	"fmt"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	numbers := strings.Repeat("0.5,", dim)
	text := `{"precision":8,"words":["the","of"],"vectors":{"the":[` + numbers + `5,0],"\"":[` +
		numbers + `5,1]},"unkVector":[]}`
	list, err := parse([]byte(text))
	var got []string
	for _, e := range list {
		got = append(got, fmt.Sprint(e.word, e.rank, len(e.vector), e.vector[99]))
	}
	if want := `[the0 100 0.5 "1 100 0.5]`; err != nil || fmt.Sprint(got) != want {
		t.Errorf("%v, %v, want %s", err, got, want)
	}
	for _, bad := range []string{"", "[]", "{}", `{"vectors":[]}`, `{"vectors":{"the":[1]}}`,
		`{"vectors":{"the":"x"}}`, text[:len(text)/2]} {
		if _, err := parse([]byte(bad)); err == nil {
			t.Errorf("%.20q: no error", bad)
		}
	}
}
