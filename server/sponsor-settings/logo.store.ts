/** The logo of a sponsor, in the header and in reports. */
import type { LOGO_TYPES } from '../../shared/contract/settings.ts';
import type { Trx } from '../storage/database.ts';

type ImageType = (typeof LOGO_TYPES)[number];

export interface Logo {
  fileName: string;
  mediaType: ImageType;
  content: Buffer;
}

/** Null: the sponsor has none, and that of the product is shown. */
export async function findLogo(trx: Trx, sponsorKey: number): Promise<Logo | null> {
  const found = await trx
    .selectFrom('sponsor_logo')
    .select(['file_name as fileName', 'content'])
    .where('sponsor_key', '=', sponsorKey)
    .executeTakeFirst();
  const mediaType = found && imageType(found.content);
  return found && mediaType ? { ...found, mediaType } : null;
}

/** Null takes the logo away. */
export async function putLogo(trx: Trx, sponsorKey: number, logo: Logo | null, at: Date): Promise<void> {
  await trx.deleteFrom('sponsor_logo').where('sponsor_key', '=', sponsorKey).execute();
  if (logo === null) return;
  const { fileName, content } = logo;
  await trx
    .insertInto('sponsor_logo')
    .values({ sponsor_key: sponsorKey, file_name: fileName, content, at })
    .execute();
}

/** The type that the first bytes of an image name; null: neither PNG nor JPEG. */
export function imageType(content: Buffer): ImageType | null {
  if (content.subarray(0, 8).equals(PNG)) return 'image/png';
  return content.subarray(0, 3).equals(JPEG) ? 'image/jpeg' : null;
}

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const JPEG = Buffer.from('ffd8ff', 'hex');
