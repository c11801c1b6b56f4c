package cage

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

const self = "/proc/self/exe"

// isolate lets a command have namespaces of its own.
func isolate(cmd *exec.Cmd) {
	cmd.SysProcAttr.Cloneflags = syscall.CLONE_NEWNS | syscall.CLONE_NEWPID | syscall.CLONE_NEWIPC
}

// bound puts a file system with room for so many key presses in the place of a user's folder.
func bound(dir string, a account) error {
	return unix.Mount("turing", dir, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC,
		fmt.Sprintf("mode=0700,uid=%d,gid=%d,size=16m,nr_inodes=%d", a.uid, a.gid, presses))
}

func unbound(dir string) { _ = unix.Unmount(dir, unix.MNT_DETACH|unix.UMOUNT_NOFOLLOW) }

// enter makes this process part of its control groups, and changes what it sees of the system.
func (o *order) enter() error {
	for _, dir := range o.Groups {
		if err := put(filepath.Join(dir, "cgroup.procs"), "0"); err != nil {
			return err
		}
	}
	if !o.Private {
		return nil
	}
	folder := -1
	for _, step := range []struct {
		what string
		do   func() error
	}{
		{"mounts of its own", func() error { return unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, "") }},
		{"its folder", func() (err error) { folder, err = o.copyFolder(); return err }},
		{"read-only folders", func() error {
			return unix.MountSetattr(unix.AT_FDCWD, "/", unix.AT_RECURSIVE, &unix.MountAttr{
				Attr_set: unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID})
		}},
		{"hidden folders", o.hide},
		{"temporary folders", ownTemporary},
		{"its folder", func() error { return placeFolder(folder) }},
		{"processes", func() error {
			return unix.Mount("proc", "/proc", "proc", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, "")
		}},
	} {
		if err := step.do(); err != nil {
			return fmt.Errorf("%s: %w", step.what, err)
		}
	}
	return nil
}

// copyFolder copies the mount of the communications folder, before all becomes read-only. If there
// is none, it returns -1.
func (o *order) copyFolder() (int, error) {
	if o.Folder == "" {
		return -1, nil
	}
	return unix.OpenTree(unix.AT_FDCWD, o.Folder, unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC)
}

// placeFolder puts the copy where every program has its folder.
func placeFolder(folder int) error {
	if folder < 0 {
		return nil
	}
	defer unix.Close(folder)
	if err := os.Mkdir(inside, 0o700); err != nil && !os.IsExist(err) {
		return err
	}
	return unix.MoveMount(folder, "", unix.AT_FDCWD, inside, unix.MOVE_MOUNT_F_EMPTY_PATH)
}

func (o *order) hide() error {
	if o.Hidden == "" {
		return nil
	}
	return unix.Mount("turing", o.Hidden, "tmpfs", unix.MS_RDONLY|unix.MS_NOSUID, "size=4k,mode=0700")
}

// ownTemporary lets temporary folders keep what they have, and take what is written to them
// elsewhere: to a file system of bounded size, which the processes of the cage replace at last, in
// whose place nobody can see it. Where that cannot be had, they are empty.
func ownTemporary() error {
	if err := unix.Mount("turing", "/proc", "tmpfs", unix.MS_NOSUID|unix.MS_NODEV,
		fmt.Sprintf("mode=0755,size=%d,nr_inodes=100000", Disk)); err != nil {
		return err
	}
	for _, dir := range []string{"/tmp", "/var/tmp", "/dev/shm"} {
		if info, err := os.Lstat(dir); err != nil || !info.IsDir() {
			continue
		}
		if err := ownCopy(dir, "/proc/"+strings.ReplaceAll(dir, "/", "-")); err != nil {
			return err
		}
	}
	return nil
}

// ownCopy lets a folder take what is written to it in another one.
func ownCopy(dir, own string) error {
	up, work := own+"/up", own+"/work"
	for _, x := range []string{own, up, work} {
		if err := os.Mkdir(x, 0o755); err != nil {
			return err
		}
	}
	if err := os.Chmod(up, 0o777|os.ModeSticky); err != nil {
		return err
	}
	if unix.Mount("overlay", dir, "overlay", unix.MS_NOSUID|unix.MS_NODEV,
		"lowerdir="+dir+",upperdir="+up+",workdir="+work) == nil {
		return nil
	}
	return unix.Mount(up, dir, "", unix.MS_BIND, "")
}
