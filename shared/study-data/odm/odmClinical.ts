/** Collects the clinical data of an ODM document as rows, of 1.3.2 and of 2.0. */
import { isoTime } from '../isoTime.ts';
import { ownRepeats } from '../ownRepeats.ts';
import { addressKey, openRemovals, type Removals } from '../removals.ts';
import type { Removal, RowAddress, SourceRow, SourceSubject } from '../studyData.ts';
import { subjectRows } from '../subjectRows.ts';
import { MAX_DATA_ROWS, MAX_KEY_LENGTH, UnreadableData } from '../unreadableData.ts';
import { mandatory, type OdmElement, type OdmHandler } from './odmElements.ts';

/** What a document holds of one study. */
export interface ClinicalPart {
  studyOid: string;
  /** of all versions of the definitions that its data is of */
  versionOids: ReadonlySet<string>;
  subjects: SourceSubject[];
  rows: SourceRow[];
  removed: Removal[];
}

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

/** `after`: how many removals there were before it was begun */
interface OpenRow {
  row: SourceRow;
  after: number;
}

interface OpenPart extends Pick<ClinicalPart, 'studyOid' | 'removed'> {
  versionOids: Set<string>;
  subjects: Map<string, SourceSubject>;
  rows: OpenRow[];
  /** the last row at an address, and the rows there by the identifiers of their records */
  rowsAt: Map<string, OpenRow>;
  removals: Removals;
}

/** A removal takes the rows before it, and leaves those after it. */
const isThere = ({ removals }: OpenPart, { row, after }: OpenRow): boolean => removals.lastOf(row) <= after;

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
  const parts = new Map<string, OpenPart>();
  const siteNames = new Map<string, string>();
  let part: OpenPart | null = null;
  let levels: Level[] = [];
  /** the removed level that is open: nothing in it counts */
  let skipped: OdmElement | null = null;
  let itemValues: string[] | null = null;
  let rowCount = 0;
  const counted = subjectRows();

  const addressOf = (): RowAddress => addressOfLevels(levels);

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
    for (const removal of removals) {
      part.removed.push(removal);
      part.removals.add(removal);
    }
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

  const putRow = (of: OpenPart, { element, values }: Level): void => {
    const row: SourceRow = {
      ...addressOf(),
      recordId: recordIdOf(element),
      values,
      changedAt: levels.findLast(({ changedAt }) => changedAt !== null)?.changedAt ?? null,
    };
    const known = begunRow(of, row);
    if (known) {
      // a row may be written an item at a time: copied each time, it would take the square of its length
      Object.assign(known.row.values, values);
      known.row.recordId ??= row.recordId;
      known.row.changedAt = row.changedAt ?? known.row.changedAt;
    } else {
      rowCount += 1;
      counted(row.subjectKey, element.line);
      if (rowCount > MAX_DATA_ROWS)
        throw new UnreadableData('tooLarge', `more than ${MAX_DATA_ROWS} rows`, element.line);
      of.rows.push({ row, after: of.removed.length });
    }
    const open = known ?? of.rows.at(-1);
    const place = addressKey(row);
    if (open) of.rowsAt.set(place, open);
    if (open && row.recordId !== null) of.rowsAt.set(`${place} ${row.recordId}`, open);
  };

  /**
   * The row that more is written of. In a snapshot, where nothing is changed, other values at the address of a row are another
   * row, which has no number of its own; so are those of another record.
   */
  const begunRow = (of: OpenPart, row: SourceRow): OpenRow | undefined => {
    const place = addressKey(row);
    const sameRecord = row.recordId === null ? undefined : of.rowsAt.get(`${place} ${row.recordId}`);
    const last = of.rowsAt.get(place);
    const found = sameRecord ?? (row.recordId === null || last?.row.recordId === null ? last : undefined);
    if (!found || !isThere(of, found)) return undefined;
    return sameRecord || !isSnapshot() || agree(found.row.values, row.values) ? found : undefined;
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
    part = parts.get(studyOid) ?? {
      studyOid,
      versionOids: new Set(),
      subjects: new Map(),
      rows: [],
      rowsAt: new Map(),
      removed: [],
      removals: openRemovals(),
    };
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
      [...parts.values()].map((one) => ({
        studyOid: one.studyOid,
        versionOids: one.versionOids,
        removed: one.removed,
        subjects: [...one.subjects.values()].map((subject) => ({
          ...subject,
          siteName: siteNames.get(subject.siteOid) ?? '',
        })),
        rows: numbered(
          one.rows.flatMap((known) => (isThere(one, known) ? known.row : [])),
          isSnapshot(),
        ),
      })),
  };
}

const agree = (known: SourceRow['values'], values: SourceRow['values']): boolean =>
  Object.entries(values).every(
    ([itemOid, text]) => !Object.hasOwn(known, itemOid) || known[itemOid] === text,
  );

/** Rows of a snapshot have an address each. */
function numbered(rows: SourceRow[], isSnapshot: boolean): SourceRow[] {
  if (!isSnapshot) return rows;
  const repeatOf = ownRepeats();
  return rows.map((row) => ({
    ...row,
    groupRepeat: repeatOf(addressKey({ ...row, groupRepeat: '' }), row.groupRepeat),
  }));
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
