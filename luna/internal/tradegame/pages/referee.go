package pages

import (
	"context"
	"io"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
	"github.com/luna-rating/luna/luna/internal/tradegame/play"
	"github.com/luna-rating/luna/luna/trade"
)

// Referee is the part of the live games and the archive that the pages need; see [play.Referee].
type Referee interface {
	Consent(ctx context.Context, player accounts.ID) (archive.Consent, error)
	Agree(ctx context.Context, player accounts.ID) error
	Disagree(ctx context.Context, player accounts.ID) error
	Enter(ctx context.Context, player accounts.ID, role play.Role) error
	Withdraw(ctx context.Context, player accounts.ID) error
	Call(ctx context.Context, player accounts.ID) error
	Lobby(ctx context.Context, player accounts.ID) (play.Lobby, error)

	Do(ctx context.Context, player accounts.ID, game string, a play.Action) error
	Watch(
		ctx context.Context, player accounts.ID, game string, after int,
	) (msgs []trade.Message, next int, err error)
	State(ctx context.Context, player accounts.ID, game string) (play.State, error)

	Written(ctx context.Context, game string) ([]accounts.Written, error)
	MayPractise() bool
	Practice(ctx context.Context, address string) (game string, err error)

	Finished(ctx context.Context, game string) (*trade.Played, archive.Info, error)
	List(ctx context.Context, q archive.Query) (list []archive.Info, next string, err error)
	Logs(ctx context.Context, w io.Writer) error
	Leaders(ctx context.Context) (bettors, targets []archive.Leader, err error)
	Standing(ctx context.Context, player accounts.ID) (bettor, target archive.Standing, err error)
}

var _ Referee = (*play.Referee)(nil)
