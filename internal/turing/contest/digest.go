package contest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// digested identifies the parts of the setup that must not change during a contest: everything
// except its speed, how long it waits for people, and how missing ballots are treated.
func (s *setup) digested() string {
	fixed := *s
	fixed.Speed, fixed.Missing, fixed.Clock.Wait, fixed.digest = 0, "", 0, ""
	data, err := json.Marshal(fixed)
	if err != nil {
		return "" // it has no value that cannot be encoded
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}
