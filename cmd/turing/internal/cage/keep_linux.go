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

// Folder makes the communications folder of a program, with room for so many key presses.
func (c *Cages) Folder(i int, dir string) error {
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	a := c.users[i]
	if !c.private {
		return os.Chown(dir, a.uid, a.gid)
	}
	return unix.Mount("turing", dir, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC,
		fmt.Sprintf("mode=0700,uid=%d,gid=%d,size=16m,nr_inodes=%d", a.uid, a.gid, presses))
}

// Remove removes a folder made by [Cages.Folder], or another one.
func Remove(dir string) error {
	_ = unix.Unmount(dir, unix.MNT_DETACH|unix.UMOUNT_NOFOLLOW)
	return os.RemoveAll(dir)
}

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
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("mounts of its own: %w", err)
	}
	folder := -1
	if o.Folder != "" {
		var err error
		if folder, err = unix.OpenTree(unix.AT_FDCWD, o.Folder, unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC); err != nil {
			return fmt.Errorf("its folder: %w", err)
		}
	}
	if err := unix.MountSetattr(unix.AT_FDCWD, "/", unix.AT_RECURSIVE, &unix.MountAttr{
		Attr_set: unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID}); err != nil {
		return fmt.Errorf("read-only folders: %w", err)
	}
	if o.Hidden != "" {
		if err := unix.Mount("turing", o.Hidden, "tmpfs", unix.MS_RDONLY|unix.MS_NOSUID, "size=4k,mode=0700"); err != nil {
			return fmt.Errorf("hiding folders: %w", err)
		}
	}
	if err := ownTemporary(); err != nil {
		return fmt.Errorf("temporary folders: %w", err)
	}
	if folder >= 0 {
		if err := os.Mkdir(inside, 0o700); err != nil && !os.IsExist(err) {
			return err
		}
		if err := unix.MoveMount(folder, "", unix.AT_FDCWD, inside, unix.MOVE_MOUNT_F_EMPTY_PATH); err != nil {
			return fmt.Errorf("its folder: %w", err)
		}
		unix.Close(folder)
	}
	return unix.Mount("proc", "/proc", "proc", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, "")
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
		own := "/proc/" + strings.ReplaceAll(dir, "/", "-")
		for _, x := range []string{own, own + "/up", own + "/work"} {
			if err := os.Mkdir(x, 0o755); err != nil {
				return err
			}
		}
		if err := os.Chmod(own+"/up", 0o777|os.ModeSticky); err != nil {
			return err
		}
		err := unix.Mount("overlay", dir, "overlay", unix.MS_NOSUID|unix.MS_NODEV,
			"lowerdir="+dir+",upperdir="+own+"/up,workdir="+own+"/work")
		if err != nil {
			err = unix.Mount(own+"/up", dir, "", unix.MS_BIND, "")
		}
		if err != nil {
			return err
		}
	}
	return nil
}
