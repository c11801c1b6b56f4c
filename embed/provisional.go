package embed

import (
	"context"
	"os"
)

func init() {
	encoders = append(encoders,
		func(_ context.Context, spec string, o EncoderOptions) (Encoder, bool, error) {
			if spec == "static" {
				v, err := Default()
				return meanEncoder{v}, true, err
			}
			if info, err := os.Stat(spec); err != nil || info.IsDir() {
				return nil, false, nil
			}
			v, err := Open(spec, Options{})
			return meanEncoder{v}, true, err
		})
}
