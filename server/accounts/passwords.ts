/** Passwords are kept as argon2id hashes. */
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** OWASP's first recommendation for argon2id; the package's default algorithm is argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/**
 * Each takes 19 MiB, a processor and one of the four threads in which files and names of hosts are looked up, too: a flood
 * of sign-ins waits in line instead of taking the machine, and leaves one of them.
 */
const AT_ONCE = 3;

let running = 0;
const waiting: (() => void)[] = [];

async function inLine<T>(work: () => Promise<T>): Promise<T> {
  // who is woken takes over the place of the one that left
  if (running >= AT_ONCE) await new Promise<void>((wake) => waiting.push(wake));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** One form of what is typed: keyboards differ in how they compose Hangul and accents. */
const composed = (password: string): string => password.normalize('NFKC');

export const hashPassword = (password: string): Promise<string> =>
  inLine(() => hash(composed(password), COST));

let nobodysHash: Promise<string> | undefined;

/** Takes as long for a user who does not exist (`null`) as for one who does, so that time tells nothing. */
export async function matchesPassword(passwordHash: string | null, password: string): Promise<boolean> {
  nobodysHash ??= hashPassword(randomBytes(16).toString('hex'));
  const against = passwordHash ?? (await nobodysHash);
  const matches = await inLine(() => verify(against, composed(password)));
  return matches && passwordHash !== null;
}
