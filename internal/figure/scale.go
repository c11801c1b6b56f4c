package figure

import "math"

// Ticks returns at most nine round values from 0 to top, and the number of decimals to show.
func Ticks(top float64) (values []float64, decimals int) {
	if !(top > 0) || math.IsInf(top, 0) {
		return []float64{0}, 0
	}
	power := math.Floor(math.Log10(top / 5))
	step := math.Pow(10, power)
	for _, m := range []float64{1, 2, 5, 10} {
		if step = m * math.Pow(10, power); top/step <= 8 {
			break
		}
	}
	for i := 0; float64(i)*step <= top*(1+1e-9); i++ {
		values = append(values, float64(i)*step)
	}
	return values, max(0, int(-math.Floor(math.Log10(step*(1+1e-9)))))
}

// UpTo returns the first round value not below x, for the end of a scale.
func UpTo(x float64) float64 {
	values, _ := Ticks(x)
	if len(values) < 2 {
		return 1
	}
	return values[1] * math.Ceil(x/values[1]-1e-9)
}
