package loebner

// Rules are the rules of a contest.
type Rules struct {
	// Name is the name under which [RulesOf] finds the rules, such as "2004".
	Name string `toml:"name"`
	// Title is for people, such as "Loebner Prize 2004".
	Title string `toml:"title"`
	// Entering says which entries are compliant as far as dates and people go.
	Entering Entering `toml:"entering"`
	// Admission says which stages there are, by the number of compliant entries.
	Admission []Tier `toml:"admission"`
	// Stages are the rounds of a contest, each of which lets some entries through to the next.
	Stages []Stage `toml:"stage"`
	// Conversation says how a judge talks to a pair.
	Conversation Conversation `toml:"conversation"`
	// Judging says what a judge decides about a pair, and how that becomes an order of entries.
	Judging Judging `toml:"judging"`
	// Currency stands before amounts, such as "US$".
	Currency string `toml:"currency"`
	// Advance is paid to each finalist when they are announced. It is part of the prize.
	Advance int `toml:"advance"`
	// Prizes are those of the places.
	Prizes []Prize `toml:"prize"`
	// Silver is the award for an entry that was taken for a human.
	Silver Silver `toml:"silver"`
}

// Entering says which entries are compliant as far as dates and people go.
type Entering struct {
	// Opens and Closes are the first and the last day of mailing, such as "2010-05-03". Either may
	// be empty.
	Opens  string `toml:"opens"`
	Closes string `toml:"closes"`
	// OnePerPerson forbids that a person is associated with two entries.
	OnePerPerson bool `toml:"one_per_person"`
	// Invitations lets compliant entries of outstanding merit in beyond the first ones.
	Invitations bool `toml:"invitations"`
}

// Tier says what happens with a number of compliant entries.
type Tier struct {
	// From and To are the least and the greatest number of compliant entries. A To of 0 is no limit.
	From int `toml:"from"`
	To   int `toml:"to"`
	// First is how many enter, by time stamp; 0 stands for all.
	First int `toml:"first"`
	// Stages names the stages that are held, in order.
	Stages []string `toml:"stages"`
	// Outcome says what happens without any stage: "wins" for the only entry, or "carried over" for
	// the prize money of a contest without entries.
	Outcome string `toml:"outcome"`
}

// Outcomes of a [Tier] without stages.
const (
	Wins        = "wins"
	CarriedOver = "carried over"
)

// Stage is a part of a contest that chooses among entries.
type Stage struct {
	// Name is for people, such as "Prelim Eight".
	Name string `toml:"name"`
	// How is one of "questions" (entries answer a prepared set), "interviews" (judges question
	// entries, without confederates) and "pairs" (judges compare an entry with a confederate).
	How string `toml:"how"`
	// Sets names the sets of questions, if there are several.
	Sets []string `toml:"sets"`
	// Keep is how many entries go on, those with the highest scores.
	Keep int `toml:"keep"`
}

// Values of [Stage].How.
const (
	Questions  = "questions"
	Interviews = "interviews"
	Pairs      = "pairs"
)

// Conversation says how a judge talks to a pair.
type Conversation struct {
	// First is who speaks first, "entity" or "judge".
	First string `toml:"first"`
	// Opening is what an entity says first to each judge, with X for a human name; empty where
	// there is no restriction.
	Opening string `toml:"opening"`
	// Minutes is how long a judge talks to a pair, and Break the time between rounds.
	Minutes float64 `toml:"minutes"`
	Break   float64 `toml:"break"`
	// Rounds is the number of rounds as printed. A schedule may have fewer.
	Rounds int `toml:"rounds"`
}

// Restricted reports whether entities must begin with an opening.
func (c Conversation) Restricted() bool { return c.Opening != "" }

// Judging says what a judge decides, and how that becomes an order of entries.
type Judging struct {
	// Format is "points" (a judge divides Points between the two) or "choice" (a judge names one of
	// the two as the human).
	Format string `toml:"format"`
	// Points are divided; an entry that gets Least or more was taken for the more human one.
	Points int `toml:"points"`
	Least  int `toml:"least"`
	// Ranking is "met" where each judge ranks all participants that they met, 1 as the most human,
	// or "none".
	Ranking string `toml:"ranking"`
	// Ties lists what is compared, in this order, between entries with equal column totals: "points"
	// (the sum of their points), "semifinal" (the result of the stage before) or "ranks" (the mean
	// of their ranks).
	Ties []string `toml:"ties"`
	// TiesFor is "all" where Ties decides about all places, and "first" where it does only about the
	// first one.
	TiesFor string `toml:"ties_for"`
	// TiedPrizes is "split" where entries that remain tied divide the money of their places evenly,
	// and "open" where the money is not given.
	TiedPrizes string `toml:"tied_prizes"`
}

// Values of the fields of [Judging].
const (
	Points    = "points"    // a format, and a way to break ties
	Choice    = "choice"    // a format
	Semifinal = "semifinal" // a way to break ties
	Ranks     = "ranks"     // a way to break ties
)

// Prize is what the entry in a place wins.
type Prize struct {
	Place  int    `toml:"place"`
	Amount int    `toml:"amount"` // in the currency of the rules
	Medal  string `toml:"medal"`  // such as "bronze", or empty
}

// Silver is the award for an entry that was taken for a human by enough judges.
type Silver struct {
	Amount int    `toml:"amount"` // in the currency of the rules
	Medal  string `toml:"medal"`  // such as "silver"
	// Judges is how many judges have to name the entry, and Confederates how many different ones it
	// has to be compared with when they do.
	Judges       int `toml:"judges"`
	Confederates int `toml:"confederates"`
	// For is "winner" or "any" entry.
	For string `toml:"for"`
}
