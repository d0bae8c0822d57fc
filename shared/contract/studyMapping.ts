/**
 * Study mapping of companies (specification 1 section 2, 2-dialogs section 7): the sources of clinical data of the sponsors as
 * which a company works, and which study of a source collects the data of which study of case info.
 */
import { Type, type Static } from 'typebox';
import { SOURCE_FAULTS, SOURCE_KIND_NAMES } from '../study-data/sourceKinds.ts';
import { defineCall } from './call.ts';
import { Nullable, OneOf, Paged, Paging, Reason } from './common.ts';
import { defineList, defineListExport } from './lists.ts';

const access = ['systemAdmin'] as const;
const PATH = '/1.0/sponsors/:sponsorKey/companies/:companyKey';
const Key = Type.Integer({ minimum: 1 });
const Time = Type.String({ format: 'date-time' });
const OfCompany = Type.Object({ sponsorKey: Type.Integer(), companyKey: Key });
/** `ofSponsor`: one of the sponsors as which the company works. */
const OfSponsor = Type.Object({ ...OfCompany.properties, ofSponsor: Key });
/** Key 0 is a new source. */
const OfSource = Type.Object({ ...OfSponsor.properties, sourceKey: Type.Integer({ minimum: 0 }) });
const OfStudy = Type.Object({ ...OfSponsor.properties, studyKey: Key });
const Values = (maxLength: number) => Type.Record(Type.String(), Type.String({ maxLength }));

const mappings = {
  path: `${PATH}/study-mappings`,
  menuId: 'AD-MU-CO-ST',
  summary: 'The studies of a company that are linked to studies of its sources',
  access,
} as const;
export const listStudyMappings = defineCall({ ...defineList(mappings), params: OfCompany });
export const exportStudyMappings = defineCall({ ...defineListExport(mappings), params: OfCompany });

/** What a form of a source holds; secrets are never sent to a browser. */
const SourceForm = {
  name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
  kind: OneOf(...SOURCE_KIND_NAMES),
  settings: Values(500),
  /** hours between two readings; null: only on demand */
  everyHours: Nullable(Type.Integer({ minimum: 1, maximum: 168 })),
  disabled: Type.Boolean(),
};
/** A secret that is not named stays as it is stored; an empty one is removed. */
const Secrets = Values(20_000);

export const StudySourceOfCompany = Type.Object({
  ...SourceForm,
  sourceKey: Key,
  sponsorKey: Key,
  /** names of the secrets that are stored */
  secretNames: Type.Array(Type.String()),
  /** a token for snapshots was made */
  hasToken: Type.Boolean(),
  links: Type.Integer(),
  readAt: Nullable(Time),
  fault: Nullable(OneOf(...SOURCE_FAULTS)),
  failures: Type.Integer(),
  setAt: Time,
  setBy: Type.String(),
});
export type StudySourceOfCompany = Static<typeof StudySourceOfCompany>;

export const readCompanySources = defineCall({
  method: 'GET',
  path: `${PATH}/study-sources`,
  summary: 'The sources of clinical data of a company, without their secrets',
  access,
  params: OfCompany,
  data: Type.Object({
    sponsors: Type.Array(Type.Object({ sponsorKey: Type.Integer(), name: Type.String() })),
    /** kinds that can be added here: the demo source is one of a demo only */
    kinds: Type.Array(OneOf(...SOURCE_KIND_NAMES)),
    sources: Type.Array(StudySourceOfCompany),
  }),
});

/** Throws 422 SETTING_REFUSED with the names of the settings, 409 SOURCE_NAME_TAKEN, and 409 SETTINGS_CHANGED. */
export const saveCompanySource = defineCall({
  method: 'PUT',
  path: `${PATH}/sponsors/:ofSponsor/study-sources/:sourceKey`,
  summary: 'Adds a source with key 0, or changes one, with the reason',
  access,
  params: OfSource,
  body: Type.Object({ ...SourceForm, secrets: Secrets, setAt: Nullable(Time), reason: Reason }),
  data: Type.Object({ sourceKey: Type.Integer() }),
});

export const tryCompanySource = defineCall({
  method: 'POST',
  path: `${PATH}/sponsors/:ofSponsor/study-sources/:sourceKey/try`,
  summary: 'Connects with what the form holds, lists the studies and counts the subjects of the first one',
  access,
  params: OfSource,
  body: Type.Object({ kind: SourceForm.kind, settings: SourceForm.settings, secrets: Secrets }),
  data: Type.Object({
    /** what is wrong; null: it can be read */
    fault: Nullable(OneOf(...SOURCE_FAULTS)),
    detail: Type.String(),
    line: Nullable(Type.Integer()),
    studies: Type.Integer(),
    studyId: Type.String(),
    subjects: Type.Integer(),
  }),
});

/** Throws 409 NO_PUSH_SOURCE for a source of another kind. */
export const makeSourceToken = defineCall({
  method: 'POST',
  path: `${PATH}/sponsors/:ofSponsor/study-sources/:sourceKey/token`,
  summary: 'Makes the token that snapshots are sent with; the one before is void',
  access,
  params: OfSource,
  body: Type.Object({ reason: Reason }),
  data: Type.Object({
    /** shown this once */
    token: Type.String(),
    /** where snapshots are sent */
    path: Type.String(),
  }),
});

const sourceAudit = {
  path: `${PATH}/sponsors/:ofSponsor/study-sources/:sourceKey/audit-trail`,
  menuId: 'AD-MU-CO-SS-AT',
  summary: 'The changes of a source of clinical data',
  access,
} as const;
export const listSourceAudit = defineCall({ ...defineList(sourceAudit), params: OfSource });
export const exportSourceAudit = defineCall({ ...defineListExport(sourceAudit), params: OfSource });

const Looked = Type.Object({
  ...Paging,
  keyword: Type.Optional(Type.String({ maxLength: 200 })),
});

/** Specification 2-dialogs section 7, "Retrieve CDMS studies". */
export const listCdmsStudies = defineCall({
  method: 'GET',
  path: `${PATH}/sponsors/:ofSponsor/cdms-studies`,
  summary: 'Studies of the sources of a sponsor that are not linked yet',
  access,
  params: OfSponsor,
  query: Looked,
  data: Paged(
    Type.Object({
      studyId: Type.String(),
      protocol: Type.String(),
      sourceKey: Key,
      source: Type.String(),
    }),
  ),
});

/** Specification 2-dialogs section 2, "R3 study select"; the columns have its names. */
export const listR3Studies = defineCall({
  method: 'GET',
  path: `${PATH}/sponsors/:ofSponsor/r3-studies`,
  summary: 'Studies of the case info of a sponsor that can be linked',
  access,
  params: OfSponsor,
  query: Looked,
  data: Paged(Type.Record(Type.String(), Type.Union([Type.Integer(), Type.String()]))),
});

export const readStudyMapping = defineCall({
  method: 'GET',
  path: `${PATH}/sponsors/:ofSponsor/study-mappings/:studyKey`,
  summary: 'The link of a study, and what was read by it',
  access,
  params: OfStudy,
  data: Type.Object({
    study: Type.Record(Type.String(), Type.Union([Type.Integer(), Type.String()])),
    sponsor: Type.String(),
    /** null: it is not linked */
    link: Nullable(
      Type.Object({
        sourceKey: Key,
        source: Type.String(),
        studyId: Type.String(),
        protocol: Type.String(),
        linkedAt: Time,
        readAt: Nullable(Time),
        asOf: Nullable(Time),
        subjects: Type.Integer(),
        /** versions of its metadata, the newest first */
        versions: Type.Array(Type.String()),
      }),
    ),
  }),
});

/** Throws 404 STUDY_NOT_IN_SOURCE, 409 STUDY_LINKED for a study of a source that is linked already, 409 SETTINGS_CHANGED. */
export const saveStudyMapping = defineCall({
  method: 'PUT',
  path: `${PATH}/sponsors/:ofSponsor/study-mappings/:studyKey`,
  summary: 'Links a study to a study of a source, with the reason',
  access,
  params: OfStudy,
  body: Type.Object({
    sourceKey: Key,
    studyId: Type.String({ minLength: 1, maxLength: 500 }),
    /** of the link that it replaces; null: there was none */
    linkedAt: Nullable(Time),
    reason: Reason,
  }),
});

/** What was read stays; throws 409 SETTINGS_CHANGED. */
export const removeStudyMapping = defineCall({
  method: 'DELETE',
  path: `${PATH}/sponsors/:ofSponsor/study-mappings/:studyKey`,
  summary: 'Ends the link of a study, with the reason',
  access,
  params: OfStudy,
  body: Type.Object({ linkedAt: Time, reason: Reason }),
});

const audit = {
  path: `${PATH}/sponsors/:ofSponsor/study-mappings/:studyKey/audit-trail`,
  menuId: 'AD-MU-CO-ST-AT',
  summary: 'The changes of the link of a study',
  access,
} as const;
export const listStudyMappingAudit = defineCall({ ...defineList(audit), params: OfStudy });
export const exportStudyMappingAudit = defineCall({ ...defineListExport(audit), params: OfStudy });
