/** The user downloads the frozen file, hands it in elsewhere and uploads the answer. Only they know what became of it. */
import type { Transport } from './transport.ts';

export const byHandTransport: Transport = {
  stage: () => Promise.resolve(),
  send: () => Promise.resolve('unknown'),
  ask: () => Promise.resolve({ known: 'unknown' }),
  // eslint-disable-next-line no-empty-function
  receive: async function* () {},
};
