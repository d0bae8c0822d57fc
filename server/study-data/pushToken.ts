/** The token that another system sends snapshots with: shown once, stored as its hash. */
import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** where snapshots are sent */
export const PUSH_PATH = '/1.1/study-data';

export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();
