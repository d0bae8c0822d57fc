/** A collector of the tests: receives spans by OTLP over HTTP, as JSON. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number };
interface KeyValue {
  key: string;
  value: Value;
}
interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: KeyValue[];
  status: { code?: number };
}
interface Sent {
  resourceSpans: { resource: { attributes: KeyValue[] }; scopeSpans: { spans: SentSpan[] }[] }[];
}

export interface ReceivedSpan extends Omit<SentSpan, 'attributes'> {
  attributes: Record<string, string | number | undefined>;
  resource: Record<string, string | number | undefined>;
}

export interface OtlpReceiver {
  url: string;
  spans: ReceivedSpan[];
  /** of the requests that brought them */
  headers: Record<string, unknown>[];
  /** Refuses all that comes, or takes it again. */
  refuse: (isRefused: boolean) => void;
  stop: () => Promise<void>;
}

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const headers: OtlpReceiver['headers'] = [];
  let isRefused = false;
  const server = createServer((request, response) => {
    void (async () => {
      const sent = (await json(request)) as Sent;
      if (request.url !== '/v1/traces' || isRefused) {
        response.writeHead(isRefused ? 400 : 404).end();
        return;
      }
      headers.push(request.headers);
      spans.push(...sent.resourceSpans.flatMap(spansOf));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    headers,
    refuse: (given) => {
      isRefused = given;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const spansOf = ({ resource, scopeSpans }: Sent['resourceSpans'][number]): ReceivedSpan[] =>
  scopeSpans.flatMap((scope) =>
    scope.spans.map((span) => ({
      ...span,
      attributes: recordOf(span.attributes),
      resource: recordOf(resource.attributes),
    })),
  );

const recordOf = (attributes: KeyValue[]) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.doubleValue]),
  );
