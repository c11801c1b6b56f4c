package screening

// Options say which questions to generate.
type Options struct {
	Seed   uint64
	PerSet int      // questions of each set, 1 to [MaxPerSet]; 0 means 5
	Sets   []string // some of [Sets]; nil means all
	Facts  Facts    // the zero value means [Facts2010] in local time
}

// MaxPerSet bounds the generated questions of a set.
const MaxPerSet = 100

// Generate makes a questionnaire. The same options give the same questions, no two of which are
// equal.
func Generate(o Options) (*Questionnaire, error) { panic("not yet") }
