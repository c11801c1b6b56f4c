package main

import "time"

// pace estimates the remaining time of a phase.
type pace struct {
	start       time.Time
	done, total int64
	first, last time.Time // of the first and the latest progress; zero before
	firstDone   int64     // how many were done at first
}

// advance records how many are done.
func (p *pace) advance(done, total int64, now time.Time) {
	if done > 0 && p.first.IsZero() {
		p.first, p.firstDone = now, done
	}
	if done != p.done {
		p.last = now
	}
	p.done, p.total = done, total
}

// left estimates the remaining time, rounded up to seconds. It is unknown before anything is done
// and in the first second.
//
// The time before the first is done may be preparation that does not recur, or the time that
// several take in parallel. Once two more are done, the estimate is therefore the mean of those by
// the pace since the start and by the pace since the first was done.
func (p *pace) left(now time.Time) (left time.Duration, known bool) {
	if p.done <= 0 || p.done >= p.total || now.Sub(p.start) < time.Second {
		return 0, false
	}
	rest := float64(p.total - p.done)
	seconds := p.last.Sub(p.start).Seconds() / float64(p.done) * rest
	if since := p.done - p.firstDone; since >= 2 {
		seconds = (seconds + p.last.Sub(p.first).Seconds()/float64(since)*rest) / 2
	}
	const maxLeft = 1000 * 24 * time.Hour // well below the limit of a Duration
	left = time.Duration(min(seconds, maxLeft.Seconds()) * float64(time.Second))
	left -= now.Sub(p.last)
	return max(time.Second, (left + time.Second - 1).Truncate(time.Second)), true
}
