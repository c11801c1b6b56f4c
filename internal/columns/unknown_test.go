package columns

import "testing"

func TestSaysUnknown(t *testing.T) {
	for _, s := range []string{"idk", "I don't know.", "i dont know", "IDK!!", "Weiß nicht", "keine Ahnung", "je ne sais pas",
		"No sé", "не знаю", "わかりません", "?", "???", "I have no idea"} {
		if !SaysUnknown(s) {
			t.Errorf("%q is not recognised", s)
		}
	}
	for _, s := range []string{"", " ", "nose", "unknown", "nothing", "Ka", "-", "I know", "why?", "know", "it is not known"} {
		if SaysUnknown(s) {
			t.Errorf("%q is taken for ignorance", s)
		}
	}
}
