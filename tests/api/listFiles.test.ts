/** Lists as files: their content, their progress, and what ends them. */
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import yauzl from 'yauzl';
import { exportCases, readListExport, saveColumns } from '../../shared/contract/index.ts';
import { stopCutOffExports } from '../../server/lists/cutOffExports.ts';
import { seedManyCases } from '../../server/seed/manyCases.ts';
import { inSponsor } from '../../server/storage/database.ts';
import { startCaseWorld, itemValue, type CaseWorld } from './caseWorld.ts';
import { eventually, whileHeldUp } from './harness.ts';

const MENU = { menuId: 'MU-CS' };
const MANY = 4000;

let world: CaseWorld;

beforeAll(async () => {
  world = await startCaseWorld();
  await seedManyCases(world.server.deps, { count: MANY, extent: 'listed', stories: 5 });
});
afterAll(() => world.server.stop());

async function partsOf(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await yauzl.fromBufferPromise(bytes);
  const parts = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry);
    parts.set(entry.fileName, Buffer.concat(await stream.toArray()).toString('utf8'));
  }
  return parts;
}

const show = (visible: string[]) =>
  world.server.call(saveColumns, { params: MENU, body: { visible }, token: world.editor });
const progress = (exportKey: string, token = world.editor) =>
  world.server.call(readListExport, { params: { ...MENU, exportKey }, token });

describe('a list as a spreadsheet', () => {
  it('holds every row once, in its order, under headings in the language of the user', async () => {
    await show(['caseNo', 'versionNo', 'serious', 'updatedAt']);
    const exportKey = crypto.randomUUID();
    const { bytes, headers } = await world.server.call(exportCases, {
      query: { sort: 'caseNo', direction: 'asc', language: 'ko', exportKey },
      token: world.editor,
    });
    expect(decodeURIComponent(headers.get('content-disposition') ?? '')).toMatch(/사례 \d{8}\.xlsx/);
    const parts = await partsOf(bytes);
    const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
    const rows = [...sheet.matchAll(/<row>(.*?)<\/row>/g)].map(([, row = '']) => row);
    const total = (await progress(exportKey)).data.totalCount;
    expect(total).toBeGreaterThan(MANY);
    expect(rows).toHaveLength(total + 1);
    expect(rows[0]).toContain('사례 번호');
    expect(rows[0]).toContain('(Asia/Seoul)');
    const numbers = rows.slice(1).map((row) => />([^<]+)<\/t>/.exec(row)?.[1] ?? '');
    expect(numbers).toEqual([...new Set(numbers)].toSorted());
    // a number is one, a date and time is that of the user
    expect(rows[1]).toMatch(/<c[^>]*><v>0<\/v><\/c>/);
    expect(rows[1]).toMatch(/>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d<\/t>/);
    expect(parts.get('xl/workbook.xml')).toContain('사례');
    expect((await progress(exportKey)).data).toEqual({ rows: total, totalCount: total, state: 'done' });
  });

  it('keeps texts as texts, whatever they look like', async () => {
    const { caseKey } = await world.aCase();
    await world.save(caseKey, 'CI', [itemValue('C.1.8.1', [], '=HYPERLINK("x")<&\u0007')]);
    await show(['worldwideId']);
    const { bytes } = await world.server.call(exportCases, { query: {}, token: world.editor });
    const sheet = (await partsOf(bytes)).get('xl/worksheets/sheet1.xml') ?? '';
    expect(sheet).toContain('t="inlineStr"><is><t xml:space="preserve">=HYPERLINK("x")&lt;&amp;');
    expect(sheet).not.toContain('<f>');
  });
});

it('a file ends where its user may not see the list any more', async () => {
  const { server, editor } = world;
  const lock = (locked_at: Date | null) =>
    server.db
      .updateTable('user_sponsor')
      .set({ locked_at })
      .where('user_key', 'in', (users) =>
        users.selectFrom('app_user').select('user_key').where('user_id', '=', 'case.editor'),
      )
      .execute();
  const file = () =>
    server.call(exportCases, { query: { format: 'CSV' }, token: editor }).then(
      () => 'whole',
      () => 'cut off',
    );
  const ended = await whileHeldUp(server, 'list_export', file, async () => void (await lock(new Date())));
  await lock(null);
  expect(ended).toBe('cut off');
});

describe('how far a file is', () => {
  it('is told to nobody but who asked for it', async () => {
    const exportKey = crypto.randomUUID();
    await world.server.call(exportCases, { query: { exportKey, format: 'CSV' }, token: world.editor });
    expect((await progress(exportKey)).status).toBe(200);
    expect(await progress(exportKey, world.second)).toMatchObject({
      status: 404,
      errCode: 'EXPORT_NOT_FOUND',
    });
    expect(await progress(crypto.randomUUID())).toMatchObject({ status: 404, errCode: 'EXPORT_NOT_FOUND' });
  });

  const begin = (format: string, exportKey: string) => {
    const exported = request(`${world.server.url}/1.0/cases/export?format=${format}&exportKey=${exportKey}`, {
      headers: { authorization: `Bearer ${world.editor}`, 'accept-encoding': 'identity' },
    });
    exported.on('error', () => {});
    exported.end();
    return exported;
  };
  const isStopped = (exportKey: string) =>
    eventually(async () => expect((await progress(exportKey)).data?.state).toBe('stopped'));

  it('is that it was stopped, when its server says nothing of it any more', async () => {
    const [cutOff, running] = [crypto.randomUUID(), crypto.randomUUID()];
    const { clock, deps, db } = world.server;
    const runningExport = async (exportKey: string) => {
      await world.server.call(exportCases, { query: { exportKey, format: 'CSV' }, token: world.editor });
      // as the end of a server leaves it
      await inSponsor(db, 1, (trx) =>
        trx
          .updateTable('list_export')
          .set({ state: 'running', row_count: 500 })
          .where('export_key', '=', exportKey)
          .execute(),
      );
    };
    await runningExport(cutOff);
    clock.advance(55_000);
    await runningExport(running);
    await stopCutOffExports(deps);
    expect((await progress(cutOff)).data.state).toBe('running');
    clock.advance(10_000);
    await stopCutOffExports(deps);
    expect((await progress(cutOff)).data).toMatchObject({ state: 'stopped', rows: 500 });
    expect((await progress(running)).data.state).toBe('running');
  });

  it.each(['CSV', 'XLSX'])('is that it was stopped, when the client of the %s goes away', async (format) => {
    await show(['caseNo', 'patientName', 'productName', 'aeTerm', 'search'].slice(0, 4));
    const exportKey = crypto.randomUUID();
    const exported = begin(format, exportKey);
    const [answer] = (await once(exported, 'response')) as [NodeJS.ReadableStream];
    await once(answer, 'readable');
    exported.destroy();
    await isStopped(exportKey);
    await sleep(0);
  });

  it.each(['CSV', 'XLSX'])(
    'is that it was stopped, when the client left before the first row of the %s',
    async (format) => {
      await show(['caseNo', 'patientName']);
      const exportKey = crypto.randomUUID();
      const exported = begin(format, exportKey);
      await once(exported, 'finish');
      exported.destroy();
      await isStopped(exportKey);
      expect((await progress(exportKey)).data.rows).toBe(0);
    },
  );
});
