package experiment

// These names are exported for package experiment_test.
type Score = score

var (
	NewScore    = newScore
	Clip        = clip
	GradeLevels = gradeLevels
	CurveSizes  = defaultSizes
)

func (o Options) WithDefaults() Options { return o.withDefaults() }
