package trade

import (
	"encoding/json"
	"fmt"
)

// Side is the nature of a target, the kind of a security, or what a bet is on.
type Side string

// The sides. Logs may call a computer a bot.
const (
	Human    Side = "human"
	Computer Side = "computer"
)

// other returns the opposite side.
func (s Side) other() Side {
	if s == Human {
		return Computer
	}
	return Human
}

func (s Side) valid() bool { return s == Human || s == Computer }

// UnmarshalJSON implements [json.Unmarshaler]. Null changes nothing.
func (s *Side) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	var name string
	if err := json.Unmarshal(data, &name); err != nil {
		return fmt.Errorf("found %s, expected %q or %q", data, Human, Computer)
	}
	switch name {
	case "human":
		*s = Human
	case "computer", "bot":
		*s = Computer
	default:
		return fmt.Errorf("found %q, expected %q or %q", name, Human, Computer)
	}
	return nil
}
