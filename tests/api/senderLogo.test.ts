/** The logo of a sender: an attachment of a record, shown to all who work for the sender. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  checkSession,
  downloadReport,
  readFile,
  saveRecord,
  uploadFile,
} from '../../shared/contract/index.ts';
import { itemValue, LATER, startCaseWorld, type CaseWorld } from './caseWorld.ts';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let world: CaseWorld;
let admin: string;
beforeAll(async () => {
  world = await startCaseWorld();
  admin = await world.server.token('sponsor.admin');
});
afterAll(() => world.server.stop());

async function uploaded(type: string, bytes: string | Uint8Array<ArrayBuffer>) {
  const file = { name: 'logo', type, bytes };
  return (await world.server.call(uploadFile, { params: { sponsorKey: 1 }, file, token: admin })).data;
}
const setLogo = (value: string, properties?: object, recordKey = 2) =>
  world.server.call(saveRecord, {
    params: { sponsorKey: 1, kind: 'sender', recordKey, page: 'SN' },
    body: {
      reason: 'Logo',
      retrievedAt: LATER,
      changes: [itemValue('SND_LOGO', [], { value, ...(properties && { properties }) })],
    },
    token: admin,
  });
const logoFor = async (token: string, senderKey: number) =>
  (
    await world.server.call(checkSession, {
      params: { id: 'me' },
      query: { sponsorKey: 1, senderKey },
      token,
    })
  ).data.senderLogo;
const fetched = (fileKey: string, token: string) =>
  world.server.call(readFile, { params: { sponsorKey: 1, fileKey }, token });

it('is a picture of an accepted size that the user uploaded', async () => {
  const text = await uploaded('text/plain', 'no picture');
  expect(await setLogo(text.fileKey, text)).toMatchObject({ details: [{ ruleId: 'file.type' }] });
  const large = await uploaded('image/png', 'x'.repeat(501 * 1024));
  expect(await setLogo(large.fileKey, large)).toMatchObject({ details: [{ ruleId: 'file.size' }] });
  expect(await setLogo('f'.repeat(64))).toMatchObject({ details: [{ ruleId: 'file.unknown' }] });
});

it('is read by those who work for the sender, and by no user of other senders', async () => {
  const logo = await uploaded('image/png', Buffer.from(PNG, 'base64'));
  const other = await world.limitedUser('of.the.first', { senderKeys: [1] });
  const own = await world.limitedUser('of.the.second', { senderKeys: [2] });
  expect((await fetched(logo.fileKey, own)).status).toBe(404);
  expect((await setLogo(logo.fileKey, logo)).status).toBe(200);
  expect(await logoFor(own, 2)).toBe(logo.fileKey);
  expect(await logoFor(other, 1)).toBeNull();
  expect((await fetched(logo.fileKey, own)).status).toBe(200);
  expect((await fetched(logo.fileKey, other)).status).toBe(404);
  // taken away again
  expect((await setLogo('')).status).toBe(200);
  expect(await logoFor(own, 2)).toBeNull();
});

it('is printed on reports of cases of the sender, unless it is damaged', async () => {
  const { caseKey } = await world.aCase(1);
  const images = async () => {
    const params = { caseKey, reportId: 'CIOMS' };
    const { status, bytes } = await world.server.call(downloadReport, { params, token: world.editor });
    expect(status).toBe(200);
    return bytes.toString('latin1').split('/Subtype /Image').length - 1;
  };
  const bytes = Buffer.from(PNG, 'base64');
  const logo = await uploaded('image/png', bytes);
  const damaged = await uploaded('image/png', bytes.subarray(0, 50));
  expect(await images()).toBe(0);
  expect((await setLogo(logo.fileKey, logo, 1)).status).toBe(200);
  // its transparency is an image, too
  expect(await images()).toBe(2);
  expect((await setLogo(damaged.fileKey, damaged, 1)).status).toBe(200);
  expect(await images()).toBe(0);
});
