package trade

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"
)

// line is an event as a line of a log.
type line struct {
	Kind Kind    `json:"type"`
	Time float64 `json:"t"`
	*Settings
	Bettor string `json:"bettor,omitempty"`
	Text   string `json:"text,omitempty"`
	Side   Side   `json:"side,omitempty"`
	Who    string `json:"who,omitempty"`
	Reason Reason `json:"reason,omitempty"`
	Nature Side   `json:"nature,omitempty"`
}

// MarshalJSON implements [json.Marshaler]: times are in seconds, to the microsecond.
func (e Event) MarshalJSON() ([]byte, error) {
	return marshal(line{e.Kind, toSeconds(e.Time), e.Settings, e.Bettor, e.Text, e.Side, e.Who,
		e.Reason, e.Nature})
}

// marshal is [json.Marshal] without escapes of the characters of HTML.
func marshal(value any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(value)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// UnmarshalJSON implements [json.Unmarshaler]. Fields that the kind does not use are skipped,
// whatever they hold. The time may be any number of seconds to the microsecond; only a start needs
// none.
func (e *Event) UnmarshalJSON(data []byte) error {
	var head struct {
		Kind Kind     `json:"type"`
		Time *float64 `json:"t"`
	}
	if err := unmarshal(data, &head); err != nil {
		return err
	}
	*e = Event{Kind: head.Kind}
	switch {
	case head.Time != nil:
		t, err := fromSeconds("t", *head.Time)
		if err != nil {
			return err
		}
		e.Time = t
	case e.Kind != Start:
		return fmt.Errorf("found no t, expected the seconds since the start")
	}
	return unmarshal(data, e.fields())
}

// fields returns what the fields of an event of this kind are read into.
func (e *Event) fields() any {
	type bettor struct {
		Bettor *string `json:"bettor"`
	}
	type text struct {
		Text *string `json:"text"`
	}
	switch e.Kind {
	case Start:
		e.Settings = &Settings{}
		return (*startLine)(e.Settings)
	case Question:
		return &struct {
			bettor
			text
		}{bettor{&e.Bettor}, text{&e.Text}}
	case Answer:
		return &text{&e.Text}
	case Bet:
		return &struct {
			bettor
			Side *Side `json:"side"`
		}{bettor{&e.Bettor}, &e.Side}
	case Done:
		return &bettor{&e.Bettor}
	case Leave:
		return &struct {
			Who *string `json:"who"`
		}{&e.Who}
	case End:
		return &struct {
			Reason *Reason `json:"reason"`
			Nature *Side   `json:"nature"`
		}{&e.Reason, &e.Nature}
	}
	return &struct{}{}
}

// startLine reads settings from the start of a game. A field that is present is taken literally: 0
// does not stand for the default.
type startLine Settings

func (s *startLine) UnmarshalJSON(data []byte) error {
	if err := unmarshal(data, (*Settings)(s)); err != nil {
		return err
	}
	var given struct {
		StartPrice *float64 `json:"start_price"`
		Seconds    *float64 `json:"seconds"`
		Delay      *float64 `json:"delay"`
	}
	if err := unmarshal(data, &given); err != nil {
		return err
	}
	for _, f := range []struct {
		name  string
		value *float64
	}{{"start_price", given.StartPrice}, {"seconds", given.Seconds}} {
		if f.value != nil && *f.value == 0 {
			return fmt.Errorf("%s is 0, more is needed", f.name)
		}
	}
	if given.Delay != nil && *given.Delay == 0 {
		s.Delay = -1 // none
	}
	return nil
}

// unmarshal is [json.Unmarshal] with errors that people understand.
func unmarshal(data []byte, into any) error {
	err := json.Unmarshal(data, into)
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		if e.Field == "" {
			return fmt.Errorf("found a JSON %s, expected an object: an event", e.Value)
		}
		return fmt.Errorf("%s is a JSON %s, a %s is needed", e.Field, e.Value, jsonType(e))
	}
	return err
}

// jsonType names what JSON calls the type that was needed.
func jsonType(e *json.UnmarshalTypeError) string {
	switch kind := e.Type.Kind().String(); kind {
	case "float64":
		return "number"
	case "int":
		return "whole number"
	case "slice":
		return "list of strings"
	default:
		return kind
	}
}

// maxTime bounds all times, in seconds.
const maxTime = 24 * 60 * 60

// toSeconds returns a time in seconds, to the microsecond.
func toSeconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1e6 }

func fromSeconds(name string, s float64) (time.Duration, error) {
	if !(s >= 0 && s <= maxTime) {
		return 0, fmt.Errorf("%s is %v, a number of seconds from 0 to %d is needed", name, s, maxTime)
	}
	return time.Duration(math.Round(s*1e6)) * time.Microsecond, nil
}
