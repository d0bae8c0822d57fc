/**
 * A disk whose power can be cut: an ext4 file system in an image file. The cut is the kernel's own test instrument
 * (EXT4_IOC_SHUTDOWN without flushing the journal): from then on nothing is written, and what was not flushed is gone, while
 * kill -9 keeps all that is in the page cache. Needs root, loop devices and perl.
 */
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  statfsSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { testDataDir } from '../testDataDir.ts';

const GIGABYTE = 2 ** 30;
const SHUTDOWN = `my $how = pack("L", 2); open(F, "<", $ARGV[0]) && ioctl(F, 0x8004587d, $how) or die $!`;
const PATIENCE_MS = 60_000;

export interface Disk {
  /** the root of the file system */
  dir: string;
  /** Writes everything. */
  flush: () => void;
  /** Takes all the room that is left; returns the function that gives it back. */
  fill: () => () => void;
  /** As a system does with one that fails: nothing can be written; returns the function that lets it be written again. */
  protect: () => () => void;
  cutPower: () => void;
  /** Mounts the file system again, as after a start of the machine. No process may use the former one. */
  restorePower: () => Promise<void>;
  remove: () => Promise<void>;
}

/** Null: this machine cannot do it. */
export function makeDisk(size = GIGABYTE): Disk | null {
  const home = testDataDir();
  const [image, dir] = [join(home, 'image'), join(home, 'disk')];
  writeFileSync(image, '');
  truncateSync(image, size);
  mkdirSync(dir);
  const mount = () => run('mount', '-o', 'loop', image, dir);
  const isPossible =
    process.getuid?.() === 0 && run('perl', '-e', '1') && run('mkfs.ext4', '-q', image) && mount();
  if (!isPossible) {
    rmSync(home, { recursive: true });
    return null;
  }
  const unmount = async () => {
    for (const until = Date.now() + PATIENCE_MS; !run('umount', dir); await sleep(50))
      if (Date.now() > until) throw new Error(`${dir} is still in use`);
  };
  return {
    dir,
    flush: () => must(run('sync', '-f', dir), 'sync'),
    fill: () => {
      const filler = join(dir, 'filler');
      // with what is reserved for root, which this process is; it fails, since something is kept for the file system, and takes the rest
      const { bfree, bsize } = statfsSync(dir);
      run('fallocate', '-l', String(bfree * bsize), filler);
      must(statSync(filler).size > 0, 'filling the disk');
      return () => rmSync(filler);
    },
    protect: () => {
      must(run('mount', '-o', 'remount,ro', dir), 'the protection of the disk');
      return () => must(run('mount', '-o', 'remount,rw', dir), 'the end of the protection');
    },
    cutPower: () => must(run('perl', '-e', SHUTDOWN, dir), 'the shutdown of the file system'),
    restorePower: async () => {
      await unmount();
      must(mount(), 'mount');
    },
    remove: async () => {
      await unmount();
      rmSync(home, { recursive: true });
    },
  };
}

const run = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;

function must(isDone: boolean, what: string): void {
  if (!isDone) throw new Error(`${what} failed`);
}

/** Kills a process and its children at once; children of a server do not share its process group. */
export function killTree(pid: number): void {
  const children = readdirSync('/proc')
    .map(Number)
    .filter((child) => child > 0 && parentOf(child) === pid);
  for (const one of [pid, ...children])
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // it has ended
    }
}

function parentOf(pid: number): number | null {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return null;
  }
}
