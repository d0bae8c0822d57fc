/**
 * Keys of an installation in a file of their own. They are never part of a backup: with the key of the audit trail its
 * holder could forge the records that the backup has.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { auditKeyFile, auditKeyOf, secretsIn } from '../audit/auditKeys.ts';
import { makeDirectories } from '../makeDirectories.ts';
import { SECRET_FILE } from '../sealing.ts';
import { BackupProblem } from './backupProblem.ts';
import type { KeyIds } from './manifest.ts';

const FINGERPRINT_LENGTH = 16;

/** What the data directory has: null where the operator set a variable instead. */
export interface Keys {
  /** text of `audit/keys` */
  audit: string | null;
  /** `secret.key` in base64 */
  secret: string | null;
}

/** What the operator set in variables. */
interface SetKeys {
  auditSecrets: readonly string[];
  auditLostKeys: readonly string[];
  secret: string | null;
}

export function readKeys(dataDir: string): Keys {
  const read = (path: string, encoding: 'utf8' | 'base64') =>
    existsSync(path) ? readFileSync(path, encoding) : null;
  return { audit: read(auditKeyFile(dataDir), 'utf8'), secret: read(join(dataDir, SECRET_FILE), 'base64') };
}

export const NO_KEYS: Keys = { audit: null, secret: null };

/** Writes the keys to a new file that only this account can read. */
export function writeKeysFile(path: string, keys: Keys): void {
  if (keys.audit === null && keys.secret === null)
    throw new BackupProblem(
      'there are no keys in DATA_DIR: they are in CASEWRIGHT_AUDIT_KEYS and CASEWRIGHT_SECRET',
    );
  makeDirectories(dirname(path));
  try {
    writeFileSync(path, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new BackupProblem(`${path} exists already; name a new file`, { cause: error });
  }
}

export function readKeysFile(path: string): Keys {
  try {
    const { audit, secret } = JSON.parse(readFileSync(path, 'utf8')) as Partial<Keys>;
    return { audit: audit ?? null, secret: secret ?? null };
  } catch (cause) {
    throw new BackupProblem(`the keys in ${path} cannot be read: ${(cause as Error).message}`, { cause });
  }
}

/** Names a secret without revealing it. */
export const fingerprintOf = (secret: string): string =>
  createHash('sha256').update(Buffer.from(secret, 'base64')).digest('hex').slice(0, FINGERPRINT_LENGTH);

/** Throws a `BackupProblem` if a key that the backup needs is neither in the keys nor set. */
export function requireKeys(needed: KeyIds, { audit, secret }: Keys, set: SetKeys): void {
  const auditSecrets = set.auditSecrets.length > 0 ? set.auditSecrets : secretsIn(audit ?? '');
  const known = new Set([...auditSecrets.map((one) => auditKeyOf(one).id), ...set.auditLostKeys]);
  const missing = needed.audit.filter((id) => !known.has(id)).map((id) => `the key ${id} of the audit trail`);
  const hasSecret = set.secret !== null || (secret !== null && fingerprintOf(secret) === needed.secret);
  if (needed.secret !== null && !hasSecret) missing.push(`secret.key ${needed.secret}`);
  if (missing.length > 0)
    throw new BackupProblem(
      `keys of the backed up installation are missing: ${missing.join(', ')}; name the file that has them with --keys. ` +
        'If they are lost, --without-keys restores without them',
    );
}

/** Puts the keys into a data directory that has none. */
export function placeKeys(dataDir: string, { audit, secret }: Keys): void {
  const write = (path: string, content: string | Buffer) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content, { mode: 0o600, flag: 'wx', flush: true });
  };
  if (audit !== null) write(auditKeyFile(dataDir), audit);
  if (secret !== null) write(join(dataDir, SECRET_FILE), Buffer.from(secret, 'base64'));
}
