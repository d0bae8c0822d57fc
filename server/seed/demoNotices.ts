/** Invented notices of the demo: one that pops up, one for all sponsors with a file, one that has ended. */
import { sql } from 'kysely';
import { dayAfter, dayAt } from '../../shared/dates/zonedDay.ts';
import type { RichInline, RichText } from '../../shared/text/richText.ts';
import type { Deps } from '../deps.ts';
import { insertNotice, type NewNotice } from '../notices/insertNotice.store.ts';
import { inSponsor, type Trx } from '../storage/database.ts';

/** Specification section 9: what is of the administration goes by this zone. */
const ZONE = 'Asia/Seoul';
const DAY_MS = 86_400_000;
/** any number, but the same in every process: two that start at once seed one after the other */
const ADVISORY_LOCK = 7_226_390_415;

const plain = (text: string): RichInline => ({ type: 'text', text });
const bold = (text: string): RichInline => ({ type: 'text', text, marks: [{ type: 'bold' }] });
const paragraph = (...content: RichInline[]) => ({ type: 'paragraph' as const, content });
const heading = (text: string) => ({
  type: 'heading' as const,
  attrs: { level: 2 },
  content: [plain(text)],
});
const bullets = (...lines: string[]) => ({
  type: 'bulletList' as const,
  content: lines.map((line) => ({ type: 'listItem' as const, content: [paragraph(plain(line))] })),
});
const cells = (type: 'tableHeader' | 'tableCell', texts: readonly string[]) => ({
  type: 'tableRow' as const,
  content: texts.map((text) => ({ type, content: [paragraph(plain(text))] })),
});
const table = (head: readonly string[], ...rows: readonly string[][]) => ({
  type: 'table' as const,
  content: [cells('tableHeader', head), ...rows.map((row) => cells('tableCell', row))],
});
const doc = (...content: RichText['content']): RichText => ({ type: 'doc', content });

const MAINTENANCE = doc(
  paragraph(
    plain('The system is not available on the '),
    bold('first Sunday of next month, 02:00 to 05:00 Seoul time'),
    plain('. Save what you are working on; edits that are not saved are kept in your browser.'),
  ),
  paragraph(
    plain(
      '다음 달 첫째 일요일 02:00~05:00(서울 시간)에는 시스템을 사용할 수 없습니다. 작업 내용을 저장하십시오.',
    ),
  ),
);

const CALENDAR = doc(
  paragraph(plain('The reporting calendar of the year is attached. What changed:')),
  bullets(
    'Due dates that fall on a public holiday are shown with the working day before.',
    'Follow-up reports are counted from the day the new information was received.',
  ),
  heading('Days within which a report is due'),
  table(
    ['Report', 'Fatal or life-threatening', 'Other serious'],
    ['Initial', '7', '15'],
    ['Follow-up', '8', '15'],
  ),
  paragraph(plain('Questions: '), {
    type: 'text',
    text: 'safety@hanbit.example',
    marks: [{ type: 'link', attrs: { href: 'mailto:safety@hanbit.example' } }],
  }),
);
const CALENDAR_FILE = {
  fileName: 'reporting-calendar.csv',
  mediaType: 'text/csv',
  bytes: Buffer.from('report,fatal or life-threatening,other serious\r\nInitial,7,15\r\nFollow-up,8,15\r\n'),
};

const TRAINING = doc(
  paragraph(plain('Training for new case processors: entering a case from a paper form, coding, review.')),
  bullets('Monday: entering', 'Tuesday: coding', 'Wednesday: review and lock'),
);

/** Adds the notices where the sponsor has none. */
export async function seedDemoNotices({ db, files, clock }: Deps, sponsorKey: number): Promise<void> {
  const now = clock.now();
  const { bytes, fileName, mediaType } = CALENDAR_FILE;
  const fileKey = await files.put(bytes);
  await inSponsor(db, sponsorKey, async (trx) => {
    await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(trx);
    if (await hasNotices(trx, sponsorKey)) return;
    const writer = await writerOf(trx);
    if (!writer) return;
    const aNotice = (
      daysAgo: number,
      notice: Pick<NewNotice, 'title' | 'content'> & Partial<NewNotice>,
    ): NewNotice => ({
      sponsor_key: sponsorKey,
      effect_date: dayAfter(dayAt(now.getTime(), ZONE), -daysAgo),
      expire_date: null,
      reg_time: new Date(now.getTime() - daysAgo * DAY_MS),
      reg_user_key: writer.user_key,
      user_name: writer.name,
      popup: 'N',
      files: [],
      ...notice,
    });
    const until = (days: number) => dayAfter(dayAt(now.getTime(), ZONE), days);
    await insertNotice(
      trx,
      aNotice(1, {
        title: 'Planned maintenance · 정기 점검 안내',
        content: MAINTENANCE,
        country: 'KR',
        popup: 'Y',
        expire_date: until(40),
      }),
    );
    await insertNotice(
      trx,
      aNotice(6, {
        title: 'Reporting calendar',
        content: CALENDAR,
        notice_all: sponsorKey === 1 ? 'Y' : 'N',
        files: [{ fileKey, fileName, mediaType, size: bytes.length }],
      }),
    );
    await insertNotice(
      trx,
      aNotice(60, { title: 'Training for case processors', content: TRAINING, expire_date: until(-20) }),
    );
  });
}

const hasNotices = async (trx: Trx, sponsorKey: number): Promise<boolean> =>
  (await trx
    .selectFrom('notice')
    .select('notice_key')
    .where('sponsor_key', '=', sponsorKey)
    .limit(1)
    .executeTakeFirst()) !== undefined;

const writerOf = (trx: Trx) =>
  trx
    .selectFrom('app_user')
    .select(['user_key', 'name'])
    .where('is_system_admin', '=', true)
    .orderBy('user_key')
    .limit(1)
    .executeTakeFirst();
