/** Reports an error of the browser to the server, without anything secret. */
import { logError } from '../../shared/contract/index.ts';
import { addressOf, headersOf } from './request.ts';

/** Categories of the specification, section 8, and the browser's own. */
export type ErrorCategory = 'SUBMIT_FAIL' | 'RETRIEVE_FAIL' | 'PAGE_LOAD' | 'RENDER' | 'UNCAUGHT';

interface Reporter {
  userId: string;
  userKey: number;
}
let reporter: Reporter | null = null;

/** Who is named in later reports; null after log-out. */
export const setReporter = (user: Reporter | null): void => {
  reporter = user;
};

// a long run of letters and digits may be a token or a file key
const redacted = (text: string): string => text.replace(/[A-Za-z0-9_-]{24,}/g, '[redacted]').slice(0, 4000);

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Never rejects: a report that cannot be sent is written to the console only. */
export async function reportError(category: ErrorCategory, error: unknown): Promise<void> {
  const body = {
    level: 'error',
    category,
    message: redacted(messageOf(error)),
    params: { route: redacted(location.pathname) },
    additional: error instanceof Error && error.stack ? redacted(error.stack) : undefined,
    ...(reporter ?? {}),
  };
  try {
    await fetch(addressOf(logError, {}), {
      method: logError.method,
      headers: { ...headersOf(), 'content-type': 'application/json' },
      body: JSON.stringify(body),
      keepalive: true,
    });
  } catch (unsent) {
    console.warn('the error report could not be sent', unsent);
  }
}
