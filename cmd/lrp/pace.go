package main

import "time"

// pace is how fast a phase goes, to tell how long the rest takes.
type pace struct {
	start       time.Time
	done, total int64
	first, last time.Time // when the first and the latest were done; zero before
	firstDone   int64     // how many were done at first
}

// advance takes in how many are done.
func (p *pace) advance(done, total int64, now time.Time) {
	if done > 0 && p.first.IsZero() {
		p.first, p.firstDone = now, done
	}
	if done != p.done {
		p.last = now
	}
	p.done, p.total = done, total
}

// left estimates how long the rest takes, rounded up to seconds. It is not known before anything is
// done nor in the first second.
//
// What precedes the first that is done may be preparations that need no repetition, or the time that many
// take side by side: from the third on the estimate lies halfway between the pace since the start and the pace since
// the first was done.
func (p *pace) left(now time.Time) (left time.Duration, known bool) {
	if p.done <= 0 || p.done >= p.total || now.Sub(p.start) < time.Second {
		return 0, false
	}
	rest := float64(p.total - p.done)
	seconds := p.last.Sub(p.start).Seconds() / float64(p.done) * rest
	if since := p.done - p.firstDone; since >= 2 {
		seconds = (seconds + p.last.Sub(p.first).Seconds()/float64(since)*rest) / 2
	}
	const most = 1000 * 24 * time.Hour // what a Duration holds is not far above
	left = time.Duration(min(seconds, most.Seconds()) * float64(time.Second))
	left -= now.Sub(p.last)
	return max(time.Second, (left + time.Second - 1).Truncate(time.Second)), true
}
