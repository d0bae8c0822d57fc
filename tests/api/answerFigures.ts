/** Figures of acknowledgements, and the list behind them. */
import { expect } from 'vitest';
import { listMonitoredAnswers, readMonitoring } from '../../shared/contract/index.ts';
import type { Batch, SubmissionWorld } from './submissionWorld.ts';

/** Expects the first report of the batch, as the list shows its state, among those sent, and those acknowledged. */
export async function figuresCount(
  { server, second: token }: SubmissionWorld,
  { batchKey }: Batch,
  shown: string,
): Promise<void> {
  const params = { sponsorKey: 1 };
  const listed = await server.call(listMonitoredAnswers, { params, query: { rowCount: 100 }, token });
  const stateOf = new Map(listed.data.listInfo.map(({ rowKey, cells }) => [rowKey, cells['state']]));
  expect(stateOf.get(`${batchKey} 1`)).toBe(shown);
  const year = server.clock.now().getUTCFullYear();
  const { data } = await server.call(readMonitoring, {
    params: { ...params, page: 'MONTH' },
    query: { from: `${year - 1}01`, to: `${year + 1}12` },
    token,
  });
  const counted = data.panels.find(({ panel }) => panel === 'answers');
  const totalOf = (name: string) =>
    counted?.total[counted.measures.findIndex(({ measure }) => measure === name)];
  const waiting = [...stateOf.values()].filter((state) => state === 'Sent, awaiting acknowledgement');
  expect(totalOf('sent')).toBe(stateOf.size);
  expect(totalOf('answered')).toBe(stateOf.size - waiting.length);
}

/** Whether the first report of the batch is among those of today whose receiver has not answered. */
export async function waitsForAnswer(
  { server }: SubmissionWorld,
  { batchKey }: Batch,
  token: string,
): Promise<boolean> {
  const query = { page: 'TODAY', panel: 'notAnswered', measure: 'reports', rowCount: 100 };
  const { data } = await server.call(listMonitoredAnswers, { params: { sponsorKey: 1 }, query, token });
  return data.listInfo.some(({ rowKey }) => rowKey === `${batchKey} 1`);
}
