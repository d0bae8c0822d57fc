/** Settings of a sponsor that work at once: its workflow with the cases in it, its time zone, sessions and reports. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  checkSession,
  exportRegionAudit,
  exportSettingsAudit,
  listRegionAudit,
  listSettingsAudit,
  listSponsorAudit,
  listStepAudit,
  readDictionary,
  readIdfOptions,
  readLogo,
  readNotationOptions,
  readOrderingOptions,
  readOrientationOptions,
  readSettings,
  readWorkflow,
  readWorkflowOptions,
  readWorkflowSettings,
  routeCase,
  saveLogo,
  saveSettingsPart,
  saveWorkflowSettings,
  type DataOf,
} from '../../shared/contract/index.ts';
import { LATER, startCaseWorld, type CaseWorld } from './caseWorld.ts';

type Settings = DataOf<typeof readWorkflowSettings>;

let world: CaseWorld;
let admin: string;
let caseKey: number;
beforeAll(async () => {
  world = await startCaseWorld();
  admin = await world.server.token('sponsor.admin');
});
afterAll(() => world.server.stop());
beforeEach(async () => {
  ({ caseKey } = await world.aCase());
});

const params = { sponsorKey: 1 };
const settings = async () => (await world.server.call(readWorkflowSettings, { params, token: admin })).data;
const save = ({ setAt, useWorkflow, steps, routes }: Settings, reason = 'New procedure') =>
  world.server.call(saveWorkflowSettings, {
    params,
    body: { reason, setAt, useWorkflow, steps, routes },
    token: admin,
  });
const change = async (edit: (now: Settings) => Settings) => save(edit(await settings()));
const route = (workflowKey: string, token = world.editor) =>
  world.server.call(routeCase, {
    params: { caseKey },
    body: {
      workflowInfo: { workflowKey, stays: false, roleId: null, userKey: null },
      comments: 'Ready',
      retrievedAt: LATER,
    },
    token,
  });
const name = (en: string) => ({ en, ko: '', ja: '', zh: '' });
const newStep = (workflowKey: string, en: string): Settings['steps'][number] => ({
  workflowKey,
  name: name(en),
  description: '',
  dueDays: 1,
  normalHours: null,
  maximumHours: null,
  alarmOwner: true,
  alarmRoleIds: [],
  editable: true,
  approval: false,
  fourEyes: false,
  roleIds: [],
});
/** A step between the first two, which all cases go through. */
const withTriage = (now: Settings, key = 'new-1'): Settings => ({
  ...now,
  steps: now.steps.flatMap((step, at) => (at === 0 ? [step, newStep(key, 'Triage')] : [step])),
  routes: [
    ...now.routes.filter(({ from, to }) => !(from === 'SAVED' && to === 'REVIEW')),
    { from: 'SAVED', to: key },
    { from: key, to: 'REVIEW' },
  ],
});

describe('the workflow of a sponsor', () => {
  let stored: Settings;
  beforeAll(async () => {
    stored = await settings();
  });

  it('takes a new step, which the next case goes through', async () => {
    expect(await change(withTriage)).toMatchObject({ status: 200 });
    expect((await settings()).steps.map((step) => [step.workflowKey, step.name.en])).toEqual([
      ['SAVED', 'Saved'],
      ['STEP1', 'Triage'],
      ['REVIEW', 'To be reviewed'],
      ['REVIEWED', 'Internal review completed'],
      ['FINALIZED', 'Finalized'],
    ]);
    expect(await route('REVIEW')).toMatchObject({ errCode: 'ROUTE_REFUSED', details: { why: 'noRoute' } });
    expect(await route('STEP1')).toMatchObject({ status: 200 });
    const { data } = await world.server.call(readWorkflow, { params: { caseKey }, token: world.editor });
    // a name that is not given in a language is the English one
    expect(data.current.workflowLabel).toBe('Triage');
    expect((await settings()).cases).toContainEqual({ workflowKey: 'STEP1', cases: 1, open: 1 });
  });

  it('keeps a step where a case stands, and the way out of it', async () => {
    await route('STEP1');
    const count = (await settings()).cases.find(({ workflowKey }) => workflowKey === 'STEP1')?.cases;
    expect(await change((now) => ({ ...stored, setAt: now.setAt }))).toMatchObject({
      status: 422,
      errCode: 'SETTING_REFUSED',
      details: [{ step: 'STEP1', field: 'steps', id: 'holdsCases', cases: count }],
    });
    expect(
      await change((now) => ({ ...now, routes: now.routes.filter(({ from }) => from !== 'STEP1') })),
    ).toMatchObject({ details: [{ step: 'STEP1', field: 'routes', id: 'stranded', cases: count }] });
  });

  it('removes a step that is empty, and never gives its key to another', async () => {
    await change((now) => ({ ...now, steps: [...now.steps, newStep('new-2', 'Second triage')] }));
    expect((await settings()).steps.map(({ workflowKey }) => workflowKey)).toContain('STEP2');
    const without = (now: Settings) => ({
      ...now,
      steps: now.steps.filter(({ workflowKey }) => workflowKey !== 'STEP2'),
    });
    expect(await change(without)).toMatchObject({ status: 200 });
    await change((now) => ({ ...now, steps: [...now.steps, newStep('STEP2', 'Archive')] }));
    expect((await settings()).steps.at(-1)).toMatchObject({ workflowKey: 'STEP3' });
    await change((now) => ({ ...now, steps: now.steps.slice(0, -1) }));
  });

  it('refuses what is no workflow, by step and field', async () => {
    const more = Array.from({ length: 6 }, (_, at) => newStep(`more${at}`, `More ${at}`));
    expect(await change((now) => ({ ...now, steps: [...now.steps, ...more] }))).toMatchObject({
      details: [{ step: null, field: 'steps', id: 'tooMany' }],
    });
    const faulty = { ...newStep('faulty', ' '), dueDays: 1000, roleIds: [4711] };
    expect(await change((now) => ({ ...now, steps: [...now.steps, faulty] }))).toMatchObject({
      details: [
        { step: 'faulty', field: 'name', id: 'required' },
        { step: 'faulty', field: 'dueDays', id: 'invalid' },
        { step: 'faulty', field: 'roleIds', id: 'invalid' },
      ],
    });
    expect(await save(await settings())).toMatchObject({ errCode: 'NO_MODIFIED_DATA' });
  });

  it('is changed by one of two administrators who read the same', async () => {
    const now = await settings();
    const days = (dueDays: number) =>
      save({ ...now, steps: now.steps.map((step, at) => (at === 0 ? { ...step, dueDays } : step)) });
    const answers = await Promise.all([days(7), days(8)]);
    expect(answers.map(({ errCode }) => errCode).toSorted()).toEqual(['SETTINGS_CHANGED', null].toSorted());
  });

  it('is in the audit trail by step and part', async () => {
    await change((now) => ({
      ...now,
      steps: now.steps.map((step) =>
        step.workflowKey === 'STEP1' ? { ...step, name: name('Intake') } : step,
      ),
    }));
    const { data } = await world.server.call(listSettingsAudit, {
      params,
      query: { rowCount: 1 },
      token: admin,
    });
    expect(data.listInfo).toMatchObject([
      {
        cells: {
          item: 'Intake: name in English',
          before: 'Triage',
          after: 'Intake',
          reason: 'New procedure',
        },
      },
    ]);
    const items = async (setting: string) => {
      const query = { rowCount: 100, setting };
      const answer = await world.server.call(listSettingsAudit, { params, query, token: admin });
      return answer.data.listInfo.map(({ cells }) => cells['item']);
    };
    expect(await items('workflowStep.STEP1')).toContain('Intake: name in English');
    expect(await items('workflow')).toContain('Intake: name in English');
    for (const other of ['workflowStep.STEP', 'general']) expect(await items(other)).toEqual([]);
  });

  it('is turned off and on for everybody at once, and the cases stay where they are', async () => {
    const session = async () =>
      (await world.server.call(checkSession, { params: { id: 'me' }, token: world.editor })).data;
    const before = await session();
    await route('STEP1');
    expect(await change((now) => ({ ...now, useWorkflow: false }))).toMatchObject({ status: 200 });
    const without = await session();
    expect([before.useWorkflow, without.useWorkflow]).toEqual([true, false]);
    // an open page notices it
    expect(without.accessVersion).not.toBe(before.accessVersion);
    expect(await route('REVIEW')).toMatchObject({ errCode: 'NO_WORKFLOW' });
    await change((now) => ({ ...now, useWorkflow: true }));
    expect(await route('REVIEW')).toMatchObject({ status: 200 });
  });
});

it('no case comes to a step while it is removed', async () => {
  const base = await settings();
  await change((now) => ({
    ...now,
    steps: [...now.steps, newStep('race', 'Race')],
    routes: [...now.routes, { from: 'SAVED', to: 'race' }],
  }));
  const { steps } = await settings();
  const key = steps.at(-1)?.workflowKey ?? '';
  const [routed, removed] = await Promise.all([route(key), change((now) => ({ ...base, setAt: now.setAt }))]);
  expect([routed.status, removed.status]).toSatisfy(
    ([one, other]: number[]) => (one === 200) !== (other === 200),
  );
});

describe('settings that are single values', () => {
  type Part = 'general' | 'reports' | 'dictionaries' | 'reasons';
  const stored = async (part: Part) =>
    (await world.server.call(readSettings, { params, token: admin })).data.parts[part];
  const put = async (part: Part, more: Record<string, string | number | null>) => {
    const { setAt, values } = await stored(part);
    return world.server.call(saveSettingsPart, {
      params: { ...params, part },
      body: { reason: 'Moved', setAt, values: { ...values, ...more } },
      token: admin,
    });
  };
  const session = async () =>
    (await world.server.call(checkSession, { params: { id: 'me' }, token: world.editor })).data;

  it('hold for open sessions at once', async () => {
    const before = await session();
    expect(await put('general', { timeZone: 'Europe/Berlin', sessionMinutes: 30 })).toMatchObject({
      status: 200,
    });
    expect(await put('reports', { orientation: 'landscape', notation: 'Y' })).toMatchObject({ status: 200 });
    const after = await session();
    expect(after).toMatchObject({
      timeZone: 'Europe/Berlin',
      sessionMinutes: 30,
      reportOptions: { orientation: 'landscape', ordering: 'primary', notation: 'Y' },
    });
    expect(after.accessVersion).not.toBe(before.accessVersion);
    expect(await stored('general')).toMatchObject({
      values: { timeZone: 'Europe/Berlin', sessionMinutes: 30 },
    });
  });

  it('are refused by name where a value is not allowed', async () => {
    expect(await put('general', { timeZone: 'Europe/Nowhere', sessionMinutes: 1 })).toMatchObject({
      errCode: 'SETTING_REFUSED',
      details: ['timeZone', 'sessionMinutes'],
    });
    // Node has this zone, the database has not
    expect(await put('general', { timeZone: 'US/Pacific-New' })).toMatchObject({
      errCode: 'SETTING_REFUSED',
      details: ['timeZone'],
    });
    expect(await put('reports', { colour: 'red' })).toMatchObject({ details: ['colour'] });
    expect(await put('reports', {})).toMatchObject({ errCode: 'NO_MODIFIED_DATA' });
  });

  it('are in the audit trail in the words of their page, and found by them', async () => {
    const trail = async (language: string, more: object) => {
      const query = { rowCount: 1, language, ...more };
      return (await world.server.call(listSettingsAudit, { params, query, token: admin })).data.listInfo;
    };
    expect(await trail('en', { setting: 'reports.orientation' })).toMatchObject([
      { cells: { before: 'Portrait', after: 'Landscape' } },
    ]);
    expect(await trail('ko', { keyword: '가로' })).toMatchObject([
      { cells: { before: '세로', after: '가로' } },
    ]);
    const query = { format: 'CSV', setting: 'reports.orientation', language: 'zh' };
    const { bytes } = await world.server.call(exportSettingsAudit, { params, query, token: admin });
    expect(bytes.toString()).toContain('横向');
    expect(await trail('ja', { setting: 'workflow.useWorkflow' })).toMatchObject([
      { cells: { before: 'いいえ', after: 'はい' } },
    ]);
  });

  it('are in the audit trail with what they were', async () => {
    await put('general', { timeZone: 'Asia/Tokyo' });
    const query = { rowCount: 1 };
    const { data } = await world.server.call(listSettingsAudit, { params, query, token: admin });
    expect(data.listInfo).toMatchObject([
      { cells: { item: 'Time zone', before: 'Europe/Berlin', after: 'Asia/Tokyo', reason: 'Moved' } },
    ]);
  });

  it('take only versions of dictionaries that are loaded, and search in the language that is set', async () => {
    const described = async () =>
      (
        await world.server.call(readDictionary, {
          params: { dictionary: 'MEDDRA' },
          query: { language: 'ja' },
          token: world.editor,
        })
      ).data;
    const { version, language } = await described();
    expect(language).toBe('ja');
    for (const versions of ['MEDDRA 99.9', 'NOTHING 1', `MEDDRA ${version}\nMEDDRA ${version}`])
      expect(await put('dictionaries', { versions })).toMatchObject({
        errCode: 'SETTING_REFUSED',
        details: ['versions'],
      });
    const versions = `MEDDRA ${version}`;
    expect(await put('dictionaries', { versions, meddraLanguage: 'ko' })).toMatchObject({
      status: 200,
    });
    expect(await described()).toMatchObject({ version, language: 'ko' });
    expect(await session()).toMatchObject({
      dictionaryVersions: { MEDDRA: version },
      meddraLanguage: 'ko',
    });
  });

  it('offer reasons of the sponsor, one in each line', async () => {
    expect((await session()).reasons).toEqual({});
    expect(await put('reasons', { lockY: 'Twice\nTwice' })).toMatchObject({ details: ['lockY'] });
    expect(await put('reasons', { lockY: ' Medically complete \n\nSent to partner' })).toMatchObject({
      status: 200,
    });
    expect((await session()).reasons).toEqual({ lockY: ['Medically complete', 'Sent to partner'] });
  });
});

describe('the logo of the sponsor', () => {
  const PNG =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  const shown = async () => (await world.server.call(readLogo, { params, token: world.reader })).data.logo;
  const put = async (content: string | null) => {
    const { setAt } = (await world.server.call(readSettings, { params, token: admin })).data.logo;
    const logo = content === null ? null : { fileName: 'logo.png', mediaType: 'image/png' as const, content };
    const body = { reason: 'New brand', setAt, logo };
    return world.server.call(saveLogo, { params, body, token: admin });
  };

  it('is shown to every user of the sponsor, is an image, and can be taken away', async () => {
    expect(await shown()).toBeNull();
    expect(await put(Buffer.from('<svg onload="alert(1)"/>').toString('base64'))).toMatchObject({
      errCode: 'LOGO_REFUSED',
    });
    const endless = Buffer.from(PNG, 'base64');
    // its width
    endless.writeUInt32BE(2 ** 30, 16);
    expect(await put(endless.toString('base64'))).toMatchObject({ errCode: 'LOGO_REFUSED' });
    expect(await put(PNG)).toMatchObject({ status: 200 });
    expect(await shown()).toMatchObject({ fileName: 'logo.png', content: PNG });
    expect(await put(PNG)).toMatchObject({ errCode: 'NO_MODIFIED_DATA' });
    const { data } = await world.server.call(listSettingsAudit, {
      params,
      query: { rowCount: 1 },
      token: admin,
    });
    expect(data.listInfo).toMatchObject([
      { cells: { item: 'Logo', after: expect.stringMatching(/^logo\.png \([0-9a-f]{16}\)$/) } },
    ]);
    expect(await put(null)).toMatchObject({ status: 200 });
    expect(await shown()).toBeNull();
  });
});

describe('the names that the specification has for settings', () => {
  const [all, sponsor, regions, steps] = [
    listSettingsAudit,
    listSponsorAudit,
    listRegionAudit,
    listStepAudit,
  ] as const;
  const read = async (list: typeof all | typeof sponsor | typeof regions | typeof steps, id = '') => {
    const place = { params: { ...params, id }, query: { rowCount: 100 }, token: admin };
    return (await world.server.call(list, place)).data.listInfo;
  };
  const keysOf = (rows: { rowKey: string }[]) => rows.map(({ rowKey }) => rowKey);

  beforeAll(async () => {
    const { receivers } = (await world.server.call(readSettings, { params, token: admin })).data.parts;
    const body = {
      reason: 'One authority',
      setAt: receivers.setAt,
      values: { ...receivers.values, KR: 'MFDS' },
    };
    const place = { params: { ...params, part: 'receivers' }, body, token: admin };
    expect(await world.server.call(saveSettingsPart, place)).toMatchObject({ status: 200 });
  });

  it('lead to the changes of the sponsor, of a region and of a step, each change once', async () => {
    const [korea, japan] = [await read(regions, 'KR'), await read(regions, 'JP')];
    expect(korea).toMatchObject([{ cells: { item: 'Receivers offered in Korea', after: 'MFDS' } }]);
    expect(japan).toEqual([]);
    const ofSteps = [
      ...(await read(steps, 'SAVED')),
      ...(await read(steps, 'STEP1')),
      ...(await read(steps, 'STEP2')),
      ...(await read(steps, 'STEP3')),
      ...(await read(steps, 'STEP4')),
    ];
    expect(ofSteps.map(({ cells }) => cells['item'])).toContain('Intake: name in English');
    const ofSponsor = await read(sponsor);
    expect(ofSponsor.map(({ cells }) => cells['item'])).toContain('Time zone');
    const parts = [...ofSponsor, ...korea, ...ofSteps];
    expect(keysOf(parts).toSorted()).toEqual(keysOf(await read(all)).toSorted());
    expect(await world.server.call(regions, { params: { ...params, id: 'XX' }, token: admin })).toMatchObject(
      {
        status: 400,
      },
    );
  });

  it('lead to the file of each', async () => {
    const place = { params: { ...params, id: 'KR' }, query: { format: 'CSV' }, token: admin };
    const { status, bytes } = await world.server.call(exportRegionAudit, place);
    expect([status, bytes.toString().trim().split('\n').length]).toEqual([200, 2]);
  });

  it.each([
    [readNotationOptions, 'Y', ['N', 'Y']],
    [readOrientationOptions, 'landscape', ['portrait', 'landscape']],
    [readOrderingOptions, 'primary', ['primary', 'latest', 'basic']],
  ] as const)('lead to what may be chosen, and what is chosen: $path', async (options, value, codes) => {
    const place = { params, query: { language: 'ko' }, token: world.reader };
    const { data } = await world.server.call(options, place);
    expect(data.value).toBe(value);
    expect(data.codeList.map(({ codeValue }) => codeValue)).toEqual(codes);
    expect(data.codeList.every(({ codeLabel }) => /\p{Script=Hangul}/u.test(codeLabel))).toBe(true);
  });

  it('lead to the versions of the IDF, and the one that is used', async () => {
    const { data } = await world.server.call(readIdfOptions, { params, token: world.reader });
    expect(data.codeList.map(({ codeValue }) => codeValue)).toContain(data.value);
  });

  it('lead to what a workflow is made of', async () => {
    const place = { params, query: { language: 'ja' }, token: admin };
    const { data } = await world.server.call(readWorkflowOptions, place);
    const { steps: now, roles } = await settings();
    expect(data.steps.map(({ codeValue }) => codeValue)).toEqual(now.map(({ workflowKey }) => workflowKey));
    expect(data.roles).toEqual(
      roles
        .filter(({ mayOwn }) => mayOwn)
        .map(({ roleId, name: codeLabel }) => ({ codeValue: String(roleId), codeLabel })),
    );
  });
});
