/** Encodings and locales of databases: the database folds stored texts, the program what is looked for. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../server/storage/database.ts';
import { lowersAllLetters } from '../../server/storage/foldedSql.ts';
import { migrate } from '../../server/storage/migrate.ts';
import { demoDatabase, type ServerData } from '../demoData.ts';
import { querySql, runSql } from './runSql.ts';

let data: ServerData;
beforeAll(async () => {
  data = await demoDatabase();
});
afterAll(() => data.remove());

async function lowersIn(url: string): Promise<boolean> {
  const db = openDatabase(url);
  try {
    return await lowersAllLetters(db);
  } finally {
    await db.destroy();
  }
}

it('both fold the same capitals', async () => {
  expect(await lowersIn(data.env['DATABASE_URL'] ?? '')).toBe(true);
});

/** A database beside the one of the test, for as long as `work` takes. */
async function inDatabase<T>(options: string, work: (url: string) => Promise<T>): Promise<T> {
  const owner = data.env['DATABASE_URL'] ?? '';
  const name = `locale_${randomUUID()}`;
  await runSql(owner, `create database "${name}" template template0 ${options}`);
  try {
    return await work(Object.assign(new URL(owner), { pathname: `/${name}` }).href);
  } finally {
    await runSql(owner, `drop database "${name}" with (force)`);
  }
}

it.each([
  ['a locale that knows no letters with accents', "locale_provider libc locale 'C'"],
  ['one that makes two characters of a letter', "locale_provider icu icu_locale 'en-US' locale 'C'"],
])('a database of %s is told from others', async (_, locale) => {
  expect(await inDatabase(`encoding 'UTF8' ${locale}`, lowersIn)).toBe(false);
});

it('a database that cannot store every letter is refused before anything is made in it', async () => {
  const problem = 'the database has the encoding LATIN1; create one with the encoding UTF8';
  await inDatabase("encoding 'LATIN1' locale_provider libc locale 'C'", async (url) => {
    await expect(migrate(url)).rejects.toThrow(problem);
    expect(await querySql(url, "select from pg_tables where schemaname = 'public'")).toEqual([]);
  });
});
