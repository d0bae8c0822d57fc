/** What becomes of the codes of texts in an upgrade: decided by a coder, approved by another one. */
import type {
  approveUpgradeTexts,
  BodyOf,
  DataOf,
  decideUpgradeTexts,
  suggestUpgradeCodes,
} from '../../../shared/contract/index.ts';
import { sponsorLanguage } from '../../../shared/coding/sponsorVersion.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import { findEntries, findStored } from '../../dictionaries/entries.store.ts';
import { shownEntry } from '../../dictionaries/shownEntry.ts';
import { suggestCodes } from '../../dictionary-upgrade/findChanges.ts';
import { updateTexts, type UpgradeText } from '../../dictionary-upgrade/upgrade.store.ts';
import { readingOf } from '../../lists/answerList.ts';
import type { ListCaller, ListReading } from '../../lists/listSource.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { codeChanged, codeNotFound, decidedByYourself, termNotFound, upgradeState } from '../../problems.ts';
import { inSponsor, readInSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import { openUpgrade, type OpenedUpgrade } from './upgradeList.ts';
import { findVisibleTexts } from './upgradeTexts.store.ts';

type World = CatalogueWorld & ClockWorld & DatabaseWorld;

/** While it is switched, and after its end, nothing is decided. */
const DECIDABLE: readonly string[] = ['open', 'scheduled'];
const MAX_SUGGESTED = 8;

/** Texts of which the reader may see a term. Throws 404 TERM_NOT_FOUND where one is not among them. */
async function openTexts(
  trx: Trx,
  reading: ListReading,
  opened: OpenedUpgrade,
  textKeys: readonly number[],
  options?: { lock: boolean },
): Promise<UpgradeText[]> {
  const found = await findVisibleTexts(trx, reading, opened, textKeys, options);
  if (found.length < new Set(textKeys).size) throw termNotFound();
  return found;
}

/** Throws 404 UPGRADE_NOT_FOUND, TERM_NOT_FOUND, CODE_NOT_FOUND, 409 UPGRADE_STATE. */
export const decide = (
  deps: World,
  caller: ListCaller,
  upgradeKey: number,
  { textKeys, decision, newCode }: BodyOf<typeof decideUpgradeTexts>,
): Promise<DataOf<typeof decideUpgradeTexts>> =>
  inSponsor(deps.db, caller.user.sponsorKey, async (trx) => {
    const reading = readingOf(deps, caller);
    const opened = await openUpgrade(trx, reading, upgradeKey);
    if (!DECIDABLE.includes(opened.upgrade.state)) throw upgradeState();
    const texts = await openTexts(trx, reading, opened, textKeys, { lock: true });
    if (newCode !== undefined) await requireCurrent(trx, opened, texts, newCode);
    const codeOf = ({ proposed }: UpgradeText): string | null =>
      decision === 'recode' ? (newCode ?? proposed) : null;
    const byCode = Map.groupBy(
      texts.filter((text) => decision !== 'recode' || codeOf(text) !== null),
      codeOf,
    );
    const { userKey, userName } = caller.user;
    const by =
      decision === 'open'
        ? { decided_at: null, decided_by: null, decided_name: null }
        : { decided_at: reading.now, decided_by: userKey, decided_name: userName };
    const open = { approved_at: null, approved_by: null, approved_name: null };
    for (const [new_code, own] of byCode) {
      const textNos = own.map(({ text_no }) => text_no);
      await updateTexts(trx, opened.upgrade, textNos, { decision, new_code, ...by, ...open });
    }
    return { decided: [...byCode.values()].reduce((sum, own) => sum + own.length, 0) };
  });

/** The code must be current in the other version, for each dictionary that the texts are coded with. */
async function requireCurrent(
  trx: Trx,
  { dictionaries, releases: { after } }: OpenedUpgrade,
  texts: readonly UpgradeText[],
  code: string,
): Promise<void> {
  const named = new Set(texts.map(({ dictionary }) => dictionary));
  for (const { descriptor } of dictionaries) {
    if (!named.has(descriptor.dictionary)) continue;
    const entry = await findStored(trx, after.release_no, descriptor, code);
    if (!entry?.current) throw codeNotFound(code, after.version);
  }
}

/**
 * Approving again changes nothing. Throws 404 UPGRADE_NOT_FOUND, TERM_NOT_FOUND, 409 UPGRADE_STATE, DECIDED_BY_YOURSELF, and
 * CODE_CHANGED where a text was decided otherwise than the user has read it.
 */
export const approve = (
  deps: World,
  caller: ListCaller,
  upgradeKey: number,
  { texts: read }: BodyOf<typeof approveUpgradeTexts>,
): Promise<DataOf<typeof approveUpgradeTexts>> =>
  inSponsor(deps.db, caller.user.sponsorKey, async (trx) => {
    const reading = readingOf(deps, caller);
    const opened = await openUpgrade(trx, reading, upgradeKey);
    if (!DECIDABLE.includes(opened.upgrade.state)) throw upgradeState();
    const { userKey, userName } = caller.user;
    const codeRead = new Map(read.map(({ textKey, newCode }) => [textKey, newCode]));
    const found = await openTexts(trx, reading, opened, [...codeRead.keys()], { lock: true });
    if (found.some(({ text_no, new_code }) => new_code !== codeRead.get(text_no))) throw codeChanged();
    const texts = found.filter(({ approved_at }) => approved_at === null);
    if (texts.some(({ decided_by }) => decided_by === userKey)) throw decidedByYourself();
    const textNos = texts.map(({ text_no }) => text_no);
    if (textNos.length > 0)
      await updateTexts(trx, opened.upgrade, textNos, {
        approved_at: reading.now,
        approved_by: userKey,
        approved_name: userName,
      });
    return { approved: textNos.length };
  });

/** Codes of the other version. Throws 404 UPGRADE_NOT_FOUND, TERM_NOT_FOUND. */
export async function suggest(
  deps: World,
  caller: ListCaller,
  { upgradeKey, textKey }: { upgradeKey: number; textKey: number },
): Promise<DataOf<typeof suggestUpgradeCodes>> {
  const { opened, text } = await readInSponsor(deps.db, caller.user.sponsorKey, async (trx) => {
    const reading = readingOf(deps, caller);
    const upgrade = await openUpgrade(trx, reading, upgradeKey);
    const [found] = await openTexts(trx, reading, upgrade, [textKey]);
    return { opened: upgrade, text: found };
  });
  const { after } = opened.releases;
  const of = opened.dictionaries.find(({ descriptor }) => descriptor.dictionary === text?.dictionary);
  if (!text || !of) throw termNotFound();
  const found = await suggestCodes(
    deps,
    caller.user.sponsorKey,
    { descriptor: of.descriptor, release: after },
    text.text_key,
    MAX_SUGGESTED,
  );
  const entries = await findEntries(
    deps.db,
    after.release_no,
    found.map(({ entryNo }) => entryNo),
  );
  const language = sponsorLanguage(caller.user, opened.upgrade.dictionary, caller.language);
  return {
    dictionary: of.descriptor.dictionary,
    suggestions: found.flatMap(({ entryNo, current }) => {
      const entry = entries.get(entryNo);
      if (!entry) return [];
      const { code, term, parents } = shownEntry(of.descriptor, { ...entry, current }, language);
      return [{ code, term, path: parents.map((parent) => parent.term).toReversed() }];
    }),
  };
}
