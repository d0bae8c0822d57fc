/** A pretend ESG NextGen gateway: its seven calls as users described them, with the faults that cost them days. */
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What goes wrong with the next request to a step. */
type FdaFault =
  | { step: FdaStep; status: number; text?: string; retryAfter?: string }
  /** the connection breaks after the step was carried out, before the answer or within it */
  | { step: FdaStep; lost: true; within?: true }
  /** the step is carried out, and something else answers */
  | { step: FdaStep; doneBut: string };

export type FdaStep = 'token' | 'companies' | 'credentials' | 'payload' | 'file' | 'submit' | 'submission';

export interface FdaGateway {
  url: string;
  /** what was submitted, by core id */
  submitted: Map<string, { sha256: string; isTest: boolean; text: string }>;
  /** steps in the order of their requests */
  steps: FdaStep[];
  failNext: (fault: FdaFault) => void;
  /** The next request to the step is never answered; resolves when it came. */
  holdNext: (step: FdaStep, when: 'before' | 'after') => Promise<void>;
  /** the token is no longer valid */
  endTokens: () => void;
  acknowledge: (coreId: string, type: string, raw: string) => void;
  close: () => Promise<void>;
}

export const FDA_CLIENT = { clientId: 'client', clientSecret: 'secret', userEmail: 'safety@acme.example' };

export async function startFdaGateway(): Promise<FdaGateway> {
  const tokens = new Set<string>();
  const credentials = new Map<string, { user: string; password: string; isTest: boolean }>();
  const payloads = new Map<string, string>();
  const submitted: FdaGateway['submitted'] = new Map();
  const acks = new Map<string, { coreId: string; type: string; raw: string }>();
  const steps: FdaStep[] = [];
  let fault: FdaFault | null = null;
  const holds: { step: FdaStep; when: 'before' | 'after'; came: () => void }[] = [];

  const answer = (response: ServerResponse, status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

  const handlers: [RegExp, FdaStep, (call: GatewayCall, response: ServerResponse) => unknown][] = [
    [
      /^\/as\/token\.oauth2$/,
      'token',
      ({ body }, response) => {
        const form = new URLSearchParams(body.toString());
        if (form.get('client_secret') !== FDA_CLIENT.clientSecret)
          return answer(response, 401, { error: 'invalid_client' });
        const token = randomUUID();
        tokens.add(token);
        return answer(response, 200, { access_token: token, expires_in: 3600 });
      },
    ],
    [
      /^\/api\/esgng\/v1\/companies\?user_email=(.+)$/,
      'companies',
      ({ match }, response) =>
        // an encoded address is not understood
        match[1]?.includes('%40')
          ? response.writeHead(500).end()
          : answer(response, 200, { data: { user_id: 'U1', company_id: 'C1' } }),
    ],
    [
      /^\/api\/esgng\/v1\/credentials\/api(\/test)?$/,
      'credentials',
      ({ body, match }, response) => {
        const form = JSON.parse(body.toString()) as Record<string, unknown>;
        if (!form['description'] || form['company_id'] === form['fda_center'])
          return answer(response, 400, { esgngcode: 'ESGNG219', esgngdescription: 'a field is missing' });
        if (form['submission_type'] !== 'AERS')
          return answer(response, 400, { esgngcode: 'ESGNG334', esgngdescription: 'not enrolled' });
        const coreId = `ci${credentials.size + 1}`;
        credentials.set(coreId, {
          user: `u-${coreId}`,
          password: randomUUID(),
          isTest: match[1] !== undefined,
        });
        const made = credentials.get(coreId);
        return answer(response, 200, {
          esgngcode: 'ESGNG210',
          core_id: coreId,
          temp_user: made?.user,
          temp_password: made?.password,
        });
      },
    ],
    [
      /^\/rest\/forms\/v1\/fileupload\/payload$/,
      'payload',
      (_, response) => {
        const payloadId = randomUUID();
        payloads.set(payloadId, '');
        return answer(response, 200, { data: { payloadId, links: {} } });
      },
    ],
    [
      /^\/rest\/forms\/v1\/fileupload\/payload\/([^/]+)\/file$/,
      'file',
      ({ body, match }, response) => {
        const content = /\r\n\r\n([\s\S]*)\r\n--/.exec(body.toString('utf8'))?.[1] ?? '';
        payloads.set(match[1] ?? '', content);
        return answer(response, 200, { data: {} });
      },
    ],
    [
      /^\/rest\/forms\/v1\/fileupload\/payload\/([^/]+)\/submit$/,
      'submit',
      ({ body, match, token }, response) => {
        const form = JSON.parse(body.toString()) as Record<string, string>;
        const known = [...credentials].find(
          ([, one]) => one.user === form['temp_user'] && one.password === form['temp_password'],
        );
        const text = payloads.get(match[1] ?? '') ?? '';
        const sha256 = createHash('sha256').update(text).digest('hex');
        if (token !== null || !known || form['sha256_checksum'] !== sha256)
          return answer(response, 400, { esgngcode: 'ESGNG219', esgngdescription: 'the checksum differs' });
        const [coreId, { isTest }] = known;
        submitted.set(coreId, { sha256, isTest, text });
        return answer(response, 200, { data: { core_id: coreId, esgngcode: 'ESGNG210' } });
      },
    ],
    [
      /^\/api\/esgng\/v1\/submissions\/([^/]+)$/,
      'submission',
      ({ match }, response) => {
        const coreId = match[1] ?? '';
        if (!credentials.has(coreId)) return answer(response, 404, {});
        const listed = [...acks].filter(([, one]) => one.coreId === coreId);
        return answer(response, 200, {
          data: {
            status: submitted.has(coreId) ? 'SUBMITTED' : 'INITIATED',
            acknowledgements: listed.map(([id, { type }]) => ({ acknowledgement_id: id, type })),
          },
        });
      },
    ],
    [
      /^\/api\/esgng\/v1\/acknowledgements\/([^/]+)$/,
      'submission',
      ({ match }, response) => {
        const found = acks.get(match[1] ?? '');
        return answer(response, found ? 200 : 404, { data: { type: found?.type, raw_message: found?.raw } });
      },
    ],
  ];

  const server = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request);
      // an answer of 500 without a word to a GET with a content type
      if (request.method === 'GET' && request.headers['content-type']) return response.writeHead(500).end();
      for (const [path, step, handle] of handlers) {
        const match = path.exec(request.url ?? '');
        if (!match) continue;
        steps.push(step);
        const now = fault?.step === step ? fault : null;
        if (now) fault = null;
        if (now && 'status' in now)
          return response
            .writeHead(now.status, now.retryAfter ? { 'retry-after': now.retryAfter } : {})
            .end(now.text ?? '');
        const token = tokenOf(request);
        const needsToken = step !== 'token' && step !== 'submit';
        if (needsToken && (token === null || !tokens.has(token))) return answer(response, 401, {});
        if (now) {
          handle({ body, match, token }, NOWHERE);
          if ('doneBut' in now) return response.writeHead(200).end(now.doneBut);
          if (!now.within) return request.socket.destroy();
          response.writeHead(200, { 'content-length': 100 });
          return response.write('{', () => request.socket.destroy());
        }
        const held = holds.findIndex((one) => one.step === step);
        const [hold] = held < 0 ? [] : holds.splice(held, 1);
        if (hold) {
          if (hold.when === 'after') handle({ body, match, token }, NOWHERE);
          return hold.came();
        }
        return handle({ body, match, token }, response);
      }
      return answer(response, 404, {});
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    submitted,
    steps,
    failNext: (next) => {
      fault = next;
    },
    holdNext: (step, when) => new Promise((came) => holds.push({ step, when, came })),
    endTokens: () => tokens.clear(),
    acknowledge: (coreId, type, raw) => void acks.set(`${coreId}-${acks.size + 1}`, { coreId, type, raw }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

interface GatewayCall {
  body: Buffer;
  match: RegExpExecArray;
  token: string | null;
}

/** Only this header works. */
const tokenOf = ({ headers }: IncomingMessage): string | null =>
  typeof headers['accesstoken'] === 'string' ? headers['accesstoken'] : null;

/** Takes an answer that nobody gets. */
const NOWHERE = { writeHead: () => NOWHERE, end: () => NOWHERE } as unknown as ServerResponse;
