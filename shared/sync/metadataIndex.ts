/** The items of a version of a study's metadata, by form, group and OID. */
import type { MetadataGroup, MetadataItem, StudyMetadata } from '../study-data/studyData.ts';
import { FACTS_FORM, STUDY_FACTS, SUBJECT_FACTS } from './mappingRule.ts';

export interface IndexedItem extends MetadataItem {
  formOid: string;
  formLabel: string;
  group: MetadataGroup;
}

export interface MetadataIndex {
  metadata: StudyMetadata;
  items: readonly IndexedItem[];
  /** undefined: the version has no such item */
  item: (formOid: string, groupOid: string, itemOid: string) => IndexedItem | undefined;
  /** wherever it is */
  anyItem: (itemOid: string) => IndexedItem | undefined;
  hasGroup: (formOid: string, groupOid: string) => boolean;
}

export function indexMetadata(metadata: StudyMetadata): MetadataIndex {
  const groups = new Map(metadata.groups.map((group) => [group.oid, group]));
  const items = metadata.forms.flatMap(({ oid: formOid, label: formLabel, groupOids }) =>
    groupOids.flatMap((oid) => {
      const group = groups.get(oid);
      return group ? group.items.map((item): IndexedItem => ({ ...item, formOid, formLabel, group })) : [];
    }),
  );
  const key = (formOid: string, groupOid: string, itemOid: string) =>
    JSON.stringify([formOid, groupOid, itemOid]);
  const byAddress = new Map(items.map((item) => [key(item.formOid, item.group.oid, item.oid), item]));
  const byOid = new Map(items.map((item) => [item.oid, item]));
  const formsOfGroups = new Set(
    metadata.forms.flatMap(({ oid, groupOids }) => groupOids.map((group) => key(oid, group, ''))),
  );
  return {
    metadata,
    items,
    item: (formOid, groupOid, itemOid) => byAddress.get(key(formOid, groupOid, itemOid)),
    anyItem: (itemOid) => byOid.get(itemOid),
    hasGroup: (formOid, groupOid) => groups.has(groupOid) && formsOfGroups.has(key(formOid, groupOid, '')),
  };
}

const FACTS: ReadonlySet<string> = new Set([...SUBJECT_FACTS, ...STUDY_FACTS]);

/** Whether rules can read the item: of a form, or a fact of the subject. */
export const isSource = (
  index: MetadataIndex,
  { formOid, groupOid, itemOid }: { formOid: string; groupOid: string; itemOid: string },
): boolean =>
  formOid === FACTS_FORM ? FACTS.has(itemOid) : index.item(formOid, groupOid, itemOid) !== undefined;
