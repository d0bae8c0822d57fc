/** The calls of records of case info, and of what dialogs offer of them. */
import type { FastifyInstance } from 'fastify';
import {
  changeRecordLife,
  copyRecord,
  downloadRecordTemplate,
  exportRecordAudit,
  exportRecords,
  importRecords,
  listProductOptions,
  listRecordAudit,
  listRecordOptions,
  listRecords,
  listRoleOptions,
  listSenderOptions,
  listStudyOptions,
  readProduct,
  readRecord,
  readRecordItemAudit,
  readRecordUses,
  readStudy,
  saveRecord,
} from '../../../shared/contract/index.ts';
import type { CatalogueSource } from '../../catalogue/catalogueSource.ts';
import { mount } from '../../http/mount.ts';
import { answerList } from '../../lists/answerList.ts';
import type { ListCaller, ListSource } from '../../lists/listSource.ts';
import { mountExport } from '../../lists/mountExport.ts';
import { kindOf } from '../../records/recordAccess.ts';
import {
  productOptions,
  recordOption,
  recordOptions,
  roleOptions,
  senderOptions,
} from './options.service.ts';
import { importFromFile } from './import/importRecords.service.ts';
import { recordTemplate } from './import/template.service.ts';
import { readItemHistory, recordAuditList } from './recordAudit.ts';
import { changeLife, copyOfRecord } from './recordLife.service.ts';
import { recordList } from './recordList.ts';
import { usesOfRecord } from './recordUses.service.ts';
import { readRecordPage, saveRecordPage, type RecordAuthor } from './recordPages.service.ts';

export function caseInfoRoutes(app: FastifyInstance): void {
  mount(app, listSenderOptions, ({ deps, query, ...reader }) => senderOptions(deps, reader, query));
  mount(app, listStudyOptions, ({ deps, query, ...reader }) => recordOptions(deps, reader, 'study', query));
  mount(app, listProductOptions, ({ deps, query, ...reader }) => productOptions(deps, reader, query));
  mount(app, readProduct, ({ deps, user, params }) => recordOption(deps, user, 'product', params.recordKey));
  mount(app, readStudy, ({ deps, user, params }) => recordOption(deps, user, 'study', params.recordKey));
  mount(app, listRoleOptions, ({ deps, user, query }) => roleOptions(deps, user, query));
  mount(app, listRecordOptions, ({ deps, params, query, ...reader }) =>
    recordOptions(deps, reader, params.kind, query),
  );
  recordLists(app);
  mount(app, readRecord, ({ deps, user, params }) =>
    readRecordPage(deps, user, kindOf(deps, params.kind), params),
  );
  mount(app, saveRecord, (call) =>
    saveRecordPage(call.deps, authorOf(call), kindOf(call.deps, call.params.kind), {
      ...call.params,
      ...call.body,
    }),
  );
  mount(app, changeRecordLife, (call) =>
    changeLife(call.deps, authorOf(call), { ...call.params, ...call.body }),
  );
  mount(app, copyRecord, (call) => copyOfRecord(call.deps, authorOf(call), { ...call.params, ...call.body }));
  mount(app, downloadRecordTemplate, ({ deps, params, query, ...reader }) =>
    recordTemplate(deps, reader, { ...params, ...query }),
  );
  mount(app, importRecords, ({ upload, signal, ...call }) =>
    importFromFile(call.deps, authorOf(call), { ...call.params, ...call.query, path: upload.path, signal }),
  );
  mount(app, readRecordUses, ({ deps, user, params }) => usesOfRecord(deps, user, params));
  mount(app, readRecordItemAudit, ({ deps, params, query, ...reader }) =>
    readItemHistory(deps, reader, kindOf(deps, params.kind), params.recordKey, query),
  );
}

export const authorOf = ({
  user,
  language,
  request,
}: Pick<RecordAuthor, 'user' | 'language'> & { request: { id: string } }): RecordAuthor => ({
  user,
  language,
  requestId: request.id,
});

/** The list of each kind under its menu, and the audit trail of a record. */
function recordLists(app: FastifyInstance): void {
  const { catalogue } = app.deps;
  const kinds = Object.values(catalogue.whole.records).filter(({ privilege }) => privilege === 'CASE_INFO');
  for (const { kind, menuId } of kinds)
    app.lists.set(menuId, { source: listOf({ catalogue }, kind), access: listRecords.access });
  mount(app, listRecords, ({ params, ...call }) =>
    answerList(call.deps, call, listOf(call.deps, params.kind), call.query),
  );
  mountExport(
    app,
    kinds.map(({ menuId }) => menuId),
    exportRecords,
    ({ params, ...caller }) => ({ source: listOf(caller.deps, params.kind), caller }),
  );
  app.lists.set(recordAuditList.menuId, { source: recordAuditList, access: listRecordAudit.access });
  mount(app, listRecordAudit, (call) => answerList(call.deps, subjectOf(call), recordAuditList, call.query));
  mountExport(app, [recordAuditList.menuId], exportRecordAudit, (call) => ({
    source: recordAuditList,
    caller: subjectOf(call),
  }));
}

function listOf(world: { catalogue: CatalogueSource }, name: string): ListSource {
  const kind = kindOf(world, name);
  return recordList(kind, world.catalogue.lists[kind.menuId]?.columns ?? []);
}

const subjectOf = <
  C extends Omit<ListCaller, 'of' | 'kind'> & { params: { kind: string; recordKey: number } },
>(
  call: C,
): ListCaller => ({ ...call, of: call.params.recordKey, kind: call.params.kind });
