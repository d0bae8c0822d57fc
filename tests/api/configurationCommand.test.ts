/** The configuration of a sponsor as an operator moves it, by the command: on the server of this process, and once as a program. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runConfiguration } from '../../scripts/config-commands.ts';
import { listSettingsAudit, readSettings, saveSettingsPart } from '../../shared/contract/index.ts';
import { demoDatabase, type ServerData } from '../demoData.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { inProcess, type Ended } from './inProcess.ts';
import { runProgram } from './program.ts';

const WHO = ['--sponsor', '1', '--user', 'sponsor.admin'];
const REASON = 'Validated in the test environment';

let data: ServerData;
let server: TestServer;
let token: string;
let folder = '';
let file = '';
beforeAll(async () => {
  data = await demoDatabase();
  server = await startTestServer({ data, env: { ROLE: 'api' } });
  token = await server.token('sponsor.admin');
  folder = mkdtempSync(join(tmpdir(), 'configuration-command-'));
  file = join(folder, 'configuration.json');
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const command = (...args: string[]): Promise<Ended> =>
  inProcess(() => runConfiguration(args, (work) => work(server.deps)));
const settings = async () =>
  (await server.call(readSettings, { params: { sponsorKey: 1 }, token })).data.parts.editing;
async function setCorrectionDays(correctionDays: number): Promise<void> {
  const { setAt, values } = await settings();
  const answer = await server.call(saveSettingsPart, {
    params: { sponsorKey: 1, part: 'editing' },
    body: { reason: 'Test', setAt, values: { ...values, correctionDays } },
    token,
  });
  expect(answer).toMatchObject({ status: 200 });
}

describe('the command', () => {
  it('is a program, which writes the configuration to a file', async () => {
    await setCorrectionDays(7);
    const program = runProgram({ ...data.env, DATA_DIR: data.dir }, 'scripts/config.ts', [
      'export',
      ...WHO,
      '--out',
      file,
    ]);
    expect([await program.ended, program.stdout()]).toEqual([0, `${file} has the configuration\n`]);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ format: 'casewright-configuration' });
  });

  it('prints what differs, in lines', async () => {
    expect(await command('compare', file, ...WHO)).toMatchObject({ code: 0 });
    const before = join(folder, 'before.json');
    writeFileSync(before, (await command('export', ...WHO)).out);
    await setCorrectionDays(9);
    const { code, out } = await command('compare', file, ...WHO);
    expect(code).toBe(1);
    expect(out).toContain('settings/editing: changed\n  correctionDays: 9 -> 7\n');
    expect(await command('compare', file, before, ...WHO)).toMatchObject({ code: 0 });
  });

  it('tries an import, and imports it with the audit entries of the page', async () => {
    const tried = await command('import', file, ...WHO, '--dry-run');
    expect(tried).toMatchObject({ code: 0, out: expect.stringContaining('Nothing was changed') });
    expect((await settings()).values.correctionDays).toBe(9);
    const element = ['--only', 'settings/editing'];
    const done = await command('import', file, ...WHO, ...element, '--reason', REASON);
    expect(done).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringContaining('1 elements were imported'),
    });
    expect((await settings()).values.correctionDays).toBe(7);
    const audit = await server.call(listSettingsAudit, { params: { sponsorKey: 1 }, token });
    expect(audit.data.listInfo[0]?.cells).toMatchObject({ reason: REASON, before: '9', after: '7' });
    const again = await command('import', file, ...WHO, '--reason', REASON);
    expect(again).toMatchObject({ code: 0, out: expect.stringContaining('0 elements differ') });
  });

  const refused: [what: string, args: string[], code: number, why: string][] = [
    ['no command', [], 2, 'A command is needed'],
    ['no user', ['export', '--sponsor', '1'], 2, '--sponsor and --user are needed'],
    ['no reason', ['import', 'a.json', ...WHO], 2, 'import needs --reason'],
    ['another option', ['export', ...WHO, '--all'], 2, "Unknown option '--all'"],
    ['no such file', ['compare', 'no.json', ...WHO], 1, 'no.json'],
    ['no such sponsor', ['export', '--sponsor', 'X', '--user', 'x'], 2, "There is no sponsor 'X'"],
    ['no such user', ['export', '--sponsor', '1', '--user', 'x'], 2, "'x' does not work for the sponsor"],
    ['no privilege', ['export', '--sponsor', '1', '--user', 'case.reader'], 1, 'privilege'],
  ];
  it.each(refused)('is refused with %s', async (_what, args, code, why) => {
    const ended = await command(...args);
    expect(ended).toMatchObject({ code, err: expect.stringContaining(why) });
  });

  it('refuses an element that the file does not have, and a file that was altered', async () => {
    const only = await command('import', file, ...WHO, '--dry-run', '--only', 'roles/Nobody');
    expect(only).toMatchObject({ code: 2, err: expect.stringContaining("no element 'roles/Nobody'") });
    const altered = join(folder, 'altered.json');
    writeFileSync(altered, readFileSync(file, 'utf8').replace('"correctionDays": 7', '"correctionDays": 8'));
    expect(await command('compare', altered, ...WHO)).toMatchObject({
      code: 1,
      err: expect.stringContaining('is not what was exported'),
    });
  });
});
