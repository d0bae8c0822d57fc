/** The encryption key of the browser's journal of unsaved edits. */
import { Type } from 'typebox';
import { defineCall } from './call.ts';

export const readJournalKey = defineCall({
  method: 'GET',
  path: '/1.0/users/:userKey/journal-key',
  summary:
    'The AES-256 key, in base64, that the own unsaved edits are encrypted with in the browser; made when first asked for',
  access: 'account',
  params: Type.Object({ userKey: Type.Integer() }),
  data: Type.Object({ key: Type.String() }),
});
