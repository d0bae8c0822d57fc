/** Invented notices, and what a server with them answers. */
import type { Static } from 'typebox';
import * as contract from '../../shared/contract/index.ts';
import type { RichText } from '../../shared/text/richText.ts';
import { fake, Refusal, type FakeCall } from './fakeCalls.ts';

type SampleNotice = Static<typeof contract.Notice>;

const words = (text: string) => ({ type: 'text' as const, text });
const paragraph = (text: string) => ({ type: 'paragraph' as const, content: [words(text)] });

/** Something of every kind that a notice may hold. */
const EVERYTHING: RichText = {
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [
        words('The system is not available on Sunday, '),
        { ...words('02:00 to 05:00'), marks: [{ type: 'bold' }] },
        words('. See '),
        { ...words('the plan'), marks: [{ type: 'link', attrs: { href: 'https://example.org/plan' } }] },
        words('.'),
        { type: 'hardBreak' },
        words('일요일 02:00~05:00에는 시스템을 사용할 수 없습니다.'),
      ],
    },
    { type: 'heading', attrs: { level: 1 }, content: [words('Before')] },
    {
      type: 'bulletList',
      content: [
        { type: 'listItem', content: [paragraph('Save what you work on.')] },
        {
          type: 'listItem',
          content: [
            paragraph('Close what is due:'),
            {
              type: 'orderedList',
              content: [
                { type: 'listItem', content: [paragraph('fatal')] },
                { type: 'listItem', content: [paragraph('other serious')] },
              ],
            },
          ],
        },
      ],
    },
    {
      type: 'table',
      content: [
        { type: 'tableRow', content: ['Part', 'Until'].map((text) => cell('tableHeader', text)) },
        { type: 'tableRow', content: ['Submission', '05:00'].map((text) => cell('tableCell', text)) },
      ],
    },
    { type: 'horizontalRule' },
    paragraph('<script>this is only text</script>'),
  ],
};

function cell(type: 'tableHeader' | 'tableCell', text: string) {
  return { type, content: [paragraph(text)] };
}

export const sampleNotice = (noticeKey: number, changes: Partial<SampleNotice> = {}): SampleNotice => ({
  noticeKey,
  title: ['Planned maintenance', 'Reporting calendar', '정기 교육 안내'][noticeKey % 3] ?? '',
  userName: 'System administrator',
  regTime: '2026-01-30T01:20:00.000Z',
  effectDate: '20260130',
  expireDate: noticeKey % 3 === 2 ? '20260205' : null,
  country: 'ALL',
  noticeAll: 'Y',
  new: noticeKey % 2 === 1 ? 'Y' : 'N',
  ended: noticeKey % 3 === 2 ? 'Y' : 'N',
  alarmEmail: 'N',
  popup: 'Y',
  delFlag: 'N',
  content: EVERYTHING,
  files: 1,
  fileList: [{ fileKey: 'a'.repeat(64), fileName: 'plan of the weekend.pdf', size: 48_200 }],
  ...changes,
});

const SAMPLES = [3, 4, 5].map((noticeKey) => sampleNotice(noticeKey));

const rowOf = ({ noticeKey, title, ended, userName, regTime, effectDate }: SampleNotice) => ({
  rowKey: String(noticeKey),
  name: title,
  delFlag: 'N' as const,
  link: `home/notice/${noticeKey}/detail`,
  cells: { title, userName, regTime, effectDate, state: ended === 'Y' ? 'Ended' : 'New' },
  codes: { state: [ended === 'Y' ? 'ENDED' : 'NEW'] },
});

/** The newest at home, all of them in the list; none pops up. */
export const noticeCalls = (): FakeCall[] => [
  fake(contract.listHomeNotices, () => ({ listInfo: SAMPLES.slice(0, 2) })),
  fake(contract.listPopupNotices, () => ({ listInfo: [] })),
  fake(contract.listNotices, ({ query }) => {
    const found = SAMPLES.filter(({ title }) => title.includes(query.keyword ?? ''));
    const pageInfo = { menuId: 'MU-HM-NT', pageNo: 1, rowCount: 20, totalCount: found.length, totalPage: 1 };
    return { listInfo: found.map(rowOf), pageInfo };
  }),
  fake(contract.readNotice, ({ params }) => {
    const found = SAMPLES.find(({ noticeKey }) => noticeKey === params.noticeKey);
    if (!found) throw new Refusal(404, 'NOT_FOUND', 'There is no such notice');
    return { ...found, previousKey: 4, nextKey: null };
  }),
];
