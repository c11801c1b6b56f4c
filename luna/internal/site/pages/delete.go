package pages

import "net/http"

// data sends the player everything that is kept about them.
func data(x *Exchange) error {
	err := x.site.Accounts.SendData(x.Context(), x.w, x.Address(), *x.Account)
	x.done = err == nil
	return err
}

// deleteAccount deletes the account of the player and shows a page that says so.
func deleteAccount(x *Exchange) error {
	if err := x.Form(); err != nil {
		return err
	}
	err := error(nil)
	if x.Value("sure") != "yes" {
		err = &Refusal{
			Status: http.StatusBadRequest, Title: "Nothing was deleted",
			Text: "Go back and tick the box if you want to delete your account.",
			Link: "/me", LinkText: "Your profile",
		}
	} else {
		err = x.site.Accounts.DeleteOwn(x.Context(), x.Address(), *x.Account,
			x.Value("password"), x.Value("texts") == "yes")
	}
	if err != nil {
		return x.changed(err, "delete", func(b *meBody) {
			b.Problems["delete-password"] = b.Problems["old"]
			delete(b.Problems, "old") // which is beside the form for a new password
		})
	}
	x.Account = nil
	x.setCookie(sessionCookie, "", -1)
	x.setCookie(deviceCookie, "", -1)
	return x.Show(http.StatusOK, View{Page: "deleted", Title: "Your account was deleted"})
}
