package winograd

import "fmt"

// TeamError reports two output files of the same team in one round.
type TeamError struct {
	Team  string
	Files [2]string
}

// Error names the team and both files.
func (e *TeamError) Error() string {
	return fmt.Sprintf("found %s and %s of the same team, %q, expected one file per team in a round",
		e.Files[0], e.Files[1], e.Team)
}
