package datasets

import (
	"fmt"
	"math"
)

// Scale says what ratings mean in the user's own units, such as points: rating 0 stands for Zero
// and rating 1 for Full. The zero value means that ratings are in [0,1] themselves.
type Scale struct {
	Zero float64 `json:"zero"`
	Full float64 `json:"full"`
}

// Unit reports whether the user's units are ratings in [0,1].
func (s Scale) Unit() bool { return s == Scale{} || s == Scale{0, 1} }

// Span returns the difference between ratings 1 and 0 in the user's units.
func (s Scale) Span() float64 {
	if s == (Scale{}) {
		return 1
	}
	return s.Full - s.Zero
}

// Value returns what a rating stands for in the user's units.
func (s Scale) Value(rating float64) float64 {
	if rating == 1 && s != (Scale{}) {
		return s.Full // exactly
	}
	return s.Zero + rating*s.Span()
}

// Rating returns the rating that stands for a value in the user's units. It is outside [0,1] for
// values outside the scale.
func (s Scale) Rating(value float64) float64 { return (value - s.Zero) / s.Span() }

// String says what the ends of the scale stand for, such as "0 stands for 3.5, 1 for 30".
func (s Scale) String() string {
	return fmt.Sprintf("0 stands for %.6g, 1 for %.6g", s.Zero, s.Zero+s.Span())
}

// Valid reports whether values and ratings can be computed from each other.
func (s Scale) Valid() bool {
	if s == (Scale{}) {
		return true
	}
	span := s.Full - s.Zero
	return span > 0 && !math.IsInf(span, 0) && !math.IsInf(s.Zero, 0)
}
