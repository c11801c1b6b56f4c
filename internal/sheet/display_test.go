package sheet

import (
	"reflect"
	"testing"

	"github.com/xuri/excelize/v2"
)

// TestReaderHoldsNoExcelize checks that no type reachable from a reader, which becomes an
// interface, is a file of package excelize: programs would be linked with all methods of it, 3.5
// MB.
func TestReaderHoldsNoExcelize(t *testing.T) {
	seen := map[reflect.Type]bool{}
	var visit func(of reflect.Type, path string)
	visit = func(of reflect.Type, path string) {
		if of == reflect.TypeFor[excelize.File]() {
			t.Errorf("%s is a file of excelize, expected functions of one", path)
		}
		if seen[of] {
			return
		}
		seen[of] = true
		switch of.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map, reflect.Chan:
			visit(of.Elem(), path)
		case reflect.Struct:
			for i := range of.NumField() {
				visit(of.Field(i).Type, path+"."+of.Field(i).Name)
			}
		case reflect.Func:
			for i := range of.NumIn() {
				visit(of.In(i), path)
			}
		}
	}
	for _, of := range []reflect.Type{reflect.TypeFor[Reader](), reflect.TypeFor[workbook]()} {
		visit(of, of.Name())
	}
	if !seen[reflect.TypeFor[formats]()] {
		t.Error("the formats of a workbook were not looked at")
	}
}
