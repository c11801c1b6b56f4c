// Package shard divides work among processes and puts what they did together: a part is a file with a
// manifest, which is written once the file is whole. Parts are kept in a [Store], such as a folder.
package shard
