/** Cases going out as documents. */
import type { FastifyInstance } from 'fastify';
import { downloadReport } from '../../../shared/contract/caseReceivers.ts';
import { mount } from '../../http/mount.ts';
import { xmlReport } from './xmlReport.service.ts';

export function caseReportsRoutes(app: FastifyInstance): void {
  mount(
    app,
    downloadReport,
    ({ deps, user, request, signal, params: { caseKey }, query: { notation, receiver } }) =>
      xmlReport(deps, {
        user,
        requestId: request.id,
        caseKey,
        notation: notation === 'Y',
        receiver: receiver || null,
        signal,
      }),
  );
}
