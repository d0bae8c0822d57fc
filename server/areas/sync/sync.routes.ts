/** The calls of synchronisation: events of a study, their runs, and its differences from its cases. */
import type { FastifyInstance } from 'fastify';
import * as calls from '../../../shared/contract/sync.ts';
import { mount } from '../../http/mount.ts';
import { mountList } from '../../lists/mountList.ts';
import { dryRun } from './dryRun.service.ts';
import { decide } from './reconciliation.service.ts';
import { beginRun, readRun } from './runs.service.ts';
import { itemsOfSubject, logOfEvent, progressOf, studyToSync } from './syncItems.service.ts';
import { eventList, reconciliationList } from './syncLists.ts';
import { decideRemoved, findAgain, reset } from './syncState.service.ts';

export function syncRoutes(app: FastifyInstance): void {
  mountList(app, calls.listSyncEvents, calls.exportSyncEvents, eventList, 'studyKey');
  mountList(app, calls.listReconciliation, calls.exportReconciliation, reconciliationList, 'studyKey');
  mount(app, calls.decideReconciliation, (call) => decide(call.deps, call, call.params.studyKey, call.body));
  mount(app, calls.readSyncStudy, (call) => studyToSync(call.deps, call, call.params.studyKey));
  mount(app, calls.findSyncEvents, (call) => findAgain(call.deps, call, call.params.studyKey, call.signal));
  mount(app, calls.retrieveSyncItems, (call) => itemsOfSubject(call.deps, call, call.params, call.query));
  mount(app, calls.dryRunSync, (call) => dryRun(call.deps, call, call.params, call.body));
  mount(app, calls.checkSyncProgress, (call) => progressOf(call.deps, call, call.params.studyKey, call.body));
  mount(app, calls.syncEvents, (call) => beginRun(call.deps, call, call.params, call.body));
  mount(app, calls.readSyncRun, (call) => readRun(call.deps, call, call.params));
  mount(app, calls.resetSync, (call) => reset(call.deps, call, call.params.studyKey, call.body));
  mount(app, calls.decideRemovedEvent, (call) => decideRemoved(call.deps, call, call.params, call.body));
  mount(app, calls.readSyncLog, (call) => logOfEvent(call.deps, call, call.params));
}
