package sheet

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"
)

var millis, micros = format.TimeUnit{Value: &format.MilliSeconds{}}, format.TimeUnit{Value: &format.MicroSeconds{}}

// olderTypes are the types as they were named before there were logical ones.
var olderTypes = map[deprecated.ConvertedType]format.LogicalTypeValue{
	deprecated.Map: &format.MapType{}, deprecated.List: &format.ListType{},
	deprecated.Uint8: &format.IntType{}, deprecated.Uint16: &format.IntType{},
	deprecated.Uint32: &format.IntType{}, deprecated.Uint64: &format.IntType{},
	deprecated.Date: &format.DateType{}, deprecated.Bson: &format.BsonType{},
	deprecated.TimeMillis:      &format.TimeType{Unit: millis},
	deprecated.TimeMicros:      &format.TimeType{Unit: micros},
	deprecated.TimestampMillis: &format.TimestampType{Unit: millis},
	deprecated.TimestampMicros: &format.TimestampType{Unit: micros},
}

// newChunk finds out how values are written, and returns their type if a cell cannot show them.
func newChunk(s *format.SchemaElement) (c *chunk, refused string) {
	c = &chunk{physical: s.Type.V, optional: s.RepetitionType.V == format.Optional}
	if c.kind = s.LogicalType.Value; c.kind == nil && s.ConvertedType.Valid {
		if c.kind = olderTypes[s.ConvertedType.V]; s.ConvertedType.V == deprecated.Decimal {
			c.kind = &format.DecimalType{Scale: s.Scale.V}
		}
	}
	c.width = map[format.Type]int{format.Int32: 4, format.Int64: 8, format.Int96: 12, format.Float: 4,
		format.Double: 8, format.FixedLenByteArray: max(int(s.TypeLength.V), 1)}[c.physical]
	shown := s.Type.Valid && s.RepetitionType.V != format.Repeated
	switch t := c.kind.(type) {
	case nil, *format.StringType, *format.EnumType, *format.JsonType, *format.NullType, *format.IntType,
		*format.UUIDType, *format.DateType:
	case *format.DecimalType:
		shown = shown && t.Scale >= 0 && t.Scale <= 100
	case *format.TimeType:
		shown = shown && t.Unit.Value != nil
	case *format.TimestampType:
		shown = shown && t.Unit.Value != nil
	default:
		shown = false
	}
	switch {
	case shown:
		return c, ""
	case c.kind != nil:
		return c, c.kind.String()
	case s.Type.Valid:
		return c, "LIST"
	}
	return c, "STRUCT"
}

// cell returns a value as a spreadsheet shows it, with all digits.
func (c *chunk) cell(b []byte) string {
	v := whole(b)
	switch t := c.kind.(type) {
	case *format.DateType:
		return time.Unix(v*86400, 0).UTC().Format(time.DateOnly)
	case *format.TimeType:
		return moment(v, t.Unit)[len("1970-01-01 "):]
	case *format.TimestampType:
		return moment(v, t.Unit)
	case *format.DecimalType:
		return c.decimal(b, int64(t.Scale))
	case *format.UUIDType:
		if len(b) == 16 {
			return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
		}
	case *format.IntType:
		if !t.IsSigned {
			return strconv.FormatUint(uint64(v)<<(64-8*min(c.width, 8))>>(64-8*min(c.width, 8)), 10)
		}
	}
	switch c.physical {
	case format.Int32, format.Int64:
		return strconv.FormatInt(v, 10)
	case format.Int96: // nanoseconds of the day, and days since 4714 BC
		return time.Unix((whole(b[8:])-2440588)*86400, v).UTC().Format(dateTime)
	case format.Float:
		return float(float64(math.Float32frombits(uint32(v))), 32)
	case format.Double:
		return float(math.Float64frombits(uint64(v)), 64)
	}
	if !utf8.Valid(b) {
		return fmt.Sprintf("0x%x", b)
	}
	return string(b)
}

// whole returns the little-endian integer in bytes, of which eight count.
func whole(b []byte) (v int64) {
	n := min(len(b), 8)
	for i := range n {
		v |= int64(b[i]) << (8 * i)
	}
	return v << (64 - 8*n) >> (64 - 8*n)
}

// dateTime shows fractions of a second where there are any.
const dateTime = "2006-01-02 15:04:05.999999999"

func moment(v int64, unit format.TimeUnit) string {
	perSecond := int64(time.Second / unit.Value.Duration())
	return time.Unix(v/perSecond, v%perSecond*(1e9/perSecond)).UTC().Format(dateTime)
}

func float(v float64, bits int) string {
	if math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'f', -1, bits)
}

// decimal returns a number from its digits without a point: an integer, or big-endian bytes in
// two's complement.
func (c *chunk) decimal(b []byte, scale int64) string {
	v := big.NewInt(whole(b))
	if c.physical >= format.ByteArray {
		b = b[:min(len(b), 64)] // more than any writer's numbers have
		v.SetBytes(b)
		if len(b) > 0 && b[0] >= 0x80 {
			v.Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
		}
	}
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(scale), nil)
	return new(big.Rat).SetFrac(v, power).FloatString(int(scale))
}
