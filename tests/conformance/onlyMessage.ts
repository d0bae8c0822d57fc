import { map } from './roundTrip.ts';

/** The batch with one of its messages alone, counted from 0, as the text it came as. */
export function onlyMessage(batch: Uint8Array, index: number): string {
  const text = Buffer.from(batch).toString('utf8');
  const message = new RegExp(`<${map.message.name}[\\s>][\\s\\S]*?</${map.message.name}>`, 'g');
  let at = 0;
  return text.replace(message, (found) => (at++ === index ? found : ''));
}
