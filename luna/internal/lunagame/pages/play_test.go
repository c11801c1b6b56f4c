package pages_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
)

// TestTwoPeoplePlay plays two games through forms alone, the first being both players' first game.
func TestTwoPeoplePlay(t *testing.T) {
	p := open(t, limits, nil)
	ann, bob := p.guest(t, "yes"), p.visitor(t)
	bob.Get("/enter/signup").Want(t, 200, "Sign up")
	bob.Post("/enter/signup", url.Values{"consent": {"no"}, "username": {"Bob"},
		"password": {"correct horse"}, "email": {"bob@example.org"}}).
		Want(t, 200, "Your turn: ask")
	if len(p.asked) != 1 || p.asked[0] != "bob@example.org" {
		t.Errorf("addresses to confirm: %q", p.asked)
	}

	ann.Get("/play").Want(t, 200, "Your games", "You have no games yet")
	ann.Get("/play/new").Want(t, 200, "Your turn: ask")
	path := ann.begin(texts("Ann", "question")...)
	ann.Get(path).Want(t, 200, "Waiting for another player")
	bob.begin(texts("Bob", "question")...)
	ann.Get("/play").Want(t, 200, "Your turn in 1 game", `<span class="badge">new</span>`,
		"Respond to five questions", "Mark all as seen")
	if again := ann.Post("/play/seen", nil); again.Path != "/play" {
		t.Errorf("marking all as seen leads to %s", again.Path)
	} else if n := suite.Must(p.referee.Notices(t.Context(), ann.id))(t); n != 0 {
		t.Errorf("%d notices after all were seen", n)
	}
	ann.Get(path).Want(t, 200, "Your turn: respond", "Bob&#39;s question 5")
	ann.Post(path+"/response", five("r", texts("Ann", "response")...)).Want(t, 200,
		"Waiting for the other player&#39;s responses")
	bob.Get(path).Want(t, 200, "Your turn: respond", "Ann&#39;s question 1")
	bob.Post(path+"/response", five("r", "", "", "", "", "")).Want(t, 200, "Your turn: guess",
		"Ann&#39;s response 3")
	ann.Get(path).Want(t, 200, "Your turn: guess", "(no text)")

	form := url.Values{"s1": {"50"}, "s3": {"61"}, "suggest": {"1"}}
	ann.Post(path+"/guess", form).Want(t, 200, "Your turn: guess", `value="56"`, `value="61"`)
	form = url.Values{"s1": {"50"}, "s3": {"61"}, "guess": {"62,5"}}
	ann.Post(path+"/guess", form).Want(t, 200, "Waiting for the other player&#39;s guess",
		"You guessed <strong>62.5</strong>")
	bob.Post(path+"/guess", url.Values{"guess": {"80"}}).Want(t, 200, "A tie",
		"Neither of you had a Smarts Rating", "62.5", "You guessed 80.",
		"which the other player scored 61 out of 100")
	ann.Get(path).Want(t, 200, "A tie", "<strong>80</strong>", "Before, you had none.", "a person")

	// The second game: Ann has 80, Bob 62.5. Ann is off by 2.5, Bob by 10, and the new ratings
	// are means.
	bob.Get("/play/new").Want(t, 200, "Your turn: ask", "Bob&#39;s question 2", "1 game, 0 wins",
		"Use your last five")
	first := path
	path = bob.begin(texts("Bob", "second")...)
	ann.begin(texts("Ann", "second")...)
	for _, v := range []*person{ann, bob} {
		v.Post(path+"/response", five("r", "a", "b", "c", "d", "e"))
	}
	ann.Post(path+"/guess", url.Values{"guess": {"65"}})
	bob.Post(path+"/guess", url.Values{"guess": {"70"}}).Want(t, 200, "You lost",
		"The other player was closer: their guess was off by 2.5, yours by 10.", "<strong>63.8</strong>", "It was 62.5 before.",
		"<strong>80</strong>", "You guessed 70, off by 10. Your guess was not part of the rating.", "off by 2.5")
	ann.Get(path).Want(t, 200, "You won", "You were closer: your guess was off by 2.5, the other player&#39;s by 10.", "<strong>75</strong>",
		"It was 80 before.")

	if got := bob.Get(first).Want(t, 200, "A tie", "none yet"); strings.Contains(got.HTML, "Later") {
		t.Errorf("Bob's guess is compared with his own: %s", got.HTML)
	}

	ann.Get("/me").Want(t, 200, "Your profile", "from 80 at first to 75 now",
		"On average you were off by 2.5", "You are playing as a guest.",
		"<strong>75</strong>", "± 5, the standard error", "<td>75</td><td>5</td>") // the standard error of 80 and 70
	bob.Get("/me").Want(t, 200, "Your profile", "Bob", "Not confirmed yet", `<strong>63.8</strong>`, "± 1.3, the standard error")

	// When somebody else has guessed, too, the guesses of the first game are compared.
	cid := p.guest(t, "no")
	path = cid.begin(texts("Cid", "question")...)
	ann.begin(texts("Ann", "third")...)
	for _, v := range []*person{ann, cid} {
		v.Post(path+"/response", five("r", "a", "b", "c", "d", "e"))
	}
	ann.Post(path+"/guess", url.Values{"guess": {"40"}})
	cid.Post(path+"/guess", url.Values{"guess": {"90"}}).Want(t, 200, "A tie")
	ann.Get(path).Want(t, 200, "You won", "Once somebody besides you has guessed")
	rating := regexp.MustCompile(`Smarts Rating</dt><dd><strong>([0-9.]+)`).FindStringSubmatch(
		ann.Get(path).HTML)
	if rating == nil {
		t.Fatal("Ann has no rating")
	}
	bob.Get(first).Want(t, 200, "A tie", "none then", "Later, it was "+rating[1]+", so you were off")
	bob.Get("/play").Want(t, 200, "Your games", "A tie; your guess of 80 was off by")
	bob.Get("/me").Want(t, 200, "Your profile", rating[1]+", later")
}

// TestRefusedTextsAreKept sends texts that are too long, blank, repeated or too late, and expects
// all of them in the answer.
func TestRefusedTextsAreKept(t *testing.T) {
	p := open(t, limits, nil)
	ann, bob := p.guest(t, "no"), p.guest(t, "no")
	typed := five("q", "first", long(5001), "  ", "\nfourth\r\nline", "fifth ✓")
	got := ann.Post("/play/new", typed).Want(t, 400, "Problem: Your turn: ask",
		"has 5001 characters; at most 5000 are allowed", "first", long(
			5001), "fifth ✓", `aria-invalid="true"`)
	// HTML drops a line break at the start of a textarea.
	got.Want(t, 400, "Problem: Your turn: ask", ">\n\nfourth\nline</textarea>")
	typed.Set("q2", "second")
	ann.Post("/play/new", typed).Want(t, 400, "Problem: Your turn: ask", "Question 3 is blank")
	typed.Set("q3", long(5000))
	got = ann.Post("/play/new", typed)
	if got.Status != 200 {
		t.Fatalf("5,000 characters outside the basic multilingual plane: status %d", got.Status)
	}
	path := got.Path
	bob.begin(texts("Bob", "question")...)
	bob.Get(path).Want(t, 200, "Your turn: respond", "\nfourth\nline")

	ann.Post(path+"/response", five("r", "one", "two", "", "", "")).Want(t, 200,
		"Waiting for the other player&#39;s responses")
	// the same again
	ann.Post(path+"/response", five("r", "one", "two", "", "", "")).Want(t, 200,
		"Waiting for the other player&#39;s responses")
	ann.Post(path+"/response", five("r", "other", "two", "", "", "")).Want(t, 409,
		"That is not possible right now", "now the other player has to respond", "other")
	bob.Post(path+"/end", nil)
	ann.Get(path).Want(t, 200, "This game ended without a result")
	bob.Post(path+"/response", five("r", "typed for long", "", "", "", "")).Want(t,
		409, "That is not possible right now", "You left the game.", "typed for long")

	bob.Post("/leave", nil)
	bob.Post("/play/new", five("q", "typed for longer", "", "", "", "")).Want(t,
		401, "You are not logged in", "typed for longer")
	huge := five("q", long(300000))
	ann.Post("/play/new", huge).Want(t, 413, "Too long")
}

// TestInvalidGuesses checks that the text of an invalid guess is kept.
func TestInvalidGuesses(t *testing.T) {
	p := open(t, limits, nil)
	ann, bob := p.guest(t, "no"), p.guest(t, "no")
	path := ann.begin(texts("Ann", "question")...)
	bob.begin(texts("Bob", "question")...)
	ann.Post(path+"/guess", url.Values{"guess": {"50"}}).Want(t, 409,
		"That is not possible right now", "First you have to respond.")
	for _, v := range []*person{ann, bob} {
		v.Post(path+"/response", five("r", "a", "b", "c", "d", "e"))
	}
	for _, g := range []string{"", "abc", "NaN", "Infinity", "-1", "100.001", "101", "0x10", "1e1",
		"1e400", "５０", "<b>", "1.2.3", "."} {
		got := ann.Post(path+"/guess", url.Values{"guess": {g}, "s2": {"33"}}).Want(t,
			400, "Problem: Your turn: guess", `value="33"`)
		if g == "<b>" {
			got.Want(t, 400, "Problem: Your turn: guess", "&lt;b&gt;")
		}
		ann.Post(path+"/guess", url.Values{"guess": {"50"}, "s1": {g + "x"}}).Want(t,
			400, "Problem: Your turn: guess", "Score of response 1")
	}
	if v, err := p.referee.Game(t.Context(), ann.id, idOf(path)); err != nil || v.Guess != nil {
		t.Errorf("%+v, %v", v, err)
	}
	ann.Post(path+"/guess", url.Values{"guess": {" 100 "}}).Want(t, 200,
		"Waiting for the other player&#39;s guess")
	ann.Post(path+"/guess", url.Values{"guess": {"100"}}).Want(t, 200,
		"Waiting for the other player&#39;s guess")
	ann.Post(path+"/guess", url.Values{"guess": {"99"}}).Want(t, 409,
		"That is not possible right now", "now the other player has to guess")
}

// TestFormsSentTwiceEnterOneGame sends one form of a new game several times at once.
func TestFormsSentTwiceEnterOneGame(t *testing.T) {
	p := open(t, limits, nil)
	ann := p.guest(t, "no")
	form := five("q", texts("Ann", "question")...)
	form.Set("once", "the form's")
	paths := make(chan string)
	for range 4 {
		go func() { paths <- ann.Post("/play/new", form).Path }()
	}
	first := <-paths
	for range 3 {
		if path := <-paths; path != first {
			t.Errorf("%s and %s", first, path)
		}
	}
	if games, err := p.referee.Active(t.Context(), ann.id); err != nil || len(games) != 1 {
		t.Errorf("%d games, %v", len(games), err)
	}
	form.Set("once", "another form's")
	if path := ann.Post("/play/new", form).Path; path == first {
		t.Error("another form did not enter another game")
	}
}

// TestEightGames checks the limit on active games.
func TestEightGames(t *testing.T) {
	p := open(t, limits, nil)
	ann := p.guest(t, "no")
	for range 8 {
		ann.begin("1", "2", "3", "4", "5")
	}
	ann.Get("/play").Want(t, 200, "Your games", "You have 8 active games")
	ann.Get("/play/new").Want(t, 409, "That is not possible right now", "8 active games")
	ann.Post("/play/new", five("q", "kept", "2", "3", "4", "5")).Want(t, 409,
		"That is not possible right now", "8 active games", "kept")
}

// TestOldQuestions checks that old questions fill the empty fields, without a script.
func TestOldQuestions(t *testing.T) {
	p := open(t, limits, nil)
	ann := p.guest(t, "no")
	ann.begin("old 1", "old 2", "old 3", "old 4", "old 5")
	form := five("q", "mine", "", " ", "", "")
	form.Set("fill", "last")
	ann.Post("/play/new", form).Want(t, 200, "Your turn: ask", ">\nmine</textarea>",
		">\nold 1</textarea>", ">\nold 2</textarea>", ">\nold 4</textarea>")
	asked, _, err := p.referee.Questions(t.Context(), ann.id, archive.Page{})
	suite.OK(t, err)
	form.Set("fill", asked[2].ID)
	ann.Post("/play/new", form).Want(t, 200, "Your turn: ask", ">\nmine</textarea>",
		">\nold 3</textarea>")
	if games, err := p.referee.Active(t.Context(), ann.id); err != nil || len(games) != 1 {
		t.Errorf("%d games, %v", len(games), err)
	}
}

// TestForfeit leaves a game after the other player has guessed.
func TestForfeit(t *testing.T) {
	p := open(t, limits, nil)
	ann, bob := p.guest(t, "yes"), p.guest(t, "yes")
	meet := func() string {
		path := ann.begin(texts("Ann", "question")...)
		bob.begin(texts("Bob", "question")...)
		for _, v := range []*person{ann, bob} {
			v.Post(path+"/response", five("r", "a", "b", "c", "d", "e"))
		}
		return path
	}
	path := meet()
	ann.Post(path+"/guess", url.Values{"guess": {"60"}})
	bob.Post(path+"/guess", url.Values{"guess": {"80"}}).Want(t, 200, "A tie")
	path = meet()
	bob.Get(path).Want(t, 200, "Your turn: guess", "leaving now counts as stalled")
	ann.Post(path+"/guess", url.Values{"guess": {"0"}}).Want(t, 200,
		"Waiting for the other player&#39;s guess", "leaving now counts as stalled")
	bob.Get(path).Want(t, 200, "Your turn: guess", "you lose the game, and the guess counts")
	bob.Post(path+"/end", nil).Want(t, 200, "Your games", "You lost")
	left := bob.Get(path).Want(t, 200, "You lost", "You left the game. So you lost", "<strong>30</strong>",
		"It was 60 before.", "guess of your rating", "<strong>0</strong>")
	if strings.Contains(left.HTML, "The other player's Smarts Rating") ||
		strings.Contains(left.HTML, "The other player was") {
		t.Error("the player who left sees what was to be guessed")
	}
	stayed := ann.Get(path).Want(t, 200, "You won", "The other player has left the game. So you won, and your guess counts.",
		"<strong>60</strong>", "You guessed 0, off by 60.", "It was 80 before.")
	if strings.Contains(stayed.HTML, "guess of your rating") {
		t.Error("a guess that was not made is shown")
	}
	ann.Get("/play").Want(t, 200, "Your games", "You won")
}

// TestFormerOpponentsMeetAgain has two people wait for each other, each in a game of their own,
// until the game ends in which they are opponents: the page of the game that is withdrawn leads on.
func TestFormerOpponentsMeetAgain(t *testing.T) {
	p := open(t, limits, nil)
	ann, bob := p.guest(t, "no"), p.guest(t, "no")
	both := ann.begin("1", "2", "3", "4", "5")
	bob.begin("1", "2", "3", "4", "5")
	hers, his := ann.begin("1", "2", "3", "4", "5"), bob.begin("1", "2", "3", "4", "5")
	for person, path := range map[*person]string{ann: hers, bob: his} {
		person.Get(path).Want(t, 200, "Waiting for another player",
			"we are looking for another player", "No machine is here now")
	}
	ann.Post(both+"/end", url.Values{})
	for range 200 {
		if !strings.Contains(bob.Get(his).HTML, "Waiting for") {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	bob.Get("/play").Want(t, 200, "Your turn in 1 game", "you went on in another game", ">new<")
	bob.Get(his).Want(t, 200, "Your turn: respond", hers)
	ann.Get(hers).Want(t, 200, "Your turn: respond")
}

// TestLongLists pages through the games and questions of a player who has many.
func TestLongLists(t *testing.T) {
	suite.Slow(t, "plays hundreds of games")
	p := open(t, limits, nil)
	ann, bob := p.guest(t, "no"), p.guest(t, "no")
	const games = 35
	for n := range games {
		var asked []string
		for i := range 5 {
			asked = append(asked, fmt.Sprintf("question %02d-%d?", n, i))
		}
		path := ann.begin(asked...)
		if n >= games-2 {
			continue
		}
		bob.begin("a", "b", "c", "d", "e")
		for _, v := range []*person{ann, bob} {
			suite.Must(p.referee.Respond(t.Context(), v.id, idOf(path), texts("the", "response")))(t)
		}
		for _, v := range []*person{ann, bob} {
			suite.Must(p.referee.Guess(t.Context(), v.id, idOf(path), 50))(t)
		}
	}
	link := regexp.MustCompile(`<span class="which">Game (\d+)</span>`)
	older := regexp.MustCompile(`<a href="(/play\?before=[^"]+)">Older games</a>`)
	var seen []string
	at, pages := "/play", 0
	for ; at != ""; pages++ {
		got := ann.Get(at).Want(t, 200, "Your games")
		for _, m := range link.FindAllStringSubmatch(got.HTML, -1) {
			seen = append(seen, m[1])
		}
		at = ""
		if m := older.FindStringSubmatch(got.HTML); m != nil {
			at = m[1]
		}
	}
	if len(seen) != games || seen[0] != fmt.Sprint(games) || seen[games-1] != "1" || pages != 2 {
		t.Errorf("%d pages show the games %v", pages, seen)
	}
	for _, before := range []string{"x", "-1", "1e9", strings.Repeat("9", 400)} {
		if got := ann.Get("/play?before=" + before); got.Status != http.StatusBadRequest {
			t.Errorf("before %s: %d", before, got.Status)
		}
	}

	// What is typed stays while the player looks at older questions.
	typed := five("q", "typed one", "", "typed three")
	button := regexp.MustCompile(`name="old" value="([^"]+)" formnovalidate>Older questions`)
	got := ann.Get("/play/new").Want(t, 200, "Your turn: ask", "question 34-4?",
		"Use your last five")
	found := 0
	for range 10 {
		found += strings.Count(got.HTML, "<blockquote")
		m := button.FindStringSubmatch(got.HTML)
		if m == nil {
			break
		}
		typed.Set("old", m[1])
		got = ann.Post("/play/new", typed).Want(t, 200, "Your turn: ask", "typed one", "typed three",
			"Newest questions", ` open>`)
		typed.Set("oldpage", m[1])
	}
	if found != 5*games {
		t.Errorf("%d old questions are offered, want %d", found, 5*games)
	}
	if !strings.Contains(got.HTML, "question 00-3?") || strings.Contains(got.HTML, "Use your last") {
		t.Errorf("the oldest questions are not on the last page\n%s", got.HTML)
	}
	use := regexp.MustCompile(`question 00-3\?</blockquote>.*value="([^"]+)"`).
		FindStringSubmatch(got.HTML)
	typed.Del("old")
	typed.Set("fill", use[1])
	ann.Post("/play/new", typed).Want(t, 200, "Your turn: ask",
		"typed one", `aria-describedby="q2-count">`+"\nquestion 00-3?</textarea>")
	typed.Set("fill", "last")
	typed.Set("old", "newest")
	ann.Post("/play/new", typed).Want(t, 200, "Your turn: ask", "Use your last five")
	typed = url.Values{"old": {"nowhere"}, "oldpage": {"<b>"}}
	ann.Post("/play/new", typed).Want(t, 200, "Your turn: ask", "question 34-4?")
}

// TestLongHistory checks the tables and plots of a player with more ratings than are shown.
func TestLongHistory(t *testing.T) {
	suite.Slow(t, "plays hundreds of games")
	p := open(t, limits, nil)
	ann := p.guest(t, "no")
	for n := range 21 {
		other := p.guest(t, "no")
		for range 5 {
			rate(t, p, ann.id, other.id, 50, float64(40+n))
		}
	}
	got := ann.Get("/me").Want(t, 200, "Your profile", "Show the newest 100 as a table")
	if n := strings.Count(got.HTML, `<tr><th scope="row">`); n != 200 {
		t.Errorf("the tables have %d rows, want 200", n)
	}
}
