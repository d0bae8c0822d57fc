/** Rules that a standard's item names suggest for the items of a study. They are shown, and applied only when accepted. */
import type { CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type {
  DefaultCondition,
  DefaultGroup,
  DefaultRule,
  DefaultTransform,
  SyncDefaults,
} from '../../schemas/compile/sync.ts';
import type { MappingCatalogue } from './mappingCatalogue.ts';
import {
  FACTS_FORM,
  type ConditionOperator,
  type GroupRule,
  type MappingRule,
  type RuleCondition,
  type RuleSet,
  type Transform,
} from './mappingRule.ts';
import { indexMetadata, type IndexedItem, type MetadataIndex } from './metadataIndex.ts';
import { isReachable } from './targetRows.ts';
import type { StudyMetadata } from '../study-data/studyData.ts';

/** Null: the study has no group of events. */
export function proposeRules(
  defaults: SyncDefaults,
  metadata: StudyMetadata,
  catalogue: MappingCatalogue,
): RuleSet | null {
  const names = namesOf(indexMetadata(metadata));
  const event = eventOf(defaults, names);
  if (!event) return null;
  const groups = defaults.groups.flatMap((group) => groupRule(group, defaults, names, catalogue) ?? []);
  const rules = defaults.rules
    .flatMap((rule) => mappingRule(rule, names, metadata.versionOid, catalogue) ?? [])
    .filter(
      ({ itemId, source }) =>
        source.row !== 'same' ||
        source.formOid === FACTS_FORM ||
        isReachable(catalogue, { groups }, catalogue.items[itemId]?.groups ?? [], source),
    );
  return { event, groups, rules };
}

/** The items of the study by domain and name; of several the first one of the metadata. */
interface Names {
  find: (domain: string, name: string) => IndexedItem | undefined;
  group: (domain: string) => { formOid: string; groupOid: string } | undefined;
}

function namesOf({ items }: MetadataIndex): Names {
  const key = (domain: string, name: string) => `${domain} ${name}`.toUpperCase();
  const byName = new Map(items.toReversed().map((item) => [key(item.group.domain, item.name), item]));
  return {
    find: (domain, name) => byName.get(key(domain, name)),
    group: (domain) => {
      const found = items.find(({ group }) => group.domain.toUpperCase() === domain);
      return found && { formOid: found.formOid, groupOid: found.group.oid };
    },
  };
}

function eventOf({ event }: SyncDefaults, { find }: Names): RuleSet['event'] | null {
  const term = find(event.domain, event.term);
  return term
    ? {
        formOid: term.formOid,
        groupOid: term.group.oid,
        termItemOid: term.oid,
        seriousItemOid: find(event.domain, event.serious)?.oid ?? null,
        seriousValues: event.seriousValues,
        bookletItemOid: null,
      }
    : null;
}

/** Null: the study lacks an item that one of them reads. */
function conditionsOf(conditions: readonly DefaultCondition[], { find }: Names): RuleCondition[] | null {
  const found = conditions.flatMap(({ domain, source, operator, values = [] }) => {
    const item = find(domain, source);
    return item ? [{ itemOid: item.oid, operator: operator as ConditionOperator, values }] : [];
  });
  return found.length === conditions.length ? found : null;
}

function groupRule(
  { group: groupId, domain, rows, condition = [], window }: DefaultGroup,
  { event }: SyncDefaults,
  names: Names,
  { groups }: MappingCatalogue,
): GroupRule | null {
  const source = names.group(domain);
  const conditions = conditionsOf(condition, names);
  if (!source || !conditions || !Object.hasOwn(groups, groupId)) return null;
  const [start, end] = window ? [names.find(domain, window.start), names.find(domain, window.end)] : [];
  const onset = window && names.find(event.domain, window.onset);
  return {
    groupId,
    source: { ...source, condition: conditions },
    rows,
    // without either end nothing tells when a row was under way
    window:
      window && onset && (start || end)
        ? {
            startItemOid: start?.oid ?? '',
            endItemOid: end?.oid ?? '',
            onsetItemOid: onset.oid,
            days: window.days,
          }
        : null,
    version: 0,
  };
}

function mappingRule(
  rule: DefaultRule,
  names: Names,
  metadataVersion: string,
  { items }: MappingCatalogue,
): MappingRule | null {
  const { domain, target: itemId } = rule;
  const condition = conditionsOf(rule.condition ?? [], names);
  const place = placeOf(rule, names);
  const transform = transformOf(rule.transform, domain, names);
  const item = Object.hasOwn(items, itemId) ? items[itemId] : undefined;
  if (!item || !condition || !place || !transform || isTooImprecise(rule, item, names)) return null;
  return {
    itemId,
    targetSeqNo: rule.seq,
    metadataVersion,
    source: { eventOid: '*', ...place, row: rule.row ?? 'same' },
    transform,
    condition,
    joinWith: rule.joinWith ?? null,
    nullFlavorWhenEmpty: rule.nullFlavorWhenEmpty ?? null,
    overwrite: 'ifUntouched',
    significant: true,
    comment: '',
    version: 0,
  };
}

/** A year of birth is no date of birth: a rule would be a problem for every subject. */
const isTooImprecise = (
  { domain, source = '', transform }: DefaultRule,
  { precision }: CatalogueItem,
  { find }: Names,
): boolean =>
  transform.kind === 'date' &&
  precision !== null &&
  precision.min !== 'year' &&
  find(domain, source)?.dataType === 'partialDate';

function placeOf(
  { domain, source }: DefaultRule,
  { find, group }: Names,
): { formOid: string; groupOid: string; itemOid: string | null } | null {
  if (domain === '') return { formOid: FACTS_FORM, groupOid: '', itemOid: source ?? null };
  const item = source === undefined ? undefined : find(domain, source);
  if (item) return { formOid: item.formOid, groupOid: item.group.oid, itemOid: item.oid };
  const around = source === undefined ? group(domain) : undefined;
  return around ? { ...around, itemOid: null } : null;
}

function transformOf(given: DefaultTransform, domain: string, { find }: Names): Transform | null {
  const { unitSource, ...rest } = given;
  if (given.kind !== 'unit') return rest as unknown as Transform;
  const unitItem = typeof unitSource === 'string' ? find(domain, unitSource) : undefined;
  return { ...rest, unitItemOid: unitItem?.oid ?? null } as unknown as Transform;
}
