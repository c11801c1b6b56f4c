package tradeweb

import (
	"context"
	"io"

	"github.com/luna-rating/luna/luna/internal/floor"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/trade"
)

// Floor is the part of the live games and the archive that the pages need; see [floor.Floor].
type Floor interface {
	Consent(ctx context.Context, player accounts.ID) (floor.Consent, error)
	Agree(ctx context.Context, player accounts.ID) error
	Disagree(ctx context.Context, player accounts.ID) error
	Enter(ctx context.Context, player accounts.ID, role floor.Role) error
	Withdraw(ctx context.Context, player accounts.ID) error
	Call(ctx context.Context, player accounts.ID) error
	Lobby(ctx context.Context, player accounts.ID) (floor.Lobby, error)

	Do(ctx context.Context, player accounts.ID, game string, a floor.Action) error
	Watch(
		ctx context.Context, player accounts.ID, game string, after int,
	) (msgs []trade.Message, next int, err error)
	State(ctx context.Context, player accounts.ID, game string) (floor.State, error)

	Written(ctx context.Context, game string) ([]accounts.Written, error)
	MayPractise() bool
	Practice(ctx context.Context, address string) (game string, err error)

	Finished(ctx context.Context, game string) (*trade.Played, floor.Info, error)
	Archive(ctx context.Context, q floor.Query) (list []floor.Info, next string, err error)
	Logs(ctx context.Context, w io.Writer) error
	Leaders(ctx context.Context) (bettors, targets []floor.Leader, err error)
	Standing(ctx context.Context, player accounts.ID) (bettor, target floor.Standing, err error)
}

var _ Floor = (*floor.Floor)(nil)
