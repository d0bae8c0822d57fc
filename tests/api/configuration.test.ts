/** The configuration of a sponsor as a file: exported, compared, tried and imported at another sponsor, all or nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PRIVILEGES, type PrivilegeId } from '../../shared/access/privileges.ts';
import {
  exportConfiguration,
  importConfiguration,
  listMappingAudit,
  listRoles,
  listSchemaVersions,
  listSettingsAudit,
  previewConfiguration,
  publishSchemas,
  readItemRights,
  readMappingRuleSet,
  readSchemaFiles,
  readSettings,
  readWorkflowSettings,
  savePrivileges,
  saveRecord,
  saveRole,
  saveSettingsPart,
  saveWorkflowSettings,
  signIn,
} from '../../shared/contract/index.ts';
import type { PackAddress } from '../../shared/configuration/pack.ts';
import type { MappingRule } from '../../shared/sync/mappingRule.ts';
import type { PortableRuleSet } from '../../shared/sync/portableRules.ts';
import { insertRole, insertSponsor, insertUser } from '../../server/accounts/tenants.store.ts';
import { lockSponsor } from '../../server/accounts/sponsors.store.ts';
import { putSetting } from '../../server/sponsor-settings/sponsorSettings.ts';
import { verifyChain } from '../../server/audit/verifyChain.ts';
import { contentHash } from '../../server/configuration/packFile.ts';
import { inSponsor } from '../../server/storage/database.ts';
import { itemValue, LATER } from './caseWorld.ts';
import { startTestServer, untilWaitedFor, type TestServer } from './harness.ts';
import { KR, withItem } from './schemaWorld.ts';
import { setItemRights } from './setItemRights.ts';

const PASSWORD = 'Only-for-tests-1';
const REASON = 'Taken over from the test environment';
let server: TestServer;

interface Sponsor {
  sponsorKey: number;
  token: string;
}
/** of the demo: the test environment */
let test: Sponsor;
/** fresh: the production environment */
let production: Sponsor;
let pack = '';

beforeAll(async () => {
  server = await startTestServer({ env: { ROLE: 'api' } });
  test = { sponsorKey: 1, token: await server.token('sponsor.admin') };
  production = await freshSponsor('production');
  await configure(test);
  pack = await exported(test);
});
afterAll(() => server.stop());

/** With its first administrator, and nothing else. */
async function freshSponsor(name: string, privileges: readonly PrivilegeId[] = PRIVILEGES): Promise<Sponsor> {
  const userId = `admin.${name}`;
  const sponsorKey = await server.db.transaction().execute(async (trx) => {
    const key = await insertSponsor(trx, {
      companyName: name,
      name,
      clientType: 'SPO',
      country: null,
      timeZone: 'UTC',
      useWorkflow: false,
      defaultAppendix: 'US',
    });
    await insertRole(trx, key, { roleId: 1, name: 'First administrator', privileges });
    const user = { userId, name: userId, password: PASSWORD, systemAdmin: false, unblind: true, roleId: 1 };
    await insertUser(trx, key, user);
    return key;
  });
  const { data } = await server.call(signIn, { body: { userId, password: PASSWORD } });
  return { sponsorKey, token: data.token };
}

/** Something of each part that the product does not deliver. */
async function configure({ sponsorKey, token }: Sponsor): Promise<void> {
  const as = { params: { sponsorKey }, token };
  const { data: role } = await server.call(saveRole, {
    ...as,
    body: {
      reason: REASON,
      roleId: null,
      setAt: null,
      name: 'Head of safety',
      description: 'Gets alarms',
      inspector: false,
      delFlag: 'N',
    },
  });
  await server.call(savePrivileges, {
    ...as,
    body: { reason: REASON, roles: [{ ...role, privileges: ['READ.CASE'] }] },
  });
  await setItemRights(server, {
    token,
    sponsorKey,
    roleId: role.roleId,
    rights: [{ itemId: 'D.1', right: 'hidden' }],
    reason: REASON,
  });
  const { data: settings } = await server.call(readSettings, as);
  const { editing } = settings.parts;
  await server.call(saveSettingsPart, {
    params: { sponsorKey, part: 'editing' },
    body: { reason: REASON, setAt: editing.setAt, values: { ...editing.values, correctionDays: 7 } },
    token,
  });
  const { data: workflow } = await server.call(readWorkflowSettings, as);
  const { cases: _cases, roles: _roles, ...plan } = workflow;
  await server.call(saveWorkflowSettings, {
    ...as,
    body: {
      reason: REASON,
      ...plan,
      steps: plan.steps.map((step, at) =>
        at === 1 ? { ...step, normalHours: 24, maximumHours: 48, alarmRoleIds: [role.roleId] } : step,
      ),
    },
  });
  const { data: files } = await server.call(readSchemaFiles, { token });
  const receivers = files.files.find(({ file }) => file.startsWith('receivers/FDA'));
  const text = (receivers?.active ?? '').replace(
    'A report is due to the authority',
    'A report is due to the FDA',
  );
  const published = await server.call(publishSchemas, {
    token,
    body: { changes: [{ file: receivers?.file ?? '', text }], reason: REASON, basedOn: files.versionNo },
  });
  expect(published.errMsg).toBeNull();
}

const exported = async ({ sponsorKey, token }: Sponsor): Promise<string> =>
  (await server.call(exportConfiguration, { params: { sponsorKey }, token })).bytes.toString();

interface Element {
  part: string;
  name: string;
  hash: string;
  content: Record<string, unknown>;
}

/** The file with other elements, each with the hash of its content. */
function edited(text: string, edit: (element: Element) => Element): string {
  const parsed = JSON.parse(text) as { elements: Element[] };
  const elements = parsed.elements
    .map(edit)
    .map((element) => ({ ...element, hash: contentHash(element.content) }));
  return JSON.stringify({ ...parsed, elements });
}

const preview = ({ sponsorKey, token }: Sponsor, text: string, other: string | null = null) =>
  server.call(previewConfiguration, { params: { sponsorKey }, body: { pack: text, other }, token });
const states = ({ elements }: Awaited<ReturnType<typeof preview>>['data']) =>
  new Map(elements.map(({ part, name, state }) => [`${part}/${name}`, state]));

interface Choice {
  chosen: readonly PackAddress[];
  basedOn: string;
}
const take = ({ sponsorKey, token }: Sponsor, { chosen, basedOn }: Choice, text = pack) =>
  server.call(importConfiguration, {
    params: { sponsorKey },
    body: {
      pack: text,
      basedOn,
      chosen: chosen.map(({ part, name }) => ({ part, name })),
      reason: REASON,
    },
    token,
  });
const differing = ({ elements }: Awaited<ReturnType<typeof preview>>['data']) =>
  elements.filter(({ state }) => state === 'new' || state === 'changed');

describe('the configuration of a sponsor', () => {
  it('is a file without users, cases and secrets, in which nothing differs from itself', async () => {
    for (const secret of ['sponsor.admin', 'case.editor', 'CASE-20', 'password_hash'])
      expect(pack).not.toContain(secret);
    const { data } = await preview(test, pack);
    expect([...new Set(states(data).values())]).toEqual(['same']);
    expect(await exported(test)).toContain('"Head of safety"');
  });

  it('is compared with another file, without a trial', async () => {
    const { data } = await preview(test, pack, await exported(production));
    expect(states(data).get('roles/Head of safety')).toBe('new');
    expect(states(data).get('roles/First administrator')).toBe('missing');
    const editing = data.elements.find(({ name }) => name === 'editing');
    expect(editing?.differences).toContainEqual({ path: 'correctionDays', was: null, is: '7' });
  });

  it('names what an element needs, and refuses it where that is neither there nor chosen', async () => {
    const { data } = await preview(production, pack);
    const workflow = data.elements.find(({ part }) => part === 'workflow');
    expect(workflow?.needs).toContainEqual({ part: 'roles', name: 'Head of safety' });
    expect(workflow?.refusal).toBeNull();
    const answer = await take(production, { basedOn: data.basedOn, chosen: workflow ? [workflow] : [] });
    expect(answer).toMatchObject({ status: 422, errCode: 'CONFIGURATION_REFUSED' });
    expect(answer.details).toMatchObject([
      { part: 'workflow', name: 'workflow', message: expect.stringContaining('Head of safety') },
    ]);
  });

  it('was only tried by the preview: nothing is stored', async () => {
    const { data } = await server.call(listRoles, {
      params: { sponsorKey: production.sponsorKey },
      token: production.token,
    });
    expect(data.roles.map(({ name }) => name)).toEqual(['First administrator']);
    const versions = await server.call(listSchemaVersions, { token: production.token });
    expect(versions.data.listInfo).toEqual([]);
  });

  it('is refused whole where it was changed after the preview', async () => {
    const { data } = await preview(production, pack);
    expect(await take(production, { basedOn: 'another', chosen: differing(data) })).toMatchObject({
      status: 409,
      errCode: 'CONFIGURATION_CHANGED',
    });
  });

  it('is refused whole where somebody changes a part of it while it is imported', async () => {
    const { sponsorKey, token } = await freshSponsor('meanwhile');
    const changed: Readonly<Record<string, object>> = {
      editing: { correctionDays: 9 },
      navigation: { caseOrder: 'work' },
    };
    const text = edited(await exported({ sponsorKey, token }), (element) =>
      element.part === 'settings' && changed[element.name]
        ? { ...element, content: { ...element.content, ...changed[element.name] } }
        : element,
    );
    const { data } = await preview({ sponsorKey, token }, text);
    expect(differing(data)).toHaveLength(2);
    const { held } = await inSponsor(server.db, sponsorKey, async (trx) => {
      await lockSponsor(trx, sponsorKey);
      const held = take({ sponsorKey, token }, { basedOn: data.basedOn, chosen: differing(data) }, text);
      await untilWaitedFor(trx);
      // the second of the two
      const value = { links: 'follow', caseOrder: 'changed', rowNumbers: 'hide' } as const;
      await putSetting(trx, { sponsorKey, name: 'navigation', value, at: new Date(), userId: 'another' });
      return { held };
    });
    expect(await held).toMatchObject({ status: 409, errCode: 'CONFIGURATION_CHANGED' });
  });

  it('becomes that of another sponsor by the same changes as by hand, and once only', async () => {
    const { data } = await preview(production, pack);
    const chosen = differing(data).filter(({ refusal }) => refusal === null);
    // studies are records of each environment
    expect(
      differing(data)
        .filter(({ refusal }) => refusal !== null)
        .map(({ part }) => part),
    ).toEqual(['mapping', 'mapping']);
    const answer = await take(production, { basedOn: data.basedOn, chosen });
    expect(answer).toMatchObject({ status: 200, data: { count: chosen.length } });
    const as = { params: { sponsorKey: production.sponsorKey }, token: production.token };
    const { data: workflow } = await server.call(readWorkflowSettings, as);
    const head = workflow.roles.find(({ name }) => name === 'Head of safety');
    expect(workflow.steps[1]).toMatchObject({ maximumHours: 48, alarmRoleIds: [head?.roleId] });
    const versions = await server.call(listSchemaVersions, { token: production.token });
    expect(versions.data.listInfo).toMatchObject([{ versionNo: 1, reason: REASON }]);
    const audit = await server.call(listSettingsAudit, as);
    expect(JSON.stringify(audit.data.listInfo)).toContain(REASON);
    const chain = { sponsorKey: production.sponsorKey, scope: 'settings', scopeKey: 0 } as const;
    const checks = { keys: server.deps.auditKeys, anchored: null };
    expect(
      await inSponsor(server.db, production.sponsorKey, (trx) => verifyChain(trx, chain, checks)),
    ).toMatchObject({ whole: true });
    const again = await preview(production, pack);
    expect(differing(again.data).map(({ part }) => part)).toEqual(['mapping', 'mapping']);
    expect(await take(production, { basedOn: again.data.basedOn, chosen })).toMatchObject({
      errCode: 'NO_MODIFIED_DATA',
    });
  });

  it('has no rights on items that left the schema files, and takes none away', async () => {
    const { sponsorKey, token } = await freshSponsor('leaving');
    const there = { sponsorKey, token };
    await configure(there);
    const kr = (await server.call(readSchemaFiles, { token })).data.files.find(
      ({ file }) => file === KR,
    )?.active;
    const publish = (text: string, basedOn: number) =>
      server.call(publishSchemas, {
        token,
        body: { changes: [{ file: KR, text }], reason: REASON, basedOn },
      });
    expect((await publish(withItem(kr ?? '', 'KR.left.1'), 1)).status).toBe(200);
    const roleOf = async () =>
      (await server.call(readItemRights, { params: { sponsorKey }, token })).data.roles.find(
        ({ name }) => name === 'Head of safety',
      );
    const rights = ['D.1', 'KR.left.1'].map((itemId) => ({ itemId, right: 'hidden' as const }));
    await setItemRights(server, { token, sponsorKey, roleId: (await roleOf())?.roleId ?? 0, rights });
    expect((await publish(kr ?? '', 2)).status).toBe(200);
    const text = await exported(there);
    const { data } = await preview(await freshSponsor('arriving'), text);
    expect(differing(data).find(({ part }) => part === 'roles')).toMatchObject({ refusal: null });
    const more = edited(text, (element) =>
      element.name === 'Head of safety'
        ? { ...element, content: { ...element.content, rights: [] } }
        : element,
    );
    const own = await preview(there, more);
    expect((await take(there, { basedOn: own.data.basedOn, chosen: differing(own.data) }, more)).status).toBe(
      200,
    );
    expect((await roleOf())?.rights).toEqual([{ itemId: 'KR.left.1', right: 'hidden' }]);
  });

  it('does not change a role of the one who imports, and nothing else then', async () => {
    const fresh = await freshSponsor('own');
    const text = edited(await exported(fresh), (element) =>
      element.name === 'First administrator'
        ? { ...element, content: { ...element.content, privileges: ['READ.CASE'] } }
        : element,
    );
    const { data } = await preview(fresh, text);
    const [role] = differing(data);
    expect(role).toMatchObject({ name: 'First administrator', refusal: expect.any(String) });
    expect(await take(fresh, { basedOn: data.basedOn, chosen: differing(data) }, text)).toMatchObject({
      status: 422,
      details: [{ part: 'roles', name: 'First administrator' }],
    });
  });
});

describe('mapping rules', () => {
  let studyName = '';
  let ruleOf: Omit<MappingRule, 'version' | 'metadataVersion'>;
  beforeAll(() => {
    const { elements } = JSON.parse(pack) as { elements: Element[] };
    const [element] = elements.filter(({ part }) => part === 'mapping') as [Element];
    studyName = element.name;
    [ruleOf] = (element.content as unknown as PortableRuleSet).rules as [typeof ruleOf];
  });
  /** The file with other rules of the study. */
  const withRules = (edit: (rules: PortableRuleSet['rules']) => PortableRuleSet['rules']) =>
    edited(pack, (one) =>
      one.part === 'mapping' && one.name === studyName
        ? {
            ...one,
            content: { ...one.content, rules: edit(one.content['rules'] as PortableRuleSet['rules']) },
          }
        : one,
    );
  const mappingIn = ({ data }: Awaited<ReturnType<typeof preview>>) =>
    data.elements.find(({ part }) => part === 'mapping');
  const addStudy = async (number: string): Promise<number> => {
    const values = { STD_SPN_NO: number, STD_NAME: number, STD_TYPE: '1' };
    const answer = await server.call(saveRecord, {
      params: { sponsorKey: production.sponsorKey, kind: 'study', recordKey: 0, page: 'ST' },
      body: {
        reason: REASON,
        retrievedAt: LATER,
        changes: Object.entries(values).map(([itemId, value]) => itemValue(itemId, [], value)),
      },
      token: production.token,
    });
    expect(answer).toMatchObject({ status: 200 });
    return answer.data.recordKey;
  };
  const rulesOf = (studyKey: number) =>
    server.call(readMappingRuleSet, {
      params: { sponsorKey: production.sponsorKey, studyKey },
      token: production.token,
    });
  let studyKey: number;

  it('name the study by its number, never by its key, and no version', () => {
    const { elements } = JSON.parse(pack) as { elements: Element[] };
    const found = elements.filter(({ part }) => part === 'mapping');
    expect(found.length).toBeGreaterThan(0);
    expect(JSON.stringify(found)).not.toMatch(/"(studyKey|version|metadataVersion)"/);
  });

  it('are refused with a sentence where there is no study of the number', async () => {
    const answer = await preview(production, pack);
    const refused = mappingIn(answer);
    expect(refused).toMatchObject({ name: studyName, state: 'new' });
    expect(refused?.refusal).toContain(`no study with the number ${studyName}`);
    const { basedOn } = answer.data;
    expect(await take(production, { basedOn, chosen: refused ? [refused] : [] })).toMatchObject({
      status: 422,
      details: [{ part: 'mapping', name: studyName }],
    });
  });

  it('become those of the study with the number, audited there, and differ no more', async () => {
    studyKey = await addStudy(studyName);
    const { data } = await preview(production, pack);
    const chosen = differing(data).filter(({ refusal }) => refusal === null);
    expect(chosen).toMatchObject([{ part: 'mapping', name: studyName }]);
    expect(await take(production, { basedOn: data.basedOn, chosen })).toMatchObject({
      data: { count: 1 },
    });
    expect((await rulesOf(studyKey)).data).toMatchObject({ versionNo: 1 });
    const audit = await server.call(listMappingAudit, {
      params: { sponsorKey: production.sponsorKey, studyKey },
      query: { rowCount: 100 },
      token: production.token,
    });
    expect(JSON.stringify(audit.data.listInfo)).toContain(REASON);
    expect(mappingIn(await preview(production, pack))?.state).toBe('same');
    expect(JSON.parse(await exported(production))).toMatchObject({
      elements: expect.arrayContaining([expect.objectContaining({ part: 'mapping', name: studyName })]),
    });
  });

  it('are compared rule by rule: added, changed, removed', async () => {
    const again = withRules(([first, second, ...others]) => [
      { ...(first ?? ruleOf), comment: 'Checked' },
      ...others,
      { ...(second ?? ruleOf), targetSeqNo: 99 },
    ]);
    const element = mappingIn(await preview(production, again));
    const [second = ruleOf] = (
      JSON.parse(pack) as { elements: { part: string; content: PortableRuleSet }[] }
    ).elements.flatMap(({ part, content }) => (part === 'mapping' ? content.rules.slice(1, 2) : []));
    const path = ({ itemId, targetSeqNo }: typeof ruleOf) => `rules > ${itemId} > ${targetSeqNo}`;
    expect(element?.state).toBe('changed');
    expect(element?.differences.toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual(
      [
        { path: path(ruleOf), was: expect.any(String), is: expect.stringContaining('“Checked”') },
        { path: path(second), was: expect.any(String), is: null },
        { path: path({ ...second, targetSeqNo: 99 }), was: null, is: expect.any(String) },
      ].toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    );
  });

  it('are neither exported by nor imported for who may not read and edit them', async () => {
    const fresh = await freshSponsor('unmapped', ['READ.ADMIN', 'EDIT.ADMIN']);
    expect(await exported(fresh)).not.toContain('"mapping"');
    const refused = mappingIn(await preview(fresh, pack));
    expect(refused?.refusal).toMatch(/privilege/i);
  });
});

describe('a file', () => {
  const head = (more: object) => JSON.stringify({ ...(JSON.parse(pack) as object), ...more });
  const files: [what: string, text: () => string, code: string][] = [
    ['that is no JSON', () => '{"format":', 'CONFIGURATION_UNREADABLE'],
    ['of something else', () => '{"format": "other"}', 'CONFIGURATION_UNREADABLE'],
    ['of another format', () => head({ formatVersion: 2 }), 'CONFIGURATION_VERSION'],
    ['with a field too many', () => head({ users: [] }), 'CONFIGURATION_UNREADABLE'],
    ['with a thousand levels', () => `${'['.repeat(1000)}${']'.repeat(1000)}`, 'CONFIGURATION_UNREADABLE'],
    ['with an element twice', () => head({ elements: twice() }), 'CONFIGURATION_UNREADABLE'],
    ['that was altered', () => pack.replace('Gets alarms', 'Gets all alarms'), 'CONFIGURATION_ALTERED'],
    [
      'with an unknown part',
      () => edited(pack, (one) => ({ ...one, part: 'users' })),
      'CONFIGURATION_UNKNOWN',
    ],
    ['with an unknown setting', () => edited(pack, renamed('editing', 'secrets')), 'CONFIGURATION_UNKNOWN'],
    [
      'with a file of the server',
      () => edited(pack, renamed('receivers/', '../a.json')),
      'CONFIGURATION_UNKNOWN',
    ],
    ['with another content', () => edited(pack, emptied('Head of safety')), 'CONFIGURATION_UNREADABLE'],
  ];
  const twice = () => {
    const { elements } = JSON.parse(pack) as { elements: Element[] };
    return [...elements, elements[0]];
  };
  const renamed = (from: string, name: string) => (one: Element) =>
    one.name.startsWith(from) ? { ...one, name } : one;
  const emptied = (name: string) => (one: Element) => (one.name === name ? { ...one, content: {} } : one);

  it.each(files)('%s is refused', async (_what, text, code) => {
    expect(await preview(production, text())).toMatchObject({ status: 422, errCode: code });
    expect(
      await take(production, { basedOn: '', chosen: [{ part: 'roles', name: 'x' }] }, text()),
    ).toMatchObject({ status: 422, errCode: code });
  });

  it('whose steps lead nowhere is refused at the workflow, and its schema files at their place', async () => {
    const text = edited(pack, (one) => {
      if (one.part === 'workflow')
        return { ...one, content: { ...one.content, routes: [{ from: 'Nowhere', to: 'Nowhere' }] } };
      return one.part === 'schemas' ? { ...one, content: { text: '{"receivers": 1}' } } : one;
    });
    const { data } = await preview(await freshSponsor('faulty'), text);
    const refused = new Map(data.elements.map(({ part, refusal }) => [part, refusal]));
    expect(refused.get('workflow')).toContain('routes');
    expect(refused.get('schemas')).toMatch(/\n1:\d+ /);
  });
});
