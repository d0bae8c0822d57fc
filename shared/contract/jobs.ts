/** Background work that was given up, for operators. */
import { Type, type Static } from 'typebox';
import { defineCall } from './call.ts';
import { Nullable } from './common.ts';
import { defineList, defineListExport } from './lists.ts';

export const DeadLetter = Type.Object({
  jobKey: Type.Integer(),
  /** null: the installation's own */
  sponsorKey: Nullable(Type.Integer()),
  /** which work it is, e.g. `send-mail` */
  kind: Type.String(),
  /** why the last attempt failed */
  error: Type.String(),
  attempts: Type.Integer(),
  createdAt: Type.String(),
  /** when it was given up */
  failedAt: Type.String(),
});
export type DeadLetter = Static<typeof DeadLetter>;

const LIST = {
  path: '/1.1/jobs/dead-letters/list',
  menuId: 'AD-MU-JB',
  summary: 'Background work that was given up, of all sponsors, as a list',
  access: 'systemAdmin',
} as const;

export const listDeadLetters = defineList(LIST);
export const exportDeadLetters = defineListExport(LIST);

const Params = Type.Object({ jobKey: Type.Integer({ minimum: 1 }) });

export const readDeadLetters = defineCall({
  method: 'GET',
  path: '/1.1/jobs/dead-letters',
  summary: 'Background work that was given up, of all sponsors, the latest first',
  access: 'systemAdmin',
  data: Type.Object({ totalCount: Type.Integer(), jobs: Type.Array(DeadLetter) }),
});

/** 404 DEAD_LETTER_NOT_FOUND if another user has already decided, 409 TASK_NOT_AWAITED if its process has gone on. */
export const retryDeadLetter = defineCall({
  method: 'POST',
  path: '/1.1/jobs/dead-letters/:jobKey/retry',
  summary: 'Tries background work again that was given up',
  access: 'systemAdmin',
  params: Params,
});

/** 404 DEAD_LETTER_NOT_FOUND if another user has already decided, 409 JOB_AWAITED if its process waits for it. */
export const discardDeadLetter = defineCall({
  method: 'DELETE',
  path: '/1.1/jobs/dead-letters/:jobKey',
  summary: 'Discards background work that was given up, with a reason',
  access: 'systemAdmin',
  params: Params,
  body: Type.Object({ reason: Type.String({ minLength: 1, maxLength: 2000, pattern: '\\S' }) }),
});
