package trade_test

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/trade"
)

// readAll returns the games of a log and the error that ended it.
func readAll(log string) (games []*trade.Played, err error) {
	for p, err := range trade.ReadLogs(strings.NewReader(log), "log") {
		if err != nil {
			return games, err
		}
		games = append(games, p)
	}
	return games, nil
}

const (
	start = `{"type":"start","bettors":["a","b","c"],"seconds":60}` + "\n"
	over  = `{"type":"end","t":60,"reason":"time","nature":"human"}` + "\n"
)

// TestLogs has files that are read, however they are written.
func TestLogs(t *testing.T) {
	for name, c := range map[string]struct {
		log   string
		games int
	}{
		"nothing":             {"", 0},
		"blank":               {"\n \n", 0},
		"one game":            {start + over, 1},
		"two games":           {start + over + start + over, 2},
		"mark, CRLF, blanks":  {"\ufeff" + strings.ReplaceAll(start+"\n  \n"+over, "\n", "\r\n"), 1},
		"no final line break": {start + strings.TrimSpace(over), 1},
		"unknown fields": {`{"type":"start","bettors":["a"],"side":7,"text":[],"colour":"red","t":0}` + "\n" +
			`{"type":"bet","t":1,"bettor":"a","side":"bot","price":51,"seconds":"long"}` + "\n" +
			strings.Replace(over, "60", "120", 1), 1},
		"own names of reasons": {start + strings.Replace(over, `"time"`, `"timeout"`, 1), 1},
		"no reason":            {start + strings.Replace(over, `"reason":"time",`, "", 1), 1},
		"a late end":           {start + strings.Replace(over, "60", "60.4", 1), 1},
		"annulled without nature": {start +
			`{"type":"end","t":7,"reason":"annulled","nature":null}` + "\n", 1},
		"all done in the last moment": {start + `{"type":"done","t":60,"bettor":"a"}
{"type":"done","t":60,"bettor":"b"}
{"type":"done","t":60,"bettor":"c"}` + "\n" + over, 1},
		"markup": {`{"type":"start","bettors":["<b>a</b>","\u202e"]}` + "\n" +
			strings.Replace(over, "60", "120", 1), 1},
	} {
		if games, err := readAll(c.log); err != nil || len(games) != c.games {
			t.Errorf("%s: %d games, %v, want %d", name, len(games), err, c.games)
		}
	}
}

// TestLogsRefused has files with a fault: where it is, whether it breaks a rule, and what the error
// says.
func TestLogsRefused(t *testing.T) {
	long := strings.Repeat("x", trade.MaxCharacters+1)
	ask := `{"type":"question","t":1,"bettor":"a","text":"?"}` + "\n"
	for name, c := range map[string]struct {
		log  string
		line int
		rule bool
		text string
	}{
		"not JSON":      {start + "bet\n", 2, false, `found "bet"`},
		"a list":        {start + "[]\n", 2, false, "found a JSON array"},
		"two on a line": {strings.TrimSpace(start) + start, 1, false, "after top-level value"},
		"binary":        {start + "\x00\n", 2, false, "NUL byte"},
		"Latin-1":       {start + "{\"type\":\"answer\",\"t\":1,\"text\":\"\xe9\"}\n", 2, false, "UTF-8"},
		"a long line": {start + strings.Repeat(" ", 1<<20) + "\n", 2, false,
			"more than 1048576 bytes"},
		"no start":       {over, 1, true, `found an event of the kind "end", expected "start"`},
		"null":           {"null\n", 1, false, "no t"},
		"a second start": {start + "\n" + start, 3, true, "has started already"},
		"a late start":   {`{"type":"start","t":3,"bettors":["a"]}`, 1, true, "starts at 3 s"},
		"no end":         {start, 1, true, "has not ended"},
		"an unknown type": {start + `{"type":"dance","t":1}`, 2, true,
			`no event of the kind "dance": known are start, question`},
		"no time": {start + `{"type":"done","bettor":"a"}`, 2, false, "found no t"},
		"a text as time": {start + `{"type":"done","t":"1"}`, 2, false,
			"t is a JSON string, a number"},
		"before zero": {start + `{"type":"done","t":-1,"bettor":"a"}`, 2, false, "t is -1"},
		"next year":   {start + `{"type":"done","t":1e8,"bettor":"a"}`, 2, false, "t is 1e+08"},
		"no number": {start + `{"type":"done","t":1e999,"bettor":"a"}`, 2, false,
			"t is a JSON number"},
		"out of order": {start + ask + strings.Replace(ask, ":1", ":0.5", 1), 3, true,
			"0.5 s, before"},
		"a stranger": {start + strings.Replace(ask, `"a"`, `"z"`, 1), 2, true,
			`"z" is not a bettor`},
		"no bettor":     {start + `{"type":"bet","t":1,"side":"human"}`, 2, true, `"" is not a bettor`},
		"an empty text": {start + strings.Replace(ask, "?", "\u200b ", 1), 2, true, "is empty"},
		"a long text":   {start + strings.Replace(ask, "?", long, 1), 2, true, "5001 characters"},
		"no question": {start + `{"type":"answer","t":1,"text":"x"}`, 2, true,
			"no question to answer"},
		"an odd side": {start + `{"type":"bet","t":1,"bettor":"a","side":"cat"}`, 2, false,
			`found "cat"`},
		"no side": {start + `{"type":"bet","t":1,"bettor":"a"}`, 2, true, `the bet is on ""`},
		"left twice": {start + strings.Repeat(`{"type":"leave","t":1,"who":"a"}`+"\n", 2), 3, true,
			"has left"},
		"nobody leaves": {start + `{"type":"leave","t":1}`, 2, true, `"" is not a bettor`},
		"after the time": {start + strings.Replace(ask, ":1", ":60.000001", 1), 2, true,
			"has ended"},
		"target gone": {start + `{"type":"leave","t":1,"who":"target"}` + "\n" + ask, 3, true,
			"has ended"},
		"too early": {start + strings.Replace(over, "60", "59", 1), 2, true, "cannot end yet"},
		"another reason": {start + strings.Replace(over, `"time"`, `"done"`, 1), 2, true,
			`reason "time", found "done"`},
		"no nature":      {start + `{"type":"end","t":60,"reason":"time"}`, 2, true, `the nature is ""`},
		"no bettors":     {`{"type":"start"}`, 1, true, "found 0 bettors"},
		"four bettors":   {`{"type":"start","bettors":["a","b","c","d"]}`, 1, true, "1 to 3"},
		"twins":          {`{"type":"start","bettors":["a","a"]}`, 1, true, `two bettors are called "a"`},
		"called target":  {`{"type":"start","bettors":["target"]}`, 1, true, "name of the target"},
		"no name":        {`{"type":"start","bettors":[" "]}`, 1, true, "no name"},
		"a line as name": {`{"type":"start","bettors":["a\nb"]}`, 1, true, "cannot be read"},
		"a long name":    {`{"type":"start","bettors":["` + long + `"]}`, 1, true, "5001 characters"},
		"a number":       {`{"type":"start","bettors":[1]}`, 1, false, "bettors is a JSON number"},
		"start at 0": {`{"type":"start","bettors":["a"],"start_price":0}`, 1, false,
			"start_price is 0"},
		"start at 101": {`{"type":"start","bettors":["a"],"start_price":101}`, 1, true,
			"start price is 101"},
		"start at 50.5": {`{"type":"start","bettors":["a"],"start_price":50.5}`, 1, true,
			"50.5, a whole"},
		"no seconds": {`{"type":"start","bettors":["a"],"seconds":0}`, 1, false, "seconds is 0"},
		"many zeros": {`{"type":"start","bettors":["a"],"delay":0,"seconds":0,"start_price":0}`,
			1, false, "start_price is 0"},
		"no time at all": {`{"type":"start","bettors":["a"],"seconds":1e-9}`, 1, true,
			"seconds is 1e-09"},
		"a long delay": {`{"type":"start","bettors":["a"],"delay":1e9}`, 1, true, "delay is 1e+09"},
		"another market": {`{"type":"start","bettors":["a"],"market":"lmsr","liquidity":25}`, 1, true,
			`market is "lmsr", unit is needed`},
		"many seats": {`{"type":"start","bettors":["a"],"max_bettors":1000000}`, 1, true,
			"max_bettors"},
		"a bet at 100": {`{"type":"start","bettors":["a"],"start_price":100}` + "\n" + `{"type":"bet","t":1,"bettor":"a","side":"human"}`, 2, true,
			"at its limit, 100"},
		"the second game": {start + over + start + "{}\n", 4, false, "found no t"},
	} {
		_, err := readAll(c.log)
		e, ok := errors.AsType[*files.Error](err)
		if !ok || e.File != "log" || e.Line != c.line || !strings.Contains(e.Msg, c.text) ||
			errors.Is(err, trade.ErrRule) != c.rule || strings.Contains(e.Msg, "json:") {
			t.Errorf("%s: %v (breaks a rule: %v); want line %d, %v: %s", name, err,
				errors.Is(err, trade.ErrRule), c.line, c.rule, c.text)
		}
	}
}

// TestDelayOfZero checks that a log can say that there is no delay.
func TestDelayOfZero(t *testing.T) {
	games := suite.Must(readAll(`{"type":"start","bettors":["a","b"],"delay":0}
{"type":"question","t":1,"bettor":"a","text":"?"}
{"type":"answer","t":2,"text":"!"}
{"type":"leave","t":3,"who":"target"}
{"type":"end","t":3,"reason":"target_left","nature":"human"}
`))(t)
	if r := games[0].Replay().Release; len(r) != 2 || r[1].Time != 2 || games[0].PublicAt() != 3*time.Second {
		t.Errorf("releases %v, public at %v", r, games[0].PublicAt())
	}
}

// TestMarkupIsWrittenAsItIs checks that logs can be read by people.
func TestMarkupIsWrittenAsItIs(t *testing.T) {
	var b bytes.Buffer
	e := trade.Event{Kind: trade.Answer, Time: 1500 * time.Millisecond, Text: "<b>&"}
	suite.OK(t, trade.WriteLog(&b, []trade.Event{e}))
	if want := `{"type":"answer","t":1.5,"text":"<b>&"}` + "\n"; b.String() != want {
		t.Errorf("%s, want %s", &b, want)
	}
}

// TestCrowd checks that a game with as many bettors as settings allow takes memory by its events,
// not by its seats.
func TestCrowd(t *testing.T) {
	const seats, bets = 10_000, 20_000
	s := trade.Settings{MaxBettors: seats}
	for i := range seats {
		s.Bettors = append(s.Bettors, fmt.Sprint("bettor ", i))
	}
	g := suite.Must(trade.New(s))(t)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for i := range bets {
		e := trade.Event{Kind: trade.Bet, Bettor: s.Bettors[i/2%100], Side: trade.Human}
		if i%2 == 1 {
			e.Side = trade.Computer
		}
		suite.OK(t, g.Apply(e))
	}
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 200<<20 {
		t.Errorf("%d bets allocate %d MB", bets, used>>20)
	}
	if n := len(g.Look(seats-1, 0, time.Second)); n != bets {
		t.Errorf("the last bettor has seen %d prices, want %d", n, bets)
	}
}

// TestTooManyEvents checks the bound, at which players can still leave and the game end.
func TestTooManyEvents(t *testing.T) {
	suite.Slow(t, "makes a million events")
	g := suite.Must(trade.New(trade.Settings{Bettors: []string{"a"}}))(t)
	for i := range trade.MaxEvents {
		e := trade.Event{Kind: trade.Bet, Bettor: "a", Side: trade.Human}
		if i%2 == 1 {
			e.Side = trade.Computer
		}
		suite.OK(t, g.Apply(e))
	}
	for _, e := range []trade.Event{{Kind: trade.Bet, Bettor: "a", Side: trade.Human},
		{Kind: trade.Question, Bettor: "a", Text: "?"}, {Kind: trade.Done, Bettor: "a"}} {
		if err := g.Apply(e); !errors.Is(err, trade.ErrRule) {
			t.Errorf("%s: %v", e.Kind, err)
		}
	}
	suite.OK(t, g.Apply(trade.Event{Kind: trade.Leave, Who: "a"}))
	end := trade.Event{Kind: trade.End, Reason: trade.BettorsLeft, Nature: trade.Human}
	suite.OK(t, g.Apply(end))
}

// FuzzReadLogs checks that no file makes the reader panic, that errors have a line, and that what
// is read is written and read again as the same game.
func FuzzReadLogs(f *testing.F) {
	f.Add(start + over)
	f.Add(start + `{"type":"question","t":1,"bettor":"a","text":"?"}
{"type":"question","t":1,"bettor":"c","text":"<?>"}
{"type":"leave","t":2,"who":"a"}
{"type":"answer","t":2,"text":"!"}
{"type":"bet","t":2.5,"bettor":"b","side":"bot"}
` + over)
	f.Add(`{"type":"start","bettors":["a"],"market":"unit","start_price":20,"delay":0}
{"type":"bet","t":1,"bettor":"a","side":"human"}
{"type":"done","t":1,"bettor":"a"}
{"type":"end","t":1,"nature":"human"}`)
	f.Add("{}\n")
	f.Fuzz(func(t *testing.T, log string) {
		games, err := readAll(log)
		if e, ok := errors.AsType[*files.Error](err); err != nil && (!ok || e.Line < 1) {
			t.Errorf("an error without a line: %v", err)
		}
		for _, p := range games {
			var b bytes.Buffer
			suite.OK(t, trade.WriteLog(&b, p.Log))
			again, err := readAll(b.String())
			if err != nil || len(again) != 1 {
				t.Fatalf("%s\nread again: %d games, %v", &b, len(again), err)
			}
			if a, b := fmt.Sprintf("%+v", p.Replay()), fmt.Sprintf("%+v", again[0].Replay()); a != b {
				t.Errorf("%s\nread again: %s", a, b)
			}
		}
	})
}

// longGame returns the events of a game with a number of bets.
func longGame(bets int) []trade.Event {
	s := trade.Settings{Bettors: []string{"ann", "bob", "cyd"}}
	list := []trade.Event{{Kind: trade.Start, Settings: &s}}
	for i := range bets {
		e := trade.Event{Kind: trade.Bet, Time: time.Duration(i) * time.Millisecond,
			Bettor: s.Bettors[i%3], Side: trade.Human}
		if i/40%2 == 1 {
			e.Side = trade.Computer
		}
		list = append(list, e)
	}
	return append(list, trade.Event{Kind: trade.Leave, Time: list[bets].Time, Who: trade.Target},
		trade.Event{Kind: trade.End, Time: list[bets].Time, Nature: trade.Human})
}

// BenchmarkApply plays games of 100,000 bets, watched by all after each hundred.
func BenchmarkApply(b *testing.B) {
	const bets = 100_000
	events := longGame(bets)
	b.ReportAllocs()
	for b.Loop() {
		g := suite.Must(trade.New(*events[0].Settings))(b)
		var seen [4]int
		for i, e := range events[1:] {
			suite.OK(b, g.Apply(e))
			if i%100 == 0 {
				for v := range seen {
					seen[v] += len(g.Look(trade.Viewer(v-1), seen[v], e.Time))
				}
			}
		}
	}
	b.ReportMetric(bets*float64(b.N)/b.Elapsed().Seconds(), "events/s")
}

// BenchmarkReadLogs reads the log of such a game.
func BenchmarkReadLogs(b *testing.B) {
	const bets = 100_000
	var log bytes.Buffer
	suite.OK(b, trade.WriteLog(&log, longGame(bets)))
	b.SetBytes(int64(log.Len()))
	b.ReportAllocs()
	for b.Loop() {
		for _, err := range trade.ReadLogs(bytes.NewReader(log.Bytes()), "log") {
			suite.OK(b, err)
		}
	}
	b.ReportMetric(bets*float64(b.N)/b.Elapsed().Seconds(), "events/s")
}
