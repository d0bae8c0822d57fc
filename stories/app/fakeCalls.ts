/** Answers to the calls of the contract, given where the browser would go to the network: all of the application runs unchanged. */
import Value from 'typebox/value';
import type { TSchema } from 'typebox';
import type { BodyOf, Call, DataOf, Envelope, ParamsOf, QueryOf } from '../../shared/contract/index.ts';

export interface FakeRequest<C extends Call> {
  params: ParamsOf<C>;
  query: Partial<QueryOf<C>>;
  body: BodyOf<C>;
}

export interface FakeCall {
  definition: Call;
  answer: (request: FakeRequest<Call>) => unknown;
}

/** What a call answers; a call of a file answers a `Blob`. Throwing a `Refusal` answers as a server does that refuses. */
export const fake = <C extends Call>(
  definition: C,
  answer: (request: FakeRequest<C>) => DataOf<C> | Promise<DataOf<C>>,
): FakeCall => ({ definition, answer: answer as FakeCall['answer'] });

/** Never answers: what the application shows while it waits. */
export const silent = <C extends Call>(definition: C): FakeCall =>
  fake(definition, () => new Promise(() => {}));

export class Refusal extends Error {
  readonly status: number;
  readonly errCode: string;
  readonly details: unknown;
  constructor(status: number, errCode: string, errMsg: string, details?: unknown) {
    super(errMsg);
    this.status = status;
    this.errCode = errCode;
    this.details = details;
  }
}

/** Takes the place of the network until the returned function is called. A later call of a list wins over an earlier one. */
export function answerCalls(calls: readonly FakeCall[]): () => void {
  const { fetch: realFetch, XMLHttpRequest: RealRequest } = globalThis;
  const ours = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const request =
      input instanceof Request
        ? new Request(input, init)
        : new Request(new URL(String(input), location.href), init);
    const { pathname } = new URL(request.url);
    if (pathname === VERSION_FILE) return Response.json({ version: 'story' });
    // asked for where the connection is lost: it stays so
    if (pathname === READY) return new Response(null, { status: 503 });
    return (
      (await answered(calls, request)) ??
      (OF_THE_SERVER.test(pathname) ? noSample(request) : realFetch(input, init))
    );
  };
  globalThis.fetch = ours;
  globalThis.XMLHttpRequest = uploadingBy(ours);
  return () => {
    globalThis.fetch = realFetch;
    globalThis.XMLHttpRequest = RealRequest;
  };
}

/** A story never reaches a server, even where one serves it. */
const OF_THE_SERVER = /^\/(1\.\d+|open-api|api)(\/|$)/;
/** No calls of the contract: files of the page, and the state of the server. */
const VERSION_FILE = '/version.json';
const READY = '/readyz';
const noSample = ({ method, url }: Request): Response =>
  envelope(501, {
    success: false,
    data: null,
    errCode: 'NO_SAMPLE',
    errMsg: `This story has no sample for ${method} ${url}`,
  });

async function answered(calls: readonly FakeCall[], request: Request): Promise<Response | null> {
  const { pathname, searchParams } = new URL(request.url);
  // the most exact path first: `pages/AT` before `pages/:page`
  const found = calls
    .flatMap(({ definition, answer }) => {
      const values = request.method === definition.method ? valuesOf(definition.path, pathname) : null;
      return values ? [{ definition, answer, values }] : [];
    })
    .reduce<Match | null>((best, next) => (best && count(best) < count(next) ? best : next), null);
  if (!found) return null;
  const { definition, answer, values } = found;
  const text = definition.carries === 'upload' ? '' : await request.text();
  try {
    const data = await answer({
      params: typed(definition.params, values),
      query: typed(definition.query, Object.fromEntries(searchParams)),
      body: text === '' ? undefined : JSON.parse(text),
    });
    if (data instanceof Blob)
      return new Response(data, {
        headers: { 'content-type': data.type, 'content-disposition': 'attachment; filename="sample"' },
      });
    return envelope(200, { success: true, data: data ?? null, errMsg: null, errCode: null });
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    const { status, errCode, message, details } = refusal;
    return envelope(status, { success: false, data: null, errMsg: message, errCode, details });
  }
}

type Match = FakeCall & { values: Record<string, string> };
const count = ({ values }: Match): number => Object.keys(values).length;

const envelope = (status: number, body: Envelope<unknown>): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** The path parameters where the path is of the call, else null. */
function valuesOf(pattern: string, path: string): Record<string, string> | null {
  const source = pattern.replaceAll('.', '\\.').replace(/:(\w+)/g, '(?<$1>[^/]+)');
  const match = new RegExp(`^${source}$`).exec(path);
  return match
    ? Object.fromEntries(
        Object.entries(match.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)]),
      )
    : null;
}

const typed = (schema: TSchema | undefined, values: Record<string, string>): never =>
  (schema ? Value.Convert(schema, values) : values) as never;

/** As much of an XMLHttpRequest as an upload needs. */
function uploadingBy(send: typeof fetch): typeof XMLHttpRequest {
  class Upload {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    status = 0;
    responseText = '';
    onload?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    #method = 'POST';
    #address = '';
    open(method: string, address: string): void {
      this.#method = method;
      this.#address = address;
    }
    setRequestHeader(): void {}
    /** no sample has headers */
    getResponseHeader(): null {
      return null;
    }
    send(body: FormData): void {
      this.upload.onprogress?.({ loaded: 1, total: 1 });
      this.#sent(send(this.#address, { method: this.#method, body })).catch(() => this.onerror?.());
    }
    async #sent(answer: Promise<Response>): Promise<void> {
      const response = await answer;
      this.status = response.status;
      this.responseText = await response.text();
      this.onload?.();
    }
    abort(): void {
      this.onabort?.();
    }
  }
  return Upload as unknown as typeof XMLHttpRequest;
}
