/**
 * Keys of the audit trail: HMAC-SHA-256 under a key that is never in the database. With write access to the database, but
 * without the key, a chain cannot be continued or shortened unnoticed.
 */
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupProblem } from '../settings.ts';
import { replaceSecretFile, secretFile } from '../secretFile.ts';

const KEY_BYTES = 32;
const KEY_ID_LENGTH = 16;

export interface AuditKey {
  /** derived from the key, so that an id never names another key */
  id: string;
  key: Buffer;
}

export interface AuditKeys {
  /** in the order of their use */
  all: readonly AuditKey[];
  /** the key of new saves: the last one */
  current: AuditKey;
  /** null: a key that this server does not have */
  find: (keyId: string) => AuditKey | null;
}

export interface AuditWorld {
  auditKeys: AuditKeys;
}

/** The authentication code of a text, as hexadecimal digits. */
export const macOf = ({ key }: AuditKey, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex');

/** Compares two codes in a time that does not depend on where they differ. */
export function isSameMac(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** The key that is made of a secret. */
export function auditKeyOf(secret: string): AuditKey {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'audit trail', KEY_BYTES));
  return { id: macOf({ id: '', key }, 'key id').slice(0, KEY_ID_LENGTH), key };
}

/** Keys made of secrets in the order of their use. */
export const auditKeysOf = (secrets: readonly string[]): AuditKeys => auditKeysFrom(secrets.map(auditKeyOf));

/** Keys in the order of their use: the last one is the current one. */
export function auditKeysFrom(all: readonly AuditKey[]): AuditKeys {
  const current = all.at(-1);
  if (!current) throw new SetupProblem('there is no key of the audit trail');
  const byId = new Map(all.map((key) => [key.id, key]));
  return { all, current, find: (keyId) => byId.get(keyId) ?? null };
}

export interface AuditKeySettings {
  /** the secrets that the operator set, in the order of their use; empty: those of a file in the data directory */
  auditSecrets: readonly string[];
  dataDir: string;
}

/** The folder of keys and anchors in the data directory. */
export const auditDirectory = (dataDir: string): string => join(dataDir, 'audit');

/** The file with the secrets of the keys, one a line. */
export const auditKeyFile = (dataDir: string): string => join(auditDirectory(dataDir), 'keys');
const newSecret = (): string => `${randomBytes(KEY_BYTES).toString('base64')}\n`;

/** Whether the operator has set keys, or there is a file with them. */
export const hasAuditKeys = ({ auditSecrets, dataDir }: AuditKeySettings): boolean =>
  auditSecrets.length > 0 || existsSync(auditKeyFile(dataDir));

/** Reads the keys. Makes the file with the first one if there is none. */
export function openAuditKeys({ auditSecrets, dataDir }: AuditKeySettings): AuditKeys {
  if (auditSecrets.length > 0) return auditKeysOf(auditSecrets);
  mkdirSync(auditDirectory(dataDir), { recursive: true });
  return auditKeysOf(secretsIn(secretFile(auditKeyFile(dataDir), newSecret).toString('utf8')));
}

/** The secrets in the text of a key file. */
export const secretsIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Adds a new key to the file, which processes use when they start next. Answers its id. */
export function rotateAuditKey({ auditSecrets, dataDir }: AuditKeySettings): string {
  if (auditSecrets.length > 0)
    throw new SetupProblem('the keys are in CASEWRIGHT_AUDIT_KEYS; append the new one there, after a comma');
  openAuditKeys({ auditSecrets, dataDir });
  const file = auditKeyFile(dataDir);
  const secret = newSecret();
  // an editor may have left the last line without its end
  replaceSecretFile(file, [...secretsIn(readFileSync(file, 'utf8')), secret].join('\n'));
  return auditKeyOf(secret.trim()).id;
}
