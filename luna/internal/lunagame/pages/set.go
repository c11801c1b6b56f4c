package pages

import (
	"embed"
	"html/template"
	"io/fs"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/luna-rating/luna/internal/guard"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/fair"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
	"github.com/luna-rating/luna/luna/internal/lunagame/play"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/alone"
	"github.com/luna-rating/luna/luna/internal/site/pages"
)

//go:embed templates
var templateFiles embed.FS

// home is the path of the list of games, below which the pages of games lie.
const home = "/play"

// web serves the pages of the games that a referee keeps.
type web struct {
	referee  *play.Referee
	accounts *accounts.Service
	export   Export
	entered  entered
	networks fair.Networks

	machines  []Machine // against which visitors practise
	control   *Machine  // whose answers they also judge
	practices *alone.Games[*practice]
	visits    *alone.Games[*visit]
	// judged and judgedFrom limit how many answers are shown.
	judged     *guard.Limiter
	judgedFrom *guard.Tiers
}

// Export is what the pages say about the publication of games.
type Export struct {
	Path  string        // path of the published files; "" means none
	After time.Duration // time without games before publication; 0 means no wait
}

// Programs are those with which visitors play alone.
type Programs struct {
	Practice []Machine
	// Control, if not nil, is a program whose rating is known. Its answers are judged while there
	// are none of players.
	Control *Machine
}

// Pages returns the pages of the Luna Game.
func Pages(
	r *play.Referee, a *accounts.Service, export Export, networks fair.Networks, programs Programs,
) pages.Set {
	networks.Key = r.NetworkKey()
	w := &web{
		referee: r, accounts: a, export: export, networks: networks,
		machines: programs.Practice, control: programs.Control,
		judged:     guard.NewLimiter("answers", ofJudge, r.Now),
		judgedFrom: guard.NewTiers("answers", ofAddress, ofAll, r.Now),
		practices:  alone.New[*practice](a, "", maxPractices, practiceLife),
		visits:     alone.New[*visit](a, "", maxVisits, visitLife),
	}
	w.entered.forms.Max, w.entered.forms.Patience = maxForms, formPause
	templates, err := fs.Sub(templateFiles, "templates")
	if err != nil {
		panic(err) // only for an invalid path
	}
	return pages.Set{
		Name: "luna", Home: home, Routes: w.routes(), Templates: templates,
		Publishes: true,
		Funcs: template.FuncMap{
			"maxText": func() int { return game.MaxCharacters },
			"maxGame": func() int { return game.MaxActive },
			// reportDays is how long games without a result can be reported.
			"reportDays": func() int { return int(archive.ReportWithin.Hours() / 24) },
			// trusting reports whether all guesses weigh the same.
			"trusting": r.Trusting,
			// practices reports whether there is a machine to practise against.
			"practices": func() bool { return len(w.machines) > 0 },
			// publishedAfter is how long publication waits, "" if it does not.
			"publishedAfter": func() string { return span(export.After) },
		},
		Menu:  pages.Link{Path: home, Text: "Luna Game"},
		Links: []pages.Link{{Path: judgePath, Text: "Guess"}, {Path: "/rules", Text: "Rules"}},
		Start: home + "/new",
		Footer: []pages.Link{
			{Path: "/about", Text: "About"}, {Path: developersPath, Text: "For developers"},
		},
		Notices: w.notices,
		News:    w.news,
		Profile: w.profile,
		Kept:    append(fieldNames("q"), fieldNames("r")...),
	}
}

func (w *web) routes() []pages.Route {
	return []pages.Route{
		{Pattern: "GET /{$}", Page: w.landing, Public: true},
		{Pattern: "GET /rules", Page: pages.Still("rules", "The rules"), Public: true},
		{Pattern: "GET /about", Page: w.about, Public: true},
		{Pattern: "GET " + developersPath, Page: w.developers, Public: true},
		{Pattern: "GET /interface.md", Page: file("text/plain", interfaceText), Public: true},
		{Pattern: "GET /template.py", Page: file("text/x-python", templateText), Public: true},

		{Pattern: "POST " + practicePath, Page: w.beginPractice, Public: true},
		{Pattern: "GET " + practiceGame, Page: w.showPractice, Public: true},
		{Pattern: "POST " + practiceGame + "/interview", Page: w.practise(0, w.practiceInterview), Public: true},
		{Pattern: "POST " + practiceGame + "/response", Page: w.practise(2, w.practiceRespond), Public: true},
		{Pattern: "POST " + practiceGame + "/guess", Page: w.practise(4, w.practiceGuess), Public: true},

		{Pattern: "GET " + judgePath, Page: w.startJudging, Public: true},
		{Pattern: "POST " + judgePath, Page: w.beginJudging, Public: true},
		{Pattern: "GET " + judgeVisit, Page: w.visiting(w.showVisit), Public: true},
		{Pattern: "POST " + judgeVisit, Page: w.visiting(w.judgeAnswer), Public: true},
		{Pattern: "POST " + judgeVisit + "/next", Page: w.visiting(w.nextAnswer), Public: true},
		{Pattern: "POST " + judgeVisit + "/report", Page: w.visiting(w.reportAnswer), Public: true},
		{Pattern: "GET " + dayPath, Page: w.day, Public: true},
		{Pattern: "POST " + dayPath, Page: w.answerDay},
		{Pattern: "POST /play/judging", Page: w.judgingConsent},

		{Pattern: "GET /play", Page: w.home},
		{Pattern: "POST /play/seen", Page: w.seen},
		{Pattern: "GET /play/new", Page: w.newGame},
		{Pattern: "POST /play/new", Page: w.enterGame},
		{Pattern: "GET /play/{game}", Page: w.showGame},
		{Pattern: "POST /play/{game}/interview", Page: w.interview},
		{Pattern: "POST /play/{game}/response", Page: w.respond},
		{Pattern: "POST /play/{game}/guess", Page: w.guess},
		{Pattern: "POST /play/{game}/end", Page: w.endGame},
		{Pattern: "POST /play/{game}/report", Page: w.report},
		{Pattern: "POST /play/{game}/block", Page: w.block},
		{Pattern: "POST /play/{game}/unblock", Page: w.unblock},
		{Pattern: "POST /play/unblock", Page: w.unblock},
		{Pattern: "POST /play/{game}/seen", Page: w.gameSeen},
	}
}

// landing is the start page, which leads to all games of the site.
func (w *web) landing(x *pages.Exchange) error {
	var b struct {
		People   int // others who are here now
		Machine  bool
		Question string // of the day
	}
	b.Question = questionOf(dayOf(w.referee.Now()))
	var own game.PlayerID
	if x.Account != nil {
		own = player(x)
	}
	var err error
	if b.People, b.Machine, err = w.referee.Here(x.Context(), own); err != nil {
		return err
	}
	title := "The Luna Game"
	if games := x.Games(); len(games) > 1 {
		title = strings.Join(games, " and ")
	}
	return x.Show(http.StatusOK, pages.View{Page: "landing", Title: title, Body: b})
}

func (w *web) about(x *pages.Exchange) error {
	body := struct{ Export string }{w.export.Path}
	return x.Show(http.StatusOK, pages.View{Page: "about", Title: "About", Body: body})
}

// span describes a time in days, or in hours if it is not of whole days.
func span(d time.Duration) string {
	const day = 24 * time.Hour
	switch {
	case d <= 0:
		return ""
	case d%day == 0:
		return pages.Plural(int(d/day), "day")
	}
	return pages.Plural(int(max(d, time.Hour)/time.Hour), "hour")
}

// player is the player who is logged in.
func player(x *pages.Exchange) game.PlayerID { return game.PlayerID(x.Account.ID) }

// gameID returns the game's ID in the path.
func gameID(x *pages.Exchange) game.GameID { return game.GameID(x.Request.PathValue("game")) }

// fieldNames are the names of five fields, such as q1 to q5.
func fieldNames(letter string) []string {
	names := make([]string, game.Questions)
	for i := range names {
		names[i] = letter + strconv.Itoa(i+1)
	}
	return names
}
