/** Files to and from the server. */
import {
  CATALOGUE_VERSION,
  type Call,
  type DataOf,
  MISSING_ROWS,
  OMITTED_ITEMS,
  PROGRESS_LINES,
  REQUEST_ID,
  type ParamsOf,
  type ProgressOf,
  type QueryOf,
} from '../../shared/contract/call.ts';
import { makeListeners } from '../listeners/listeners.ts';
import { BAD_ANSWER, CallFailure } from './callFailure.ts';
import { isAbort, noAnswer, reported, send, textOf } from './call.ts';
import { noteCatalogueVersion } from './catalogueVersion.ts';
import { currentToken } from './credentials.ts';
import { progressLines } from './progressLines.ts';
import { noteHead } from './reachability.ts';
import { addressOf, dataOf, headersOf } from './request.ts';

export interface Progress {
  loaded: number;
  total: number;
}

interface UploadInput<C extends Call> {
  params: ParamsOf<C>;
  query?: QueryOf<C>;
  file: File;
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
  /** progress of the server's processing, of a call that has it */
  onProcessed?: (progress: ProgressOf<C>) => void;
}

/**
 * Sends a file as the multipart field `file`. With XMLHttpRequest, since fetch does not tell how much was sent.
 * Rejects with a `CallFailure`, or with an AbortError when the signal is aborted.
 */
export function upload<C extends Call>(definition: C, input: UploadInput<C>): Promise<DataOf<C>> {
  return reported(definition, {}, () => sendFile(definition, input));
}

function sendFile<C extends Call>(definition: C, input: UploadInput<C>): Promise<DataOf<C>> {
  const form = new FormData();
  form.append('file', input.file, input.file.name);
  return new Promise((resolve, reject) => {
    const cancelled = () => reject(new DOMException('the upload was cancelled', 'AbortError'));
    if (input.signal?.aborted) return cancelled();
    const requestToken = currentToken();
    const request = new XMLHttpRequest();
    request.open(definition.method, addressOf(definition, { params: input.params, query: input.query }));
    for (const [name, value] of Object.entries(headersOf())) request.setRequestHeader(name, value);
    if (definition.progress) request.setRequestHeader('accept', PROGRESS_LINES);
    const lines = progressLines((progress) => input.onProcessed?.(progress as ProgressOf<C>));
    request.onprogress = () => lines.read(textWithLines(request));
    request.upload.onprogress = ({ loaded, total }) => input.onProgress?.({ loaded, total });
    request.onload = () => {
      noteCatalogueVersion(request.getResponseHeader(CATALOGUE_VERSION));
      noteHead(request.status, request.getResponseHeader('content-type'));
      try {
        const last = lines.read(textWithLines(request));
        const { status, text } = last ?? { status: request.status, text: request.responseText };
        const requestId = request.getResponseHeader(REQUEST_ID);
        resolve(dataOf(status, text, { requestToken, requestId }) as DataOf<C>);
      } catch (failure) {
        reject(failure as Error);
      }
    };
    request.onerror = () => reject(noAnswer(definition));
    request.onabort = cancelled;
    input.signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

/** The lines of an answer with progress; of any other answer there are none. */
const textWithLines = (request: XMLHttpRequest): string =>
  request.getResponseHeader('content-type')?.startsWith(PROGRESS_LINES) ? request.responseText : '';

/** The file name of a content-disposition header; the encoded form (RFC 5987) wins where it can be read. */
export function fileNameOf(disposition: string): string {
  const encoded = /filename\*=(?:UTF-8'[^']*')([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(disposition)?.[1]?.trim() ?? 'download';
  if (!encoded) return plain;
  try {
    return decodeURIComponent(encoded.trim());
  } catch {
    // a broken encoding: the plain name is there for those who cannot read the other
    return plain;
  }
}

/** How much of a file has come; `total` is 0 where the server does not say. */
type OnProgress = (progress: Progress) => void;

/**
 * The file of a download call. It failed when there is no content-disposition header, when the content is JSON, or
 * when the status is not 200 (specification section 8); then the error body is the failure. Rejects with a
 * `CallFailure` also where the answer breaks off.
 */
export async function fileOf(
  definition: Call,
  response: Response,
  onProgress?: OnProgress,
): Promise<{ name: string; blob: Blob }> {
  const disposition = response.headers.get('content-disposition');
  const type = response.headers.get('content-type') ?? '';
  if (response.status === 200 && disposition && !type.includes('json')) {
    return { name: fileNameOf(disposition), blob: await blobOf(definition, response, type, onProgress) };
  }
  const requestId = response.headers.get(REQUEST_ID);
  dataOf(response.status, await textOf(definition, response), { requestId });
  // an envelope that says success, where a file was to come
  throw new CallFailure({ status: response.status, errCode: BAD_ANSWER, errMsg: 'the answer holds no file' });
}

/** Takes the file piece by piece, so that one can tell how far it is. */
async function blobOf(
  definition: Call,
  response: Response,
  type: string,
  onProgress?: OnProgress,
): Promise<Blob> {
  // the length is that of the packed answer; of one that was unpacked on the way it tells nothing
  const packed = response.headers.get('content-encoding') !== null;
  const total = packed ? 0 : Number(response.headers.get('content-length') ?? 0);
  const pieces: BlobPart[] = [];
  let loaded = 0;
  try {
    const reader = response.body?.getReader();
    for (let step = await reader?.read(); step && !step.done; step = await reader?.read()) {
      pieces.push(step.value);
      loaded += step.value.length;
      onProgress?.({ loaded, total });
    }
  } catch (error) {
    throw isAbort(error) ? error : noAnswer(definition, error);
  }
  return new Blob(pieces, { type });
}

/** Fetches a file to show it. */
export const fetchFile = async <C extends Call>(
  definition: C,
  input: { params: ParamsOf<C>; signal?: AbortSignal },
): Promise<Blob> =>
  (await reported(definition, {}, async () => fileOf(definition, await send(definition, input)))).blob;

const ofOmitted = makeListeners<[itemIds: readonly string[]]>();

/** Calls the listener with the items whose values a downloaded file cannot hold. Answers how to stop listening. */
export const onOmittedItems = ofOmitted.add;

const ofMissing = makeListeners<[count: number]>();

/** Calls the listener with the number of chosen rows that a downloaded list does not have. Answers how to stop listening. */
export const onMissingRows = ofMissing.add;

/** Fetches a file and hands it to the user. Answers its name. */
export async function download<C extends Call>(
  definition: C,
  input: { params: ParamsOf<C>; query?: QueryOf<C>; signal?: AbortSignal; onProgress?: OnProgress },
): Promise<string> {
  const { name, blob, omitted, missing } = await reported(definition, {}, async () => {
    const response = await send(definition, input);
    const file = await fileOf(definition, response, input.onProgress);
    const { headers } = response;
    return { ...file, omitted: headers.get(OMITTED_ITEMS), missing: Number(headers.get(MISSING_ROWS)) };
  });
  saveFile(name, blob);
  if (omitted !== null) ofOmitted.notify(omitted.split(','));
  if (missing > 0) ofMissing.notify(missing);
  return name;
}

/** Hands lines of `shared/text/csv.ts` to the user as a file. */
export const saveCsv = (name: string, text: string): void =>
  saveFile(name, new Blob([text], { type: 'text/csv;charset=utf-8' }));

/** Hands content to the user as a file. */
function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // the browser has taken the content by the next task
  setTimeout(() => URL.revokeObjectURL(link.href));
}
