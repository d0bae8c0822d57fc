/** Dictionaries as they are described, and the life of their releases. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDictionary } from '../../shared/contract/index.ts';
import {
  activateRelease,
  appendEntries,
  deleteRelease,
  loadRelease,
  openRelease,
  retireRelease,
} from '../../server/dictionaries/releases.service.ts';
import { findEntryNos } from '../../server/dictionaries/entries.store.ts';
import { findReleases } from '../../server/dictionaries/releases.store.ts';
import { findNamed } from '../../server/dictionaries/search.store.ts';
import { entry, OPERATOR, releaseOf, releasesIn, searchesIn } from './dictionaryReleases.ts';
import { startTestServer } from './harness.ts';
import type { TestServer } from './harness.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.token('case.reader');
});
afterAll(() => server.stop());

const { ask, search, termsFor } = searchesIn(() => ({ server, token }));
const { stage, bring } = releasesIn(() => server);

describe('a dictionary', () => {
  it('tells how it is searched', async () => {
    const { data } = await server.call(readDictionary, { token, params: { dictionary: 'MEDDRA' } });
    expect(data).toMatchObject({ dictionary: 'MEDDRA', version: '99.0', sample: true, versions: ['99.0'] });
    expect(data.descriptor).toEqual(server.deps.catalogue.dictionaries['MEDDRA']);
  });

  it('answers a term with its broader ones, in the language asked for where it has it', async () => {
    const { listInfo, sample, version } = await search('MEDDRA', { keyword: '발진', language: 'ko' });
    expect({ sample, version }).toEqual({ sample: true, version: '99.0' });
    const [first] = listInfo;
    expect(first?.term).toBe('가려운 발진');
    expect(first?.parents).toHaveLength(4);
    expect(first?.columns).toMatchObject({
      lltName: '가려운 발진',
      lltCode: first?.code,
      ptName: first?.parents[0]?.term,
      socName: first?.parents[3]?.term,
    });
    expect(await termsFor('MEDDRA', '발진')).toContain('Itchy rash');
  });

  it('finds entries of which a searched text is one of many, without reading the others', async () => {
    await bring('WHODD', '2097', [
      entry('1', 'Ångström-plus', { columns: { whoddType: 'MPID' } }),
      entry('2', { en: 'Zalmer', ko: '잘머 정' }, { columns: { whoddType: 'MPID' } }),
      entry('3', 'Zalmer forte', { columns: { whoddType: 'MPID' } }),
      entry('4', 'Zalmer', { columns: { whoddType: 'PHPID' } }),
    ]);
    const [release] = await findReleases(server.deps.db, 'WHODD');
    const texts = ['ångström-plus', 'zalmer', '잘머 정', 'forte', 'took zalmer', ''];
    const only = { whoddType: 'MPID' };
    const found = await findNamed(server.deps.db, release?.release_no ?? 0, texts, only);
    expect(found.toSorted()).toEqual([1, 2]);
  });

  it('finds entries of many codes, or of what many begin with', async () => {
    const codes = ['1234567001', '1234567002', '7654321001', '76543210', '8'];
    await bring(
      'IDF',
      '2098',
      codes.map((code) => entry(code, `Invented ${code}`)),
    );
    const [release] = await findReleases(server.deps.db, 'IDF');
    const beginnings = ['7654321', '1234567', '8', '9'];
    const found = (begins: boolean) =>
      findEntryNos(server.deps.db, release?.release_no ?? 0, beginnings, begins);
    expect(await found(true)).toEqual([1, 2, 3, 4, 5]);
    expect(await found(false)).toEqual([5]);
  });

  it('finds a code exactly', async () => {
    const [found] = (await search('MEDDRA', { keyword: 'itchy' })).listInfo;
    expect((await search('MEDDRA', { code: found?.code })).listInfo).toEqual([found]);
    expect((await search('MEDDRA', { code: found?.code }, '99.0')).listInfo).toHaveLength(1);
    expect((await search('MEDDRA', { code: '9901' })).listInfo).toEqual([]);
  });

  it.each([['NOBODY'], ['constructor'], ['EXAM']])('called %s is not there', async (dictionary) => {
    expect(await ask(dictionary, { keyword: 'abc' })).toMatchObject({
      status: 404,
      errCode: 'DICTIONARY_NOT_FOUND',
    });
    const answer = await server.call(readDictionary, { token, params: { dictionary } });
    expect(answer).toMatchObject({ status: 404, errCode: 'DICTIONARY_NOT_FOUND' });
  });

  it('of which no release, or not this version, is loaded says so', async () => {
    const nothing = { version: null, sample: false, resembling: false, listInfo: [] };
    const [sample] = await findReleases(server.db, 'UNII');
    await retireRelease(server.deps, sample?.release_no ?? 0);
    expect(await search('UNII', { keyword: 'zalomerin' })).toMatchObject(nothing);
    expect(await search('MEDDRA', { keyword: 'rash' }, '12.1')).toMatchObject(nothing);
    expect(await search('EDQM_ROUTE', { keyword: 'oral' }, '1')).toMatchObject(nothing);
  });

  it('that is a code list is searched there in the same way', async () => {
    const { sample, version, listInfo, pageInfo } = await search('EDQM_ROUTE', { keyword: 'oral use' });
    expect({ sample, version }).toEqual({ sample: false, version: null });
    expect(listInfo[0]).toMatchObject({ term: 'Oral use', columns: { term: 'Oral use' } });
    expect(pageInfo.totalCount).toBeGreaterThanOrEqual(listInfo.length);
    expect((await search('EDQM_ROUTE', { code: listInfo[0]?.code, language: 'ko' })).listInfo[0]?.code).toBe(
      listInfo[0]?.code,
    );
    expect((await search('EDQM_DOSE_FORM', { keyword: 'tablett' })).resembling).toBe(true);
    expect((await termsFor('MEDICAL_DEVICE_PROBLEM_CODE', 'problem')).length).toBeGreaterThan(10);
  });
});

describe('a release', () => {
  const versionOf = async () => (await search('KIMS', { keyword: 'drug' })).version;
  const codes = async (version?: string) =>
    (await search('KIMS', { keyword: 'drug' }, version)).listInfo.map(({ code }) => code);

  it('is not found while it is loaded or staged, and is when it is activated', async () => {
    await bring('KIMS', '1', [entry('old', 'drug')]);
    const releaseNo = await openRelease(server.deps, releaseOf('KIMS', '2'));
    await appendEntries(server.deps, releaseNo, [entry('new', 'drug')]);
    expect([await versionOf(), await codes(), await codes('2')]).toEqual(['1', ['old'], []]);
    await expect(activateRelease(server.deps, releaseNo, OPERATOR)).rejects.toThrow('loading');
    await deleteRelease(server.deps, releaseNo);

    const staged = await stage('KIMS', '2', [entry('new', 'drug')]);
    expect([await versionOf(), await codes(), await codes('2')]).toEqual(['1', ['old'], []]);
    await activateRelease(server.deps, staged, OPERATOR);
    expect([await versionOf(), await codes(), await codes('1')]).toEqual(['2', ['new'], ['old']]);
    const { data } = await server.call(readDictionary, { token, params: { dictionary: 'KIMS' } });
    expect(data.versions).toEqual(['2', '1', '99.0 SAMPLE']);
  });

  it('that is retired still answers its codes', async () => {
    expect((await search('KIMS', { code: 'old' }, '1')).listInfo).toMatchObject([{ term: 'drug' }]);
    expect((await search('KIMS', { code: 'old' })).listInfo).toEqual([]);
  });

  it('takes the place of the one before in one step, while people search', async () => {
    const next = await stage('KIMS', '3', [entry('newer', 'drug')]);
    const seen: (string | null)[][] = [];
    let done = false;
    const searching = (async () => {
      while (!done) {
        const { version, listInfo } = await search('KIMS', { keyword: 'drug' });
        seen.push([version, ...listInfo.map(({ code }) => code)]);
      }
    })();
    await versionOf();
    await activateRelease(server.deps, next, OPERATOR);
    await versionOf();
    done = true;
    await searching;
    const kinds = [...new Set(seen.map((one) => one.join(' ')))];
    expect(
      kinds.every((one) => ['2 new', '3 newer'].includes(one)),
      kinds.join(),
    ).toBe(true);
  });

  it('is thrown away as a whole where it cannot be read to its end', async () => {
    const broken = (function* () {
      for (let at = 0; at < 1500; at += 1) yield entry(String(at), `drug ${at}`);
      throw new Error('line 1501 has no code');
    })();
    const release = releaseOf('KIMS', '4');
    await expect(loadRelease(server.deps, release, broken)).rejects.toThrow('line 1501');
    const left = await server.db
      .selectFrom('dictionary_release')
      .select('version')
      .where('dictionary', '=', 'KIMS')
      .where('state', 'not in', ['active', 'retired'])
      .execute();
    expect(left).toEqual([]);
  });

  it('stands once for each version, and is deleted only before it was in use', async () => {
    await expect(stage('KIMS', '3', [])).rejects.toMatchObject({ errCode: 'RELEASE_EXISTS' });
    const { releaseNo } = await activeOf('KIMS');
    await expect(deleteRelease(server.deps, releaseNo)).rejects.toMatchObject({
      errCode: 'RELEASE_NOT_READY',
    });
    await retireRelease(server.deps, releaseNo);
    expect(await versionOf()).toBeNull();
    await activateRelease(server.deps, releaseNo, OPERATOR);
    expect(await versionOf()).toBe('3');
  });
});

const activeOf = (dictionary: string): Promise<{ releaseNo: number }> =>
  server.db
    .selectFrom('dictionary_release')
    .select('release_no as releaseNo')
    .where('dictionary', '=', dictionary)
    .where('state', '=', 'active')
    .executeTakeFirstOrThrow();
