/** Secrets of others that have to be kept: sealed with AES-256-GCM, so that a copy of the database alone opens none. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { secretFile } from './secretFile.ts';

/** The file with the key in the data directory, where the operator set no secret. */
export const SECRET_FILE = 'secret.key';
/** What people read who have to type a secret again. */
export const SEALED_OTHERWISE = 'CASEWRIGHT_SECRET was changed since: type the password or key again';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const ID_BYTES = 8;

/** `opened` throws where the text was sealed with another key, or changed; `openedOrNull` answers null there. */
export interface Sealing {
  sealed: (text: string) => Buffer;
  opened: (sealed: Buffer) => string;
  openedOrNull: (sealed: Buffer) => string | null;
}

interface SecretSettings {
  secret: string | null;
  dataDir: string;
}

/** The operator's secret; without one, a file that is made in the directory. */
const materialOf = ({ secret, dataDir }: SecretSettings): string | Buffer =>
  secret ?? secretFile(join(dataDir, SECRET_FILE), () => randomBytes(KEY_BYTES));

const keyFor = (settings: SecretSettings, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', materialOf(settings), '', purpose, KEY_BYTES));

/** Tells secrets apart without revealing them. */
export const idOfSecret = (settings: SecretSettings): string =>
  keyFor(settings, 'id of the secret').toString('hex', 0, ID_BYTES);

/** Secrets by name, as `sealed` has their JSON; null: they were sealed with another key. */
export const openedSecrets = ({ openedOrNull }: Sealing, sealed: Buffer): Record<string, string> | null =>
  JSON.parse(openedOrNull(sealed) ?? 'null') as Record<string, string> | null;

/** Seals for one purpose with a key made of the secret. */
export function sealing(settings: SecretSettings, purpose: string): Sealing {
  const key = keyFor(settings, purpose);
  const opened = (sealed: Buffer): string => {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES));
    decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const body = sealed.subarray(IV_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  };
  return {
    sealed: (text) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]);
    },
    opened,
    openedOrNull: (sealed) => {
      try {
        return opened(sealed);
      } catch {
        return null;
      }
    },
  };
}
