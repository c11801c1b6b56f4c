// Package guard bounds what clients can use up, and shares it fairly among them: how often
// something may be done ([Limiter] by one key, [Tiers] by address, network and in all), what is
// held at the same time ([Room]), and who comes next ([Turns]). The table has what is bounded by
// what.
package guard
