/** Snapshots that a data-management system sends by itself: how many, how large, and how they arrive. */
import { request, type ClientRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSourceToken } from '../../shared/contract/index.ts';
import { writeOdm } from '../../shared/study-data/odm/writeOdm.ts';
import { inSponsor } from '../../server/storage/database.ts';
import { sourceSealing } from '../../server/study-data/readings.ts';
import { findContent, findNewestReading, lockSource } from '../../server/study-data/sources.store.ts';
import { eventually } from './harness.ts';
import { startStudySources, type StudySources } from './startStudySources.ts';
import { COMPANY, picture, row, SPONSOR } from './studySourceWorld.ts';

let opened: StudySources;
let server: StudySources['server'];
let world: StudySources['world'];
let admin: string;

beforeAll(async () => {
  opened = await startStudySources();
  ({ server, world, admin } = opened);
});
afterAll(() => opened.stop());

describe('snapshots of one source', () => {
  /** Snapshots that wait to be read. */
  const MAX_WAITING = 10;

  it('are taken while another is stored, but no more than a few wait', async () => {
    const { sourceKey } = (await world.saveSource('push')).data;
    const { data } = await server.call(makeSourceToken, {
      token: admin,
      params: { ...COMPANY, sourceKey },
      body: { reason: 'For many snapshots' },
    });
    const send = (no: number) =>
      world.push(data.token, writeOdm(picture(`MANY-${no}`, [row('1', '1', {})]), new Date()));
    await inSponsor(server.db, SPONSOR, async (trx) => {
      await lockSource(trx, { sponsorKey: SPONSOR, sourceKey });
      for (let no = 1; no <= MAX_WAITING; no += 1) expect((await send(no)).status).toBe(202);
      const refused = await send(MAX_WAITING + 1);
      expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    });
    await eventually(async () => expect((await send(0)).status).toBe(202));
  });

  it('may be compressed for their way, and have a limit as they are unpacked', async () => {
    const { sourceKey } = (await world.saveSource('push')).data;
    const { data } = await server.call(makeSourceToken, {
      token: admin,
      params: { ...COMPANY, sourceKey },
      body: { reason: 'For compressed snapshots' },
    });
    const odm = writeOdm(picture('PACKED', [row('1', '1', {})]), new Date());
    const send = (body: string) =>
      world.push(data.token, new Uint8Array(gzipSync(body)), { 'content-encoding': 'gzip' });
    await inSponsor(server.db, SPONSOR, async (trx) => {
      await lockSource(trx, { sponsorKey: SPONSOR, sourceKey });
      expect((await send(odm)).status).toBe(202);
      const reading = await findNewestReading(trx, { sponsorKey: SPONSOR, sourceKey });
      const content = await findContent(trx, {
        sponsorKey: SPONSOR,
        readingKey: reading?.reading_key ?? 0,
      });
      expect(sourceSealing(server.deps.config).opened(content ?? Buffer.alloc(0)) === odm).toBe(true);
    });
    expect((await send(' '.repeat(31 * 2 ** 20))).status).toBe(413);
  });

  it('are received side by side, and refused before their body is read where more are on their way', async () => {
    const { sourceKey } = (await world.saveSource('push')).data;
    const { data } = await server.call(makeSourceToken, {
      token: admin,
      params: { ...COMPANY, sourceKey },
      body: { reason: 'For large snapshots' },
    });
    const open: ClientRequest[] = [];
    /** Announces a large body and sends none of it: only an answer that does not need it comes. */
    const begin = () =>
      new Promise<number>((resolve, reject) => {
        const headers = {
          authorization: `Bearer ${data.token}`,
          'content-type': 'application/xml',
          'content-length': String(30 * 2 ** 20),
        };
        const sent = request(`${server.url}/1.1/study-data`, { method: 'POST', headers }, (answer) => {
          answer.resume();
          resolve(answer.statusCode ?? 0);
        });
        sent.on('error', reject);
        sent.flushHeaders();
        open.push(sent);
      });
    // more than a gigabyte
    const answers = Array.from({ length: 35 }, begin);
    expect(await Promise.any(answers)).toBe(429);
    for (const one of open) one.on('error', () => {}).destroy();
    await Promise.allSettled(answers);
  });
});
