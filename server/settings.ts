/** How a setting is read: each reader names the variable, what it held and what it may hold. */
import { resolve } from 'node:path';

/** A setting, a port or a directory that the operator must change; printed as one line, exit code 2. */
export class SetupProblem extends Error {
  override name = 'SetupProblem';
}

/** What the product names its settings by; those that other programs read, too, are not among them. */
const OWN_NAME = /^CASEWRIGHT_|^MANAGEMENT_HOST$|^METRICS_TOKEN$/;

/**
 * Reads settings. Throws a `SetupProblem` for one that is set and that nothing reads: its name is misspelt, or the one that it
 * belongs to is missing, and the operator relies on what has no effect.
 */
export function readWhole<Settings>(
  env: NodeJS.ProcessEnv,
  read: (env: NodeJS.ProcessEnv) => Settings,
): Settings {
  const names = new Set<string>();
  const observed = new Proxy(env, {
    get: (target, name: string) => {
      names.add(name);
      return target[name];
    },
  });
  const settings = read(observed);
  const unread = Object.keys(env).find(
    (name) => OWN_NAME.test(name) && !names.has(name) && text(env, name) !== null,
  );
  if (unread !== undefined)
    throw new SetupProblem(
      `${unread} is set, but has no effect: there is no setting of this name, or the one that it belongs to is not set; correct or remove it (README.md lists the settings)`,
    );
  return settings;
}

// an empty variable is one that is not set
export const text = (env: NodeJS.ProcessEnv, name: string): string | null => env[name]?.trim() || null;

/** A secret of the operator; null: not set. Not repeated in the message. */
export function secretText(env: NodeJS.ProcessEnv, name: string, minLength: number): string | null {
  const given = text(env, name);
  if (given !== null && given.length < minLength)
    throw new SetupProblem(`${name} is too short; give it at least ${minLength} random characters`);
  return given;
}

export function integer(
  env: NodeJS.ProcessEnv,
  name: string,
  otherwise: number,
  min: number,
  max: number,
): number {
  const given = text(env, name);
  if (given === null) return otherwise;
  const value = /^\d+$/.test(given) ? Number(given) : Number.NaN;
  if (!(value >= min && value <= max)) {
    throw new SetupProblem(`${name} is '${given}', but must be a whole number from ${min} to ${max}`);
  }
  return value;
}

export function oneOf<const Words extends readonly string[]>(
  env: NodeJS.ProcessEnv,
  name: string,
  words: Words,
  otherwise: Words[number],
): Words[number] {
  const given = text(env, name);
  if (given === null) return otherwise;
  if (!words.includes(given))
    throw new SetupProblem(`${name} is '${given}', but must be one of ${words.join(', ')}`);
  return given;
}

export function flag(env: NodeJS.ProcessEnv, name: string, otherwise: boolean): boolean {
  const given = text(env, name)?.toLowerCase();
  if (given === undefined) return otherwise;
  if (['1', 'true', 'yes'].includes(given)) return true;
  if (['0', 'false', 'no'].includes(given)) return false;
  throw new SetupProblem(`${name} is '${given}', but must be 1 or 0`);
}

export function optionalPath(env: NodeJS.ProcessEnv, name: string, cwd: string): string | null {
  const given = text(env, name);
  return given === null ? null : resolve(cwd, given);
}

/**
 * A browser opens these addresses, and some of them receive the user's identity: https only, except on the machine
 * itself.
 */
export function link(env: NodeJS.ProcessEnv, name: string): string | null {
  const given = text(env, name);
  if (given === null || isSafeAddress(given)) return given;
  // a password is not repeated in the message
  if (/\/\/[^/]*@/.test(given)) throw new SetupProblem(`${name} must hold no user name and no password`);
  throw new SetupProblem(`${name} is '${given}', but must be an address that begins with https://`);
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** https, or http on the machine itself; without a password, which everyone who receives the address would learn. */
export function isSafeAddress(address: string): boolean {
  const { protocol, hostname, username, password } = URL.parse(address) ?? {};
  if (username || password) return false;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname ?? ''));
}
