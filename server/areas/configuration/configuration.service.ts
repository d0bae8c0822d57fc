/** The configuration of a sponsor as a file: exported, compared, its import tried, and imported (decision 0279). */
import { comparePacks, differencesOf } from '../../../shared/configuration/comparePacks.ts';
import { addressText, type PackPart } from '../../../shared/configuration/pack.ts';
import type {
  BodyOf,
  DataOf,
  importConfiguration,
  previewConfiguration,
} from '../../../shared/contract/index.ts';
import { findSponsorName, lockSponsor } from '../../accounts/sponsors.store.ts';
import type {
  ConfigurationPart,
  ConfigurationWorld,
  Importer,
} from '../../configuration/configurationPart.ts';
import { importElements, type Refusal } from '../../configuration/importPack.ts';
import { contentHash, readPack, writePack, type KnownElement } from '../../configuration/packFile.ts';
import type { FileAnswer } from '../../http/fileAnswer.ts';
import type { SessionUser } from '../../http/session.ts';
import { configurationChanged, configurationRefused, noModifiedData } from '../../problems.ts';
import { inSponsor } from '../../storage/database.ts';
import project from '../../../package.json' with { type: 'json' };

type Parts = readonly ConfigurationPart[];

const NOTHING: ReadonlySet<string> = new Set();

/** The text of the file, which has the name of the sponsor and the day. */
export async function packOf(
  deps: ConfigurationWorld,
  parts: Parts,
  user: SessionUser,
): Promise<{ fileName: string; text: string }> {
  const madeAt = deps.clock.now().toISOString();
  const sponsor = await inSponsor(deps.db, user.sponsorKey, (trx) => findSponsorName(trx, user.sponsorKey));
  const elements = await ownElements(deps, parts, user);
  const text = writePack({ productVersion: project.version, sponsor, madeAt, elements });
  return { fileName: `configuration ${sponsor} ${madeAt.slice(0, 10)}.json`, text };
}

/** The file that the page downloads. */
export async function exportOf(
  deps: ConfigurationWorld,
  parts: Parts,
  user: SessionUser,
): Promise<FileAnswer> {
  const { fileName, text } = await packOf(deps, parts, user);
  return { fileName, mediaType: 'application/json', body: Buffer.from(text) };
}

/** What the sponsor has now, with the elements of `pack` that are as the product delivers them. */
async function ownElements(
  deps: ConfigurationWorld,
  parts: Parts,
  user: SessionUser,
  pack: readonly KnownElement[] = [],
): Promise<KnownElement[]> {
  const elements: KnownElement[] = [];
  for (const { part, ...reads } of parts) {
    const named =
      pack.length === 0 ? NOTHING : new Set(pack.filter((one) => one.part === part).map(({ name }) => name));
    for (const element of await reads.read(deps, user, named)) elements.push({ part, ...element });
  }
  return elements;
}

const partOf = (parts: Parts, name: PackPart) => parts.find(({ part }) => part === name);

const fingerprintOf = (elements: readonly KnownElement[]): string => contentHash(elements);

/** The import is tried, and taken back. */
class TakenBack extends Error {
  readonly refusals: readonly Refusal[];

  constructor(refusals: readonly Refusal[]) {
    super('the import was only tried');
    this.refusals = refusals;
  }
}

/** Stores nothing. Throws what the contract says of `previewConfiguration`. */
export async function previewOf(
  deps: ConfigurationWorld,
  parts: Parts,
  importer: Importer,
  { pack: text, other }: BodyOf<typeof previewConfiguration>,
): Promise<DataOf<typeof previewConfiguration>> {
  const { elements: wanted, ...head } = readPack(text, parts);
  const own = await ownElements(deps, parts, importer.user, wanted);
  const before = other === null ? own : readPack(other, parts).elements;
  const compared = comparePacks(
    before,
    wanted,
    (part, was, is) => partOf(parts, part)?.differences?.(was, is) ?? differencesOf(was, is),
  );
  const refusals = other === null ? await tried(deps, parts, importer, { own, wanted }) : [];
  const messages = new Map(refusals.map((refusal) => [addressText(refusal), refusal.message]));
  const contents = new Map(wanted.map((element) => [addressText(element), element]));
  return {
    sponsor: head.sponsor,
    productVersion: head.productVersion,
    madeAt: head.madeAt,
    ownVersion: project.version,
    basedOn: fingerprintOf(own),
    elements: compared.map((element) => {
      const known = contents.get(addressText(element));
      const part = partOf(parts, element.part);
      return {
        ...element,
        needs: known && part ? part.needs(known.content) : [],
        refusal: messages.get(addressText(element)) ?? null,
      };
    }),
  };
}

/** What would be refused if everything that differs were imported. */
async function tried(
  deps: ConfigurationWorld,
  parts: Parts,
  importer: Importer,
  { own, wanted }: { own: readonly KnownElement[]; wanted: readonly KnownElement[] },
): Promise<readonly Refusal[]> {
  const chosen = differing(own, wanted);
  try {
    return await inSponsor(deps.db, importer.user.sponsorKey, async (trx) => {
      throw new TakenBack(await importElements(trx, deps, { parts, importer, own, chosen, reason: 'Trial' }));
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.refusals;
    throw error;
  }
}

const differing = (own: readonly KnownElement[], wanted: readonly KnownElement[]): KnownElement[] => {
  const compared = comparePacks(own, wanted);
  const differs = new Set(
    compared.filter(({ state }) => state === 'new' || state === 'changed').map(addressText),
  );
  return wanted.filter((element) => differs.has(addressText(element)));
};

/** Imports the chosen elements that differ, all or none. Throws what the contract says of `importConfiguration`. */
export async function importPack(
  deps: ConfigurationWorld,
  parts: Parts,
  importer: Importer,
  { pack: text, basedOn, chosen: addresses, reason }: BodyOf<typeof importConfiguration>,
): Promise<DataOf<typeof importConfiguration>> {
  const { elements: wanted } = readPack(text, parts);
  const named = new Set(addresses.map(addressText));
  return inSponsor(deps.db, importer.user.sponsorKey, async (trx) => {
    // what is compared now must not be changed before it is replaced
    await lockSponsor(trx, importer.user.sponsorKey);
    const own = await ownElements({ ...deps, db: trx }, parts, importer.user, wanted);
    if (fingerprintOf(own) !== basedOn) throw configurationChanged();
    const chosen = differing(own, wanted).filter((element) => named.has(addressText(element)));
    if (chosen.length === 0) throw noModifiedData();
    const refusals = await importElements(trx, deps, { parts, importer, own, chosen, reason });
    if (refusals.length > 0) throw configurationRefused(refusals);
    return { count: chosen.length };
  });
}
