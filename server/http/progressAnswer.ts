/**
 * An answer that begins while the call still works: a line of JSON for each step of progress, and last the status and
 * the envelope of the answer. For clients that accept it; it also keeps a proxy from ending a silent connection.
 */
import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PROGRESS_LINES, type LastLine } from '../../shared/contract/call.ts';
import { EncodedAnswer, envelopeOf } from './envelope.ts';
import { failureAnswer } from './failures.ts';

const MIN_INTERVAL_MS = 250;

/** Answers what `work` returns. The first progress begins the answer; without any it is an ordinary one. */
export async function answerWithProgress(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (report: (progress: unknown) => void) => Promise<unknown>,
  succeed: (data: unknown) => FastifyReply,
): Promise<FastifyReply> {
  if (request.headers.accept !== PROGRESS_LINES) return succeed(await work(() => undefined));
  let lines: PassThrough | undefined;
  let reportedAt = -Infinity;
  const report = (progress: unknown): void => {
    if (performance.now() - reportedAt < MIN_INTERVAL_MS) return;
    reportedAt = performance.now();
    if (!lines) {
      lines = new PassThrough();
      void reply.type(PROGRESS_LINES).send(lines);
    }
    writeLine(lines, { progress });
  };
  try {
    const data = await work(report);
    if (!lines) return succeed(data);
    if (data instanceof EncodedAnswer) endEncoded(lines, data);
    else end(lines, { status: 200, answer: envelopeOf(data) });
  } catch (error) {
    if (!lines) throw error;
    const { problem, answer } = failureAnswer(error as Error, request);
    request.finalStatus = problem.status;
    end(lines, { status: problem.status, answer });
  }
  return reply;
}

const writeLine = (lines: PassThrough, line: object): boolean => lines.write(`${JSON.stringify(line)}\n`);

function end(lines: PassThrough, last: LastLine): void {
  writeLine(lines, last);
  lines.end();
}

/** The last line around an answer that is serialised already. */
function endEncoded(lines: PassThrough, { bytes }: EncodedAnswer): void {
  lines.write('{"status":200,"answer":');
  lines.write(bytes);
  lines.end('}\n');
}
