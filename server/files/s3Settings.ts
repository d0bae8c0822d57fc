/** The settings of object storage: environment variables. */
import { flag, SetupProblem, text } from '../settings.ts';

export interface S3Settings {
  bucket: string;
  /** of a service other than Amazon's; null: the one of the region */
  endpoint: string | null;
  region: string;
  /** what all keys begin with: empty, or a text that ends with a slash */
  prefix: string;
  /** the bucket is part of the path, not of the host name */
  pathStyle: boolean;
  /** null: those that the S3 client finds by itself, such as `AWS_ACCESS_KEY_ID` or the role of the machine */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

const BUCKET = 'CASEWRIGHT_S3_BUCKET';

/** Null: files are in the data directory. */
export function s3Settings(env: NodeJS.ProcessEnv): S3Settings | null {
  const bucket = text(env, BUCKET);
  if (bucket === null) return refuseWithoutBucket(env);
  if (!/^[a-z0-9][\w.-]{2,254}$/i.test(bucket))
    throw new SetupProblem(`${BUCKET} is '${bucket}', but must be the name of a bucket`);
  const endpoint = address(env);
  return {
    bucket,
    endpoint,
    region: text(env, 'CASEWRIGHT_S3_REGION') ?? 'us-east-1',
    prefix: prefix(env),
    pathStyle: flag(env, 'CASEWRIGHT_S3_PATH_STYLE', endpoint !== null),
    credentials: credentials(env),
  };
}

/** A setting that has no effect is a mistake: files would be stored where nobody expects them. */
function refuseWithoutBucket(env: NodeJS.ProcessEnv): null {
  const name = Object.keys(env).find((one) => one.startsWith('CASEWRIGHT_S3_') && text(env, one) !== null);
  if (name !== undefined) throw new SetupProblem(`${name} is set without ${BUCKET}; set both or none`);
  return null;
}

function address(env: NodeJS.ProcessEnv): string | null {
  const given = text(env, 'CASEWRIGHT_S3_ENDPOINT');
  if (given === null) return null;
  if (!/^https?:\/\//.test(given) || !URL.canParse(given))
    throw new SetupProblem(
      `CASEWRIGHT_S3_ENDPOINT is '${given}', but must be an address such as https://host:9000`,
    );
  return given;
}

function prefix(env: NodeJS.ProcessEnv): string {
  const given = text(env, 'CASEWRIGHT_S3_PREFIX')?.replaceAll(/^\/+|\/+$/g, '') ?? '';
  if (!/^[\w./-]*$/.test(given))
    throw new SetupProblem(
      `CASEWRIGHT_S3_PREFIX is '${given}', but may have only letters, digits and the characters . _ - /`,
    );
  return given && `${given}/`;
}

/** Neither is repeated in a message. */
function credentials(env: NodeJS.ProcessEnv): S3Settings['credentials'] {
  const accessKeyId = text(env, 'CASEWRIGHT_S3_ACCESS_KEY_ID');
  const secretAccessKey = text(env, 'CASEWRIGHT_S3_SECRET_ACCESS_KEY');
  if (accessKeyId === null && secretAccessKey === null) return null;
  if (accessKeyId === null || secretAccessKey === null)
    throw new SetupProblem(
      'CASEWRIGHT_S3_ACCESS_KEY_ID and CASEWRIGHT_S3_SECRET_ACCESS_KEY belong together; set both or none',
    );
  return { accessKeyId, secretAccessKey };
}
