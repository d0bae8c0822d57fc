import { gzipSync } from 'node:zlib';

/** Documents of clinical data that a source brings one after the other, and what is there then. */

interface DocumentSteps {
  that: string;
  study: string;
  steps: { bytes: string | Uint8Array<ArrayBuffer>; name?: string; expected: object }[];
  /** identifiers of records, numbers and values of the rows that are left, by their keys */
  rows: [recordId: string | null, groupRepeat: string, values: Record<string, string>][];
}

const odm = (study: string, attributes: string, body: string): string =>
  `<ODM xmlns="http://www.cdisc.org/ns/odm/v1.3" xmlns:mdsol="http://www.mdsol.com/ns/odm/metadata" ${attributes}>
  <ClinicalData StudyOID="${study}" MetaDataVersionOID="v1">${body}</ClinicalData></ODM>`;

const inLog = (subjectKey: string, ...rows: string[]): string =>
  `<SubjectData SubjectKey="${subjectKey}"><StudyEventData StudyEventOID="V1"><FormData FormOID="AE">${rows.join('')}</FormData></StudyEventData></SubjectData>`;

interface LogRow {
  no: number;
  record?: string;
  items?: Record<string, string>;
  type?: string;
}

const row = ({ no, record, items = {}, type }: LogRow): string => {
  const named = record === undefined ? '' : ` mdsol:RecordId="${record}"`;
  const typed = type === undefined ? '' : ` TransactionType="${type}"`;
  const values = Object.entries(items).map(([oid, text]) => `<ItemData ItemOID="${oid}" Value="${text}"/>`);
  return `<ItemGroupData ItemGroupOID="AE_LOG" ItemGroupRepeatKey="${no}"${named}${typed}>${values.join('')}</ItemGroupData>`;
};

const SNAPSHOT = 'FileType="Snapshot"';
const CHANGES = 'FileType="Transactional"';

const made = (at: string, term: string): string =>
  odm(
    'OLDER-1',
    `${SNAPSHOT} CreationDateTime="${at}"`,
    inLog('1', row({ no: 1, record: 'r1', items: { T: term } })),
  );
const OLDER = made('2026-01-01T09:00:00Z', 'Rash');
const NEWER = made('2026-01-02T09:00:00Z', 'Skin rash');

const PACKED = gzipSync('STUDYID,SUBJID,AESEQ,AETERM\nGZIP-1,1,1,Rash\n');

export const STUDY_DOCUMENTS: DocumentSteps[] = [
  {
    that: 'that are compressed are read as they are without, and refused where they are cut off',
    study: 'GZIP-1',
    steps: [
      { bytes: new Uint8Array(PACKED), name: 'ae.csv.gz', expected: { state: 'done', rowsNew: 1 } },
      {
        bytes: new Uint8Array(PACKED.subarray(0, 40)),
        name: 'ae.csv.gz',
        expected: { state: 'failed', fault: 'malformed', detail: 'gzip: unexpected end of file' },
      },
    ],
    rows: [[null, '1', { 'AE.STUDYID': 'GZIP-1', 'AE.SUBJID': '1', 'AE.AESEQ': '1', 'AE.AETERM': 'Rash' }]],
  },
  {
    that: 'of changes are laid over what is there',
    study: 'CHANGES-0',
    steps: [
      {
        bytes: odm(
          'CHANGES-0',
          SNAPSHOT,
          inLog(
            '1',
            row({ no: 1, record: 'r1', items: { T: 'Severe cough' } }),
            row({ no: 2, record: 'r2', items: { T: 'Rash' } }),
          ),
        ),
        expected: { rowsNew: 2 },
      },
      {
        bytes: odm(
          'CHANGES-0',
          CHANGES,
          inLog(
            '1',
            row({ no: 1, record: 'r1', type: 'Update', items: { O: 'FATAL' } }),
            row({ no: 2, type: 'Remove' }),
          ).replaceAll(/(?<=<(?:SubjectData|StudyEventData|FormData) )/g, 'TransactionType="Context" '),
        ),
        expected: { state: 'done', rowsChanged: 1, rowsRemoved: 1 },
      },
    ],
    rows: [['r1', '1', { T: 'Severe cough', O: 'FATAL' }]],
  },
  {
    that: 'of changes give the number of a removed record to another one, which takes nothing over',
    study: 'CHANGES-1',
    steps: [
      {
        bytes: odm(
          'CHANGES-1',
          SNAPSHOT,
          inLog(
            '1',
            row({ no: 1, record: 'r1', items: { T: 'Rash', S: 'Y' } }),
            row({ no: 2, record: 'r2', items: { T: 'Cough' } }),
          ),
        ),
        expected: { rowsNew: 2 },
      },
      {
        bytes: odm(
          'CHANGES-1',
          CHANGES,
          inLog(
            '1',
            row({ no: 1, record: 'r1', type: 'Remove' }),
            row({ no: 1, record: 'r2', type: 'Upsert' }),
            row({ no: 1, record: 'r3', type: 'Insert', items: { T: 'Fever' } }),
          ),
        ),
        expected: { state: 'done', rowsNew: 1, rowsRemoved: 1 },
      },
    ],
    rows: [
      ['r2', '1', { T: 'Cough' }],
      ['r3', '1', { T: 'Fever' }],
    ],
  },
  {
    that: 'of changes name records that were read without, and double none',
    study: 'CHANGES-2',
    steps: [
      {
        bytes: odm('CHANGES-2', SNAPSHOT, inLog('1', row({ no: 1, items: { T: 'Rash' } }))),
        expected: { rowsNew: 1 },
      },
      {
        bytes: odm(
          'CHANGES-2',
          CHANGES,
          inLog(
            '1',
            row({ no: 1, record: 'r1', items: { S: 'Y' } }),
            row({ no: 1, record: 'r1', items: { O: 'FATAL' } }),
          ),
        ),
        expected: { rowsNew: 0, rowsChanged: 1 },
      },
    ],
    rows: [[null, '1', { T: 'Rash', S: 'Y', O: 'FATAL' }]],
  },
  {
    that: 'of one subject leave the others as they are',
    study: 'SINGLE-1',
    steps: [
      {
        bytes: odm(
          'SINGLE-1',
          SNAPSHOT,
          inLog('1', row({ no: 1, record: 'r1', items: { T: 'Rash' } })) +
            inLog('2', row({ no: 1, record: 'r2', items: { T: 'Cough' } })),
        ),
        expected: { rowsNew: 2 },
      },
      {
        bytes: odm(
          'SINGLE-1',
          `${SNAPSHOT} Granularity="SingleSubject"`,
          inLog('1', row({ no: 1, record: 'r3', items: { T: 'Fever' } })),
        ),
        expected: { rowsNew: 1, rowsRemoved: 1 },
      },
    ],
    rows: [
      ['r3', '1', { T: 'Fever' }],
      ['r2', '1', { T: 'Cough' }],
    ],
  },
  {
    that: 'that are older than what was read, or sent again, undo nothing',
    study: 'OLDER-1',
    steps: [
      { bytes: OLDER, expected: { state: 'done', rowsNew: 1 } },
      { bytes: NEWER, expected: { state: 'done', rowsChanged: 1 } },
      {
        bytes: OLDER,
        expected: {
          state: 'failed',
          fault: 'older',
          detail: 'OLDER-1: 2026-01-01T09:00:00.000Z < 2026-01-02T09:00:00.000Z',
        },
      },
      { bytes: NEWER, expected: { state: 'done', rowsChanged: 0 } },
    ],
    rows: [['r1', '1', { T: 'Skin rash' }]],
  },
];
