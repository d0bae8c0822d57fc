/** Sends an import and prints the envelope of its answer: `largeReportClient.ts URL TOKEN REPORT`. */
import { PROGRESS_LINES, type LastLine } from '../shared/contract/call.ts';
import { largeReport, sendImport, type LargeReport } from './largeReport.ts';

const [url = '', token = '', report = ''] = process.argv.slice(2);
const file = largeReport(JSON.parse(report) as LargeReport);
const response = await sendImport(url, token, 'large.xml', file, { accept: PROGRESS_LINES });
const last = (await response.text()).trim().split('\n').at(-1) ?? '';
const answer = JSON.parse(last) as LastLine | object;
// without progress it is an ordinary answer
process.stdout.write(JSON.stringify('answer' in answer ? answer.answer : answer));
