/** Rules from the items of a study's source to the items of a case (specification 1, Sync routes; 2, "CDMS tree items"). */
import { Type, type Static, type TSchema } from 'typebox';
import { RULE_FAULTS } from '../sync/checkRules.ts';
import {
  CONDITION_OPERATORS,
  MAX_WINDOW_DAYS,
  PROBLEM_KINDS,
  type MappingRule,
  type RuleSet,
} from '../sync/mappingRule.ts';
import type { PortableRuleSet } from '../sync/portableRules.ts';
import { defineCall } from './call.ts';
import { Nullable, OneOf, Reason } from './common.ts';
import { defineList, defineListExport } from './lists.ts';

const READERS = ['READ.MAPPING', 'EDIT.MAPPING'] as const;
const EDITORS = ['EDIT.MAPPING'] as const;
/** The list is shown to users who synchronise, too. */
const LIST_READERS = [...READERS, 'READ.SYNC', 'EDIT.SYNC'] as const;

const OF_STUDY = '/1.0/sponsors/:sponsorKey/studies/:studyKey';
const OfStudy = Type.Object({
  sponsorKey: Type.Integer({ minimum: 1 }),
  studyKey: Type.Integer({ minimum: 1 }),
});

const MAX_TEXT = 2000;
const MAX_OID = 200;
const MAX_CONDITIONS = 20;
const MAX_MAP = 500;
const MAX_RULES = 2000;
const MAX_GROUPS = 200;

const Oid = Type.String({ maxLength: MAX_OID });
const ItemId = Type.String({ minLength: 1, maxLength: 60 });
const Seq = Type.Integer({ minimum: 1, maximum: 99 });
const Text = Type.String({ maxLength: MAX_TEXT });

const Conditions = Type.Array(
  Type.Object({
    itemOid: Oid,
    operator: OneOf(...CONDITION_OPERATORS),
    values: Type.Array(Text, { maxItems: MAX_MAP }),
  }),
  { maxItems: MAX_CONDITIONS },
);

const kind = <const K extends string>(name: K, more: Record<string, TSchema> = {}) =>
  Type.Object({ kind: Type.Literal(name), ...more });

const TransformSchema = Type.Union([
  kind('text'),
  kind('date'),
  kind('number'),
  kind('code'),
  kind('map', { values: Type.Record(Text, Text, { maxProperties: MAX_MAP }) }),
  kind('lookup', { record: Type.String({ maxLength: 40 }), by: ItemId, item: ItemId }),
  kind('constant', { value: Text }),
  kind('unit', { unit: Type.String({ minLength: 1, maxLength: 20 }), unitItemOid: Nullable(Oid) }),
  kind('append', { label: Type.String({ maxLength: 200 }) }),
  kind('country'),
  kind('term'),
]);

const RuleFields = Type.Object({
  itemId: ItemId,
  targetSeqNo: Seq,
  metadataVersion: Oid,
  source: Type.Object({
    eventOid: Oid,
    formOid: Oid,
    groupOid: Oid,
    itemOid: Nullable(Oid),
    row: Type.Union([OneOf('same', 'first', 'last', 'all'), Type.Object({ matching: Conditions })]),
  }),
  transform: TransformSchema,
  condition: Conditions,
  joinWith: Nullable(Type.String({ maxLength: 20 })),
  nullFlavorWhenEmpty: Nullable(Type.String({ maxLength: 10 })),
  overwrite: OneOf('never', 'ifUntouched', 'always'),
  significant: Type.Boolean(),
  comment: Text,
  version: Type.Integer({ minimum: 0 }),
});
const RuleSchema = Type.Unsafe<MappingRule>(RuleFields);

const EventSchema = Type.Object({
  formOid: Oid,
  groupOid: Oid,
  termItemOid: Oid,
  seriousItemOid: Nullable(Oid),
  seriousValues: Type.Array(Text, { maxItems: 50 }),
  bookletItemOid: Nullable(Oid),
});

const GroupSchema = Type.Object({
  groupId: ItemId,
  source: Type.Object({ formOid: Oid, groupOid: Oid, condition: Conditions }),
  rows: OneOf('selected', 'all'),
  window: Nullable(
    Type.Object({
      startItemOid: Oid,
      endItemOid: Oid,
      onsetItemOid: Oid,
      days: Type.Integer({ minimum: 0, maximum: MAX_WINDOW_DAYS }),
    }),
  ),
  version: Type.Integer({ minimum: 0 }),
});

const RuleSetSchema = Type.Unsafe<RuleSet>(
  Type.Object({
    event: EventSchema,
    groups: Type.Array(GroupSchema, { maxItems: MAX_GROUPS }),
    rules: Type.Array(RuleSchema, { maxItems: MAX_RULES }),
  }),
);

/** Rules of a study in a file of configuration. */
export const PortableRuleSetSchema = Type.Unsafe<PortableRuleSet>(
  Type.Object({
    event: EventSchema,
    groups: Type.Array(Type.Omit(GroupSchema, ['version']), { maxItems: MAX_GROUPS }),
    rules: Type.Array(Type.Omit(RuleFields, ['version', 'metadataVersion']), { maxItems: MAX_RULES }),
  }),
);

const Fault = Type.Object({ fault: OneOf(...RULE_FAULTS), detail: Type.String() });

export interface CdmsTreeNode {
  id: string;
  label: string;
  /** FORM, GROUP, ITEM; FACTS for the facts of study, site and subject */
  type: string;
  children: CdmsTreeNode[];
  property: { itemKey: string; pageLabel: string; verKey: string; type: string };
}

/** Schemas do not recur: forms, their groups, their items. */
const treeNode = (depth: number): TSchema =>
  Type.Object({
    id: Type.String(),
    label: Type.String(),
    type: Type.String(),
    children: depth === 0 ? Type.Array(Type.Never()) : Type.Array(treeNode(depth - 1)),
    property: Type.Object({
      itemKey: Type.String(),
      pageLabel: Type.String(),
      verKey: Type.String(),
      type: Type.String(),
    }),
  });

/** The newest version of the study's metadata; empty where none was read. */
export const listCdmsItems = defineCall({
  method: 'GET',
  path: `${OF_STUDY}/cdms-items`,
  summary: 'The items of a study in its data-management system, as a tree',
  access: READERS,
  params: OfStudy,
  data: Type.Object({
    tree: Type.Array(Type.Unsafe<CdmsTreeNode>(treeNode(2))),
    /** by node id: the source, with its codes, that choosing it means */
    sources: Type.Record(
      Type.String(),
      Type.Object({
        formOid: Oid,
        groupOid: Oid,
        itemOid: Oid,
        dataType: Type.String(),
        codes: Type.Array(Type.Object({ code: Type.String(), label: Type.String() })),
      }),
    ),
  }),
});

const LIST = {
  path: `${OF_STUDY}/mapping-rules`,
  menuId: 'MU-ES-MR',
  summary: 'The items of a case with the rules that fill them from the data of a study',
  access: LIST_READERS,
} as const;
export const listMappingRules = defineCall({ ...defineList(LIST), params: OfStudy });
export const exportMappingRules = defineCall({ ...defineListExport(LIST), params: OfStudy });

const Named = Type.Object({ id: Type.String(), label: Type.String() });

const Proposal = Type.Object({
  itemId: ItemId,
  /** of the item */
  label: Type.String(),
  targetSeqNo: Seq,
  text: Type.String(),
});

export const readMappingRuleSet = defineCall({
  method: 'GET',
  path: `${OF_STUDY}/mapping-rule-set`,
  summary: 'The events and rows of a study, how much of it is mapped, and what is proposed',
  access: LIST_READERS,
  params: OfStudy,
  data: Type.Object({
    studyName: Type.String(),
    /** 0: it has no rules yet */
    versionNo: Type.Integer(),
    changedAt: Nullable(Type.String({ format: 'date-time' })),
    changedBy: Nullable(Type.String()),
    /** the newest version of the metadata; null: none was read */
    metadataVersion: Nullable(Type.String()),
    /** null: it has no rules, and no events are proposed */
    event: Nullable(EventSchema),
    groups: Type.Array(Type.Object({ ...GroupSchema.properties, faults: Type.Array(Fault) })),
    /** groups of a case whose rows can be made */
    caseGroups: Type.Array(Named),
    /** items with a rule, all items that can have one, rules that do not fit the metadata */
    mapped: Type.Integer(),
    total: Type.Integer(),
    broken: Type.Integer(),
    proposals: Type.Array(Proposal),
  }),
});

/** 409 MAPPING_CHANGED if `versionNo` is not the newest; 422 NO_MODIFIED_DATA. */
export const saveMappingEvents = defineCall({
  method: 'PUT',
  path: `${OF_STUDY}/mapping-rule-set`,
  summary: 'Changes which rows of a study are events, and which rows of a case they make',
  access: EDITORS,
  params: OfStudy,
  body: Type.Object({
    reason: Reason,
    versionNo: Type.Integer({ minimum: 0 }),
    event: EventSchema,
    groups: Type.Array(GroupSchema, { maxItems: MAX_GROUPS }),
  }),
  data: Type.Object({ versionNo: Type.Integer() }),
});

/** 409 MAPPING_CHANGED; 422 NO_MODIFIED_DATA where none of them is proposed any more. */
export const acceptMappingProposals = defineCall({
  method: 'POST',
  path: `${OF_STUDY}/mapping-rule-set/proposals`,
  summary: 'Accepts proposed rules, with the events and rows that they need',
  access: EDITORS,
  params: OfStudy,
  body: Type.Object({
    reason: Reason,
    versionNo: Type.Integer({ minimum: 0 }),
    rules: Type.Array(Type.Object({ itemId: ItemId, targetSeqNo: Seq }), {
      minItems: 1,
      maxItems: MAX_RULES,
    }),
  }),
  data: Type.Object({ versionNo: Type.Integer(), accepted: Type.Integer() }),
});

/** The item of the case that a rule fills. */
const TargetItem = Type.Object({
  label: Type.String(),
  pageLabel: Type.String(),
  /** labels of the groups around it, outermost first */
  groupLabels: Type.Array(Type.String()),
  control: Type.String(),
  maxLength: Nullable(Type.Integer()),
  nullFlavors: Type.Array(Type.String()),
  /** of its code list; empty: it has none */
  codes: Type.Array(Type.Object({ code: Type.String(), label: Type.String() })),
});

const OfRule = Type.Object({ ...OfStudy.properties, itemId: ItemId, targetSeqNo: Seq });

/** 404 NOT_FOUND for an item that there is not. */
export const readMappingRule = defineCall({
  method: 'GET',
  path: `${OF_STUDY}/mapping-rules/:itemId/:targetSeqNo`,
  summary: 'One rule of a study',
  access: READERS,
  params: OfRule,
  data: Type.Object({
    studyName: Type.String(),
    /** null: the schema files have it no more */
    item: Nullable(TargetItem),
    /** null: there is none yet */
    rule: Nullable(RuleSchema),
    /** what the names of the study suggest; null: nothing */
    proposal: Nullable(RuleSchema),
    faults: Type.Array(Fault),
    metadataVersion: Nullable(Type.String()),
    /** numbers of all rules of the item */
    numbers: Type.Array(Type.Integer()),
    /** a source group is given a row of the case for each of its rows */
    groups: Type.Array(Type.Object({ groupId: Type.String(), formOid: Oid, groupOid: Oid })),
    /** units that numbers can be converted to */
    units: Type.Array(Type.String()),
    /** kinds of records that values can be looked up in, with their items */
    records: Type.Array(Type.Object({ ...Named.properties, items: Type.Array(Named) })),
  }),
});

/**
 * A rule of null removes it. 409 MAPPING_RULE_CHANGED if `version` is not the newest of the rule; 409 MAPPING_WITHOUT_EVENTS
 * before the events of the study are defined; 422 NO_MODIFIED_DATA.
 */
export const saveMappingRule = defineCall({
  method: 'PUT',
  path: `${OF_STUDY}/mapping-rules/:itemId/:targetSeqNo`,
  summary: 'Adds, changes or removes a rule, with the reason',
  access: EDITORS,
  params: OfRule,
  body: Type.Object({
    reason: Reason,
    /** of the rule as it was read; 0: a new one */
    version: Type.Integer({ minimum: 0 }),
    rule: Nullable(RuleSchema),
  }),
  data: Type.Object({ version: Type.Integer() }),
});

const PreviewValue = Type.Object({
  address: Type.String(),
  value: Nullable(Type.String()),
  nullFlavor: Nullable(Type.String()),
  parts: Type.Array(
    Type.Object({ targetSeqNo: Type.Integer(), sourceText: Nullable(Type.String()), source: Type.String() }),
  ),
});

/** The item for a subject: by the rules as they are stored, and with this one. Nothing is stored. */
export const previewMapping = defineCall({
  method: 'POST',
  path: `${OF_STUDY}/mapping-rules/preview`,
  summary: 'What a rule makes of the data of a subject',
  access: READERS,
  params: OfStudy,
  body: Type.Object({
    rule: RuleSchema,
    /** null: the first subject with events */
    subjectNo: Nullable(Type.Integer()),
  }),
  data: Type.Object({
    /** the first 200 that have events */
    subjects: Type.Array(
      Type.Object({ subjectNo: Type.Integer(), label: Type.String(), events: Type.Integer() }),
    ),
    subjectNo: Nullable(Type.Integer()),
    before: Type.Array(PreviewValue),
    after: Type.Array(PreviewValue),
    problems: Type.Array(
      Type.Object({
        kind: OneOf(...PROBLEM_KINDS),
        address: Type.String(),
        sourceText: Nullable(Type.String()),
        source: Type.String(),
      }),
    ),
    /** the reader may not see the values of the item */
    blinded: Type.Boolean(),
  }),
});

export const listMappingStudies = defineCall({
  method: 'GET',
  path: `${OF_STUDY}/mapping-rule-set/studies`,
  summary: 'Other studies whose rules can be copied',
  access: EDITORS,
  params: OfStudy,
  data: Type.Object({
    studies: Type.Array(
      Type.Object({ studyKey: Type.Integer(), name: Type.String(), rules: Type.Integer() }),
    ),
  }),
});

export const downloadMappingRules = defineCall({
  method: 'GET',
  path: `${OF_STUDY}/mapping-rule-set/file`,
  summary: 'The rules of a study as a JSON file',
  access: READERS,
  carries: 'file',
  params: OfStudy,
});

/** Rules of another study, or of a file. */
const From = Type.Union([
  Type.Object({ studyKey: Type.Integer({ minimum: 1 }) }),
  Type.Object({ ruleSet: RuleSetSchema }),
]);

const Difference = Type.Object({
  change: OneOf('added', 'changed', 'removed'),
  what: OneOf('event', 'group', 'rule'),
  /** of a rule its item, of a group its name, otherwise empty */
  name: Type.String(),
  label: Type.String(),
  targetSeqNo: Type.Integer(),
  before: Type.String(),
  after: Type.String(),
  faults: Type.Array(Fault),
});

/** 422 MAPPING_FILE_INVALID. */
export const compareMappingRules = defineCall({
  method: 'POST',
  path: `${OF_STUDY}/mapping-rule-set/difference`,
  summary: 'What the rules of another study or of a file would change',
  access: EDITORS,
  params: OfStudy,
  body: Type.Object({ from: From }),
  data: Type.Object({ versionNo: Type.Integer(), differences: Type.Array(Difference) }),
});

/** 409 MAPPING_CHANGED; 422 NO_MODIFIED_DATA, MAPPING_FILE_INVALID. */
export const replaceMappingRules = defineCall({
  method: 'POST',
  path: `${OF_STUDY}/mapping-rule-set/replacement`,
  summary: 'Replaces the rules of a study by those of another study or of a file',
  access: EDITORS,
  params: OfStudy,
  body: Type.Object({ reason: Reason, versionNo: Type.Integer({ minimum: 0 }), from: From }),
  data: Type.Object({ versionNo: Type.Integer() }),
});

/** 404 NOT_FOUND for an item that there is not. */
export const readMappingSources = defineCall({
  method: 'GET',
  path: `${OF_STUDY}/mapping-items/:itemId`,
  summary: 'The sources of an item in order, and how many studies use each',
  access: READERS,
  params: Type.Object({ ...OfStudy.properties, itemId: ItemId }),
  data: Type.Object({
    studyName: Type.String(),
    label: Type.String(),
    /** studies of the sponsor with rules */
    studies: Type.Integer(),
    sources: Type.Array(
      Type.Object({
        rule: RuleSchema,
        faults: Type.Array(Fault),
        /** studies with a rule from an item of this OID, this one included */
        usedIn: Type.Integer(),
      }),
    ),
    proposals: Type.Array(RuleSchema),
  }),
});

const AUDIT = {
  path: `${OF_STUDY}/mapping-rule-set/audittrails`,
  menuId: 'MU-ES-MR-AT',
  summary: 'What was changed in the rules of a study',
  access: READERS,
} as const;
export const listMappingAudit = defineCall({ ...defineList(AUDIT), params: OfStudy });
export const exportMappingAudit = defineCall({ ...defineListExport(AUDIT), params: OfStudy });

export type MappingFrom = Static<typeof From>;
export type MappingDifference = Static<typeof Difference>;
