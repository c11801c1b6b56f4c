package game

// SettleTo is Settle with another limit.
func (t *Tournament) SettleTo(spare int) { t.settleTo(spare) }
