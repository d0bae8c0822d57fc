/** Reports of any size, made while they are sent. */
import { spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { importFile } from '../shared/contract/index.ts';

const CLIENT = fileURLToPath(new URL('largeReportClient.ts', import.meta.url));
const LISTS = '2.16.840.1.113883.3.989.2.1.1';
/** base64 of bytes without a pattern is as long as this for each piece */
const PIECE = 64 * 1024;

export interface LargeReport {
  messages: number;
  /** characters of the attachment of each message */
  attachment: number;
}

/** The XML of a batch whose messages consist mostly of an attachment. */
export function* largeReport({ messages, attachment }: LargeReport): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<MCCI_IN200100UV01 xmlns="urn:hl7-org:v3">\n';
  for (let message = 1; message <= messages; message += 1) {
    yield (
      `<PORR_IN049016UV><id extension="LARGE-${message}"/><controlActProcess><subject><investigationEvent>` +
        `<reference><document><code code="1" codeSystem="${LISTS}.27"/><title>scan</title>` +
        '<text mediaType="application/pdf" representation="B64"><reference value="scan.pdf"/>'
    );
    for (let left = attachment; left > 0; left -= PIECE)
      yield `${message}A${left}A`.repeat(PIECE).slice(0, Math.min(left, PIECE));
    yield '</text></document></reference></investigationEvent></subject></controlActProcess></PORR_IN049016UV>\n';
  }
  yield '</MCCI_IN200100UV01>\n';
}

/** Sends a file as the form of an import; `file` is the content in pieces. */
export function sendImport(
  url: string,
  token: string,
  fileName: string,
  file: Iterable<string | Uint8Array>,
  headers: Record<string, string> = {},
): Promise<Response> {
  function* form() {
    yield Buffer.from(
      `--b\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    );
    for (const piece of file) yield Buffer.from(piece);
    yield Buffer.from('\r\n--b--\r\n');
  }
  return fetch(url + importFile.path.replace(':sponsorKey', '1'), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=b',
      ...headers,
    },
    body: Readable.toWeb(Readable.from(form())) as never,
    duplex: 'half',
  } as RequestInit);
}

/** The client is a process of its own, so that its memory does not count. Returns the envelope of the answer. */
export async function sentByOther(url: string, token: string, report: LargeReport): Promise<string> {
  const client = spawn(process.execPath, [CLIENT, url, token, JSON.stringify(report)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return text(client.stdout);
}
