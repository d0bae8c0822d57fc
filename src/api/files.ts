/** Files to and from the server. */
import {
  CATALOGUE_VERSION,
  type Call,
  type DataOf,
  type ParamsOf,
  type QueryOf,
} from '../../shared/contract/call.ts';
import { BAD_ANSWER, CallFailure, NO_CONNECTION } from './callFailure.ts';
import { send } from './call.ts';
import { noteCatalogueVersion } from './catalogueVersion.ts';
import { addressOf, dataOf, headersOf } from './request.ts';

export interface Progress {
  loaded: number;
  total: number;
}

/**
 * Sends a file as the multipart field `file`. With XMLHttpRequest, since fetch does not tell how much was sent.
 * Rejects with a `CallFailure`, or with an AbortError when the signal is aborted.
 */
export function upload<C extends Call>(
  definition: C,
  input: {
    params: ParamsOf<C>;
    file: File;
    signal?: AbortSignal;
    onProgress?: (progress: Progress) => void;
  },
): Promise<DataOf<C>> {
  const form = new FormData();
  form.append('file', input.file, input.file.name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(definition.method, addressOf(definition, { params: input.params }));
    for (const [name, value] of Object.entries(headersOf())) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => input.onProgress?.({ loaded, total });
    request.onload = () => {
      noteCatalogueVersion(request.getResponseHeader(CATALOGUE_VERSION));
      try {
        resolve(dataOf(request.status, request.responseText) as DataOf<C>);
      } catch (failure) {
        reject(failure as Error);
      }
    };
    request.onerror = () =>
      reject(new CallFailure({ status: 0, errCode: NO_CONNECTION, errMsg: `${definition.path}: no answer` }));
    request.onabort = () => reject(new DOMException('the upload was cancelled', 'AbortError'));
    input.signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

/** The file name of a content-disposition header; the encoded form (RFC 5987) wins. */
export function fileNameOf(disposition: string): string {
  const encoded = /filename\*=(?:UTF-8'[^']*')([^;]+)/i.exec(disposition)?.[1];
  if (encoded) return decodeURIComponent(encoded.trim());
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1]?.trim() ?? 'download';
}

/**
 * The file of a download call. It failed when there is no content-disposition header, when the content is JSON, or
 * when the status is not 200 (specification section 8); then the error body is the failure.
 */
export async function fileOf(response: Response): Promise<{ name: string; blob: Blob }> {
  const disposition = response.headers.get('content-disposition');
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  if (response.status === 200 && disposition && !isJson) {
    return { name: fileNameOf(disposition), blob: await response.blob() };
  }
  dataOf(response.status, await response.text());
  throw new CallFailure({ status: response.status, errCode: BAD_ANSWER, errMsg: 'the answer holds no file' });
}

/** Fetches a file and hands it to the user. Answers its name. */
export async function download<C extends Call>(
  definition: C,
  input: { params: ParamsOf<C>; query?: QueryOf<C> },
): Promise<string> {
  const { name, blob } = await fileOf(await send(definition, input));
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // the browser has taken the blob by the next task
  setTimeout(() => URL.revokeObjectURL(link.href));
  return name;
}
