/** The items of the regions, in and out: each receiver gets those of its own region and no other's. */
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { downloadReport, importFile, readCatalogue } from '../../shared/contract/index.ts';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { CaseValue } from '../../shared/case/caseContent.ts';
import { addressAt } from '../../shared/case/itemAddress.ts';
import { writeIcsrText } from '../../shared/e2b/index.ts';
import { schemaCheckIn } from '../../server/messages/schemaCheck.ts';
import { rowsOf, valueFor } from '../conformance/generated.ts';
import { referenceDir } from '../conformance/reference.ts';
import { catalogue, map, ports, readAll } from '../conformance/roundTrip.ts';
import { startTestServer } from './harness.ts';
import type { TestServer } from './harness.ts';

const validate = schemaCheckIn(process.env['CASEWRIGHT_XSD_DIR'] ?? join(referenceDir, 'schemas-xsd'));

let server: TestServer;
let token: string;
let caseKey: number | null;

/** Receivers as they are written, by region. */
const RECEIVERS = { JP: 'PMDA', EU: 'EVHUMAN', CN: 'NMPA' };
const regions = Object.keys(RECEIVERS);

/** Regions that share an element, such as an assessment, have one each. */
const rowOf = (region: string): number => regions.indexOf(region) + 1;

/** A value of each item that a region sends, in one row of each group. */
const valuesOf = (region: string): CaseValue[] =>
  [...map.slotsByItem].flatMap(([itemId, slots]) => {
    const item = catalogue.items[itemId];
    const slot = slots.find(({ readOnly }) => !readOnly);
    if (item?.appendix !== region || !slot) return [];
    const [value = ''] = fc.sample(valueFor(slot), { numRuns: 1, seed: 3 });
    return [
      {
        ...addressAt(
          itemId,
          item.groups.map((_, level) => (level === item.groups.length - 1 ? rowOf(region) : 1)),
        ),
        value,
        nullFlavor: null,
        notation: null,
      },
    ];
  });

beforeAll(async () => {
  server = await startTestServer();
  token = await server.token('case.editor');
  const valueAt = (role: string, value: string) => ({
    ...addressAt(catalogue.roles[role] ?? '', []),
    value,
    nullFlavor: null,
    notation: null,
  });
  const xml = await writeIcsrText(
    [
      {
        values: [valueAt('caseNumber', 'JP-A-1'), ...regions.flatMap(valuesOf)],
        rows: rowsOf(regions.length),
      },
    ],
    map,
    ports,
  );
  const file = { name: 'regions.xml', type: 'application/xml', bytes: xml };
  const { data } = await server.call(importFile, { token, params: { sponsorKey: 1 }, query: {}, file });
  caseKey = data.cases[0]?.caseKey ?? null;
});
afterAll(() => server.stop());

describe.each(Object.entries(RECEIVERS))('of %s', (region, receiver) => {
  it(`a message to ${receiver} has every item that was imported, and none of another region`, async () => {
    const params = { caseKey, reportId: 'XML' };
    const { bytes } = await server.call(downloadReport, { token, params, query: { receiver } });

    expect(validate?.(bytes.toString()) ?? []).toEqual([]);
    const { messages } = await readAll(bytes);
    const ofRegions = (messages[0]?.content.values ?? []).filter(
      ({ itemId }) => catalogue.items[itemId]?.appendix,
    );
    const values = ofRegions.map(({ itemId, value }) => `${itemId}=${value}`);
    expect(values.toSorted()).toEqual(
      valuesOf(region)
        .map(({ itemId, value }) => `${itemId}=${value}`)
        .toSorted(),
    );
  });

  it('the catalogue shows its own items and no other region’s', async () => {
    const { data } = await server.call(readCatalogue, { token, params: { appendix: region } });
    const owners = new Set(Object.values((data as Catalogue).items).map(({ appendix }) => appendix));
    expect([...owners].toSorted()).toEqual([region, null].toSorted());
  });
});
