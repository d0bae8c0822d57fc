/** Queries on what catalogues were compiled from. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import type { SourceText } from '../../schemas/compile/sources.types.ts';
import type { Trx } from '../storage/database.ts';
import { filesOf, sourceHashOf, textHashOf } from './sourceHash.ts';

/** The tenant under which the product's own files are kept; every sponsor reads them. */
export const PRODUCT = 0;

/** A transaction that activates another catalogue waits for a concurrent one of the same sponsor. */
export async function lockUses(trx: Trx, sponsorKey: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('schema_use'), ${sponsorKey}::int)`.execute(trx);
}

export interface Use {
  versionNo: number;
  catalogueVersion: string;
  /** hash of the text by file */
  files: Record<string, string>;
}

/** The catalogue that came into use last; undefined where none ever did. */
export async function lastUse(trx: Trx, sponsorKey: number): Promise<(Use & { useNo: number }) | undefined> {
  const found = await trx
    .selectFrom('schema_use as u')
    .innerJoin('schema_snapshot as s', (join) =>
      join
        .onRef('s.sponsor_key', '=', 'u.sponsor_key')
        .onRef('s.catalogue_version', '=', 'u.catalogue_version'),
    )
    .select(['u.use_no', 'u.version_no', 'u.catalogue_version', 's.files'])
    .where('u.sponsor_key', '=', sponsorKey)
    .orderBy('u.use_no', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (
    found && {
      useNo: found.use_no,
      versionNo: found.version_no,
      catalogueVersion: found.catalogue_version,
      files: found.files,
    }
  );
}

export async function addUse(
  trx: Trx,
  use: Omit<Use, 'files'> & { sponsorKey: number; useNo: number; at: Date },
): Promise<void> {
  await trx
    .insertInto('schema_use')
    .values({
      sponsor_key: use.sponsorKey,
      use_no: use.useNo,
      version_no: use.versionNo,
      catalogue_version: use.catalogueVersion,
      at: use.at,
    })
    .execute();
}

/** Keeps the texts a catalogue is compiled from; those of the product are not kept again for a sponsor. */
export async function putSnapshot(
  trx: Trx,
  {
    sponsorKey,
    version,
    sources,
    at,
  }: { sponsorKey: number; version: string; sources: readonly SourceText[]; at: Date },
): Promise<void> {
  await putByHash(trx, sponsorKey, new Map(sources.map((source) => [sourceHashOf(source), source.text])));
  await trx
    .insertInto('schema_snapshot')
    .values({
      sponsor_key: sponsorKey,
      catalogue_version: version,
      at,
      files: JSON.stringify(filesOf(sources)),
    })
    .onConflict((conflict) => conflict.columns(['sponsor_key', 'catalogue_version']).doNothing())
    .execute();
}

/** The files of a catalogue version of the sponsor or of the product; undefined if it was not stored. */
export async function findSnapshot(
  trx: Trx,
  sponsorKey: number,
  version: string,
): Promise<Record<string, string> | undefined> {
  const found = await trx
    .selectFrom('schema_snapshot')
    .select('files')
    .where('sponsor_key', 'in', [PRODUCT, sponsorKey])
    .where('catalogue_version', '=', version)
    .orderBy('sponsor_key', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.files;
}

export const putTexts = (trx: Trx, sponsorKey: number, texts: readonly string[]): Promise<void> =>
  putByHash(trx, sponsorKey, new Map(texts.map((text) => [textHashOf(text), text])));

async function putByHash(trx: Trx, sponsorKey: number, byHash: ReadonlyMap<string, string>): Promise<void> {
  if (byHash.size === 0) return;
  const known = new Set(await knownHashes(trx, sponsorKey, [...byHash.keys()]));
  const missing = [...byHash].filter(([hash]) => !known.has(hash));
  if (missing.length === 0) return;
  await sql`
    insert into schema_text (sponsor_key, hash, text)
    select ${sponsorKey}::int, t.* from unnest(
      ${missing.map(([hash]) => hash)}::text[], ${missing.map(([, text]) => text)}::text[]
    ) as t
    on conflict do nothing`.execute(trx);
}

async function knownHashes(trx: Trx, sponsorKey: number, hashes: readonly string[]): Promise<string[]> {
  const found = await trx
    .selectFrom('schema_text')
    .select('hash')
    .where('sponsor_key', 'in', [PRODUCT, sponsorKey])
    .where('hash', 'in', hashes)
    .execute();
  return found.map(({ hash }) => hash);
}

/** The texts of these hashes. Throws where one was not kept. */
export async function readTexts(
  trx: Trx,
  sponsorKey: number,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (hashes.length === 0) return new Map();
  const found = await trx
    .selectFrom('schema_text')
    .select(['hash', 'text'])
    .where('sponsor_key', 'in', [PRODUCT, sponsorKey])
    .where('hash', 'in', hashes)
    .execute();
  const texts = new Map(found.map(({ hash, text }) => [hash, text]));
  const lost = hashes.find((hash) => !texts.has(hash));
  if (lost !== undefined) throw new Error(`the schema text ${lost} of sponsor ${sponsorKey} was not kept`);
  return texts;
}

/** The files of a snapshot with their texts; only texts that are not at hand are read. */
export async function readFiles(
  trx: Trx,
  sponsorKey: number,
  files: Readonly<Record<string, string>>,
  atHand: readonly SourceText[] = [],
): Promise<SourceText[]> {
  const known = new Map(atHand.map((source) => [sourceHashOf(source), source.text]));
  const missing = new Set(Object.values(files).filter((hash) => !known.has(hash)));
  const texts = new Map([...known, ...(await readTexts(trx, sponsorKey, [...missing]))]);
  return Object.entries(files).map(([file, hash]) => ({ file, text: texts.get(hash) ?? '' }));
}
