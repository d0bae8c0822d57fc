/** The moments of a case: which there are, and what the case said at one of them. */
import type { Static } from 'typebox';
import { type CaseContent, filterItems } from '../../../shared/case/caseContent.ts';
import type {
  DataOf,
  listMoments,
  Moment as MomentSchema,
  readMoment,
} from '../../../shared/contract/index.ts';
import { replacedBetween } from '../../../shared/replay/contents.ts';
import { sameContent, startReplay, type Replay } from '../../../shared/replay/replay.ts';
import { caseChain } from '../../audit/auditEntry.ts';
import { readSaves } from '../../audit/readSaves.ts';
import { findVersions, type CaseRecord } from '../../cases/record/case.store.ts';
import { findVisibleCase, maySee, withheldItems } from '../../cases/record/caseAccess.ts';
import { readCaseContent } from '../../cases/record/readCase.store.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { CatalogueVersions } from '../../catalogue/atVersion.ts';
import type { SessionUser } from '../../http/session.ts';
import { momentNotFound, notFound } from '../../problems.ts';
import { inSponsor, type Trx, type DatabaseWorld } from '../../storage/database.ts';
import { findSaves, type SaveRow } from './caseHistory.store.ts';

/** What this module needs of the server. */
type MomentsWorld = CatalogueWorld & DatabaseWorld & { catalogues: CatalogueVersions };

export type Moment = Static<typeof MomentSchema>;

const chainOf = ({ sponsor_key, root_case_key }: CaseRecord) => caseChain(sponsor_key, root_case_key);

/** The saves of one transaction: no user saw the case between them. */
const isSameMoment = (a: SaveRow, b: SaveRow): boolean =>
  a.case_key === b.case_key && a.at.getTime() === b.at.getTime() && a.request_id === b.request_id;

const KINDS = {
  disconnect: 'disconnect',
  import: 'import',
  followUp: 'followUp',
  copy: 'made',
  add: 'made',
} as const;

/** All moments of the chain in order; a save that changes nothing the case says (a status, a download) is none. */
export async function momentsOf(trx: Trx, found: CaseRecord, withheld: readonly string[]): Promise<Moment[]> {
  const numbers = new Map((await findVersions(trx, found)).map((one) => [one.case_key, one.version_no]));
  const moments: SaveRow[][] = [];
  for (const save of await findSaves(trx, chainOf(found), withheld)) {
    if (save.changes === 0 && !save.acts.some((act) => act in KINDS)) continue;
    const last = moments.at(-1)?.at(-1);
    if (last && isSameMoment(last, save)) moments.at(-1)?.push(save);
    else moments.push([save]);
  }
  // a version that left was the one behind all those before it
  const order: number[] = [];
  return moments.flatMap((saves) => {
    const [first, last] = [saves[0], saves.at(-1)];
    if (!first || !last) return [];
    if (!order.includes(first.case_key)) order.push(first.case_key);
    const place = order.indexOf(first.case_key) + 1;
    const acts = new Set(saves.flatMap((save) => save.acts));
    if (acts.has('disconnect') && order.length > 1) order.splice(place - 1, 1);
    const act = (Object.keys(KINDS) as (keyof typeof KINDS)[]).find((one) => acts.has(one));
    return {
      saveNo: last.save_no,
      caseKey: first.case_key,
      versionNo: numbers.get(first.case_key) ?? place,
      at: first.at.toISOString(),
      userId: first.user_id,
      userName: first.user_name,
      reason: first.reason,
      source: first.source as Moment['source'],
      kind: act ? KINDS[act] : 'save',
      pages: [...new Set(saves.flatMap(({ pages }) => pages))],
      entries: saves.reduce((sum, { changes }) => sum + changes, 0),
      catalogueVersion: first.catalogue_version,
    };
  });
}

/** The replay of the chain up to a save, itself included; of all of it without one. */
export async function replayed(trx: Trx, found: CaseRecord, upTo: number | null = null): Promise<Replay> {
  const replay = startReplay();
  for (const save of await readSaves(trx, chainOf(found), upTo)) replay.apply(save);
  return replay;
}

export function listCaseMoments(
  deps: MomentsWorld,
  user: SessionUser,
  caseKey: number,
): Promise<DataOf<typeof listMoments>> {
  return inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const found = await findVisibleCase(trx, user, caseKey);
    const content = (await replayed(trx, found)).content(caseKey);
    const stored = await readCaseContent(trx, user.sponsorKey, caseKey);
    return {
      listInfo: await momentsOf(trx, found, withheldItems(deps, user)),
      exact: content !== null && sameContent(content, stored),
    };
  });
}

const NOTHING: CaseContent = { values: [], rows: [] };

/** What the user may see of a content. */
const seenBy = (deps: MomentsWorld, user: SessionUser, content: CaseContent): CaseContent =>
  filterItems(content, (itemId) => maySee(deps, user, itemId));

/** 404 MOMENT_NOT_FOUND where the chain of the case has no such moment. */
export function contentAtMoment(
  deps: MomentsWorld,
  user: SessionUser,
  caseKey: number,
  saveNo: number,
): Promise<DataOf<typeof readMoment>> {
  return inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const found = await findVisibleCase(trx, user, caseKey);
    const moments = await momentsOf(trx, found, withheldItems(deps, user));
    const at = moments.findIndex((one) => one.saveNo === saveNo);
    const moment = moments[at];
    if (!moment) throw momentNotFound(saveNo);
    const replay = startReplay();
    let before = NOTHING;
    for (const save of await readSaves(trx, chainOf(found), saveNo)) {
      replay.apply(save);
      // what a version begins with is that of the newest one before it
      if (save.saveNo === moments[at - 1]?.saveNo) before = contentBehind(replay, moment.caseKey);
    }
    const content = seenBy(deps, user, replay.content(moment.caseKey) ?? NOTHING);
    return {
      moment,
      content,
      replaced: replacedBetween(seenBy(deps, user, before), content),
      schema: await schemaOf(deps, user, moment.catalogueVersion),
    };
  });
}

/** The content before the next save of a version: its own, or that of the version that it will be copied from. */
function contentBehind(replay: Replay, caseKey: number): CaseContent {
  const newest = replay.versions().at(-1);
  return replay.content(caseKey) ?? (newest === undefined ? null : replay.content(newest)) ?? NOTHING;
}

async function schemaOf(
  { catalogue, catalogues }: MomentsWorld,
  { sponsorKey }: SessionUser,
  version: string,
): Promise<'present' | 'kept' | 'lost'> {
  if (version === catalogue.whole.version) return 'present';
  return (await catalogues.atVersion(sponsorKey, version)) ? 'kept' : 'lost';
}

/** The catalogue of then as an appendix showed it. Throws 404 NOT_FOUND where it was not kept. */
export async function catalogueOfVersion(
  { catalogues }: MomentsWorld,
  { sponsorKey }: SessionUser,
  { version, appendix }: { version: string; appendix: string },
): Promise<Record<string, unknown>> {
  const found = await catalogues.atVersion(sponsorKey, version);
  if (!found) throw notFound();
  return found.forAppendix(appendix) as unknown as Record<string, unknown>;
}
