/** Objects in S3-compatible object storage, shared by processes on any number of machines. */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  paginateListObjectsV2,
  ListMultipartUploadsCommand,
  S3Client,
  type ListMultipartUploadsCommandOutput,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { requireObjectKey, type ObjectStoreAdapter } from './objectStore.ts';
import { limitAnswers } from './s3Answers.ts';
import { s3FailureOf } from './s3Failures.ts';
import type { S3Settings } from './s3Settings.ts';

const MB = 1024 * 1024;
/** Parts of a large object, in memory two at a time. An object has at most 10,000. */
const PART_BYTES = 8 * MB;
const PARTS_AT_ONCE = 2;
const CONNECT_TIMEOUT_MS = 5000;
/** without any traffic, also while a slow client is sent an object */
const IDLE_TIMEOUT_MS = 60_000;

export function s3Store(settings: S3Settings): ObjectStoreAdapter {
  const client = openClient(settings);
  limitAnswers(client);
  const { bucket: Bucket, prefix, endpoint } = settings;
  const at = (key: string) => ({ Bucket, Key: `${prefix}${requireObjectKey(key)}` });
  const put: ObjectStoreAdapter['put'] = async (key, Body, signal) => {
    signal?.throwIfAborted();
    const upload = new Upload({
      client,
      // each part is a buffer, whose SHA-256 is signed: the storage refuses a part that was changed on its way
      params: { ...at(key), Body },
      partSize: PART_BYTES,
      queueSize: PARTS_AT_ONCE,
      // who waits for a storage that has failed must not wait for it to remove the parts: `removeUnfinished` does
      leavePartsOnError: true,
    });
    const abort = () => void upload.abort();
    signal?.addEventListener('abort', abort, { once: true });
    try {
      const { ETag, $metadata } = await upload.done();
      // a proxy on the way answers 200 to anything, but a save is acknowledged only when the storage has the file
      if (ETag === undefined) throw Object.assign(new Error('an object was not confirmed'), { $metadata });
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  };
  return {
    location: `${endpoint ?? 's3:/'}/${Bucket}/${prefix}`,
    put,
    putFile: (key, path) => put(key, createReadStream(path)),
    read: (key) =>
      unlessMissing(async () => {
        const { Body } = await client.send(new GetObjectCommand(at(key)));
        if (Body instanceof Readable) return Body;
        throw new Error('the object storage answered without content');
      }),
    exists: async (key) => (await unlessMissing(() => client.send(new HeadObjectCommand(at(key))))) !== null,
    remove: async (key) => {
      await client.send(new DeleteObjectCommand(at(key)));
    },
    list: async function* (folder) {
      const pages = paginateListObjectsV2({ client }, { Bucket, Prefix: `${prefix}${folder}/` });
      for await (const { Contents = [] } of pages)
        for (const { Key = '', LastModified = new Date() } of Contents)
          yield { key: Key.slice(prefix.length), at: LastModified };
    },
    removeUnfinished: (before) => abortUploads(client, settings, before),
    probe: async () => {
      await client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 1 }));
    },
    close: () => client.destroy(),
    failureOf: s3FailureOf,
  };
}

const openClient = ({ endpoint, region, pathStyle, credentials }: S3Settings): S3Client =>
  new S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint !== null && { endpoint }),
    ...(credentials && { credentials }),
    // many services do not know the newer checksums; file keys are hashes, and are verified on reading
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: IDLE_TIMEOUT_MS },
  });

async function unlessMissing<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof NoSuchKey || error instanceof NotFound) return null;
    throw error;
  }
}

/** Removes the parts of uploads that were begun before that time and not completed. */
async function abortUploads(
  client: S3Client,
  { bucket: Bucket, prefix }: S3Settings,
  before: Date,
): Promise<void> {
  let KeyMarker: string | undefined;
  let UploadIdMarker: string | undefined;
  do {
    const page: ListMultipartUploadsCommandOutput = await client.send(
      new ListMultipartUploadsCommand({ Bucket, Prefix: prefix, KeyMarker, UploadIdMarker }),
    );
    for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
      if (Initiated && Initiated < before)
        await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
    [KeyMarker, UploadIdMarker] = page.IsTruncated ? [page.NextKeyMarker, page.NextUploadIdMarker] : [];
  } while (KeyMarker !== undefined);
}
