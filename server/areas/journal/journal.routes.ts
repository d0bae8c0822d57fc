/** The key with which a browser encrypts unsaved edits: created once per user, and answered to that user only. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { readJournalKey } from '../../../shared/contract/journal.ts';
import { mount } from '../../http/mount.ts';
import { noPrivilege } from '../../problems.ts';
import { keepKey } from './journal.store.ts';

const KEY_BYTES = 32;

export function journalRoutes(app: FastifyInstance): void {
  mount(app, readJournalKey, async ({ params, user, deps: { db, clock } }) => {
    if (user.userKey !== params.userKey) throw noPrivilege();
    const key = await keepKey(db, user.userKey, randomBytes(KEY_BYTES), clock.now());
    return { key: key.toString('base64') };
  });
}
