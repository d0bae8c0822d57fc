/**
 * A user of a large case, in a process of its own so that the work of the client does not count: makes each call, and
 * prints its name and status as a line when it is answered. `largeCaseClient.ts URL TOKEN ROWS`
 */
import {
  addCase,
  addSubmission,
  compareSides,
  createFollowUp,
  downloadReport,
  importFile,
  listMoments,
  readCaseContent,
  readFindings,
  readMoment,
  readPageRow,
  readReceivers,
  readSubmission,
  readSubmissionOptions,
  readSummary,
  savePage,
  savePageRow,
  setCaseStatus,
  verifyCaseAudit,
} from '../../shared/contract/index.ts';
import type { Call } from '../../shared/contract/call.ts';

const [url = '', token = '', rows = ''] = process.argv.slice(2);
const LISTS = '2.16.840.1.113883.3.989.2.1.1';
const LATER = '2999-01-01T00:00:00.000Z';

const reaction = (at: number): string =>
  `<subjectOf2><observation><id root="${at}"/><code code="29" codeSystem="${LISTS}.19"/>` +
  `<value code="${10_000_000 + at}" codeSystem="2.16.840.1.113883.6.163" codeSystemVersion="18.1">` +
  `<originalText language="eng">reaction ${at}</originalText></value></observation></subjectOf2>`;

const message = (count: number): string =>
  '<MCCI_IN200100UV01 xmlns="urn:hl7-org:v3"><PORR_IN049016UV><controlActProcess><subject><investigationEvent>' +
  '<component><adverseEventAssessment><subject1><primaryRole>' +
  Array.from({ length: count }, (_, at) => reaction(at + 1)).join('') +
  '</primaryRole></subject1></adverseEventAssessment></component>' +
  '</investigationEvent></subject></controlActProcess></PORR_IN049016UV></MCCI_IN200100UV01>';

const addressOf = (path: string, params: Record<string, unknown>): string =>
  url + path.replaceAll(/:(\w+)/g, (_, name: string) => String(params[name]));

/** Answers the `data` of the envelope; of a file nothing. */
async function made(
  name: string,
  { method, path, carries }: Call,
  params: Record<string, unknown>,
  body?: object,
): Promise<Record<string, unknown>> {
  const isForm = body instanceof FormData;
  const response = await fetch(addressOf(path, params), {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  process.stdout.write(`${name} ${response.status}\n`);
  return carries === 'file' ? {} : ((JSON.parse(text) as { data: Record<string, unknown> }).data ?? {});
}

const form = new FormData();
form.append('file', new Blob([message(Number(rows))], { type: 'application/xml' }), 'large.xml');
const imported = await made('import', importFile, { sponsorKey: 1 }, form);
const [{ caseKey = 0 } = {}] = imported['cases'] as { caseKey?: number }[];
const of = { caseKey };
const change = (itemId: string, rowNo: number) => ({
  itemId,
  rowNo,
  rowNo2: 0,
  rowNo3: 0,
  value: 'saved',
  nullFlavor: null,
  notation: null,
});
const save = (itemId: string, rowNo: number) => ({
  reason: 'Test',
  retrievedAt: LATER,
  changes: [change(itemId, rowNo)],
});
const status = (value: 'Y' | 'N') => ({
  statusId: 'DELETE',
  status: value,
  reason: 'Test',
  retrievedAt: LATER,
});

/** Puts the case into a batch, and waits until that is checked. */
async function submitted(): Promise<void> {
  const options = await made('options', readSubmissionOptions, {});
  const [{ receiver } = { receiver: '' }] = options['receivers'] as { receiver: string }[];
  const batch = {
    caseKeys: [caseKey],
    receiver,
    senderKey: 1,
    notation: false,
    transport: 'byHand',
    pretend: null,
  };
  const { batchKey } = await made('batch', addSubmission, {}, batch);
  for (let isChecked = false; !isChecked;) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const { state } = await made('check', readSubmission, { batchKey });
    isChecked = state === 'checkFailed' || state === 'ready';
  }
}

await made('row', readPageRow, { ...of, page: 'AE', rowNo: 1 });
await made('summary', readSummary, { ...of, page: 'AE' });
await made('content', readCaseContent, of);
await made('findings', readFindings, of);
await made('receivers', readReceivers, of);
await made('save', savePage, { ...of, page: 'NR' }, save('H.1', 0));
await made('save of a row', savePageRow, { ...of, page: 'AE', rowNo: 1 }, save('E.i.1.1a', 1));
await made('export', downloadReport, { ...of, reportId: 'XML' });
await made('moments', listMoments, of);
await made('moment', readMoment, { ...of, saveNo: 1 });
const sides = { older: { kind: 'moment', saveNo: 1 }, newer: { kind: 'version', caseKey } };
await made('comparison', compareSides, of, { ...sides, all: true });
await made('deletion', setCaseStatus, of, status('Y'));
await made('restoration', setCaseStatus, of, status('N'));
await submitted();
await made('copy', addCase, {}, { copyOf: { caseKey, attachments: true } });
const next = await made('follow-up', createFollowUp, of, { reason: 'Test' });
const nullification = { code: '1', reason: 'Test' };
const last = await made(
  'nullification',
  createFollowUp,
  { caseKey: next['caseKey'] },
  { reason: 'Test', nullification },
);
const verified = await made('verification', verifyCaseAudit, { caseKey: last['caseKey'] });
process.stdout.write(`whole ${String(verified['whole'])}\n`);
