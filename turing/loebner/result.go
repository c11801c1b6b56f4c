package loebner

// Result is the outcome of a contest.
type Result struct {
	Rules string `json:"rules"`
	// Winner is the entry in the first place; empty where the rules do not decide, and then Tied
	// lists the entries among which they do not.
	Winner string   `json:"winner"`
	Tied   []string `json:"tied"`
	// Totals is how often each entry was taken for the human: its column total.
	Totals map[string]int `json:"totals"`
	// Silver reports whether the condition of the silver medal holds, and SilverEntries for which
	// entries.
	Silver        bool     `json:"silver"`
	SilverEntries []string `json:"silver_entries"`
	// DecidedBy says what made the winner: "totals", or one of the ways to break ties; empty
	// without a winner.
	DecidedBy string `json:"decided_by"`
	// Places lists all entries, the best first.
	Places []Place `json:"places"`
	// Complete reports whether every comparison has a ballot.
	Complete bool `json:"complete"`
	// Notes say what the rules leave open, and what is missing.
	Notes []string `json:"notes"`
}

// Place is what an entry achieved.
type Place struct {
	// Place counts from 1. Entries that remain tied share the place.
	Place int    `json:"place"`
	Entry string `json:"entry"`
	Total int    `json:"total"`
	// Points is the sum of the entry's points where judges divide points, else nil.
	Points *int `json:"points,omitempty"`
	// MeanRank is the mean of the judges' ranks, nil if there are none.
	MeanRank *float64 `json:"mean_rank,omitempty"`
	// Semifinal is the entry's score in the stage before, nil if it is not known.
	Semifinal *float64 `json:"semifinal,omitempty"`
	// Prize is the money of the place, without that of the silver medal.
	Prize float64 `json:"prize"`
	// Medal is that of the place, empty if there is none or a tie leaves it open.
	Medal string `json:"medal"`
	// Silver reports whether the entry fulfils the condition of the silver medal.
	Silver bool `json:"silver"`
}
