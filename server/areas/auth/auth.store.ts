/** Queries of what a user chose. They decide nothing. */
import type { Db } from '../../storage/database.ts';

export async function putDefaultAppendix(
  db: Db,
  { sponsorKey, userKey, appendix }: { sponsorKey: number; userKey: number; appendix: string },
): Promise<void> {
  await db
    .updateTable('user_sponsor')
    .set({ default_appendix: appendix })
    .where('sponsor_key', '=', sponsorKey)
    .where('user_key', '=', userKey)
    .execute();
}
