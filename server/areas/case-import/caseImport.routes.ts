/** Reports coming in as files. */
import type { FastifyInstance } from 'fastify';
import { importFile, readImport } from '../../../shared/contract/caseImport.ts';
import { mount } from '../../http/mount.ts';
import { importDetail, importUpload } from './caseImport.service.ts';

export function caseImportRoutes(app: FastifyInstance): void {
  mount(app, importFile, ({ deps, user, senderKey, language, query, request, signal, upload, report }) => {
    const { otherPatient = 'refuse' } = query;
    return importUpload(deps, {
      user,
      senderKey,
      language,
      otherPatient,
      requestId: request.id,
      signal,
      upload,
      report,
    });
  });
  mount(app, readImport, ({ deps, user, params: { dataKey } }) => importDetail(deps, user, dataKey));
}
