/**
 * Batches as files on the SFTP server of a partner or gateway. A file is uploaded beside its destination and handed over by
 * one rename, which never replaces a file. The key of the server is pinned: the library by itself accepts every server.
 */
import { createHash } from 'node:crypto';
import { connect as openSocket, type LookupFunction, type Socket } from 'node:net';
import { posix } from 'node:path';
import type SftpClient from 'ssh2-sftp-client';
import { FOLDERS, repeatedFolders } from '../../../shared/submission/transports.ts';
import { contentOf, isWhole, MAX_ANSWER_BYTES } from './fileNames.ts';
import {
  fromEach,
  TransportFailure,
  type IncomingFile,
  type OutgoingFile,
  type Receiving,
  type RemoteConnection,
  type TransportProfile,
} from './transport.ts';

const CONNECT_TIMEOUT_MS = 20_000;
/** Without a byte, while an answer is awaited or taken in: neither the library nor TCP ends a connection that fell silent. */
const SILENCE_MS = 2 * 60_000;
/** A server's clock may be so slow: a file that by it was changed minutes ago may be being written. */
const CLOCK_BEHIND_MS = 30 * 60_000;

type Settings = Record<string, string | undefined>;

/** The adapter for an SFTP server; each call has a connection of its own. `lookup`: of its name; left out: that of the system. */
export function sftpTransport(
  { settings, secrets }: TransportProfile,
  lookup?: LookupFunction,
  silenceMs = SILENCE_MS,
): RemoteConnection {
  const given: Settings = { ...settings };
  const open = () => connect(given, secrets, { lookup, silenceMs });
  const connected = <T>(work: (client: SftpClient) => Promise<T>) => withClient(open, work);
  return {
    stage: (batch) =>
      connected(async (client) => {
        const { part, file } = placesOf(given, batch);
        if ((await client.exists(file)) || (await client.exists(part))) return;
        const upload = `${part}.upload`;
        const content = await batch.read();
        // a server that refuses the file reads none of it
        await client.put(content, upload).finally(() => content.destroy());
        await client.rename(upload, part);
      }),
    send: async (batch) => {
      const { part, file } = placesOf(given, batch);
      let isConnected = false;
      try {
        return await connected(async (client) => {
          isConnected = true;
          await client.rename(part, file);
          return 'handedOver' as const;
        });
      } catch (error) {
        // the server refused, or was never reached; otherwise its answer was lost, and it may have renamed the file
        if (!isConnected || isAnswer((error as Error).cause)) throw error;
        return 'unknown';
      }
    },
    // a file that is at neither place may have been taken, or tidied up: only the receiver knows
    ask: (batch) =>
      connected(async (client) => {
        const { part, file } = placesOf(given, batch);
        if (await client.exists(file)) return { known: 'taken' };
        return { known: (await client.exists(part)) ? 'notTaken' : 'unknown' };
      }),
    receive: (receiving) => arrived(open, given, receiving),
    probe: () =>
      connected(async (client) => {
        for (const name of FOLDERS) {
          const folder = given[name];
          if (folder && (await client.exists(folder)) !== 'd')
            throw new TransportFailure('settings', `the server has no folder '${folder}'`);
        }
        await requireOwnFolders(client, given);
      }),
  };
}

function placesOf({ outFolder = '' }: Settings, { fileName }: Pick<OutgoingFile, 'fileName'>) {
  const file = posix.join(outFolder, fileName);
  return { file, part: `${file}.part` };
}

/**
 * A folder may have several names, e.g. by a link. Throws a `TransportFailure` where two settings name one: a batch would be read
 * as its own answer and deleted before its receiver takes it, or what was archived would be read again.
 */
async function requireOwnFolders(client: SftpClient, settings: Settings): Promise<void> {
  const paths: Record<string, string> = {};
  for (const name of FOLDERS) {
    const folder = settings[name];
    if (folder) paths[name] = await pathOf(client, folder);
  }
  const [name] = repeatedFolders(paths);
  if (name !== undefined)
    throw new TransportFailure('settings', `'${settings[name] ?? ''}' is the folder of another setting, too`);
}

/** As the server calls it; a folder that it refuses to tell of is refused where it is read. */
async function pathOf(client: SftpClient, folder: string): Promise<string> {
  try {
    return (await client.realPath(folder)) || folder;
  } catch (error) {
    if (isBroken(error)) throw error;
    return folder;
  }
}

async function* arrived(
  open: () => Promise<SftpClient>,
  settings: Settings,
  { now }: Receiving,
): AsyncGenerator<IncomingFile> {
  const client = await open();
  try {
    await requireOwnFolders(client, settings);
    yield* fromEach(['receipt', 'answer'] as const, (kind) => filesOf(client, settings, kind, now), isBroken);
  } catch (error) {
    throw failureOf(error);
  } finally {
    await client.end();
  }
}

async function* filesOf(
  client: SftpClient,
  settings: Settings,
  kind: 'answer' | 'receipt',
  now: Date,
): AsyncGenerator<IncomingFile> {
  const folder = settings[kind === 'answer' ? 'ackFolder' : 'receiptFolder'];
  if (!folder) return;
  const listed = await client.list(folder);
  const files = listed
    .filter(({ name, type }) => type === '-' && !/\.(part|tmp|filepart)$/i.test(name))
    .toSorted((one, other) => one.name.localeCompare(other.name));
  yield* fromEach(
    files,
    async function* ({ name, size, modifyTime }) {
      const path = posix.join(folder, name);
      // one byte more than an answer may have: the file may have grown since. The types of the library leave `end` out
      const upTo = { readStreamOptions: { flags: 'r' as const, end: MAX_ANSWER_BYTES } };
      const content = await contentOf(
        name,
        size,
        async () => (await client.get(path, undefined, upTo)) as Buffer,
      );
      if (!isWhole({ kind, ...content }, modifyTime, now, CLOCK_BEHIND_MS)) return;
      yield {
        fileName: name,
        kind,
        batchNumber: null,
        ...content,
        putAway: async () => {
          const { archiveFolder } = settings;
          if (!archiveFolder) return void (content.refused === null && (await client.delete(path)));
          // another file may have had the name
          const archived = posix.join(archiveFolder, `${now.toISOString().replace(/\D/g, '')}-${name}`);
          await client.rename(path, archived);
        },
      };
    },
    isBroken,
  );
}

async function withClient<T>(
  open: () => Promise<SftpClient>,
  work: (client: SftpClient) => Promise<T>,
): Promise<T> {
  const client = await open();
  try {
    return await work(client);
  } catch (error) {
    throw failureOf(error);
  } finally {
    await client.end();
  }
}

async function connect(
  settings: Settings,
  secrets: Settings,
  line: { lookup: LookupFunction | undefined; silenceMs: number },
): Promise<SftpClient> {
  // loaded with a profile only
  const { default: Client } = await import('ssh2-sftp-client');
  const silent = () => {};
  const client = new Client('sftp', { error: silent, end: silent, close: silent });
  const { userName, hostKey } = settings;
  let seen: string | null = null;
  try {
    await client.connect({
      sock: socketTo(settings, line),
      username: userName,
      readyTimeout: CONNECT_TIMEOUT_MS,
      ...(secrets['password'] && { password: secrets['password'] }),
      ...(secrets['privateKey'] && { privateKey: secrets['privateKey'] }),
      ...(secrets['passphrase'] && { passphrase: secrets['passphrase'] }),
      hostVerifier: (key: Buffer) => {
        seen = fingerprintOf(key);
        return seen === hostKey;
      },
    });
    return client;
  } catch (error) {
    if (seen !== null && seen !== hostKey)
      throw new TransportFailure('settings', `the server showed another key: ${seen as string}`, {
        cause: error,
      });
    throw failureOf(error);
  }
}

/** The library has no look-up of its own and no limit for silence, and waits before it sends small requests. */
function socketTo(
  { host = '', port }: Settings,
  { lookup, silenceMs }: { lookup: LookupFunction | undefined; silenceMs: number },
): Socket {
  const socket = openSocket({ host, port: Number(port), noDelay: true, ...(lookup && { lookup }) });
  return socket.setTimeout(silenceMs, () => socket.destroy(new Error(`${host} has fallen silent`)));
}

/** As OpenSSH writes it. */
export const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;

/** Whether the server answered a request with a status (SSH_FXP_STATUS). */
const isAnswer = (error: unknown): boolean => {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'number' || code === 'ENOENT' || code === 'EACCES';
};

/** Whether there is no connection any more: what the server refuses is about one file or folder. */
const isBroken = (error: unknown): boolean => !isAnswer(error);

/** The client tells these apart by their sentences alone: its errors have neither code nor level. */
const REFUSED_LOGIN = 'authentication methods failed';
const UNREADABLE_KEY = 'Cannot parse privateKey';

function failureOf(error: unknown): TransportFailure {
  if (error instanceof TransportFailure) return error;
  const { message } = error as Error;
  const fault =
    message.includes(REFUSED_LOGIN) || message.includes(UNREADABLE_KEY)
      ? 'credentials'
      : isAnswer(error)
        ? 'settings'
        : 'passing';
  return new TransportFailure(fault, message, { cause: error });
}
