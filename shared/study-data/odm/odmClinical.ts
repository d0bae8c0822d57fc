/** Collects the clinical data of an ODM document as rows, of 1.3.2 and of 2.0. */
import { isoTime } from '../isoTime.ts';
import type { Removal, RowAddress, SourceRow, SourceSubject } from '../studyData.ts';
import { subjectRows } from '../subjectRows.ts';
import { MAX_DATA_ROWS, MAX_KEY_LENGTH, UnreadableData } from '../unreadableData.ts';
import { mandatory, type OdmElement, type OdmHandler } from './odmElements.ts';
import { openStudyPart, type ClinicalPart, type StudyPart } from './studyPart.ts';

/** An open subject, event, form or group. */
interface Level {
  element: OdmElement;
  oid: string;
  repeat: string;
  /** time of its newest audit record */
  changedAt: string | null;
  /** of a group */
  values: Record<string, string | null>;
  hasItems: boolean;
  hasGroups: boolean;
}

const LEVELS: Record<string, { oid: string; repeat: string[] }> = {
  SubjectData: { oid: 'SubjectKey', repeat: [] },
  StudyEventData: { oid: 'StudyEventOID', repeat: ['StudyEventRepeatKey'] },
  FormData: { oid: 'FormOID', repeat: ['FormRepeatKey'] },
  ItemGroupData: { oid: 'ItemGroupOID', repeat: ['ItemGroupRepeatKey', 'ItemGroupDataSeq'] },
};
/** The vendor's identifier of a record, which stays when rows are numbered again. */
const RECORD_IDS = ['mdsol:RecordId', 'mdsol:InstanceId'];

/** Null: the vendor gives none. Throws `UnreadableData`. */
function recordIdOf({ name, attributes, line }: OdmElement): string | null {
  const id = RECORD_IDS.map((one) => attributes[one]).find((text) => text !== undefined && text !== '');
  if (id !== undefined && id.length > MAX_KEY_LENGTH)
    throw new UnreadableData('tooLarge', `the record of ${name}`, line);
  return id ?? null;
}

/** Values that an element holds in its typed twin: ItemDataString, ItemDataPartialDate ... */
const isItem = (name: string): boolean => name.startsWith('ItemData');

/** OpenClinica shows what was removed, and marks it. */
const isRemovedBySource = ({ attributes }: OdmElement): boolean =>
  attributes['OpenClinica:Removed'] === 'Yes' || /^removed$/i.test(attributes['OpenClinica:Status'] ?? '');

/** `isSnapshot`: of the document, when its clinical data begins. */
export function odmClinical(isSnapshot: () => boolean): OdmHandler & { parts: () => ClinicalPart[] } {
  const parts = new Map<string, StudyPart>();
  const siteNames = new Map<string, string>();
  let part: StudyPart | null = null;
  let levels: Level[] = [];
  /** the removed level that is open: nothing in it counts */
  let skipped: OdmElement | null = null;
  let itemValues: string[] | null = null;
  let rowCount = 0;
  const counted = subjectRows();

  const openLevel = (element: OdmElement): void => {
    const { oid, repeat } = LEVELS[element.name] ?? { oid: '', repeat: [] };
    if (levels.length === 0 && element.name !== 'SubjectData')
      throw new UnreadableData('missingPart', 'SubjectData/@SubjectKey', element.line);
    const key = mandatory(element, oid);
    const repeatKey = repeat.map((name) => element.attributes[name] ?? '').find((text) => text !== '') ?? '';
    if (key.length + repeatKey.length > MAX_KEY_LENGTH)
      throw new UnreadableData('tooLarge', `${element.name}/@${oid}`, element.line);
    const above = levels.at(-1);
    if (above && element.name === 'ItemGroupData') above.hasGroups = true;
    levels.push({
      element,
      oid: key,
      repeat: repeatKey,
      changedAt: null,
      values: {},
      hasItems: false,
      hasGroups: false,
    });
    if (element.attributes['TransactionType'] === 'Remove' || isRemovedBySource(element)) remove(element);
    else if (element.name === 'SubjectData' && part && !part.subjects.has(key))
      part.subjects.set(key, subjectOf(key, element));
  };

  const remove = (element: OdmElement): void => {
    if (!part) return;
    const named = removalOf(levels);
    const { subjectKey = '', groupOid = named.formOid } = named;
    const recordId = element.name === 'ItemGroupData' ? recordIdOf(element) : null;
    // a record may have another number by now, and its number be that of another record
    const removals: Removal[] =
      recordId === null
        ? [named]
        : [
            { subjectKey, groupOid, recordId },
            { ...named, recordId: null },
          ];
    for (const removal of removals) part.remove(removal);
    if (element.name === 'SubjectData') part.subjects.delete(subjectKey);
    skipped = element;
  };

  const closeLevel = (element: OdmElement): void => {
    const level = levels.at(-1);
    const isRow =
      element.name === 'ItemGroupData' &&
      level !== undefined &&
      (level.hasItems || (!level.hasGroups && element.attributes['TransactionType'] !== 'Context'));
    if (isRow && part && skipped !== element) putRow(part, level);
    levels = levels.slice(0, -1);
  };

  const putRow = (of: StudyPart, { element, values }: Level): void => {
    const row: SourceRow = {
      ...addressOfLevels(levels),
      recordId: recordIdOf(element),
      values,
      changedAt: levels.findLast(({ changedAt }) => changedAt !== null)?.changedAt ?? null,
    };
    if (!of.put(row)) return;
    rowCount += 1;
    counted(row.subjectKey, element.line);
    if (rowCount > MAX_DATA_ROWS)
      throw new UnreadableData('tooLarge', `more than ${MAX_DATA_ROWS} rows`, element.line);
  };

  const closeItem = (element: OdmElement): void => {
    const level = levels.at(-1);
    if (level?.element.name !== 'ItemGroupData')
      throw new UnreadableData('missingPart', 'ItemGroupData/@ItemGroupOID', element.line);
    const { attributes, text } = element;
    const values = itemValues ?? [];
    const written = attributes['Value'] ?? (values.length > 0 ? values.join('; ') : text.trim());
    const isEmpty =
      attributes['IsNull'] === 'Yes' || attributes['TransactionType'] === 'Remove' || written === '';
    itemValues = null;
    if (attributes['TransactionType'] === 'Context') return;
    level.values[mandatory(element, 'ItemOID')] = isEmpty ? null : written;
    level.hasItems = true;
  };

  const openPart = (element: OdmElement): void => {
    const studyOid = mandatory(element, 'StudyOID');
    part = parts.get(studyOid) ?? openStudyPart(studyOid, isSnapshot);
    part.versionOids.add(element.attributes['MetaDataVersionOID'] ?? '');
    parts.set(studyOid, part);
  };

  return {
    open: (element) => {
      const { name, attributes } = element;
      if (name === 'ClinicalData') openPart(element);
      else if (name === 'Location') siteNames.set(mandatory(element, 'OID'), attributes['Name'] ?? '');
      else if (!part || skipped) return;
      else if (Object.hasOwn(LEVELS, name)) openLevel(element);
      else if (isItem(name)) itemValues = [];
      else if (name === 'SiteRef' && element.parent?.name === 'SubjectData') {
        const subject = part.subjects.get(levels[0]?.oid ?? '');
        if (subject) subject.siteOid = mandatory(element, 'LocationOID');
      }
    },
    close: (element) => {
      const { name } = element;
      if (name === 'ClinicalData') part = null;
      else if (skipped) {
        if (skipped !== element) return;
        closeLevel(element);
        skipped = null;
      } else if (!part) return;
      else if (Object.hasOwn(LEVELS, name)) closeLevel(element);
      else if (isItem(name)) closeItem(element);
      else if (name === 'Value' && itemValues && element.parent && isItem(element.parent.name))
        itemValues.push(element.text.trim());
      else if (name === 'DateTimeStamp' && element.parent?.name === 'AuditRecord')
        noteTime(levels.at(-1), element);
    },
    parts: () =>
      [...parts.values()].map((one) => {
        const content = one.content();
        const withSite = (subject: SourceSubject): SourceSubject => ({
          ...subject,
          siteName: siteNames.get(subject.siteOid) ?? '',
        });
        return { ...content, subjects: content.subjects.map(withSite) };
      }),
  };
}

const subjectOf = (subjectKey: string, { attributes }: OdmElement): SourceSubject => ({
  subjectKey,
  label: attributes['OpenClinica:StudySubjectID'] ?? attributes['mdsol:SubjectName'] ?? subjectKey,
  siteOid: '',
  siteName: '',
  country: '',
});

/** The record of a level, or of an item in it; others are about a signature or a query. */
function noteTime(level: Level | undefined, { text, parent }: OdmElement): void {
  const of = parent?.parent;
  const time = isoTime(text.trim());
  if (!level || time === null || (of !== level.element && !isItem(of?.name ?? ''))) return;
  if (level.changedAt === null || level.changedAt < time) level.changedAt = time;
}

/** Repeat keys of nested groups, those without one left out in front. */
const joinedRepeats = (levels: readonly Level[]): string =>
  levels
    .map(({ repeat }) => repeat)
    .join('/')
    .replace(/^\/+/, '');

/** The parts of an address that the open levels have. In 2.0 the outermost group is the form. */
function removalOf(levels: readonly Level[]): Removal {
  const of = (name: string) => levels.find(({ element }) => element.name === name);
  const groups = levels.filter(({ element }) => element.name === 'ItemGroupData');
  const event = of('StudyEventData');
  const form = of('FormData') ?? groups[0];
  const inner = of('FormData') ? groups : groups.slice(1);
  const last = inner.at(-1);
  return {
    subjectKey: of('SubjectData')?.oid ?? '',
    ...(event && { eventOid: event.oid, eventRepeat: event.repeat }),
    ...(form && { formOid: form.oid, formRepeat: form.repeat }),
    ...(last && { groupOid: last.oid, groupRepeat: joinedRepeats(inner) }),
  };
}

function addressOfLevels(levels: readonly Level[]): RowAddress {
  const { subjectKey = '', eventOid = '', eventRepeat = '', formOid = '', ...rest } = removalOf(levels);
  const { formRepeat = '', groupOid = formOid, groupRepeat = '' } = rest;
  return { subjectKey, eventOid, eventRepeat, formOid, formRepeat, groupOid, groupRepeat };
}
