/** Invented reports to import. */
import { writeIcsrText } from '../../shared/e2b/index.ts';
import { catalogue, map, ports } from '../conformance/roundTrip.ts';

/** A report of a few lines, as our own writer makes it. */
export interface InventedReport {
  id: string;
  /** of the batch; the first report's counts */
  batch?: string;
  created?: string;
  initials?: string;
  birth?: string;
  /** when the sender knew it first, and last */
  received?: string;
  mostRecent?: string;
  sex?: '1' | '2';
  drug?: string;
  reaction?: string;
  narrative?: string;
  nullifies?: boolean;
}

/** One batch of E2B(R3). */
export const reportXml = (...reports: InventedReport[]): Promise<string> =>
  writeIcsrText(
    reports.map((report) => {
      const valueAt = (role: string, value: string | undefined, rowNo = 0) =>
        value === undefined
          ? []
          : [
              {
                itemId: catalogue.roles[role] ?? '',
                rowNo,
                rowNo2: 0,
                rowNo3: 0,
                value,
                nullFlavor: null,
                notation: null,
              },
            ];
      const row = (group: string) => ({
        group: catalogue.groupRoles[group] ?? '',
        rowNo: 1,
        rowNo2: 0,
        rowNo3: 0,
        rowId: ports.newUuid(),
        sort: 1,
        deleted: false,
      });
      const {
        id,
        created = '20250101120000+0000',
        drug = 'Velanorix',
        reaction = 'itchy rash',
        narrative = 'Invented.',
      } = report;
      return {
        values: [
          ...valueAt('caseNumber', id),
          ...valueAt('worldwideId', id),
          ...valueAt('creationDate', created),
          ...valueAt('firstReceived', report.received),
          ...valueAt('mostRecentInformation', report.mostRecent),
          ...valueAt('patientInitials', report.initials),
          ...valueAt('birthDate', report.birth),
          ...valueAt('sex', report.sex),
          ...valueAt('narrative', narrative),
          ...valueAt('nullificationAmendment', report.nullifies ? '1' : undefined),
          ...valueAt('nullificationReason', report.nullifies ? 'Sent by mistake' : undefined),
          ...valueAt('reactionVerbatim', reaction, 1),
          ...valueAt('drugName', drug, 1),
        ],
        rows: [row('reactions'), row('drugs')],
      };
    }),
    map,
    ports,
    { envelope: envelopeOf(reports[0]?.batch) },
  );

/** Sender, receiver and number of a batch. */
function envelopeOf(batch = 'PARTNER-BATCH-1') {
  const items = Object.values(catalogue.items);
  const at = (place: string, container: string, value: string) => {
    const item = items.find(({ e2b }) => e2b.some((slot) => slot.in === container && slot.at === place));
    return item
      ? [
          {
            itemId: item.itemId,
            rowNo: 0,
            rowNo2: 0,
            rowNo3: 0,
            value,
            nullFlavor: null,
            notation: null,
          },
        ]
      : [];
  };
  return [
    ...at('id/@extension', 'batch', batch),
    ...at('sender/device/id/@extension', 'batch', 'PARTNER'),
    ...at('receiver/device/id/@extension', 'batch', 'ACME'),
  ];
}
