-- When players withdrew that the logs of their games are published; NULL while they agree.
ALTER TABLE trade_consents ADD COLUMN withdrawn INTEGER;

-- Players who have deleted their accounts cannot be asked any more. Their games stay where they are.
INSERT OR IGNORE INTO trade_consents (player, time) SELECT DISTINCT player, 0 FROM trade_seats
	WHERE player <> '' AND player NOT IN (SELECT id FROM accounts);

-- Those who agree.
CREATE VIEW trade_agreed AS SELECT player, time FROM trade_consents WHERE withdrawn IS NULL;

-- The archive: finished games whose players all agree.
CREATE VIEW trade_public AS SELECT id, place, info FROM trade_games WHERE place IS NOT NULL
	AND NOT EXISTS (SELECT 1 FROM trade_seats WHERE game = trade_games.id AND player <> ''
		AND player NOT IN (SELECT player FROM trade_agreed));
