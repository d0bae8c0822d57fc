/** The calls of studies to sync and of readings. */
import type { FastifyInstance } from 'fastify';
import * as calls from '../../../shared/contract/syncStudies.ts';
import { mount } from '../../http/mount.ts';
import { mountList } from '../../lists/mountList.ts';
import { bringFile, sourcesFor, startReading, stopReading } from './readings.service.ts';
import { pushRoute } from './push.route.ts';
import { syncStudyList } from './studyList.ts';

export function syncStudiesRoutes(app: FastifyInstance): void {
  mountList(app, calls.listSyncStudies, calls.exportSyncStudies, syncStudyList);
  mount(app, calls.readStudySources, ({ deps, user }) => sourcesFor(deps, user));
  mount(app, calls.startStudyReading, ({ deps, user, params }) => startReading(deps, user, params.sourceKey));
  mount(app, calls.uploadStudyData, ({ deps, user, params, upload }) =>
    bringFile(deps, user, params.sourceKey, upload),
  );
  mount(app, calls.cancelStudyReading, ({ deps, user, params }) =>
    stopReading(deps, user, params.readingKey),
  );
  void app.register(pushRoute);
}
