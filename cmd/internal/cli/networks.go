package cli

import "net/netip"

// Networks parses the values of a flag for networks and single addresses.
func Networks(flag string, texts []string) (list []netip.Prefix, err error) {
	for _, text := range texts {
		var n netip.Prefix
		if a, failed := netip.ParseAddr(text); failed == nil {
			n, err = a.Unmap().Prefix(a.Unmap().BitLen())
		} else {
			n, err = netip.ParsePrefix(text)
		}
		if err != nil {
			return nil, Usagef("%s is %q, an address or network is needed", flag, text)
		}
		list = append(list, n)
	}
	return list, nil
}
