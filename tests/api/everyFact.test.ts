/** Published reports, imported, stored and exported: every attribute, every text, every reference. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { downloadReport, importFile } from '../../shared/contract/index.ts';
import { compareReports } from '../conformance/differences.ts';
import { onlyMessage } from '../conformance/onlyMessage.ts';
import { splitBatch, treeOf } from '../conformance/messageTree.ts';
import { present, publishedReports } from '../conformance/reference.ts';
import { map } from '../conformance/roundTrip.ts';
import { startTestServer } from './harness.ts';
import type { TestServer } from './harness.ts';
import { underOwnNumbers } from './ownNumbers.ts';

let server: TestServer;
/** Of a user who may unblind; other exports leave blinded values out (decision 0035). */
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.token('sponsor.admin');
});
afterAll(() => server.stop());

describe.skipIf(!present)('a published report', () => {
  it.each(publishedReports())(
    '$name is exported with every fact that was imported',
    async ({ name, bytes }) => {
      const sent = await underOwnNumbers(bytes, `-${name}`);
      const file = { name: 'report.xml', type: 'application/xml', bytes: sent };
      // published nullifications are of cases that nobody has
      const query = { nothingToNullify: 'new' } as const;
      const { data } = await server.call(importFile, { token, params: { sponsorKey: 1 }, query, file });

      expect(data.cases).toHaveLength(splitBatch(treeOf(sent), map.message.name).length - 1);
      for (const [index, { caseKey, decision }] of data.cases.entries()) {
        expect(decision).not.toBe('refused');
        const answer = await server.call(downloadReport, { token, params: { caseKey, reportId: 'XML' } });
        for (const { differences, dangling } of compareReports(onlyMessage(sent, index), answer.bytes)) {
          expect(differences).toEqual([]);
          expect(dangling).toBe(0);
        }
      }
    },
  );
});
