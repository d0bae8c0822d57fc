/** Studies whose data is collected by another system, and the readings of their sources (specification 1, Sync routes). */
import { Type, type Static } from 'typebox';
import { SOURCE_FAULTS, SOURCE_KIND_NAMES } from '../study-data/sourceKinds.ts';
import { defineCall } from './call.ts';
import { Nullable, OneOf } from './common.ts';
import { defineList, defineListExport } from './lists.ts';

const READ = ['READ.SYNC', 'EDIT.SYNC', 'READ.MAPPING', 'EDIT.MAPPING'] as const;
const EDIT = ['EDIT.SYNC', 'EDIT.MAPPING'] as const;
const Key = Type.Integer({ minimum: 1 });
const Time = Type.String({ format: 'date-time' });

const list = {
  path: '/1.0/sponsors/:sponsorKey/sync-studies',
  menuId: 'MU-ES-IL',
  summary: 'Studies that are linked to a source of clinical data, within the scope of the user',
  access: READ,
} as const;
const InSponsor = Type.Object({ sponsorKey: Type.Integer() });
export const listSyncStudies = defineCall({ ...defineList(list), params: InSponsor });
export const exportSyncStudies = defineCall({ ...defineListExport(list), params: InSponsor });

export const StudyReading = Type.Object({
  readingKey: Key,
  cause: OneOf('user', 'schedule', 'file', 'push'),
  state: OneOf('waiting', 'running', 'done', 'failed', 'cancelled'),
  startedBy: Type.String(),
  createdAt: Time,
  endedAt: Nullable(Time),
  fileName: Nullable(Type.String()),
  /** of its rows or studies, while it runs; null: it has not begun */
  done: Nullable(Type.Integer()),
  total: Nullable(Type.Integer()),
  studies: Type.Integer(),
  rowsNew: Type.Integer(),
  rowsChanged: Type.Integer(),
  rowsRemoved: Type.Integer(),
  fault: Nullable(OneOf(...SOURCE_FAULTS)),
  /** in English, for who maintains the source */
  detail: Type.String(),
  line: Nullable(Type.Integer()),
});
export type StudyReading = Static<typeof StudyReading>;

export const StudySource = Type.Object({
  sourceKey: Key,
  name: Type.String(),
  kind: OneOf(...SOURCE_KIND_NAMES),
  disabled: Type.Boolean(),
  everyHours: Nullable(Type.Integer()),
  readAt: Nullable(Time),
  failures: Type.Integer(),
  /** the newest one; null: it was never read */
  reading: Nullable(StudyReading),
});
export type StudySource = Static<typeof StudySource>;

export const readStudySources = defineCall({
  method: 'GET',
  path: '/1.1/study-sources',
  summary: 'The sources of the sponsor with their newest readings',
  access: READ,
  data: Type.Object({ sources: Type.Array(StudySource) }),
});

/** Answers the reading that is under way, if there is one. Throws 404 SOURCE_NOT_FOUND and 409 SOURCE_NOT_READABLE. */
export const startStudyReading = defineCall({
  method: 'POST',
  path: '/1.1/study-sources/:sourceKey/readings',
  summary: 'Reads a source now',
  access: EDIT,
  params: Type.Object({ sourceKey: Key }),
  data: Type.Object({ readingKey: Type.Integer() }),
});

/** Throws 404 SOURCE_NOT_FOUND and 409 SOURCE_NOT_READABLE for a source that takes no files. */
export const uploadStudyData = defineCall({
  method: 'POST',
  path: '/1.1/study-sources/:sourceKey/files',
  summary: 'Brings a file of clinical data: ODM, Dataset-JSON or CSV',
  access: EDIT,
  params: Type.Object({ sourceKey: Key }),
  carries: 'upload',
  data: Type.Object({ readingKey: Type.Integer() }),
});

export const cancelStudyReading = defineCall({
  method: 'POST',
  path: '/1.1/study-readings/:readingKey/cancel',
  summary: 'Stops a reading; what it has stored of other studies stays',
  access: EDIT,
  params: Type.Object({ readingKey: Key }),
});
