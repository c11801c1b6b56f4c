// Package analysis measures how well the prices of finished games of Turing Trade predict what the
// targets are, as section 5 of Farfel and Conitzer does: calibration (figure 7), sharpness (figure
// 8) and the Brier score with its parts, after a number of seconds and at the end. It also finds
// the answers that moved prices most (section 4).
//
// Games that were annulled are left out, and, as in the paper, games without bets. A game that
// ended before one of these times counts there with its last price. Prices are those of the curve:
// in the market of the paper the ask price of a human security. A price of 100 is in the last bin,
// from 90 to 100; in all other bins the upper limit belongs to the next one.
package analysis
