/**
 * The seven calls of FDA ESG NextGen (API guide of March 2025, and what users of it published): token, company, credentials,
 * payload, file, submit, and what became of a submission with its acknowledgements.
 */
import { MAX_ANSWER_BYTES } from '../fileNames.ts';
import { TransportFailure, Unreachable, type TransportProfile } from '../transport.ts';

const TIMEOUT_MS = 60_000;
const UPLOAD_TIMEOUT_MS = 10 * 60_000;
/** A token is renewed before it ends. */
const RENEW_MS = 60_000;
const DONE = 'ESGNG210';

type Json = Record<string, unknown>;

/** Nobody knows whether a request was carried out: its answer was lost. */
export class AnswerLost extends Error {}

/** An answer with more bytes than are read. */
export class AnswerTooLarge extends TransportFailure {
  constructor() {
    super('settings', `more than ${MAX_ANSWER_BYTES} bytes are too many for an answer`);
  }
}

interface Credentials {
  coreId: string;
  userName: string;
  password: string;
}

interface Submission {
  status: string;
  acknowledgements: { id: string; type: string }[];
}

export interface FdaCalls {
  credentials: (fileName: string) => Promise<Credentials>;
  /** Answers the id of the payload. */
  payload: () => Promise<string>;
  file: (payloadId: string, fileName: string, content: Blob) => Promise<void>;
  /** Throws `AnswerLost` where the submission may have been made. */
  submit: (payloadId: string, credentials: Credentials, sha256: string) => Promise<void>;
  /** Null: there is none of this id. */
  submission: (coreId: string) => Promise<Submission | null>;
  /** Throws `AnswerTooLarge`. */
  acknowledgement: (id: string) => Promise<string>;
  probe: () => Promise<void>;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Answers are wrapped in `data` by some of the calls. */
const unwrapped = (answer: unknown): Json => {
  const outer = (answer ?? {}) as Json;
  return typeof outer['data'] === 'object' && outer['data'] !== null ? (outer['data'] as Json) : outer;
};

export function fdaCalls({ settings, secrets, environment }: TransportProfile): FdaCalls {
  const { external = '', upload = '', centre = '', submissionType = '', userEmail = '' } = settings;
  let token: { text: string; until: number } | null = null;
  let company: Promise<{ userId: string; companyId: string }> | null = null;

  async function renew(): Promise<string> {
    const body = new URLSearchParams({
      client_id: settings['clientId'] ?? '',
      client_secret: secrets['clientSecret'] ?? '',
      grant_type: 'client_credentials',
      scope: 'openid profile',
    });
    const answer = await jsonOf(await request(`${external}/as/token.oauth2`, { method: 'POST', body }));
    const text = textOf(answer['access_token']);
    if (text === '') throw new TransportFailure('credentials', 'the gateway gave no access token');
    token = { text, until: Date.now() + Number(answer['expires_in'] ?? 3600) * 1000 - RENEW_MS };
    return text;
  }

  const headers = (text: string): Record<string, string> =>
    settings['tokenHeader'] === 'authorization' ? { authorization: `Bearer ${text}` } : { accesstoken: text };

  /** A GET has no content type: the gateway answers 500 to one. */
  async function call(url: string, init: RequestInit = {}, timeout = TIMEOUT_MS): Promise<Response> {
    const known = token && token.until > Date.now() ? token.text : await renew();
    const withToken = (text: string) =>
      request(url, { ...init, headers: { ...(init.headers as Json), ...headers(text) } as never }, timeout);
    const first = await withToken(known);
    // an old token is renewed once
    return first.status === 401 ? withToken(await renew()) : first;
  }

  /** The address has the `@` as it is: the gateway answers 500 to an encoded one. */
  const findCompany = () =>
    (company ??= (async () => {
      const answer = unwrapped(
        await jsonOf(await call(`${external}/api/esgng/v1/companies?user_email=${userEmail}`)),
      );
      const found = { userId: textOf(answer['user_id']), companyId: textOf(answer['company_id']) };
      // the look-up may answer the record of the centre itself, whose submissions are refused
      if (found.userId === '' || found.companyId === '' || found.companyId === centre)
        throw new TransportFailure('settings', `the gateway knows no company of ${userEmail}`);
      return found;
    })().catch((error: unknown) => {
      company = null;
      throw error;
    }));

  return {
    credentials: async (fileName) => {
      const { userId, companyId } = await findCompany();
      const { authorizingCompany } = settings;
      const path = environment === 'test' ? 'api/test' : 'api';
      const response = await call(`${external}/api/esgng/v1/credentials/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          user_id: userId,
          fda_center: centre,
          company_id: companyId,
          submission_type: submissionType,
          submission_name: fileName.replace(/\.xml$/, ''),
          submission_protocol: 'API',
          file_count: 1,
          description: `ICSR batch ${fileName}`,
          ...(authorizingCompany && { authorizing_company_id: authorizingCompany }),
        }),
      });
      const answer = unwrapped(await jsonOf(response));
      const [coreId, userName, password] = [
        answer['core_id'],
        answer['temp_user'],
        answer['temp_password'],
      ].map(textOf);
      if (!coreId || !userName || !password)
        throw new TransportFailure('settings', refusalOf(answer, 'no credentials'));
      return { coreId, userName, password };
    },
    payload: async () => {
      const answer = unwrapped(await jsonOf(await call(`${upload}/rest/forms/v1/fileupload/payload`)));
      const payloadId = textOf(answer['payloadId']);
      if (payloadId === '') throw new TransportFailure('settings', refusalOf(answer, 'no payload'));
      return payloadId;
    },
    file: async (payloadId, fileName, content) => {
      const body = new FormData();
      body.append('file', content, fileName);
      const url = `${upload}/rest/forms/v1/fileupload/payload/${payloadId}/file`;
      await jsonOf(await call(url, { method: 'POST', body }, UPLOAD_TIMEOUT_MS));
    },
    submit: async (payloadId, { userName, password }, sha256) => {
      const [userField, passwordField] =
        settings['userNames'] === 'username' ? ['username', 'password'] : ['temp_user', 'temp_password'];
      const response = await request(`${upload}/rest/forms/v1/fileupload/payload/${payloadId}/submit`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          [userField]: userName,
          [passwordField]: password,
          sha256_checksum: sha256,
        }),
      }).catch((error: unknown) => {
        throw new AnswerLost((error as Error).message, { cause: error });
      });
      // whether a server that broke has taken it is not known
      if (response.status >= 500 || response.status === 408)
        throw new AnswerLost(`the gateway answered ${response.status}`);
      const read = await jsonOf(response).catch((error: unknown) => {
        // it was taken, or something between answered in place of the gateway
        throw response.ok ? new AnswerLost((error as Error).message, { cause: error }) : error;
      });
      const answer = unwrapped(read);
      const code = textOf(answer['esgngcode']);
      if (code !== '' && code !== DONE) throw new TransportFailure('settings', refusalOf(answer, 'refused'));
    },
    submission: async (coreId) => {
      const response = await call(`${external}/api/esgng/v1/submissions/${encodeURIComponent(coreId)}`);
      if (response.status === 404) return null;
      const answer = unwrapped(await jsonOf(response));
      const listed = Array.isArray(answer['acknowledgements']) ? (answer['acknowledgements'] as Json[]) : [];
      return {
        status: textOf(answer['status']),
        acknowledgements: listed.map((one) => ({
          id: textOf(one['acknowledgement_id']),
          type: textOf(one['type']),
        })),
      };
    },
    acknowledgement: async (id) => {
      const url = `${external}/api/esgng/v1/acknowledgements/${encodeURIComponent(id)}`;
      return textOf(unwrapped(await jsonOf(await call(url)))['raw_message']);
    },
    probe: async () => {
      await findCompany();
    },
  };
}

async function request(url: string, init: RequestInit, timeout = TIMEOUT_MS): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeout) });
  } catch (error) {
    throw unreachable(url, error);
  }
}

const unreachable = (url: string, error: unknown): Unreachable =>
  new Unreachable(`${new URL(url).host}: ${causeOf(error as Error)}`, { cause: error });

const causeOf = ({ message, cause }: Error): string =>
  cause instanceof Error && cause.message !== '' ? cause.message : message;

/** The answer as JSON; other answers are failures by the class of their status. */
async function jsonOf(response: Response): Promise<Json> {
  // the status is known without its text
  if (!response.ok)
    throw failureOf(response, await bodyOf(response).catch((error: unknown) => (error as Error).message));
  const text = await bodyOf(response);
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new TransportFailure('settings', `the gateway answered no JSON: ${text.slice(0, 200)}`, {
      cause: error,
    });
  }
}

async function bodyOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of response.body ?? []) {
      // as it is without compression
      size += part.length;
      if (size > MAX_ANSWER_BYTES) throw new AnswerTooLarge();
      parts.push(part);
    }
  } catch (error) {
    if (error instanceof AnswerTooLarge) throw error;
    throw unreachable(response.url, error);
  }
  return new TextDecoder().decode(Buffer.concat(parts));
}

const MAX_TEXT = 500;

function failureOf(response: Response, text: string): TransportFailure {
  const { status } = response;
  const message = `the gateway answered ${status}${text.trim() === '' ? '' : `: ${text.trim().slice(0, MAX_TEXT)}`}`;
  if (status === 401 || status === 403) return new TransportFailure('credentials', message);
  // 500 without a word is how the gateway refuses a request that it cannot read
  const isPassing =
    status === 408 || status === 429 || (status >= 500 && (status !== 500 || text.trim() !== ''));
  if (!isPassing) return new TransportFailure('settings', message);
  return new TransportFailure('passing', message, {
    waitMs: retryAfter(response.headers.get('retry-after')),
  });
}

/** Milliseconds; seconds or a date are allowed. */
function retryAfter(header: string | null): number {
  if (header === null) return 0;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}

const refusalOf = (answer: Json, otherwise: string): string =>
  [answer['esgngcode'], answer['esgngdescription']].map(textOf).filter(Boolean).join(' ') || otherwise;
