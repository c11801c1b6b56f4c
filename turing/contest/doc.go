// Package contest holds contests for the Loebner Prize in a folder, from the entries to the
// certificate. The file contest.toml says who takes part. The journal says what is done, so that a
// contest that was interrupted anywhere goes on where it was.
package contest
