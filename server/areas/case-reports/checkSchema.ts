/** Logs what the schema set of ICH has against a message that is sent. */
import type { ConfigWorld } from '../../config.ts';
import type { LogWorld } from '../../ports/log.ts';
import { threadTask } from '../../threads/threadTask.ts';
import type { ThreadsWorld } from '../../threads/threads.ts';
import { withoutValue } from '../../messages/withoutValue.ts';
import type { check } from '../../messages/schemaCheck.thread.ts';

/** Characters. A larger message is sent without a check. */
const MAX_CHECKED = 64 * 1024 * 1024;

const checkTask = threadTask<typeof check>(
  new URL('../../messages/schemaCheck.thread.ts', import.meta.url),
  'check',
  {
    seconds: 60,
    threads: 1,
  },
);

type World = ConfigWorld & LogWorld & ThreadsWorld;

/** Passes on the pieces of a message. At their end it is validated in a thread, where the operator has the schema set. */
export async function* checkSchema(
  world: World,
  message: { caseKey: number; userKey: number },
  pieces: AsyncIterable<string>,
): AsyncGenerator<string> {
  const dir = world.config.xsdDir;
  const seen: string[] = [];
  let length = 0;
  for await (const piece of pieces) {
    length += piece.length;
    if (dir !== null && length <= MAX_CHECKED) seen.push(piece);
    yield piece;
  }
  if (dir === null) return;
  if (length > MAX_CHECKED)
    world.log.warn({ ...message, length }, 'a message is too large for the schema set');
  else void logFindings(world, dir, message, seen.join(''));
}

async function logFindings(
  { log, threads }: World,
  dir: string,
  { caseKey, userKey }: { caseKey: number; userKey: number },
  xml: string,
): Promise<void> {
  try {
    // the check outlives the request
    const { signal } = new AbortController();
    const findings = await threads.run(checkTask, { dir, xml }, { userKey, signal });
    if (!findings) log.warn({ dir }, 'CASEWRIGHT_XSD_DIR holds no ICH schema set');
    else if (findings.length > 0)
      log.warn({ caseKey, findings: findings.map(withoutValue) }, 'the schema set refuses a message');
  } catch (error) {
    log.warn({ caseKey, err: error }, 'a message could not be checked by the schema set');
  }
}
