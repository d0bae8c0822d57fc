/**
 * Reports an error of the browser to the server: names of errors, positions in the code and numbers of records, and
 * nothing that anybody typed. The same report within a minute is sent once.
 */
import type { Call } from '../../shared/contract/call.ts';
import { logError, type ErrorCategory } from '../../shared/contract/logs.ts';
import {
  positionsOf,
  redactedBuild,
  redactedMessage,
  redactedName,
  redactedParams,
} from '../../shared/error-report/redaction.ts';
import { reportLocation } from '../../shared/error-report/reportLocation.ts';
import { CallFailure } from './callFailure.ts';
import { currentToken } from './credentials.ts';
import { addressOf, headersOf } from './request.ts';

let userKey: number | undefined;
let build = '';
/** of each kind of report when it was sent last */
const sent = new Map<string, number>();

/** Who is named in later reports, by number; null after log-out. */
export const setReporter = (user: { userKey: number } | null): void => {
  userKey = user?.userKey;
  // Another user's errors are reported again.
  sent.clear();
};

/** The version of the build that runs here, once it is known. */
export const setReportedBuild = (version: string): void => {
  build = version;
};

const FOLD_WITHIN_MS = 60_000;

function isRepeated(kind: string): boolean {
  const now = Date.now();
  for (const [other, at] of sent) if (now - at >= FOLD_WITHIN_MS) sent.delete(other);
  if (sent.has(kind)) return true;
  sent.set(kind, now);
  return false;
}

/** The parts of an error that may be reported; `call` is the call that failed. */
function bodyOf(category: ErrorCategory, error: unknown, call: Call | undefined) {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const { status, errCode } = error instanceof CallFailure ? error : {};
  const params = {
    ...reportLocation(location.pathname),
    call: call?.path,
    status: status?.toString(),
    errCode: errCode ?? undefined,
  };
  return {
    level: 'error',
    category,
    name: redactedName(name),
    message: redactedMessage(message),
    params: redactedParams(params, {
      calls: new Set(call && [call.path]),
      // the server has made it, and looks at it again
      codes: new Set(errCode && [errCode]),
    }),
    additional: positionsOf(stack).join('\n'),
    build: redactedBuild(build),
    token: currentToken() ? 'held' : 'none',
  };
}

/** Never rejects: a report that cannot be sent is written to the console only. */
export async function reportError(category: ErrorCategory, error: unknown, call?: Call): Promise<void> {
  try {
    const body = bodyOf(category, error, call);
    if (isRepeated(JSON.stringify(body))) return;
    await fetch(addressOf(logError, {}), {
      method: logError.method,
      headers: { ...headersOf(), 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, userKey }),
      keepalive: true,
    });
  } catch (unsent) {
    console.warn('the error report could not be sent', unsent);
  }
}
