package seat

import (
	"cmp"
	"context"
	"errors"
	"net"
	"net/http"
	"time"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/internal/sleep"
	"github.com/luna-rating/luna/internal/turing/pairweb"
)

// farewell is how long the page is served after the end, so that it learns of the end.
const farewell = 2 * time.Second

// OnPage lets a person take part on a web page, which it serves at a listener until the end. Hosts
// are the names by which the server is known besides localhost and addresses. Ready is called with
// the address of the page, which only the person may know. It returns the verdict of a judge who
// was asked for one.
func OnPage(
	ctx context.Context, o Options, l net.Listener, hosts []string, ready func(url string),
) (v Verdict, err error) {
	s, end, err := o.begin()
	if err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, end()) }()
	pages := pairweb.New(pairweb.Options{Log: o.Fault,
		Hosts: httpx.LocalHosts("tcp", l.Addr().String(), hosts)})
	seat, err := pages.Seat("")
	if err != nil {
		return v, err
	}
	seat.Show(s, pairweb.Labels{Title: o.Title, There: o.There})
	server, limited := httpx.Pages(pages, l)
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(limited) }()
	ready("http://" + l.Addr().String() + seat.Path())
	err = s.Run(ctx)
	if err == nil {
		_ = sleep.For(ctx, farewell) // an interrupt shortens it
	}
	pages.Close()
	late, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if server.Shutdown(late) != nil {
		_ = server.Close() // somebody keeps a connection open
	}
	if served := <-ended; !errors.Is(served, http.ErrServerClosed) {
		err = cmp.Or(err, served)
	}
	return verdict(s), err
}
