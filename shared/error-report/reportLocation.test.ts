import { expect, it } from 'vitest';
import { reportLocation } from './reportLocation.ts';

it.each([
  [
    '/1/2/ko/KR/home',
    { route: 'Home', sponsorKey: '1', sessionSenderKey: '2', language: 'ko', appendix: 'KR' },
  ],
  ['/1/-1/en/JP/home/notice/7/detail', { route: 'NoticeDetail', noticeKey: '7' }],
  ['/1/2/en/KR/home/notice/list/3/20', { route: 'NoticeList', pageNo: '3', rowCount: '20', hash: undefined }],
  ['/login/ko', { route: 'Login', language: 'ko' }],
  ['/find-password/', { route: 'FindPassword' }],
])('finds the page of %s', (address, place) => {
  expect(reportLocation(address)).toMatchObject(place);
});

it.each(['/', '/Kim/Minsu', '/1/2/ko/KR/no/such/page'])('finds no page for %s', (address) => {
  expect(reportLocation(address)).toEqual({});
});
