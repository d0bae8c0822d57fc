/** Files of lists: who took which, and how far one is that is being made. Queries decide nothing. */
import type { Trx } from '../storage/database.ts';

export interface NewExport {
  exportKey: string;
  menuId: string;
  format: string;
  at: Date;
  total: number;
  content: object;
}

/** An existing key of the user belongs to a file that they request again. */
export const insertExport = (
  trx: Trx,
  { sponsorKey, userKey }: { sponsorKey: number; userKey: number },
  { exportKey, menuId, format, at, total, content }: NewExport,
) =>
  trx
    .insertInto('list_export')
    .values({
      sponsor_key: sponsorKey,
      export_key: exportKey,
      user_key: userKey,
      menu_id: menuId,
      format,
      content: JSON.stringify(content),
      at,
      noted_at: at,
      total_count: total,
    })
    .onConflict((same) =>
      same
        .columns(['sponsor_key', 'export_key'])
        .doUpdateSet({ at, noted_at: at, total_count: total, row_count: 0, state: 'running' })
        .where('list_export.user_key', '=', userKey),
    )
    .execute();

export const noteExported = (trx: Trx, sponsorKey: number, exportKey: string, rows: number, at: Date) =>
  trx
    .updateTable('list_export')
    .set({ row_count: rows, noted_at: at })
    .where('sponsor_key', '=', sponsorKey)
    .where('export_key', '=', exportKey)
    .execute();

/** `rows` null: as many as were noted before. */
export const endExport = (
  trx: Trx,
  sponsorKey: number,
  exportKey: string,
  { isWhole, rows }: { isWhole: boolean; rows: number | null },
) =>
  trx
    .updateTable('list_export')
    .set({ ...(rows !== null && { row_count: rows }), state: isWhole ? 'done' : 'stopped' })
    .where('sponsor_key', '=', sponsorKey)
    .where('export_key', '=', exportKey)
    .execute();

/** Those that are streamed, and of which nothing was noted since. What a job makes is the matter of its process. */
export const stopSilentExports = (trx: Trx, sponsorKey: number, since: Date) =>
  trx
    .updateTable('list_export')
    .set({ state: 'stopped' })
    .where('sponsor_key', '=', sponsorKey)
    .where('state', '=', 'running')
    .where('noted_at', '<', since)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('process')
            .select('process.process_key')
            .whereRef('process.sponsor_key', '=', 'list_export.sponsor_key')
            .whereRef('process.process_key', '=', 'list_export.export_key'),
        ),
      ),
    )
    .execute();

export const findExport = (
  trx: Trx,
  { sponsorKey, userKey }: { sponsorKey: number; userKey: number },
  menuId: string,
  exportKey: string,
) =>
  trx
    .selectFrom('list_export')
    .select(['row_count', 'total_count', 'state'])
    .where('sponsor_key', '=', sponsorKey)
    .where('user_key', '=', userKey)
    .where('menu_id', '=', menuId)
    .where('export_key', '=', exportKey)
    .executeTakeFirst();
