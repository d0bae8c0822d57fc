/** The calls of the data area: questions about cases, their files, the library, and what was imported and exported. */
import type { FastifyInstance } from 'fastify';
import { createApiToken, endApiToken, listApiTokens } from '../../../shared/contract/apiTokens.ts';
import * as exported from '../../../shared/contract/dataExports.ts';
import * as library from '../../../shared/contract/searchLibraries.ts';
import { dictionaryFile } from '../../data-export/dictionaryFile.ts';
import { mount } from '../../http/mount.ts';
import { mountList } from '../../lists/mountList.ts';
import * as tokens from './apiTokens.service.ts';
import * as files from './exports.service.ts';
import { historyList } from './historyList.ts';
import { fileInfo, historyEntry, importedFile } from './importFiles.service.ts';
import { libraryAuditList, libraryList } from './libraryLists.ts';
import * as entries from './library.service.ts';
import { aePreviewOf, previewOf } from './preview.service.ts';

export function dataRoutes(app: FastifyInstance): void {
  mount(app, exported.previewExport, (call) => previewOf(call.deps, call, call.body, call.query));
  mount(app, exported.previewAeExport, (call) => aePreviewOf(call.deps, call, call.body, call.query));
  mount(app, exported.startExport, (call) => files.start(call.deps, call, call.body));
  mount(app, exported.listRecentExports, ({ deps, user }) => files.recent(deps, user));
  mount(app, exported.readDatasets, ({ deps, user, language }) => files.datasets(deps, user, language));
  mount(app, exported.downloadDataset, (call) => files.download(call.deps, call, call.body));
  mount(app, exported.downloadDictionary, (call) => dictionaryFile(call.deps, call));
  mount(app, exported.readExport, ({ deps, user, params }) => files.detail(deps, user, params.dataKey));
  mount(app, exported.stopExport, ({ deps, user, params }) =>
    files.tell(deps, user, { ...params, type: 'export.cancelled' }),
  );
  mount(app, exported.repeatExport, ({ deps, user, params }) =>
    files.tell(deps, user, { ...params, type: 'export.retried' }),
  );
  mount(app, exported.fetchExport, ({ deps, user, params }) => files.fetchFile(deps, user, params.dataKey));
  mountList(app, exported.listDataHistory, exported.exportDataHistory, historyList);
  mount(app, exported.readHistoryEntry, ({ deps, user, params }) => historyEntry(deps, user, params.dataKey));
  mount(app, exported.readFileInfo, ({ deps, user, params }) => fileInfo(deps, user, params.dataKey));
  mount(app, exported.fetchImportedFile, ({ deps, user, params }) =>
    importedFile(deps, user, params.dataKey),
  );
  mountList(app, library.listSearchLibraries, library.exportSearchLibraries, libraryList);
  mount(app, library.listLibraryItems, (call) => entries.itemsFor(call.deps, call));
  mount(app, library.readLibraryItem, (call) => entries.itemFor(call.deps, call, call.params.itemId));
  mount(app, library.readSearchLibrary, (call) =>
    entries.readEntry(call.deps, call, { ...call.params, ...call.query }),
  );
  mount(app, library.saveSearchLibrary, ({ deps, user, request, params, body }) =>
    entries.saveEntry(deps, { user, requestId: request.id }, params.libraryKey, body),
  );
  mountList(app, library.listLibraryAudit, library.exportLibraryAudit, libraryAuditList, 'libraryKey');
  mount(app, library.readLibraryItemAudit, (call) => entries.itemHistory(call.deps, call, call.params));
  mount(app, library.listCaseSeries, (call) => entries.seriesFor(call.deps, call, call.params.libraryKey));
  mount(app, library.freezeCaseSeries, (call) => entries.freeze(call.deps, call, call.params.libraryKey));
  mount(app, library.compareCaseSeries, (call) => entries.compare(call.deps, call, call.params));
  mount(app, listApiTokens, ({ deps, user }) => tokens.tokensOf(deps, user));
  mount(app, createApiToken, ({ deps, user, body, request }) =>
    tokens.make(deps, { user, requestId: request.id }, body),
  );
  mount(app, endApiToken, ({ deps, user, params, request }) =>
    tokens.end(deps, { user, requestId: request.id }, params.tokenKey),
  );
}
