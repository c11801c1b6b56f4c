//go:build !unix

package guard

import "math"

func maxDescriptors() int64 { return math.MaxInt64 }
