/** Rules of a study: proposals, their acceptance, single rules, preview, copies, and what a new version of the forms breaks. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCHEMAS_DIR } from '../../server/catalogue/readSourceTexts.ts';
import type { MappingRule } from '../../shared/sync/mappingRule.ts';
import {
  acceptMappingProposals,
  compareMappingRules,
  downloadMappingRules,
  listCdmsItems,
  listMappingAudit,
  listMappingRules,
  listMappingStudies,
  previewMapping,
  readMappingRule,
  readMappingRuleSet,
  readMappingSources,
  replaceMappingRules,
  saveMappingEvents,
  saveMappingRule,
} from '../../shared/contract/index.ts';
import { startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { linkStudy, metadataOf, readMetadata } from './mappingWorld.ts';
import { analystOf, KR, withItem } from './schemaWorld.ts';

let world: CaseWorld;
let admin: string;
let studyKey: number;
let otherKey: number;
let outcome: string;
let verbatim: string;
beforeAll(async () => {
  world = await startCaseWorld();
  admin = await world.server.token('sponsor.admin');
  ({ studyKey, otherKey } = await linkStudy(world));
  const { roles } = world.server.deps.catalogue.whole;
  outcome = roles['reactionOutcome'] ?? '';
  verbatim = roles['reactionVerbatim'] ?? '';
});
afterAll(() => world.server.stop());

const of = (key = studyKey) => ({ sponsorKey: 1, studyKey: key });
const ruleSet = async (key = studyKey) =>
  (await world.server.call(readMappingRuleSet, { params: of(key), token: admin })).data;
const readRule = async (itemId: string, targetSeqNo = 1) =>
  (
    await world.server.call(readMappingRule, {
      params: { ...of(), itemId, targetSeqNo },
      token: admin,
    })
  ).data;
const save = (rule: MappingRule | null, version: number, itemId = outcome, targetSeqNo = 1) =>
  world.server.call(saveMappingRule, {
    params: { ...of(), itemId, targetSeqNo },
    body: { reason: 'Test', version, rule },
    token: admin,
  });
const storedRule = async (itemId: string): Promise<MappingRule> => {
  const { rule } = await readRule(itemId);
  if (!rule) throw new Error(`no rule of ${itemId}`);
  return rule;
};

/** A rule that takes the number of the study as it is, and one that looks a record up by it. */
async function rulesOfNumber(): Promise<(MappingRule | undefined)[]> {
  const file = await world.server.call(downloadMappingRules, { params: of(), token: admin });
  const { rules } = JSON.parse(file.bytes.toString()) as { rules: MappingRule[] };
  const ofNumber = rules.filter(
    ({ source, condition }) => source.itemOid === 'study.number' && condition.length === 0,
  );
  return ['text', 'lookup'].map((kind) => ofNumber.find(({ transform }) => transform.kind === kind));
}

describe('rules of a study', () => {
  it('begin as proposals by the names of the items, of which none applies', async () => {
    const { versionNo, event, groups, mapped, total, broken, proposals, metadataVersion } = await ruleSet();
    expect({ versionNo, mapped, broken, metadataVersion }).toEqual({
      versionNo: 0,
      mapped: 0,
      broken: 0,
      metadataVersion: 'v1',
    });
    expect(event).toMatchObject({ termItemOid: 'AE.AETERM', seriousItemOid: 'AE.AESER' });
    expect(groups.map(({ faults }) => faults).flat()).toEqual([]);
    expect(proposals.map(({ itemId }) => itemId)).toEqual(expect.arrayContaining([outcome, verbatim]));
    expect(total).toBeGreaterThan(200);
  });

  it('are refused one by one before events are defined', async () => {
    const { proposal } = await readRule(outcome);
    expect(await save(proposal, 0)).toMatchObject({ status: 409, errCode: 'MAPPING_WITHOUT_EVENTS' });
  });

  it('are accepted with the rows that they need', async () => {
    const { proposals } = await ruleSet();
    const accept = (versionNo: number) =>
      world.server.call(acceptMappingProposals, {
        params: of(),
        body: {
          reason: 'By name',
          versionNo,
          rules: proposals.map(({ itemId, targetSeqNo }) => ({ itemId, targetSeqNo })),
        },
        token: admin,
      });
    expect((await accept(0)).data).toEqual({ versionNo: 1, accepted: proposals.length });
    expect(await accept(0)).toMatchObject({ status: 409, errCode: 'MAPPING_CHANGED' });
    expect(await accept(1)).toMatchObject({ status: 422, errCode: 'NO_MODIFIED_DATA' });
    const now = await ruleSet();
    expect(now.proposals).toEqual([]);
    expect(now.mapped).toBeGreaterThan(15);
    expect(now.broken).toBe(0);
  });

  it('are listed with every item that can be filled, in the order of the pages', async () => {
    const list = async (token = admin) =>
      world.server.call(listMappingRules, { params: of(), query: { rowCount: 100 }, token });
    const { listInfo, pageInfo } = (await list()).data;
    expect(pageInfo.totalCount).toBeGreaterThan(200);
    const mapped = listInfo.find(({ rowKey }) => rowKey.endsWith('|1') && rowKey.startsWith('C.1.3'));
    expect(mapped?.link).toBe(`study-list/${studyKey}/detail/mapping-rule/C.1.3/1/detail`);
    expect((await list(await world.server.token('case.reader'))).status).toBe(403);
  });

  it('are listed with their transforms in the language of the reader', async () => {
    const list = async (language: string) =>
      (
        await world.server.call(listMappingRules, {
          params: of(),
          query: { rowCount: 100, language },
          token: admin,
        })
      ).data.listInfo.find(({ rowKey }) => rowKey === 'C.1.3|1')?.cells['transform'];
    expect([await list('en'), await list('ko'), await list('ja'), await list('zh')]).toEqual([
      'Constant 2',
      '상수 2',
      '定数 2',
      '常量 2',
    ]);
  });
});

describe('one rule', () => {
  it('is changed with a reason, and refused to who has read an older one', async () => {
    const rule = await storedRule(outcome);
    const changed = { ...rule, comment: 'Discussed with the data manager' };
    expect((await save(changed, rule.version)).data).toEqual({ version: rule.version + 1 });
    expect(await save(changed, rule.version)).toMatchObject({ status: 409, errCode: 'MAPPING_RULE_CHANGED' });
    expect(await save(changed, rule.version + 1)).toMatchObject({ errCode: 'NO_MODIFIED_DATA' });
    const { listInfo } = (
      await world.server.call(listMappingAudit, { params: of(), query: {}, token: admin })
    ).data;
    expect(listInfo[0]?.cells).toMatchObject({ reason: 'Test' });
    expect(listInfo[0]?.cells['after']).toContain('Discussed');
  });

  it('is previewed with a real subject: stored and edited side by side, with sources and problems', async () => {
    const rule = await storedRule(outcome);
    if (rule.transform.kind !== 'map') throw new Error('no map');
    const values = { ...rule.transform.values, SLEEPING: '0' };
    const preview = async (edited: MappingRule) =>
      (
        await world.server.call(previewMapping, {
          params: of(),
          body: { rule: edited, subjectNo: null },
          token: admin,
        })
      ).data;
    const before = await preview(rule);
    expect(before.subjects).toMatchObject([{ label: 'S-1001', events: 2 }]);
    expect(before.problems).toMatchObject([{ kind: 'unmapped', sourceText: 'SLEEPING' }]);
    const after = await preview({ ...rule, transform: { kind: 'map', values } });
    expect(after.problems).toEqual([]);
    expect(after.before.map(({ value }) => value)).toEqual(['5']);
    expect(after.after.map(({ value }) => value)).toEqual(['5', '0']);
    expect(after.after[0]?.parts[0]).toMatchObject({
      sourceText: 'FATAL',
      source: 'S1 / 1001 / SUBJECT / AE / AE_LOG[1] / AE.AEOUT',
    });
  });

  it('reads facts of the study, and records that are looked up', async () => {
    const [number] = await world.query((trx) =>
      trx
        .selectFrom('record')
        .select('name')
        .where('kind', '=', 'study')
        .where('record_key', '=', studyKey)
        .execute(),
    );
    const [plain, lookup] = await rulesOfNumber();
    const valuesBy = async (rule: MappingRule | undefined) => {
      if (!rule) throw new Error('no rule');
      const body = { rule, subjectNo: null };
      const { data } = await world.server.call(previewMapping, { params: of(), body, token: admin });
      expect(data.problems).toEqual([]);
      return data.after.map(({ value }) => value);
    };
    expect(await valuesBy(plain)).toEqual([number?.name]);
    // the study has no registration number, which is no problem
    expect(await valuesBy(lookup)).toEqual([]);
    if (lookup?.transform.kind !== 'lookup') throw new Error('no lookup');
    const itself = { ...lookup, transform: { ...lookup.transform, item: lookup.transform.by } };
    expect(await valuesBy(itself)).toEqual([number?.name]);
  });

  it('shows nothing blinded to who may not unblind, under another name neither', async () => {
    const { items } = world.server.deps.catalogue.whole;
    const blinded = Object.values(items).find((item) => item.blinded)?.itemId ?? '';
    const rule = await storedRule(outcome);
    const ofBlinded: MappingRule = {
      ...rule,
      itemId: blinded,
      source: { ...rule.source, itemOid: 'EX.EXTRT', formOid: 'EX', groupOid: 'EX_LOG', row: 'first' },
      transform: { kind: 'text' },
    };
    await save(ofBlinded, 0, blinded);
    // role 1 is that of the administrator, who may unblind; this user may not
    const reader = await world.limitedUser('mapping.blinded', {}, 1);
    const seen = async (edited: MappingRule, token: string) =>
      (
        await world.server.call(previewMapping, {
          params: of(),
          body: { rule: edited, subjectNo: null },
          token,
        })
      ).data;
    const renamed = { ...ofBlinded, itemId: verbatim };
    expect(await seen(rule, reader)).toMatchObject({ blinded: false });
    expect(await seen(ofBlinded, reader)).toMatchObject({ blinded: true, after: [] });
    expect(await seen(renamed, reader)).toMatchObject({ blinded: true, after: [], before: [] });
    expect((await seen(renamed, admin)).after[0]?.parts[0]?.sourceText).toBe('Velorin');
    await save(null, 1, blinded);
  });

  it('is removed, and can be proposed again', async () => {
    const rule = await storedRule(verbatim);
    await save(null, rule.version, verbatim);
    expect(await readRule(verbatim)).toMatchObject({ rule: null, proposal: { itemId: verbatim } });
    await save(rule, 0, verbatim);
  });

  it('of an item that there is not is not found', async () => {
    const params = { ...of(), itemId: 'X.1', targetSeqNo: 1 };
    expect((await world.server.call(readMappingRule, { params, token: admin })).status).toBe(404);
  });
});

describe('an item that left the schema files', () => {
  it('is no target any more: its rule is broken, and the others are counted', async () => {
    const analyst = await analystOf(world.server);
    const kr = readFileSync(join(SCHEMAS_DIR, KR), 'utf8');
    const before = (await ruleSet()).total;
    const publish = async (text: string) =>
      expect(await analyst.publish([{ file: KR, text }])).toMatchObject({ status: 200 });
    await publish(withItem(kr, 'KR.sync.1'));
    const rule = await storedRule(verbatim);
    const source = { ...rule.source, row: 'first' as const };
    expect((await save({ ...rule, itemId: 'KR.sync.1', source }, 0, 'KR.sync.1')).status).toBe(200);
    expect(await ruleSet()).toMatchObject({ total: before + 1, broken: 0 });
    await publish(kr);
    expect(await ruleSet()).toMatchObject({ total: before, broken: 1 });
    expect(await readRule('KR.sync.1')).toMatchObject({
      item: { label: 'Label of KR.sync.1' },
      faults: [{ fault: 'noTarget', detail: 'KR.sync.1' }],
    });
    const { version } = await storedRule('KR.sync.1');
    expect((await save(null, version, 'KR.sync.1')).status).toBe(200);
  });
});

describe('the tree of items', () => {
  it('has facts, then forms, groups and items, of which only items are of the type ITEM', async () => {
    const { tree, sources } = (await world.server.call(listCdmsItems, { params: of(), token: admin })).data;
    const [facts, form] = tree;
    expect(facts?.type).toBe('FACTS');
    expect(form).toMatchObject({ type: 'FORM', property: { pageLabel: 'Form AE', verKey: 'v1' } });
    const item = form?.children[0]?.children.find(({ property }) => property.itemKey === 'AE.AESER');
    expect(item).toMatchObject({ type: 'ITEM', property: { type: 'text' } });
    expect(sources[item?.id ?? '']).toMatchObject({
      formOid: 'AE',
      itemOid: 'AE.AESER',
      codes: [{ code: 'Y' }, { code: 'N' }],
    });
  });
});

describe('another study', () => {
  it('gets the rules after their difference is shown', async () => {
    const studies = await world.server.call(listMappingStudies, { params: of(otherKey), token: admin });
    expect(studies.data.studies.map((study) => study.studyKey)).toContain(studyKey);
    const from = { studyKey };
    const { data } = await world.server.call(compareMappingRules, {
      params: of(otherKey),
      body: { from },
      token: admin,
    });
    expect(data.differences.every(({ change }) => change === 'added')).toBe(true);
    await world.server.call(replaceMappingRules, {
      params: of(otherKey),
      body: { reason: 'Copy', versionNo: data.versionNo, from },
      token: admin,
    });
    expect((await ruleSet(otherKey)).mapped).toBe((await ruleSet()).mapped);
    const { sources, studies: count } = (
      await world.server.call(readMappingSources, { params: { ...of(), itemId: outcome }, token: admin })
    ).data;
    expect(sources).toMatchObject([{ usedIn: 2 }]);
    expect(count).toBe(2);
  });

  it('gets them from a file, too', async () => {
    const { bytes, headers } = await world.server.call(downloadMappingRules, {
      params: of(),
      token: admin,
    });
    // as JSON the page would take it for a failure
    expect(headers.get('content-type')).toBe('application/octet-stream');
    const given: unknown = JSON.parse(bytes.toString());
    const answer = await world.server.call(compareMappingRules, {
      params: of(otherKey),
      body: { from: { ruleSet: given } },
      token: admin,
    });
    expect(answer).toMatchObject({ status: 200, data: { differences: [] } });
  });
});

describe('events and rows', () => {
  it('are changed with a reason', async () => {
    const { event, groups, versionNo } = await ruleSet();
    if (!event) throw new Error('no events');
    const body = {
      reason: 'Booklet',
      versionNo,
      event: { ...event, bookletItemOid: 'AE.AEREL' },
      groups: groups.map(({ faults: _, ...group }) => group),
    };
    const answer = await world.server.call(saveMappingEvents, { params: of(), body, token: admin });
    expect(answer.data.versionNo).toBe(versionNo + 1);
    expect((await ruleSet()).event?.bookletItemOid).toBe('AE.AEREL');
  });
});

describe('a new version of the metadata', () => {
  it('shows what it breaks: items that are gone, types that changed, codes without an entry', async () => {
    const next = metadataOf('v2', ['FATAL', 'UNKNOWN', 'SLEEPING']);
    const [events, , , demography] = next.groups;
    if (!events || !demography) throw new Error('no groups');
    events.items = events.items
      .filter(({ name }) => name !== 'AETERM')
      .map((one) => (one.name === 'AESTDTC' ? { ...one, dataType: 'text' } : one));
    await readMetadata(world, studyKey, next);
    expect((await ruleSet()).broken).toBe(3);
    expect((await readRule(verbatim)).faults).toMatchObject([{ fault: 'noItem', detail: 'AE.AETERM' }]);
    expect((await readRule(outcome)).faults).toMatchObject([{ fault: 'newCodes', detail: 'SLEEPING' }]);
  });
});
