/** Verifies a case: its chain, and that the replay of the chain is what is stored of every version. */
import type { CaseContent } from '../../shared/case/caseContent.ts';
import type { ItemAddress } from '../../shared/case/itemAddress.ts';
import { replacedBetween } from '../../shared/replay/contents.ts';
import { sameContent, startReplay, type RecordedSave, type Replay } from '../../shared/replay/replay.ts';
import { findDocs } from '../cases/record/case.store.ts';
import { contentOf, type DocContent } from '../cases/record/pageDoc.ts';
import type { Trx } from '../storage/database.ts';
import type { Chain, NewEntry, SaveHeader } from './auditEntry.ts';
import { recordedPlaces, type RecordedPlaces } from './recordedPlaces.ts';
import { verifyChain, type ChainChecks, type ChainReport } from './verifyChain.ts';

/** An item or a row whose stored content is not the one that the audit trail has. */
export interface ContentDifference extends ItemAddress {
  caseKey: number;
}

export interface CaseReport extends ChainReport {
  /** the first ones; an empty `itemId`: the version as a whole */
  differences: ContentDifference[];
}

const MAX_DIFFERENCES = 20;
const NOTHING: CaseContent = { values: [], rows: [] };
const VERSION_AS_A_WHOLE = { itemId: '', rowNo: 0, rowNo2: 0, rowNo3: 0 };

/** Verifies in one transaction, which must see one state of the database (`readInSponsor`). */
export async function verifyCase(
  trx: Trx,
  chain: Chain,
  checks: Omit<ChainChecks, 'onSave'>,
): Promise<CaseReport> {
  const replay = startReplay();
  const places = recordedPlaces();
  let isInvented = false;
  const report = await verifyChain(trx, chain, {
    ...checks,
    onSave: (save, entries) => {
      isInvented ||= isInventedCopy(save, entries);
      replay.apply(recorded(save, entries));
      places.add(entries);
    },
  });
  if (!report.whole || isInvented) return { ...report, differences: [] };
  const differences = await contentDifferences(trx, chain, { replay, places });
  if (differences.length === 0) return { ...report, differences };
  return { ...report, whole: false, problem: 'content', differences };
}

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

async function contentDifferences(
  trx: Trx,
  { sponsorKey, scopeKey }: Chain,
  { replay, places }: { replay: Replay; places: RecordedPlaces },
): Promise<ContentDifference[]> {
  const stored = await findVersionKeys(trx, sponsorKey, scopeKey);
  const replayed = replay.versions();
  const differences: ContentDifference[] = [...new Set([...stored, ...replayed])]
    .filter((caseKey) => !stored.includes(caseKey) || !replayed.includes(caseKey))
    .map((caseKey) => ({ caseKey, ...VERSION_AS_A_WHOLE }));
  for (const caseKey of stored) {
    if (differences.length >= MAX_DIFFERENCES) break;
    const docs = await findDocs(trx, sponsorKey, caseKey);
    const content = storedContent(docs);
    const expected = replay.content(caseKey) ?? NOTHING;
    if (sameContent(expected, content) && docs.every(places.has)) continue;
    const { values, rows } = replacedBetween(expected, content);
    const found = [...values, ...rows.map((row) => ({ ...row, itemId: row.group }))];
    differences.push(
      ...found.map(({ itemId, rowNo, rowNo2, rowNo3 }) => ({ caseKey, itemId, rowNo, rowNo2, rowNo3 })),
      // the same address twice or a document at another place, which a comparison by address does not show
      ...(found.length === 0 ? [{ caseKey, ...VERSION_AS_A_WHOLE }] : []),
    );
  }
  return differences.slice(0, MAX_DIFFERENCES);
}

/** Documents that the product would not write cannot always be read; they have no content. */
function storedContent(docs: readonly DocContent[]): CaseContent {
  try {
    return contentOf(docs);
  } catch {
    return NOTHING;
  }
}

async function findVersionKeys(trx: Trx, sponsorKey: number, rootCaseKey: number): Promise<number[]> {
  const found = await trx
    .selectFrom('pv_case')
    .select('case_key')
    .where('sponsor_key', '=', sponsorKey)
    .where('root_case_key', '=', rootCaseKey)
    .orderBy('case_key')
    .execute();
  return found.map(({ case_key }) => case_key);
}
