package trade

import "encoding/json"

// UnmarshalJSON implements [encoding/json.Unmarshaler]: it reads what [Message.MarshalJSON] writes.
func (m *Message) UnmarshalJSON(data []byte) error {
	var l struct {
		Kind    MessageKind `json:"type"`
		Time    float64     `json:"t"`
		Number  int         `json:"number"`
		Bettor  string      `json:"bettor"`
		Text    string      `json:"text"`
		Price   float64     `json:"price"`
		Holding *Holding    `json:"holding"`
		Who     string      `json:"who"`
		Reason  Reason      `json:"reason"`
		Nature  Side        `json:"nature"`
		Results []Result    `json:"results"`
		Reward  float64     `json:"reward"`
	}
	if err := json.Unmarshal(data, &l); err != nil {
		return err
	}
	t, err := fromSeconds("t", l.Time)
	if err != nil {
		return err
	}
	*m = Message{l.Kind, t, l.Number, l.Bettor, l.Text, l.Price, l.Holding, l.Who, l.Reason, l.Nature,
		l.Results, l.Reward}
	return nil
}
