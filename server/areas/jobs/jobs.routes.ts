/** Background work that was given up. */
import type { FastifyInstance } from 'fastify';
import {
  discardDeadLetter,
  exportDeadLetters,
  listDeadLetters,
  readDeadLetters,
  retryDeadLetter,
} from '../../../shared/contract/index.ts';
import { mount } from '../../http/mount.ts';
import { mountList } from '../../lists/mountList.ts';
import { deadLetterList } from './deadLetterList.ts';
import { discard, readNewest, retry } from './deadLetters.service.ts';

export function jobsRoutes(app: FastifyInstance): void {
  mount(app, readDeadLetters, ({ deps }) => readNewest(deps));
  mountList(app, listDeadLetters, exportDeadLetters, deadLetterList);
  mount(app, retryDeadLetter, ({ deps, user, params }) => retry(deps, user, params.jobKey));
  mount(app, discardDeadLetter, ({ deps, user, params, body }) =>
    discard(deps, user, params.jobKey, body.reason),
  );
}
