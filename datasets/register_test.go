package datasets

import "testing"

func TestRegister(t *testing.T) {
	defer func(before []kind) { registered.kinds = before }(registered.kinds)
	Register(Kind{Name: "one", Path: "N"}, func(path string, _ Options) ([]*Dataset, error) {
		return []*Dataset{{Name: path, Questions: []Question{{ID: "1"}}, Respondents: []Respondent{{ID: "a", Responses: []string{""}}}}}, nil
	})
	sets, err := Open("one:x:y", Options{})
	if err != nil || len(sets) != 1 || sets[0].Name != "x:y" {
		t.Errorf("got %v, %v", sets, err)
	}
	_, err = Open("one", Options{})
	if want := `data set "one": found nothing after the kind, expected one:N`; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	for _, name := range []string{"one", "jsonl", ""} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("kind %q was registered", name)
				}
			}()
			Register(Kind{Name: name}, nil)
		}()
	}
}
