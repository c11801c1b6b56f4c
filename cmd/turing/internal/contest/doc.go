// Package contest holds contests for the Loebner Prize in a folder, from the entries to the
// certificate. The file contest.toml says who takes part. The journal records what has been done,
// so that a contest can be resumed after any interruption.
package contest
