package main

import (
	"math"

	"github.com/spf13/pflag"
)

// registerAlpha adds the flag of the Lasso's penalty. Without it the penalty is 0, which stands for
// a choice by cross-validation.
func registerAlpha(flags *pflag.FlagSet, alpha *float64) {
	flags.Float64Var(alpha, "alpha", 0,
		"penalty of the Lasso (default: chosen by cross-validation in each training set;\n"+
			"0.1 is the thesis's)")
}

// checkAlpha checks the penalty that the flag was set to.
func checkAlpha(flags *pflag.FlagSet, alpha float64) error {
	if flags.Changed("alpha") && (!(alpha > 0) || math.IsInf(alpha, 0)) {
		return settingf("alpha", "is %v, a number above 0 is needed; without %s the penalty is "+
			"chosen by cross-validation, and %s ols has none", alpha, setting("alpha"),
			setting("regressor"))
	}
	return nil
}
