package tradesim

import (
	"fmt"
	"math"
	"time"

	"github.com/luna-rating/luna/luna/trade"
	"github.com/luna-rating/luna/luna/trade/bettors"
)

// probability returns the probability that a price implies.
func (r *run) probability(price float64) float64 {
	return bettors.Seat{Settings: r.Settings()}.Probability(price)
}

// meanOwn is the mean of the bettors' beliefs by their own signals; 1/2 if nobody has signals.
func (r *run) meanOwn() float64 {
	if len(r.own) == 0 {
		return 0.5
	}
	sum := 0.0
	for _, p := range r.own {
		sum += p / float64(len(r.own))
	}
	return sum
}

// beliefs compares the last price with the beliefs of bettors.
func (l lab) beliefs() (*Study, error) {
	s := &Study{
		Title: "Market against the mean of private beliefs",
		Note: "Brier scores at the end: of the market (the middle between ask and bid), of the mean " +
			"of the beliefs that bettors have by their own signals, and of the belief given all " +
			"signals together, which independent signals deserve. Difference: market less mean, " +
			"game by game. Sharp: share of games that end below 10 or from 90 on.",
	}
	for _, p := range Populations() {
		var market, mean, difference, pooled, sharp sample
		for runs, err := range l.each(p) {
			if err != nil {
				return nil, err
			}
			r := runs[0]
			m, b := r.brier(r.probability(r.Price())), r.brier(r.meanOwn())
			market.add(m)
			mean.add(b)
			difference.add(m - b)
			pooled.add(r.brier(r.pooled))
			sharp.add(indicator(r.Price() < 10 || r.Price() >= 90))
		}
		s.Rows = append(s.Rows, Row{p.Name, []Value{market.value("market", 4),
			mean.value("mean belief", 4), difference.value("difference", 4),
			pooled.value("all signals", 4), sharp.value("sharp", 3)}})
	}
	return s, nil
}

// The period in which a manipulator pushes the price.
const pushFrom, pushUntil = 40 * time.Second, 50 * time.Second

// manipulation compares games with and without a bettor who pushes the price.
func (l lab) manipulation() (*Study, error) {
	s := &Study{
		Title: "Manipulation by one bettor",
		Note: "One of three bettors bets on human four times a second, whatever the target is, from " +
			"40 to 50 s or from 40 s to the end; the others trade by belief. Displacement: how much " +
			"higher the price is than in the same game without the manipulator, in points. Half " +
			"gone: seconds from 50 s on until the mean displacement is at most half of that at 50 s " +
			"(-1: not before the end). Brier: how much worse the last price is. Points: of the " +
			"manipulator.",
		XAxis: "seconds", YAxis: "displacement in points",
	}
	for _, until := range []time.Duration{pushUntil, time.Hour} {
		for _, trust := range []float64{0, 0.5, 1} {
			who := trader{quality: quality, trust: trust}
			name := fmt.Sprintf("trust %v, 10 s", trust)
			if until > pushUntil {
				name = fmt.Sprintf("trust %v, to the end", trust)
			}
			calm := Population{Name: name, traders: []trader{{kind: idle}, who, who}}
			pushed := calm.with(name, func(p *Population) {
				p.traders[0] = trader{kind: manipulator, side: trade.Human, from: pushFrom, until: until}
			})
			curve := Curve{Name: name}
			var at []sample
			for t := 30.0; t <= 120; t++ {
				curve.X, at = append(curve.X, t), append(at, nil)
			}
			var worse, points, last sample
			for runs, err := range l.each(calm, pushed) {
				if err != nil {
					return nil, err
				}
				with, without := runs[1], runs[0]
				for i, t := range curve.X {
					now := time.Duration(t * float64(time.Second))
					at[i].add(with.PriceAt(now) - without.PriceAt(now))
				}
				last.add(with.Price() - without.Price())
				worse.add(with.brier(with.probability(with.Price())) -
					without.brier(without.probability(without.Price())))
				points.add(with.Results()[0].Points)
			}
			for _, list := range at {
				curve.Values = append(curve.Values, list.value("displacement", 1))
			}
			s.Curves = append(s.Curves, curve)
			peak := at[20].value("at 50 s", 1) // the curve starts at 30 s
			gone := Value{Name: "half gone", Mean: -1}
			for i, v := range curve.Values[20:] {
				if v.Mean <= peak.Mean/2 {
					gone.Mean = float64(i)
					break
				}
			}
			s.Rows = append(s.Rows, Row{name, []Value{peak, at[40].value("at 70 s", 1),
				last.value("at the end", 1), gone, worse.value("Brier", 4), points.value("points", 0)}})
		}
	}
	return s, nil
}

// start compares start prices.
func (l lab) start() (*Study, error) {
	s := &Study{
		Title: "What the start price does",
		Note: "Mean prices (a human has probability 1/2, and 50.5 is a fair mean of the ask) and the " +
			"Brier score at the end. Weak signals have a quality of 0.1 instead of 0.4.",
	}
	for _, start := range []float64{20, 50, 80} {
		for _, trust := range []float64{1, 0} {
			for _, q := range []float64{quality, 0.1} {
				name := fmt.Sprintf("start %v, trust %v", start, trust)
				if q != quality {
					name += ", weak"
				}
				p := Population{Name: name, traders: three(trader{quality: q, trust: trust}),
					settings: trade.Settings{StartPrice: start}}
				var early, last, score sample
				for runs, err := range l.each(p) {
					if err != nil {
						return nil, err
					}
					r := runs[0]
					early.add(r.PriceAt(30 * time.Second))
					last.add(r.Price())
					score.add(r.brier(r.probability(r.Price())))
				}
				s.Rows = append(s.Rows, Row{name, []Value{early.value("price at 30 s", 1),
					last.value("at the end", 1), score.value("Brier", 4)}})
			}
		}
	}
	return s, nil
}

// sales counts the bets that sold a security.
func (r *run) sales() int {
	held := make(map[string]int) // human securities, less than 0 for computer ones
	n := 0
	for _, e := range r.Log {
		if e.Kind != trade.Bet {
			continue
		}
		step := 1
		if e.Side == trade.Computer {
			step = -1
		}
		if held[e.Bettor]*step < 0 {
			n++
		}
		held[e.Bettor] += step
	}
	return n
}

// points returns the points of all bettors, which the market maker loses.
func (r *run) points() float64 {
	sum := 0.0
	for _, result := range r.Results() {
		sum += result.Points
	}
	return sum
}

// spread measures the effect of the spread of 1.
func (l lab) spread() (*Study, error) {
	s := &Study{
		Title: "What the spread of 1 does",
		Note: "Ask and middle: the mean of 100 times the belief given all signals, taken from the ask " +
			"price and from the middle at the end (for bettors who trust the price). Lost: " +
			"points that the market maker loses per game. " +
			"Sales: bets that sold a security; without the spread each would have paid one point more. " +
			"Lost without spread: by the same bets.",
	}
	for _, name := range []string{"calibrated", "cautious", "stubborn", "noise"} {
		p, err := FindPopulation(name)
		if err != nil {
			return nil, err
		}
		var ask, middle, lost, sold, more sample
		for runs, err := range l.each(p) {
			if err != nil {
				return nil, err
			}
			r := runs[0]
			if x := trade.Payout * r.pooled; x > 1 && x < 99 { // else the price is at its limit
				ask.add(r.Price() - x)
				middle.add(r.Price() - 0.5 - x)
			}
			lost.add(r.points())
			sold.add(float64(r.sales()))
			more.add(r.points() + float64(r.sales()))
		}
		s.Rows = append(s.Rows, Row{name, []Value{ask.value("ask", 2), middle.value("middle", 2),
			lost.value("lost", 0), sold.value("sales", 1), more.value("lost without spread", 0)}})
	}
	return s, nil
}

// spike looks for the paper's spike at 40 to 49.
func (l lab) spike() (*Study, error) {
	s := &Study{
		Title: "The paper's spike at 40 to 49",
		Note: "Share of games by the ask price at the end, of games with bets. By the bid: the share " +
			"from 40 to 49 if the price were the bid, which is one point lower and starts at 49.",
		XAxis: "price of a human security", YAxis: "share of games",
	}
	list := Populations()
	lone := func(name string, t trader) Population {
		return Population{Name: name, traders: []trader{t, {kind: idle}, {kind: idle}}}
	}
	list = append(list, lone("one bet on computer", trader{kind: once, side: trade.Computer}),
		lone("one bet on human", trader{kind: once, side: trade.Human}),
		Population{Name: "noise, 45% human", traders: three(trader{kind: noise, human: 0.45})})
	for _, p := range list {
		bins := make([]sample, 10)
		var bid sample
		for runs, err := range l.each(p) {
			if err != nil {
				return nil, err
			}
			r := runs[0]
			if r.Bets() == 0 {
				continue
			}
			price := r.Price()
			for k := range bins {
				bins[k].add(indicator(min(9, int(price/10)) == k))
			}
			bid.add(indicator(int((price-1)/10) == 4))
		}
		row := Row{Name: p.Name}
		curve := Curve{Name: p.Name}
		for k, b := range bins {
			v := b.value(fmt.Sprintf("%d–%d", 10*k, 10*k+9), 3)
			if k == 9 {
				v.Name = "90–100"
			}
			row.Values = append(row.Values, v)
			curve.X, curve.Values = append(curve.X, float64(10*k+5)), append(curve.Values, v)
		}
		row.Values = append(row.Values, bid.value("by the bid", 3))
		s.Rows = append(s.Rows, row)
		switch p.Name {
		case Calibrated, "shy", "noise", "one bet on computer":
			s.Curves = append(s.Curves, curve)
		}
	}
	return s, nil
}

// lmsr compares the markets.
func (l lab) lmsr() (*Study, error) {
	s := &Study{
		Title: "Market of the paper against a logarithmic scoring rule",
		Note: "The same games in both markets (LMSR: Hanson 2007, liquidity 25, start 50). Brier: at the " +
			"end, by the middle between ask and bid. Difference: LMSR less the paper's market, game " +
			"by game. Lost: points that the market maker loses per game; most: in one game; bound: " +
			"the most that it can lose.",
	}
	for _, name := range []string{"calibrated", "cautious", "stubborn", "mixed", "noise"} {
		unit, err := FindPopulation(name)
		if err != nil {
			return nil, err
		}
		other := unit.with(name, func(p *Population) { p.settings.Market = trade.LMSRMarket })
		var score, difference, bets, lost [2]sample
		most := [2]float64{math.Inf(-1), math.Inf(-1)}
		var bound [2]float64
		for runs, err := range l.each(unit, other) {
			if err != nil {
				return nil, err
			}
			for k, r := range runs {
				b := r.brier(r.probability(r.Price()))
				score[k].add(b)
				difference[k].add(b - runs[0].brier(runs[0].probability(runs[0].Price())))
				bets[k].add(float64(r.Bets()))
				lost[k].add(r.points())
				most[k] = max(most[k], r.points())
				bound[k] = max(bound[k], r.Prices().MaxLoss(trade.Human), r.Prices().MaxLoss(trade.Computer))
			}
		}
		for k, market := range []string{"paper", "LMSR"} {
			s.Rows = append(s.Rows, Row{name + ", " + market, []Value{score[k].value("Brier", 4),
				difference[k].value("difference", 4), bets[k].value("bets", 0),
				lost[k].value("lost", 0), {Name: "most", Mean: most[k]},
				{Name: "bound", Mean: bound[k]}}})
		}
	}
	return s, nil
}
