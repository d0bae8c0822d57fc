/** A real SFTP server over a folder, for the tests of transports. It can lose the answer to a rename. */
import { generateKeyPairSync } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import ssh2, { type Attributes, type Connection, type SFTPWrapper } from 'ssh2';
import { fingerprintOf } from '../../server/submissions/transports/sftpTransport.ts';

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp;

export interface SftpServer {
  port: number;
  hostKey: string;
  root: string;
  /** the next rename, or the one after so many, is carried out, and the connection breaks before its answer */
  loseNextAnswer: (after?: number) => void;
  /** says that files of this name have one byte, as before they grew */
  understate: (name: string) => void;
  close: () => Promise<void>;
}

export const SFTP_USER = { userName: 'partner', password: 'Only-for-tests-1' };

export async function startSftpServer(root: string): Promise<SftpServer> {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const parsed = ssh2.utils.parseKey(privateKey);
  if (parsed instanceof Error || Array.isArray(parsed)) throw new Error('the key cannot be read');
  for (const folder of ['out', 'ack', 'receipts', 'archive'])
    await mkdir(join(root, folder), { recursive: true });
  /** renames until that one; null: none is lost */
  let loses: number | null = null;
  const understated = new Set<string>();
  const clients = new Set<Connection>();
  const server = new ssh2.Server({ hostKeys: [privateKey] }, (client) => {
    clients.add(client);
    client.on('error', () => {});
    // its types leave it out
    (client as Connection & { setNoDelay: (noDelay: boolean) => void }).setNoDelay(true);
    client.on('close', () => clients.delete(client));
    client.on('authentication', (attempt) => {
      const isKnown =
        attempt.method === 'password' &&
        attempt.username === SFTP_USER.userName &&
        attempt.password === SFTP_USER.password;
      if (isKnown) attempt.accept();
      else attempt.reject(['password']);
    });
    client.on('ready', () =>
      client.on('session', (accept) =>
        accept().on('sftp', (acceptSftp) =>
          serve(acceptSftp(), { root, understated }, () => {
            if (loses === null) return false;
            const isLost = loses === 0;
            loses = isLost ? null : loses - 1;
            if (isLost) client.end();
            return isLost;
          }),
        ),
      ),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    hostKey: fingerprintOf(parsed.getPublicSSH()),
    root,
    loseNextAnswer: (after = 0) => {
      loses = after;
    },
    understate: (name) => void understated.add(name),
    close: () =>
      new Promise((resolve) => {
        for (const client of clients) client.end();
        server.close(() => resolve());
      }),
  };
}

function serve(
  sftp: SFTPWrapper,
  { root, understated }: { root: string; understated: ReadonlySet<string> },
  breaks: () => boolean,
): void {
  const handles = new Map<number, FileHandle | { names: string[] | null; path: string }>();
  let last = 0;
  const at = (path: string) => join(root, path);
  const keep = (id: number, handle: FileHandle | { names: string[] | null; path: string }) => {
    last += 1;
    handles.set(last, handle);
    const name = Buffer.alloc(4);
    name.writeUInt32BE(last);
    sftp.handle(id, name);
  };
  const of = (handle: Buffer) => handles.get(handle.readUInt32BE());
  sftp.on('close', () => {
    for (const handle of handles.values()) if ('close' in handle) void handle.close();
  });
  const carryOut = (id: number, work: () => Promise<unknown>) =>
    void work().catch((error: NodeJS.ErrnoException) =>
      sftp.status(
        id,
        error.code === 'ENOENT' ? STATUS_CODE.NO_SUCH_FILE : STATUS_CODE.FAILURE,
        error.message,
      ),
    );
  const attributes = async (path: string): Promise<Attributes> => {
    const { mode, size, uid, gid, atimeMs, mtimeMs } = await stat(path);
    return { mode, size, uid, gid, atime: Math.floor(atimeMs / 1000), mtime: Math.floor(mtimeMs / 1000) };
  };
  sftp.on('OPEN', (id, path, flags) =>
    carryOut(id, async () => {
      const writes = (flags & OPEN_MODE.WRITE) > 0;
      keep(
        id,
        await open(at(path), writes ? constants.O_CREAT | constants.O_TRUNC | constants.O_WRONLY : 'r'),
      );
    }),
  );
  sftp.on('WRITE', (id, handle, offset, data) =>
    carryOut(id, async () => {
      await (of(handle) as FileHandle).write(data, 0, data.length, offset);
      sftp.status(id, STATUS_CODE.OK);
    }),
  );
  sftp.on('READ', (id, handle, offset, length) =>
    carryOut(id, async () => {
      const { bytesRead, buffer } = await (of(handle) as FileHandle).read(
        Buffer.alloc(length),
        0,
        length,
        offset,
      );
      if (bytesRead === 0) sftp.status(id, STATUS_CODE.EOF);
      else sftp.data(id, buffer.subarray(0, bytesRead));
    }),
  );
  sftp.on('CLOSE', (id, handle) =>
    carryOut(id, async () => {
      const found = of(handle);
      if (found && 'close' in found) await found.close();
      handles.delete(handle.readUInt32BE());
      sftp.status(id, STATUS_CODE.OK);
    }),
  );
  const answerAttributes = (id: number, path: string) =>
    carryOut(id, async () => sftp.attrs(id, await attributes(at(path))));
  sftp.on('STAT', answerAttributes);
  sftp.on('LSTAT', answerAttributes);
  sftp.on('FSETSTAT', (id) => sftp.status(id, STATUS_CODE.OK));
  sftp.on('SETSTAT', (id) => sftp.status(id, STATUS_CODE.OK));
  sftp.on('REALPATH', (id, path) => {
    const filename = join('/', path);
    sftp.name(id, [{ filename, longname: filename, attrs: {} as Attributes }]);
  });
  sftp.on('OPENDIR', (id, path) =>
    carryOut(id, async () => keep(id, { names: await readdir(at(path)), path: at(path) })),
  );
  sftp.on('READDIR', (id, handle) =>
    carryOut(id, async () => {
      const found = of(handle) as { names: string[] | null; path: string };
      const { names } = found;
      found.names = null;
      if (names === null) return sftp.status(id, STATUS_CODE.EOF);
      const listed = names.map(async (filename) => {
        const attrs = await attributes(join(found.path, filename));
        const isFolder = (attrs.mode & constants.S_IFMT) === constants.S_IFDIR;
        const longname = `${isFolder ? 'd' : '-'}rw-r--r-- 1 a a ${attrs.size} Jan 1 00:00 ${filename}`;
        return { filename, longname, attrs: understated.has(filename) ? { ...attrs, size: 1 } : attrs };
      });
      sftp.name(id, await Promise.all(listed));
    }),
  );
  sftp.on('REMOVE', (id, path) =>
    carryOut(id, async () => {
      await rm(at(path));
      sftp.status(id, STATUS_CODE.OK);
    }),
  );
  sftp.on('RENAME', (id, from, to) =>
    carryOut(id, async () => {
      // as the protocol wants it: no file is replaced
      const isThere = await stat(at(to)).then(
        () => true,
        () => false,
      );
      if (isThere) return sftp.status(id, STATUS_CODE.FAILURE);
      await rename(at(from), at(to));
      if (!breaks()) sftp.status(id, STATUS_CODE.OK);
    }),
  );
}
