/** What is wrong with the rules of a study, against its newest metadata and the catalogue: before a value is lost in silence. */
import { valueFindings } from '../rules/valueFindings.ts';
import { EMPTY_VALUE } from '../case/itemValue.ts';
import { fold } from '../text/fold.ts';
import type { MetadataItem, StudyMetadata } from '../study-data/studyData.ts';
import { NULL_FLAVOR_PREFIX } from './applyTransform.ts';
import type { MappingCatalogue } from './mappingCatalogue.ts';
import {
  FACTS_FORM,
  STUDY_FACTS,
  SUBJECT_FACTS,
  type GroupRule,
  type MappingRule,
  type RuleCondition,
  type RuleSet,
} from './mappingRule.ts';
import { indexMetadata, isSource, type MetadataIndex } from './metadataIndex.ts';
import { isReachable } from './targetRows.ts';

export const RULE_FAULTS = [
  'noTarget',
  'noItem',
  'noConditionItem',
  'noUnitItem',
  'noRow',
  'typeChanged',
  'newCodes',
  'wrongCodes',
  'wrongNullFlavor',
] as const;

export interface RuleFault {
  fault: (typeof RULE_FAULTS)[number];
  /** what it is about: OIDs, codes, data types; '' where the fault says all */
  detail: string;
}

export interface CheckWorld {
  catalogue: MappingCatalogue;
  ruleSet: Pick<RuleSet, 'groups'>;
  /** null: no version of the metadata was read */
  newest: StudyMetadata | null;
  /** versions of the metadata by OID, that rules were made for */
  versions: ReadonlyMap<string, StudyMetadata>;
}

/** Checks rules one after the other; the indexes are made once. */
export function ruleChecker(world: CheckWorld): (rule: MappingRule) => RuleFault[] {
  const { catalogue, ruleSet, newest, versions } = world;
  const index = newest && indexMetadata(newest);
  const indexes = new Map([...versions].map(([oid, metadata]) => [oid, indexMetadata(metadata)]));
  return (rule) => {
    const item = Object.hasOwn(catalogue.items, rule.itemId) ? catalogue.items[rule.itemId] : undefined;
    if (!item) return [{ fault: 'noTarget', detail: rule.itemId }];
    return [
      ...(index ? sourceFaults(rule, index, indexes.get(rule.metadataVersion)) : []),
      ...rowFaults(rule, item.groups, catalogue, ruleSet),
      ...valueFaults(rule, catalogue),
    ];
  };
}

const fault = (name: RuleFault['fault'], detail = ''): RuleFault => ({ fault: name, detail });

function sourceFaults(
  rule: MappingRule,
  index: MetadataIndex,
  before: MetadataIndex | undefined,
): RuleFault[] {
  const { formOid, groupOid, itemOid, row } = rule.source;
  const conditions = [...rule.condition, ...(typeof row === 'object' ? row.matching : [])];
  const missing = unknownItems(conditions, index);
  return [
    ...(itemOid === null
      ? constantFaults(rule, index)
      : isSource(index, { formOid, groupOid, itemOid })
        ? []
        : [fault('noItem', itemOid)]),
    ...(missing.length > 0 ? [fault('noConditionItem', missing.join(', '))] : []),
    ...unitFaults(rule, index),
    ...(itemOid !== null && formOid !== FACTS_FORM
      ? changeFaults(rule, index.item(formOid, groupOid, itemOid), before?.item(formOid, groupOid, itemOid))
      : []),
  ];
}

const constantFaults = ({ source }: MappingRule, index: MetadataIndex): RuleFault[] =>
  source.formOid === FACTS_FORM || index.hasGroup(source.formOid, source.groupOid)
    ? []
    : [fault('noItem', source.groupOid)];

const FACTS: ReadonlySet<string> = new Set([...SUBJECT_FACTS, ...STUDY_FACTS]);

const unknownItems = (conditions: readonly RuleCondition[], index: MetadataIndex): string[] =>
  conditions.map(({ itemOid }) => itemOid).filter((oid) => !FACTS.has(oid) && !index.anyItem(oid));

const unitFaults = ({ transform }: MappingRule, index: MetadataIndex): RuleFault[] =>
  transform.kind === 'unit' && transform.unitItemOid !== null && !index.anyItem(transform.unitItemOid)
    ? [fault('noUnitItem', transform.unitItemOid)]
    : [];

function changeFaults(
  { transform }: MappingRule,
  now: MetadataItem | undefined,
  before: MetadataItem | undefined,
): RuleFault[] {
  if (!now) return [];
  const known = transform.kind === 'map' ? Object.keys(transform.values).map(fold) : null;
  const codes = now.codes?.map(({ code }) => code).filter((code) => known && !known.includes(fold(code)));
  return [
    ...(before && before.dataType !== now.dataType
      ? [fault('typeChanged', `${before.dataType} → ${now.dataType}`)]
      : []),
    ...(codes && codes.length > 0 ? [fault('newCodes', codes.join(', '))] : []),
  ];
}

const rowFaults = (
  { source }: MappingRule,
  groups: readonly string[],
  catalogue: MappingCatalogue,
  ruleSet: Pick<RuleSet, 'groups'>,
): RuleFault[] =>
  source.row === 'same' && source.formOid !== FACTS_FORM && !isReachable(catalogue, ruleSet, groups, source)
    ? [fault('noRow', source.groupOid)]
    : [];

const END_OF_TIME = new Date(8.64e15);

/** Texts that the rule itself holds have to be values of the target. */
function valueFaults(rule: MappingRule, { items, codeLists }: MappingCatalogue): RuleFault[] {
  const item = items[rule.itemId];
  if (!item) return [];
  const { transform } = rule;
  const texts =
    transform.kind === 'map'
      ? Object.values(transform.values)
      : transform.kind === 'constant'
        ? [transform.value]
        : [];
  const isFlavor = (text: string) => text.startsWith(NULL_FLAVOR_PREFIX);
  const flavors = [
    ...texts.filter(isFlavor).map((text) => text.slice(NULL_FLAVOR_PREFIX.length)),
    ...(rule.nullFlavorWhenEmpty === null ? [] : [rule.nullFlavorWhenEmpty]),
  ].filter((flavor) => !item.nullFlavors.includes(flavor));
  const wrong = texts
    .filter((text) => text !== '' && !isFlavor(text))
    .filter((value) =>
      valueFindings(item, { ...EMPTY_VALUE, value }, { codeLists, now: END_OF_TIME }).some(
        ({ severity }) => severity === 'error',
      ),
    );
  return [
    ...(wrong.length > 0 ? [fault('wrongCodes', [...new Set(wrong)].join(', '))] : []),
    ...(flavors.length > 0 ? [fault('wrongNullFlavor', [...new Set(flavors)].join(', '))] : []),
  ];
}

/** Groups of a rule set that the newest metadata, or the catalogue, do not have. */
export const groupFaults = (
  { groupId, source, window }: GroupRule,
  catalogue: Pick<MappingCatalogue, 'groups'>,
  newest: StudyMetadata | null,
): RuleFault[] => {
  if (!Object.hasOwn(catalogue.groups, groupId)) return [fault('noTarget', groupId)];
  if (!newest) return [];
  const index = indexMetadata(newest);
  const oids = window ? [window.startItemOid, window.endItemOid, window.onsetItemOid].filter(Boolean) : [];
  const missing = [...unknownItems(source.condition, index), ...oids.filter((oid) => !index.anyItem(oid))];
  return [
    ...(index.hasGroup(source.formOid, source.groupOid) ? [] : [fault('noItem', source.groupOid)]),
    ...(missing.length > 0 ? [fault('noConditionItem', missing.join(', '))] : []),
  ];
};
