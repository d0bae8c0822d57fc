/** Queries on the names that records hold in their columns. They take the transaction they are part of. */
import { sql } from 'kysely';
import type { Trx } from '../../storage/database.ts';

interface OfKind {
  sponsorKey: number;
  kind: string;
}

export async function namesOf(
  trx: Trx,
  { sponsorKey, kind, keys }: OfKind & { keys: readonly number[] },
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from record
    where sponsor_key = ${sponsorKey} and kind = ${kind} and record_key = any(${[...keys]}::int[])`.execute(
    trx,
  );
  return rows.map(({ name }) => name);
}

/** The names that an item of some records holds, each once. */
export async function namesHeld(
  trx: Trx,
  { sponsorKey, kind, keys, item }: OfKind & { keys: readonly number[]; item: string },
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct held.name from record, jsonb_array_elements_text(columns -> ${item}::text) held (name)
    where sponsor_key = ${sponsorKey} and kind = ${kind} and record_key = any(${[...keys]}::int[])`.execute(
    trx,
  );
  return rows.map(({ name }) => name);
}

/** The records with one of the names. */
export async function keysNamed(
  trx: Trx,
  { sponsorKey, kind, names }: OfKind & { names: readonly string[] },
): Promise<number[]> {
  const { rows } = await sql<{ record_key: number }>`
    select record_key from record
    where sponsor_key = ${sponsorKey} and kind = ${kind} and name = any(${[...names]}::text[])`.execute(trx);
  return rows.map(({ record_key }) => record_key);
}

/** The records of which an item holds one of the names, or nothing. */
export async function keysNaming(
  trx: Trx,
  { sponsorKey, kind, item, names }: OfKind & { item: string; names: readonly string[] },
): Promise<number[]> {
  const { rows } = await sql<{ record_key: number }>`
    select record_key from record
    where sponsor_key = ${sponsorKey} and kind = ${kind}
      and (jsonb_array_length(coalesce(columns -> ${item}::text, '[]')) = 0
        or columns -> ${item}::text ?| ${[...names]}::text[])`.execute(trx);
  return rows.map(({ record_key }) => record_key);
}
