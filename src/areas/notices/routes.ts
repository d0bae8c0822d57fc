import type { AreaPages } from '../../frame/routeData.ts';

export const noticePages: AreaPages = {
  group: 'notices',
  pages: {
    NoticeList: () => import('./NoticeListPage.tsx').then(({ NoticeListPage }) => NoticeListPage),
    NoticeDetail: () => import('./NoticeDetailPage.tsx').then(({ NoticeDetailPage }) => NoticeDetailPage),
  },
};
