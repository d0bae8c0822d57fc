/** Notices: on the home page, popping up, in their list, and one of them. */
import type { Meta } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import {
  listNotices,
  listPopupNotices,
  readNotice,
  readNoticeMails,
  readWrittenNotice,
} from '../shared/contract/index.ts';
import { plainTextOf } from '../shared/text/cleanRichText.ts';
import { appStory } from './app/AppStory.tsx';
import { fake } from './app/fakeCalls.ts';
import { sampleNotice } from './app/sampleNotices.ts';
import { sampleSession } from './app/sampleCase.ts';
import { word } from './app/word.ts';
import { soon } from './app/soon.ts';

const meta = { title: 'Notices' } satisfies Meta;
export default meta;

const WAIT = { timeout: 15_000 };

/** The newest ones beside the cases changed last. */
export const AtHome = {
  ...appStory('home'),
  play: async () => {
    const notices = await screen.findByRole('region', { name: word('notices:title') }, WAIT);
    await soon(() => expect(within(notices).getByText('Planned maintenance')).toBeVisible());
    await expect(within(notices).getByText(word('notices:new'))).toBeVisible();
  },
};

/** A session that has closed nothing yet. */
const freshSession = (appendix: string) => ({ ...sampleSession(appendix), token: crypto.randomUUID() });

/** Two that pop up, one after the other; each with ticks of which only one can be set. */
export const Popup = {
  ...appStory('home', {
    session: freshSession,
    calls: [
      fake(listPopupNotices, () => ({ listInfo: [sampleNotice(93), sampleNotice(94, { fileList: [] })] })),
    ],
  }),
  play: async () => {
    const first = await screen.findByRole('dialog', { name: 'Planned maintenance' }, WAIT);
    const tick = (remind: 'tomorrow' | 'never') =>
      within(first).getByRole('checkbox', { name: word(`notices:remind.${remind}`) });
    await userEvent.click(tick('never'));
    await userEvent.click(tick('tomorrow'));
    await expect(tick('tomorrow')).toBeChecked();
    await expect(tick('never')).not.toBeChecked();
    await userEvent.click(tick('tomorrow'));
    await userEvent.keyboard('{Escape}');
    const second = await screen.findByRole('dialog', { name: 'Reporting calendar' }, WAIT);
    await waitFor(() => expect(second).toBeVisible());
    await expect(within(second).getAllByRole('checkbox')).toHaveLength(2);
    for (const box of within(second).getAllByRole('checkbox')) await expect(box).not.toBeChecked();
  },
};

/** What has ended stays in the list. */
export const List = {
  ...appStory('home/notice/list'),
  play: async () => {
    const table = await screen.findByRole('grid', { name: word('notices:title') }, WAIT);
    await soon(() => expect(within(table).getByRole('link', { name: '정기 교육 안내' })).toBeVisible());
    await expect(within(table).getByText('Ended')).toBeVisible();
  },
};

/** Nothing was ever written. */
export const NoNotices = {
  ...appStory('home/notice/list', {
    calls: [
      fake(listNotices, () => ({
        listInfo: [],
        pageInfo: { menuId: 'MU-HM-NT', pageNo: 1, rowCount: 20, totalCount: 0, totalPage: 0 },
      })),
    ],
  }),
  play: async () => {
    await soon(() => expect(screen.getByText(word('notices:none'))).toBeVisible());
  },
};

/** Everything a notice may hold, a file, and the way to its neighbour. */
export const Detail = {
  ...appStory('home/notice/3/detail'),
  play: async () => {
    await soon(() =>
      expect(screen.getByRole('heading', { level: 1, name: 'Planned maintenance' })).toBeVisible(),
    );
    await expect(screen.getByText('<script>this is only text</script>')).toBeVisible();
    await expect(screen.getByRole('link', { name: 'the plan' })).toHaveAttribute(
      'rel',
      'noopener noreferrer',
    );
    await expect(screen.getByRole('link', { name: word('notices:neighbour.previous') })).toBeVisible();
  },
};

/** What no writer could store, and would not run even so: parts that are not known are left out. */
export const Hostile = {
  ...appStory('home/notice/3/detail', {
    calls: [
      fake(readNotice, () => ({
        ...sampleNotice(3, { fileList: [] }),
        previousKey: null,
        nextKey: null,
        content: {
          type: 'doc',
          content: [
            { type: 'script', content: [{ type: 'text', text: 'window.hurt = 1' }] },
            {
              type: 'paragraph',
              content: [
                { type: 'image', attrs: { src: 'x', onerror: 'window.hurt = 1' } },
                {
                  type: 'text',
                  text: 'harmless words',
                  marks: [
                    { type: 'link', attrs: { href: 'javascript:window.hurt = 1' } },
                    { type: 'script' },
                    { type: 'constructor' },
                  ],
                },
                { type: 'text', text: '<img src=x onerror="window.hurt = 1">' },
              ],
            },
          ],
        } as unknown as ReturnType<typeof sampleNotice>['content'],
      })),
    ],
  }),
  play: async () => {
    const text = await screen.findByText(/harmless words/, {}, WAIT);
    await expect(text.closest('a')).toBeNull();
    await expect(document.querySelector('article :is(script, img, [onerror])')).toBeNull();
    await expect(window).not.toHaveProperty('hurt');
  },
};

const MAILS = 130;
const values = {
  title: 'Planned maintenance',
  effectDate: '20260301',
  expireDate: null,
  country: null,
  noticeAll: 'N' as const,
  popup: 'N' as const,
  alarmEmail: 'Y' as const,
};

const written = (delFlag: 'Y' | 'N') =>
  fake(readWrittenNotice, () => ({
    noticeKey: 93,
    changedAt: '2026-03-01T00:00:00Z',
    delFlag,
    values,
    content: sampleNotice(93).content,
    fileList: [{ fileKey: 'a', fileName: 'calendar.csv', size: 78, delFlag: 'N' as const }],
    readers: MAILS,
    mailIsSetUp: true,
  }));

/** What was deleted can be read, and restored. */
export const Deleted = {
  ...appStory('home/notice/93/detail?edit', { calls: [written('Y')] }),
  play: async () => {
    await screen.findByRole('button', { name: `${word('noticeWriting:restore')}…` }, WAIT);
    await expect(screen.getByRole('list', { name: word('noticeWriting:files') })).toHaveTextContent(
      'calendar.csv',
    );
    await expect(document.body).toHaveTextContent(plainTextOf(sampleNotice(93).content).slice(0, 40));
    await expect(screen.queryByRole('toolbar')).toBeNull();
  },
};

/** More readers were mailed than a page of the log holds. */
export const MailsInPages = {
  ...appStory('home/notice/93/detail?edit', {
    calls: [
      written('N'),
      fake(readNoticeMails, ({ query: { pageNo = 1, rowCount = 20 } }) => ({
        listInfo: Array.from({ length: MAILS }, (_, index) => ({
          userName: `Reader ${index + 1}`,
          address: `reader${index + 1}@example.com`,
          at: '2026-03-01T00:00:00Z',
          state: 'sent' as const,
        })).slice((pageNo - 1) * rowCount, pageNo * rowCount),
        pageInfo: {
          menuId: 'AD-MU-NT',
          pageNo,
          rowCount,
          totalCount: MAILS,
          totalPage: Math.ceil(MAILS / rowCount),
        },
      })),
    ],
  }),
  play: async () => {
    await userEvent.click(
      await screen.findByRole('button', { name: word('noticeWriting:logs.mails') }, WAIT),
    );
    const dialog = await screen.findByRole('dialog', { name: word('noticeWriting:logTitles.mails') });
    await within(dialog).findByText('Reader 100', undefined, WAIT);
    await expect(within(dialog).queryByText('Reader 101')).toBeNull();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Page 2' }));
    await within(dialog).findByText('Reader 130');
  },
};
