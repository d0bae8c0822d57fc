/** What lies around the product, as one small server: manual, privacy policy, help center with its policy, chatbot. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface OutsideWorld {
  url: string;
  /** method and address of every request */
  requests: string[];
  /** lets users in who have agreed to the policy */
  hasAgreed: boolean;
  stop: () => Promise<void>;
}

const CHATBOT = `<h1>Chatbot</h1><output></output><script>
  addEventListener('message', ({ data }) => (document.querySelector('output').textContent = JSON.stringify(data)));
  opener.postMessage('CHATBOT_READY', '*');
</script>`;
const POLICY = `<h1>Policy</h1>
<button onclick="fetch('/agreed').then(() => opener.postMessage('POLICY_AGREED', '*'))">Agree</button>
<button onclick="opener.postMessage('POLICY_REFUSED', '*')">Refuse</button>`;

/** A page that says whether it saw who opened it, at its beginning. */
const pageAt = (path: string) => `<script>
  document.documentElement.dataset.opener = opener === null ? 'none' : 'seen';
</script><h1>${path}</h1>`;

/** Starts it on a free port of this machine. */
export async function startOutsideWorld(): Promise<OutsideWorld> {
  const server = createServer((request, response) => answer(world, request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const world: OutsideWorld = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    hasAgreed: false,
    stop: () => new Promise((done) => server.close(() => done())),
  };
  return world;
}

function answer(world: OutsideWorld, { method, url = '' }: IncomingMessage, response: ServerResponse): void {
  world.requests.push(`${method} ${url}`);
  if (method === 'POST') {
    response.setHeader('content-type', 'application/json');
    const { hasAgreed } = world;
    response.end(
      JSON.stringify(hasAgreed ? { redirectUrl: `${world.url}/help` } : { policyUrl: `${world.url}/policy` }),
    );
    return;
  }
  if (url === '/agreed') world.hasAgreed = true;
  response.setHeader('content-type', 'text/html; charset=utf-8');
  const page = { '/chat': CHATBOT, '/policy': POLICY }[url] ?? pageAt(url.split('?')[0] ?? '');
  response.end(`<!doctype html><link rel="icon" href="data:,">${page}`);
}
