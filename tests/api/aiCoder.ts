/** An external coder for tests: a real HTTP server that gives the answers it is set to, and records the requests. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestCoder {
  url: string;
  /** what was asked, as the user's message says it */
  requests: { dictionary: string; text: string; candidates: { code: string; term: string }[] }[];
  /** the message it answers with from now on, and what it calls itself; null: it keeps silent */
  say: (content: string | null, model?: string) => void;
  close: () => Promise<void>;
}

export async function startTestCoder(): Promise<TestCoder> {
  const requests: TestCoder['requests'] = [];
  let content: string | null = '{"codes":[]}';
  let model = '';
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as { messages: { content: string }[] };
      requests.push(JSON.parse(body.messages[1]?.content ?? '{}') as TestCoder['requests'][number]);
      if (content === null) return;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ model, choices: [{ message: { content } }] }));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests: requests,
    say: (next, named = 'coder-7') => void ([content, model] = [next, named]),
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}
