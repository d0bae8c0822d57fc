/** The command that makes reports, as a user runs it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfText } from '../pdfText.ts';
import { openCatalogue } from '../../server/catalogue/catalogueSource.ts';
import { writeIcsrText, writeR2 } from '../../shared/e2b/index.ts';
import { exampleContent } from '../../shared/expressions/exampleContent.ts';
import { memoryPorts } from '../../scripts/e2b-commands.ts';
import { runReport } from '../../scripts/report.ts';
import { inProcess } from '../api/inProcess.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const VALUES = {
  'C.1.1': 'KR-COMMAND-1',
  'C.1.2': '20240312101500+0900',
  'C.1.4': '20240305',
  'C.1.5': '20240310',
  'D.1': 'K.J.',
  'D.5': '2',
  'E.i.7': '1',
  'E.i.1.1a': '전신 두드러기',
  'E.i.1.2': 'Generalised urticaria',
  'G.k.1': '1',
  'G.k.2.2': 'デモ錠（アスピリン）',
  'H.1': '患者服药后出现皮疹。',
};

let folder: string;
let file: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'report-'));
  file = join(folder, 'case.xml');
  const { whole, e2b } = openCatalogue();
  writeFileSync(file, await writeIcsrText([exampleContent(whole, VALUES)], e2b, memoryPorts(), {}));
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Ended {
  status: number | null;
  stderr: string;
}

/** In this process. */
const run = async (...args: string[]): Promise<Ended> => {
  const { code, err } = await inProcess(() => runReport(args));
  return { status: code, stderr: err };
};

const runProgram = (...args: string[]): Ended => {
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts', 'report.ts'), ...args], {
    encoding: 'utf8',
  });
  return { status, stderr: stderr.replaceAll(/^\(.*Warning.*\n/gm, '') };
};

async function made(report: string, options: string[], ended = run) {
  const out = join(folder, `${report}.pdf`);
  expect(await ended(report, file, '--out', out, ...options)).toEqual({ status: 0, stderr: '' });
  const bytes = readFileSync(out);
  return { text: await pdfText(bytes), bytes };
}

describe('npm run report', () => {
  it('prints every script, searchable, from fonts inside the file', async () => {
    const { text, bytes } = await made('CIOMS', ['--date', '20260102']);
    for (const part of [
      'KR-COMMAND-1',
      'K.J.',
      'Female',
      '전신 두드러기',
      'デモ錠（アスピリン）',
      '患者服药后出现皮疹。',
      '10-MAR-2024',
      '02-JAN-2026',
      'X FOLLOWUP',
    ])
      expect(text).toContain(part);
    const raw = bytes.toString('latin1');
    for (const font of ['NotoSans-Regular', 'NotoSansKR-Regular', 'NotoSansJP-Regular'])
      expect(raw).toMatch(new RegExp(`/BaseFont /[A-Z]{6}\\+${font}`));
    expect(raw.match(/\/FontFile2/g)?.length).toBe(raw.match(/\/FontDescriptor\b(?! \d)/g)?.length);
    for (const part of ['/MarkInfo', '/StructTreeRoot', '/Lang (en)', 'pdfaid:part', '/OutputIntent'])
      expect(raw).toContain(part);
  });

  it('makes the same bytes of the same case and day', async () => {
    const [one, other] = [
      await made('CIOMS', ['--date', '20260102']),
      // by another process
      await made('CIOMS', ['--date', '20260102'], async (...args) => runProgram(...args)),
    ];
    expect(one.bytes.equals(other.bytes)).toBe(true);
  });

  it.each(['READABLE', 'MEDWATCH', 'JPN-APPENDIX'])('makes %s in another language', async (report) => {
    expect((await made(report, ['--language', 'ja', '--orientation', 'landscape'])).text).toContain(
      'KR-COMMAND-1',
    );
  });

  it('draws each page as SVG, in which each value names its item', async () => {
    const out = join(folder, 'case.svg');
    expect(await run('CIOMS', file, '--out', out)).toEqual({ status: 0, stderr: '' });
    const [first, second] = [out, join(folder, 'case-2.svg')].map((name) => readFileSync(name, 'utf8'));
    expect(first).toMatch(
      /<g data-box="1" data-role="content"><text [^>]*data-item="D\.1" data-rows="0 0 0">K\.J\./,
    );
    expect(second).toContain('data-box="20"');
  });

  it('reads E2B(R2), too', async () => {
    const old = join(folder, 'old.xml');
    const { r2 } = openCatalogue();
    const content = exampleContent(openCatalogue().whole, VALUES);
    writeFileSync(old, writeR2([content], r2, {}).text);
    const out = join(folder, 'old.pdf');
    expect(await run('CIOMS', old, '--out', out)).toEqual({ status: 0, stderr: '' });
    expect(await pdfText(readFileSync(out))).toContain('Generalised urticaria');
  });

  it('answers 1 and the position where the file cannot be read', async () => {
    const broken = join(folder, 'broken.xml');
    writeFileSync(broken, '<MCCI_IN200100UV01>\n  <a></b>\n');
    const out = join(folder, 'none.pdf');
    const { status, stderr } = runProgram('CIOMS', broken, '--out', out);
    expect(status).toBe(1);
    expect(stderr).toMatch(/broken\.xml:\d+:\d+ .+/);
    const absent = await run('CIOMS', join(folder, 'absent.xml'), '--out', out);
    expect(absent).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/absent\.xml:1:1 the file cannot be opened/),
    });
  });

  it('answers 2 and its usage to what it does not know', async () => {
    for (const args of [
      [],
      ['NONE', file, '--out', 'x'],
      ['CIOMS', file],
      ['CIOMS', file, '--out', 'x', '--language', 'xx'],
      ['CIOMS', file, '--colour'],
      ['CIOMS', file, '--out', 'x', '--date', '20261399'],
      ['CIOMS', file, '--out', 'x', '--date', '20260231'],
    ])
      expect(await run(...args)).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('npm run -s report'),
      });
  });
});
