//go:build !unix

package httpx

import "math"

func maxDescriptors() int { return math.MaxInt }
