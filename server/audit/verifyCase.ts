/** Verifies a case: its chain, and that what is stored of every version is what the chain has recorded. */
import type { CaseContent } from '../../shared/case/caseContent.ts';
import type { ItemAddress } from '../../shared/case/itemAddress.ts';
import { replacedBetween } from '../../shared/replay/contents.ts';
import { sameContent, startReplay, type RecordedSave, type Replay } from '../../shared/replay/replay.ts';
import { findDocs } from '../cases/record/case.store.ts';
import { contentOf, type DocContent, type PageDoc } from '../cases/record/pageDoc.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import type { Trx } from '../storage/database.ts';
import type { Chain, NewEntry, SaveHeader } from './auditEntry.ts';
import { recordedAuthors, type RecordedAuthors } from './recordedAuthors.ts';
import { recordedPlaces, type RecordedPlaces } from './recordedPlaces.ts';
import { recordedVersions, type RecordedVersions } from './recordedVersions.ts';
import { findStoredSignatures, findVersions } from './storedCase.store.ts';
import { arePagesRight, differingColumns, differingSummary } from './storedVersions.ts';
import { verifyChain, type ChainChecks, type ChainReport } from './verifyChain.ts';

/** An item, a row or a column whose stored content, author or time is not the one that the audit trail has. */
export interface ContentDifference extends ItemAddress {
  caseKey: number;
  /** of the version as a whole: what differs */
  column?: string;
}

export interface CaseChecks extends Omit<ChainChecks, 'onSave'> {
  /** of the sponsor, by which list columns are current; left out: they are not verified */
  catalogue?: CatalogueSource | null;
}

export interface CaseReport extends ChainReport {
  /** the first ones; an empty `itemId`: the version as a whole */
  differences: ContentDifference[];
}

const MAX_DIFFERENCES = 20;
const NOTHING: CaseContent = { values: [], rows: [] };
const VERSION_AS_A_WHOLE = { itemId: '', rowNo: 0, rowNo2: 0, rowNo3: 0 };

/** Verifies in one transaction, which must see one state of the database (`readInSponsor`). */
export async function verifyCase(trx: Trx, chain: Chain, checks: CaseChecks): Promise<CaseReport> {
  const record = startRecord();
  let isInvented = false;
  const report = await verifyChain(trx, chain, {
    ...checks,
    onSave: (save, entries) => {
      isInvented ||= isInventedCopy(save, entries);
      record.replay.apply(recorded(save, entries));
      record.places.add(entries);
      record.authors.add(save, entries, () => record.replay.content(save.caseKey ?? 0) ?? NOTHING);
      record.versions.add(save, entries);
    },
  });
  if (!report.whole || isInvented) return { ...report, differences: [] };
  const differences = await differencesFrom(trx, chain, record, checks.catalogue ?? null);
  if (differences.length === 0) return { ...report, differences };
  return { ...report, whole: false, problem: 'content', differences };
}

/** What the audit trail has of a case. */
interface CaseRecording {
  replay: Replay;
  places: RecordedPlaces;
  authors: RecordedAuthors;
  versions: RecordedVersions;
}

const startRecord = (): CaseRecording => ({
  replay: startReplay(),
  places: recordedPlaces(),
  authors: recordedAuthors(),
  versions: recordedVersions(),
});

/** `npm run seed` copies invented cases without their content in the audit trail; no other copy is made by the system. */
const isInventedCopy = ({ source }: SaveHeader, [first]: readonly NewEntry[]): boolean =>
  source === 'system' && first?.action === 'copy';

const recorded = ({ saveNo, caseKey }: SaveHeader, entries: readonly NewEntry[]): RecordedSave => ({
  saveNo,
  caseKey: caseKey ?? 0,
  entries: entries.map(({ after: { value, nullFlavor, notation, properties }, ...entry }) => ({
    ...entry,
    value,
    nullFlavor,
    notation,
    properties: (properties as Record<string, string | number> | null | undefined) ?? null,
  })),
});

async function differencesFrom(
  trx: Trx,
  { sponsorKey, scopeKey }: Chain,
  record: CaseRecording,
  catalogue: CatalogueSource | null,
): Promise<ContentDifference[]> {
  const stored = await findVersions(trx, sponsorKey, scopeKey);
  const keys = new Set(stored.map(({ case_key }) => case_key));
  const current = record.versions.versions();
  const differences: ContentDifference[] = [
    ...current.filter(({ caseKey }) => !keys.has(caseKey)).map(({ caseKey }) => whole(caseKey)),
    ...(await signatureDifferences(trx, { sponsorKey, scopeKey }, record)),
  ];
  for (const version of stored) {
    if (differences.length >= MAX_DIFFERENCES) break;
    const caseKey = version.case_key;
    const index = current.findIndex((one) => one.caseKey === caseKey);
    const found = current[index];
    if (!found) {
      differences.push(whole(caseKey));
      continue;
    }
    const docs = await findDocs(trx, sponsorKey, caseKey);
    const columns = [
      ...differingColumns(version, found, { index, count: current.length }),
      ...(arePagesRight(version, found, docs) ? [] : ['saved_pages']),
      ...(catalogue
        ? differingSummary(version, found, record.replay.content(caseKey) ?? NOTHING, catalogue)
        : []),
    ];
    differences.push(
      ...contentDifferences(caseKey, docs, record),
      ...columns.map((column) => whole(caseKey, column)),
    );
  }
  return differences.slice(0, MAX_DIFFERENCES);
}

const whole = (caseKey: number, column?: string): ContentDifference => ({
  caseKey,
  ...VERSION_AS_A_WHOLE,
  ...(column !== undefined && { column }),
});

async function signatureDifferences(
  trx: Trx,
  { sponsorKey, scopeKey }: Pick<Chain, 'sponsorKey' | 'scopeKey'>,
  { versions }: CaseRecording,
): Promise<ContentDifference[]> {
  const stored = await findStoredSignatures(trx, sponsorKey, scopeKey);
  const written = new Map(versions.signatures().map((one) => [JSON.stringify(one), one]));
  const found = new Map(stored.map((one) => [JSON.stringify(one), one]));
  return [...new Map([...written, ...found])]
    .filter(([text]) => !written.has(text) || !found.has(text))
    .map(([, { caseKey }]) => whole(caseKey, 'signature'));
}

/** Parts of a version whose content, author or time differs. */
function contentDifferences(
  caseKey: number,
  docs: readonly PageDoc[],
  { replay, places, authors }: CaseRecording,
): ContentDifference[] {
  const content = storedContent(docs);
  const expected = replay.content(caseKey) ?? NOTHING;
  if (!sameContent(expected, content) || !docs.every(places.has)) {
    const { values, rows } = replacedBetween(expected, content);
    const found = [...values, ...rows.map((row) => ({ ...row, itemId: row.group }))];
    // the same address twice or a document at another place, which a comparison by address does not show
    if (found.length === 0) return [whole(caseKey)];
    return found.map(({ itemId, rowNo, rowNo2, rowNo3 }) => ({ caseKey, itemId, rowNo, rowNo2, rowNo3 }));
  }
  return docs.flatMap((doc) => authors.differing(caseKey, doc).map((address) => ({ caseKey, ...address })));
}

/** Documents that the product would not write cannot always be read; they have no content. */
function storedContent(docs: readonly DocContent[]): CaseContent {
  try {
    return contentOf(docs);
  } catch {
    return NOTHING;
  }
}
