// Package sheet reads tables: delimited text, workbooks, records and Parquet, as rows of cells, and
// writes texts and workbooks. It knows nothing about what the cells mean.
//
// Text may be delimited by commas, semicolons or tabs, in UTF-8, UTF-16 or an older encoding, with
// any line ends, and compressed by gzip or Zstandard. All of this is found out from the content. A
// text is read as a stream, in constant memory. Records in JSON are rows too.
//
// Of a workbook (.xlsx) only values are read: a formula gives the value that was stored with it,
// and nothing is computed or run. Sizes are bounded before anything is unpacked. Columns are added
// to an .xlsx while it is copied; everything else in it stays as it is.
package sheet
