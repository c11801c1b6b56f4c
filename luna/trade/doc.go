// Package trade implements the rules of Turing Trade, a Turing test that is a prediction market, as
// described in Farfel and Conitzer, “Turing Trade: A Hybrid of a Turing Test and a Prediction
// Market”. It only applies rules: it reads no clock, and the time comes with each event.
//
// # The rules and their sources
//
// A game has one target, a person or a program, and up to three bettors. “The bettors ask the
// target questions, and bet on whether the target is a human or a computer. The target answers
// questions from the bettors, and tries to seem as human as possible, whether or not it is really
// a human.”
//
// Questions (2.2). Any bettor may ask at any time. A question becomes the current one, which
// everybody sees, or waits in its bettor's queue, which nobody else sees. The target answers the
// current question once. The bettor who asked sees the answer at once, the others a signal without
// the text and, five seconds later, the text. The next question is the first one in the first queue
// that is not empty, from the bettor after the one whose question was answered; it does not wait
// for the five seconds.
//
// Bets (2.4). A market maker buys and sells securities that pay 100 points if the target is a
// human, or if it is a computer: see [UnitMarket]. A bet on one kind sells a security of the other
// kind if the bettor holds one, and otherwise buys one of that kind, so that a bettor holds one
// kind at a time.
//
// End (2.3). The game ends when the time is over, when all bettors who are still there are done, or
// when the target or all bettors have left. Then the nature of the target is revealed, and the
// securities pay.
//
// # What differs from the paper
//
// A bet that would move the price out of 1 to 100 is refused; the paper has prices from 0 to 100.
//
// # What the paper leaves open
//
// The price starts at 50. Points may become negative. The target's reward is the mean price of a
// human security over the time of the game, whatever the target is.
//
// A bettor who is done and bets or asks again is no longer done. When all are done, the game ends
// even if questions wait or one is open. Questions of a bettor who leaves are dropped, except the
// current one: the target may still answer it, and turns continue from that bettor. Bettors who
// leave are paid like others. When the target leaves, an open question remains unanswered.
//
// An event may still happen at the exact time when the game is over, but not later. The texts of
// the last answers are released after their five seconds even if the game has ended;
// [Game.PublicAt] says when all have been released. Events at the same time happen in their order,
// after the release of texts at that time.
//
// The target learns of questions, prices and the end, but not that a bettor is done or has left.
package trade
