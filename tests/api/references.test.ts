/** References between drugs, reactions and assessments of an imported report, whatever becomes of its case. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addCase,
  createFollowUp,
  downloadReport,
  importFile,
  readSummary,
  setRowStatus,
} from '../../shared/contract/index.ts';
import { DANGLING, referencesOf, splitBatch, treeOf } from '../conformance/messageTree.ts';
import { present, referenceDir, validate } from '../conformance/reference.ts';
import { map } from '../conformance/roundTrip.ts';
import { analystOf } from './schemaWorld.ts';
import { LATER, itemValue, startCaseWorld, type CaseWorld } from './caseWorld.ts';

/** National Drug Code, as FDA publishes it */
const NDC = '2.16.840.1.113883.6.69';

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld();
});
afterAll(() => world.server.stop());

let reports = 0;

/** A report of two drugs and two reactions, each with a root and the extension 1 or 2. */
function reportXml(): string {
  reports += 1;
  const file = join(referenceDir, 'e2b-r2/instances/r3-utr3-02.xml');
  return readFileSync(file, 'utf8').replaceAll('case identifier', `case identifier ${reports}`);
}

async function imported(xml: string): Promise<number> {
  const file = { name: 'report.xml', type: 'application/xml', bytes: xml };
  const params = { sponsorKey: 1 };
  // the published report is a nullification
  const query = { nothingToNullify: 'new' } as const;
  const { data } = await world.server.call(importFile, { token: world.editor, params, query, file });
  const [found] = data.cases;
  if (!found?.caseKey) throw new Error(found?.problem ?? 'no case was imported');
  return found.caseKey;
}

async function exported(caseKey: number): Promise<{ xml: string; references: string[] }> {
  const params = { caseKey, reportId: 'XML' };
  const { bytes } = await world.server.call(downloadReport, { token: world.second, params });
  const [, ...messages] = splitBatch(treeOf(bytes), map.message.name);
  expect(validate?.(bytes.toString()) ?? []).toEqual([]);
  return { xml: bytes.toString(), references: messages.flatMap(referencesOf).sort() };
}

const referencesIn = (xml: string): string[] =>
  splitBatch(treeOf(xml), map.message.name).slice(1).flatMap(referencesOf).sort();

describe('a code whose code system the standard leaves open', () => {
  it('is sent with the code system of its receiver, otherwise with the placeholder', async () => {
    const { caseKey } = await world.aCase();
    await world.save(caseKey, 'DG', [itemValue('G.k.2.1.1b', [0], '0002-1234')], { rowNo: 0 });
    const systemFor = async (receiver: string): Promise<string | undefined> => {
      const params = { caseKey, reportId: 'XML' };
      const { bytes } = await world.server.call(downloadReport, {
        token: world.second,
        params,
        query: { receiver },
      });
      return /code="0002-1234" codeSystem="([^"]*)"/.exec(bytes.toString())?.[1];
    };

    expect(await systemFor('ZZFDA')).toBe('TBD-MPID');
    const analyst = await analystOf(world.server);
    const { file, text } = await analyst.file('appendices/US.appendix.json');
    const codeSystems = { 'TBD-MPID': NDC };
    await analyst.publish([{ file, text: JSON.stringify({ ...JSON.parse(text ?? '{}'), codeSystems }) }]);
    expect(await systemFor('ZZFDA')).toBe(NDC);
    expect(await systemFor('EVHUMAN')).toBe('TBD-MPID');
  });
});

describe.skipIf(!present)('references by root and extension', () => {
  it('resolve in the export of a copy', async () => {
    const xml = reportXml();
    const sent = referencesIn(xml);
    expect(sent).not.toContain(DANGLING);
    const caseKey = await imported(xml);
    const { data } = await world.server.call(addCase, {
      token: world.editor,
      body: { copyOf: { caseKey, attachments: true } },
    });

    const copy = await exported(data.caseKey);

    expect(copy.references).toEqual(sent);
    expect(copy.xml).not.toContain('oidInternalReferences');
  });

  it('resolve in the export of a further version', async () => {
    // a nullified case has no further version
    const xml = reportXml().replace(/code="1"(?= codeSystem="[\d.]*\.2\.1\.1\.5")/, 'code="2"');
    const caseKey = await imported(xml);
    const { data } = await world.server.call(createFollowUp, {
      token: world.editor,
      params: { caseKey },
      body: { reason: '' },
    });

    expect((await exported(data.caseKey)).references).toEqual(referencesIn(xml));
  });

  it('tell which row of a follow-up message is which row of the case', async () => {
    const xml = reportXml();
    await imported(xml);
    const swapped = xml
      .replaceAll(/extension="1" root="oidInternal/g, 'extension="swap" root="oidInternal')
      .replaceAll(/extension="2" root="oidInternal/g, 'extension="1" root="oidInternal')
      .replaceAll(/extension="swap" root="oidInternal/g, 'extension="2" root="oidInternal')
      .replace('20110101103054.123', '20120101103054.123');
    const caseKey = await imported(swapped);

    const { data } = await world.server.call(readSummary, {
      token: world.editor,
      params: { caseKey, page: 'DG' },
    });
    expect(data.rows.map(({ rowNo }) => rowNo)).toEqual([2, 1]);
    expect((await exported(caseKey)).references).toEqual(referencesIn(swapped));
  });

  it('to a deleted row are not written', async () => {
    const caseKey = await imported(reportXml());
    await world.server.call(setRowStatus, {
      token: world.editor,
      params: { caseKey, page: 'AE' },
      body: { rowNos: [1], status: 'Y', reason: 'Entered twice', retrievedAt: LATER },
    });

    const { xml, references } = await exported(caseKey);

    expect(references).not.toContain(DANGLING);
    expect(references).toContain('observation[1]');
    expect(xml).not.toMatch(
      /extension="1"[^>]*root="oidInternalReferencesToReaction"|root="oidInternalReferencesToReaction"[^>]*extension="1"/,
    );
  });
});
