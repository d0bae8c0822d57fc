/** Durable processes, for clients that draw the chart they run (`machines/`). */
import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { Nullable, OneOf } from './common.ts';

/** 404 PROCESS_NOT_FOUND for what another user began. */
export const readProcess = defineCall({
  method: 'GET',
  path: '/1.1/processes/:processKey',
  summary: 'Where a process of this user is: the chart, its state, what it waits for',
  access: 'account',
  params: Type.Object({ processKey: Type.String({ format: 'uuid' }) }),
  data: Type.Object({
    /** folder of the chart in `machines/` */
    chart: Type.String(),
    /** as XState writes it: a name, or an object of names */
    state: Type.Unsafe<string | object>({}),
    status: OneOf('active', 'done', 'error'),
    /** transitions taken so far */
    revision: Type.Integer(),
    /** types of the events that the state takes */
    takes: Type.Array(Type.String()),
    deadline: Nullable(Type.String()),
    startedAt: Type.String(),
    updatedAt: Type.String(),
    /** what is under way */
    tasks: Type.Array(
      Type.Object({
        task: Type.String(),
        attempts: Type.Integer(),
        done: Nullable(Type.Integer()),
        total: Nullable(Type.Integer()),
        note: Nullable(Type.String()),
        /** why the last attempt failed; it is tried again */
        error: Nullable(Type.String()),
      }),
    ),
  }),
});
