/** A mailbox that the product reads by POP3 (RFC 1939), as a port. */
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { connect as connectTls } from 'node:tls';
import type { MailboxSettings } from '../mail/mailSettings.ts';

export interface Mailbox {
  /** the mails, with an id that stays the same for each */
  list: () => Promise<{ number: number; id: string }[]>;
  /** The head and the first lines of a mail, one character for each byte. */
  read: (number: number) => Promise<string>;
  /** takes effect when the mailbox is closed */
  remove: (number: number) => Promise<void>;
  close: () => Promise<void>;
}

export type OpenMailbox = (settings: MailboxSettings, signal: AbortSignal) => Promise<Mailbox>;

const TIMEOUT_MS = 30_000;
/** Of a notification; what it returns of the mail follows behind. */
const MAX_LINES = 2000;

/** Throws the answer of the server where it refuses a command. */
export const popMailbox: OpenMailbox = async ({ host, port, secure, login }, signal) => {
  const socket = secure ? connectTls({ host, port, servername: host }) : connect({ host, port });
  socket.setEncoding('latin1');
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error(`the mailbox at ${host} does not answer`)));
  const abort = () => socket.destroy(new Error('stopped'));
  signal.addEventListener('abort', abort, { once: true });
  let failure: Error | null = null;
  socket.on('error', (error) => (failure = error));
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();

  const nextLine = async (): Promise<string> => {
    const { done, value } = await lines.next();
    if (done) throw failure ?? new Error(`the mailbox at ${host} closed the connection`);
    return value;
  };
  const answer = async (what: string): Promise<void> => {
    const line = await nextLine();
    // the command is not in the message: it may hold the password
    if (!line.startsWith('+OK')) throw new Error(`${what} was refused: ${line}`);
  };
  const command = (text: string, what = text): Promise<void> => {
    socket.write(`${text}\r\n`);
    return answer(what);
  };
  const listing = async (text: string): Promise<string[]> => {
    await command(text);
    const found: string[] = [];
    for (let line = await nextLine(); line !== '.'; line = await nextLine())
      // a line that begins with a point was given another one
      found.push(line.startsWith('.') ? line.slice(1) : line);
    return found;
  };
  const end = () => {
    signal.removeEventListener('abort', abort);
    socket.destroy();
  };

  try {
    await answer('the connection');
    await command(`USER ${login.user}`, 'the user');
    await command(`PASS ${login.password}`, 'the password');
  } catch (error) {
    end();
    throw error;
  }
  return {
    list: async () =>
      (await listing('UIDL')).map((line) => {
        const [number = '', id = ''] = line.split(' ');
        return { number: Number(number), id };
      }),
    read: async (number) => (await listing(`TOP ${number} ${MAX_LINES}`)).join('\r\n'),
    remove: (number) => command(`DELE ${number}`),
    close: () => command('QUIT').finally(end),
  };
};
