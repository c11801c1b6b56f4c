package trade

import (
	"encoding/json"
	"fmt"
)

// UnmarshalJSON implements [encoding/json.Unmarshaler]: it reads what [Message.MarshalJSON] writes.
func (m *Message) UnmarshalJSON(data []byte) error {
	var l struct {
		Kind    MessageKind `json:"type"`
		Time    float64     `json:"t"`
		Number  int         `json:"number"`
		Bettor  string      `json:"bettor"`
		Text    string      `json:"text"`
		Price   float64     `json:"price"`
		Holding *heldLine   `json:"holding"`
		Who     string      `json:"who"`
		Reason  Reason      `json:"reason"`
		Nature  Side        `json:"nature"`
		Results []struct {
			heldLine
			Payout float64 `json:"payout"`
			Points float64 `json:"points"`
		} `json:"results"`
		Reward float64 `json:"reward"`
	}
	if err := json.Unmarshal(data, &l); err != nil {
		return err
	}
	t, err := fromSeconds("t", l.Time)
	if err != nil {
		return err
	}
	*m = Message{Kind: l.Kind, Time: t, Number: l.Number, Bettor: l.Bettor, Text: l.Text,
		Price: l.Price, Who: l.Who, Reason: l.Reason, Nature: l.Nature, Reward: l.Reward}
	if l.Holding != nil {
		h, err := l.Holding.holding()
		if err != nil {
			return err
		}
		m.Holding = &h
	}
	for _, r := range l.Results {
		h, err := r.holding()
		if err != nil {
			return err
		}
		m.Results = append(m.Results, Result{h, r.Payout, r.Points})
	}
	return nil
}

// heldLine is the JSON form of a [Holding]: its kind is "" if nothing is held.
type heldLine struct {
	Cash float64 `json:"cash"`
	Held int     `json:"held"`
	Kind string  `json:"kind"`
}

func (l heldLine) holding() (Holding, error) {
	h := Holding{l.Cash, l.Held, Side(l.Kind)}
	if l.Kind != "" && !h.Kind.valid() {
		return h, fmt.Errorf("found %q, expected %q, %q or nothing", l.Kind, Human, Computer)
	}
	return h, nil
}
