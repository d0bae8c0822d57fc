/** Finds what another version changes of the codes in cases, and for which of their texts it has a better term. */
import type { UpgradeChanges } from '../../machines/dictionary-upgrade/dictionaryUpgrade.machine.ts';
import { truncateCode, type DictionaryDescriptor } from '../../schemas/compile/dictionaries.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import { fold } from '../../shared/text/fold.ts';
import { comparedOf } from '../coding/codesHeld.store.ts';
import { suggestionsOf } from '../coding/codingSources.ts';
import { entriesNamed } from '../dictionaries/entriesNamed.ts';
import type { Release } from '../dictionaries/releases.store.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { TaskRun } from '../processes/taskHandler.ts';
import { inSponsor, type DatabaseWorld } from '../storage/database.ts';
import type { StoredSuggestion } from '../storage/codingTables.ts';
import {
  findHeldTexts,
  findReplacements,
  putTexts,
  type FoundText,
  type HeldText,
  type Upgrade,
} from './upgrade.store.ts';
import { dictionariesOf, releasesOf, type UpgradeDictionary, type UpgradeReleases } from './upgradeItems.ts';

type World = CatalogueWorld & ClockWorld & DatabaseWorld;

/** The code of a case cannot stay: it needs another one. */
const NEEDS_CODE = ['gone', 'notCurrent'];

/** Of all cases of the sponsor; each reader is shown what the reader may see. */
export async function findChanges(
  deps: World,
  upgrade: Upgrade,
  { progress, signal, requireAwaited }: Pick<TaskRun, 'progress' | 'signal' | 'requireAwaited'>,
): Promise<UpgradeChanges> {
  const { sponsor_key } = upgrade;
  const releases = await releasesOf(deps.db, upgrade);
  const of = dictionariesOf(deps, upgrade.dictionary);
  const held = await Promise.all(of.map((one) => heldBy(deps, sponsor_key, one, releases)));
  const total = held.reduce((sum, { texts }) => sum + texts.length, 0);
  const changed: FoundText[] = [];
  let done = 0;
  for (const { texts, ...dictionary } of held)
    for (const text of texts) {
      signal.throwIfAborted();
      const found = await changeOf(deps, sponsor_key, dictionary, releases, text);
      if (found) changed.push(found);
      progress((done += 1), total);
    }
  await inSponsor(deps.db, sponsor_key, async (trx) => {
    await requireAwaited(trx);
    await putTexts(trx, upgrade, changed);
  });
  return { texts: total, changed: changed.length };
}

interface Held {
  of: UpgradeDictionary;
  /** codes that the other version keeps the things of codes under that cannot stay, by these */
  replacements: ReadonlyMap<string, readonly string[]>;
}

const needsCode = ({ changes }: Pick<HeldText, 'changes'>): boolean =>
  changes.some((change) => NEEDS_CODE.includes(change));

const heldBy = (
  { db }: World,
  sponsorKey: number,
  of: UpgradeDictionary,
  releases: UpgradeReleases,
): Promise<Held & { texts: HeldText[] }> =>
  inSponsor(db, sponsorKey, async (trx) => {
    const { descriptor, items } = of;
    const pair = { before: releases.before.release_no, after: releases.after.release_no };
    const itemIds = items.map(({ itemId }) => itemId);
    const texts = await findHeldTexts(trx, { sponsorKey, itemIds, ...pair, ...comparedOf(descriptor) });
    const column = descriptor.upgrade?.sameBy;
    const codes = [...new Set(texts.filter(needsCode).map(({ code }) => code))];
    if (column === undefined || codes.length === 0) return { of, texts, replacements: new Map() };
    const { begins } = of;
    const same = { ...pair, begins, column, only: descriptor.only ?? {} };
    return { of, texts, replacements: await findReplacements(trx, codes, same) };
  });

/** Null: the code stays, and no better term came. */
async function changeOf(
  deps: World,
  sponsorKey: number,
  { of: { descriptor }, replacements }: Held,
  { before, after }: UpgradeReleases,
  text: HeldText,
): Promise<FoundText | null> {
  const found = { ...text, dictionary: descriptor.dictionary, proposed: null };
  const named = await codesNamed(deps, descriptor, after, text.textKey);
  const exact = onlyOther(named, text.code);
  if (needsCode(text)) {
    const same = (replacements.get(text.code) ?? []).map((code) => truncateCode(descriptor, code));
    const successor =
      onlyOther(same, text.code) ??
      onlyOther(await codesNamed(deps, descriptor, after, fold(text.term)), text.code);
    if (successor !== undefined)
      return { ...found, changes: [...text.changes, 'replaced'], proposed: successor };
    if (exact !== undefined) return { ...found, proposed: exact };
    const of = { descriptor, release: after };
    const words = text.textKey === '' ? text.term : text.textKey;
    const [likeliest] = await suggestCodes(deps, sponsorKey, of, words, 1);
    const suggested = likeliest && truncateCode(descriptor, likeliest.code);
    return { ...found, proposed: suggested === text.code ? null : (suggested ?? null) };
  }
  // a name that the version in use had too was passed over by the coder
  const isNew =
    exact !== undefined && !(await codesNamed(deps, descriptor, before, text.textKey)).includes(exact);
  if (isNew && !named.includes(text.code))
    return { ...found, changes: [...text.changes, 'better'], proposed: exact };
  return text.changes.length === 0 ? null : found;
}

/** The only code besides the one that is held; of several none is the one. */
function onlyOther(codes: readonly string[], held: string): string | undefined {
  const others = [...new Set(codes)].filter((code) => code !== held);
  return others.length === 1 ? others[0] : undefined;
}

/** The codes of current entries of which a name is the text. */
async function codesNamed(
  { db }: Pick<World, 'db'>,
  descriptor: DictionaryDescriptor,
  release: Release,
  textKey: string,
): Promise<string[]> {
  const entries = textKey === '' ? [] : await entriesNamed(db, descriptor, release, textKey);
  return [...new Set(entries.map(({ code }) => truncateCode(descriptor, code)))];
}

/**
 * What the release would suggest for a text by its names and the sponsor's synonyms: what was coded before names codes of
 * the version in use.
 */
export async function suggestCodes(
  deps: World,
  sponsorKey: number,
  { descriptor, release }: { descriptor: DictionaryDescriptor; release: Release },
  textKey: string,
  limit: number,
): Promise<StoredSuggestion[]> {
  if (textKey === '') return [];
  const of = { sponsorKey, descriptor, release, now: deps.clock.now() };
  const question = { ...of, fields: {}, history: { codings: [] }, verbatim: false };
  return (await suggestionsOf(deps, question, textKey, limit)).filter(({ current }) => current);
}
