/** What object storage answers beside the content of objects: pages of lists and confirmations, which are held in memory. */
import { pipeline, Readable, Transform } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';

/** A page of a list names 1,000 keys of at most 1 kB. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Leaves an answer that does not end, as the network leaves one that breaks off. */
export function limitAnswers(client: S3Client): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args);
        const { response } = result;
        if (commandName !== 'GetObjectCommand' && hasBody(response)) response.body = upToLimit(response.body);
        return result;
      },
    { step: 'deserialize', priority: 'low', name: 'limitAnswers' },
  );
}

const hasBody = (response: unknown): response is { body: Readable } =>
  typeof response === 'object' &&
  response !== null &&
  'body' in response &&
  response.body instanceof Readable;

function upToLimit(content: Readable): Readable {
  let size = 0;
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size <= MAX_BYTES) done(null, chunk);
      else done(Object.assign(new Error('the object storage answered without end'), { code: 'EMSGSIZE' }));
    },
  });
  // its callback is called with the error that the reader of the limit gets as well
  return pipeline(content, limit, () => {});
}
