import type { AreaPages } from '../../app-context/routeData.ts';

export const noticePages: AreaPages = {
  group: 'notices',
  pages: {
    NoticeList: () => import('./NoticeListPage.tsx').then(({ NoticeListPage }) => NoticeListPage),
    NoticeDetail: () => import('./NoticeDetailPage.tsx').then(({ NoticeDetailPage }) => NoticeDetailPage),
  },
};
