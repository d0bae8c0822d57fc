/** A mailbox for tests: a real server of POP3 (RFC 1939), on a free port. */
import { createHash } from 'node:crypto';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

export interface Mailbox {
  url: string;
  /** what is in it, as it came over the wire */
  mails: string[];
  close: () => Promise<void>;
}

const [USER, PASSWORD] = ['reports', 'pass%word'];

export async function startMailbox(): Promise<Mailbox> {
  const mails: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    serve(socket, mails);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return {
    url: `pop3://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`,
    mails,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** One connection: it sees the mails of its beginning, and removes at its end. */
function serve(socket: Socket, mails: string[]): void {
  const seen = [...mails];
  const removed = new Set<string>();
  let user = '';
  const say = (line: string) => socket.write(`${line}\r\n`);
  const list = (lines: readonly string[]) => {
    say('+OK');
    for (const line of lines) say(line.startsWith('.') ? `.${line}` : line);
    say('.');
  };
  const mailAt = (numbers = ''): string => seen[Number.parseInt(numbers) - 1] ?? '';
  const answers: Record<string, (argument?: string) => void> = {
    USER: (name = '') => {
      user = name;
      say('+OK');
    },
    PASS: (password) => say(user === USER && password === PASSWORD ? '+OK' : '-ERR no such user'),
    UIDL: () => list(seen.map((mail, index) => `${index + 1} ${idOf(mail)}`)),
    TOP: (number) => list(mailAt(number).split('\r\n')),
    DELE: (number) => {
      removed.add(mailAt(number));
      say('+OK');
    },
    QUIT: () => {
      mails.splice(0, mails.length, ...mails.filter((mail) => !removed.has(mail)));
      socket.end('+OK\r\n');
    },
  };
  say('+OK ready');
  createInterface({ input: socket }).on('line', (line) => {
    const [command = '', ...rest] = line.split(' ');
    const answer = answers[command.toUpperCase()];
    if (answer) answer(rest.join(' '));
    else say('-ERR unknown');
  });
}

const idOf = (mail: string): string => createHash('sha256').update(mail).digest('hex');
