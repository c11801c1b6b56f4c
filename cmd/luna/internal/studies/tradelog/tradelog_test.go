package tradelog

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/luna-rating/luna/luna/trade"
)

// read returns the only game of a log.
func read(t *testing.T, log string) *trade.Played {
	t.Helper()
	for p, err := range trade.ReadLogs(strings.NewReader(log), "log") {
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	t.Fatal("no game")
	return nil
}

func sample(t *testing.T, name string) *trade.Played {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "..", "testdata", "trade", name+".jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	return read(t, string(data))
}

// TestSamples shows each of the sample logs: all that was said is in the text.
func TestSamples(t *testing.T) {
	for name, want := range map[string]string{
		"found-at-once": "all bettors are done; the target is a computer",
		"holds-out":     "the time is over; the target is a computer",
		"doubted":       "the time is over; the target is a human",
		"annulled":      "the game is annulled: nobody is paid",
	} {
		p := sample(t, name)
		var text bytes.Buffer
		if err := WriteText(&text, p); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(text.String(), want) {
			t.Errorf("%s: no %q in\n%s", name, want, &text)
		}
		for _, x := range p.Exchanges() {
			who := p.Settings().Bettors[x.Bettor]
			if !strings.Contains(text.String(), who+": "+x.Question) {
				t.Errorf("%s: no question %q in\n%s", name, x.Question, &text)
			}
			if !strings.Contains(text.String(), "target: "+x.Answer) {
				t.Errorf("%s: no answer %q in\n%s", name, x.Answer, &text)
			}
		}
	}
}

// TestBetsAreSummedUp checks what stands for bets that follow each other.
func TestBetsAreSummedUp(t *testing.T) {
	bet := func(at int, who string, side trade.Side) string {
		return fmt.Sprintf(`{"type":"bet","t":%d,"bettor":%q,"side":%q}`+"\n", at, who, side)
	}
	p := read(t, `{"type":"start","bettors":["a","b"]}`+"\n"+
		bet(1, "b", "human")+bet(2, "b", "human")+bet(2, "b", "computer")+
		bet(3, "a", "computer")+`{"type":"question","t":4,"bettor":"a","text":"one\nline"}`+"\n"+
		bet(5, "a", "human")+`{"type":"question","t":6,"bettor":"b","text":"waits"}`+"\n"+
		bet(7, "a", "human")+bet(8, "a", "human")+`{"type":"leave","t":9,"who":"target"}
{"type":"end","t":9,"nature":"human"}`)
	list, err := entriesOf(p)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range list {
		got = append(got, seconds(e.Time)+" "+e.Who+" "+e.Text)
	}
	want := []string{
		"1.0  a bets computer, b bets human twice, b bets computer: the price is 50 again",
		"4.0 a one\nline",
		"5.0  a bets human 3 times: the price goes from 50 to 53",
		"9.0  the target leaves",
		"9.0  the target has left; the target is a human",
	}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("%q, want %q", got, want)
	}
	var text bytes.Buffer
	if err := WriteText(&text, p); err != nil || !strings.Contains(text.String(), "a: one line\n") {
		t.Errorf("a text of two lines: %v\n%s", err, &text)
	}
}
