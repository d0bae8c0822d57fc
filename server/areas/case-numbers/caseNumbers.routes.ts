/** The call that makes up a number. */
import type { FastifyInstance } from 'fastify';
import { generateCaseNumber } from '../../../shared/contract/index.ts';
import { mount } from '../../http/mount.ts';
import { generateNumber } from './caseNumbers.service.ts';

export function caseNumbersRoutes(app: FastifyInstance): void {
  mount(app, generateCaseNumber, ({ deps, user, params, body, request }) =>
    generateNumber(deps, { user, requestId: request.id }, { ...params, ...body }),
  );
}
