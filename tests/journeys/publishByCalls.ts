import { expect } from 'vitest';
import { publishSchemas, readSchemaFiles } from '../../shared/contract/index.ts';
import { makeCall, tokenOf } from '../api/harness.ts';

/** Publishes another text of a schema file, as an analyst in another browser does. */
export async function publishByCalls(
  url: string,
  file: string,
  edit: (active: string) => string,
): Promise<void> {
  const token = await tokenOf(url, 'sponsor.admin');
  const { versionNo, files } = (await makeCall(url, readSchemaFiles, { token })).data;
  const active = files.find((one) => one.file === file)?.active ?? '';
  const body = {
    changes: [{ file, text: edit(active) }],
    reason: 'New guidance',
    basedOn: versionNo,
  };
  expect(await makeCall(url, publishSchemas, { body, token })).toMatchObject({ status: 200 });
}
