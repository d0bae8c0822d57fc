// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { storeLanguage } from '../i18n/languages.ts';
import { loginPath, safeRedirect } from './loginPath.ts';

beforeEach(() => storeLanguage('ko'));

it('leads back to where the user was, in his language', () => {
  expect(loginPath('/1/2/ko/KR/case/7/detail/DM?item=x')).toBe(
    '/login/ko?redirectTo=%2F1%2F2%2Fko%2FKR%2Fcase%2F7%2Fdetail%2FDM%3Fitem%3Dx',
  );
});

it.each(['/', '/home', '/1/2/ko/KR/home'])('does not mention the home page %s', (from) => {
  expect(loginPath(from)).toBe('/login/ko');
});

it('takes back what it gave', () => {
  const from = '/1/2/ko/KR/case/7/detail/DM?item=x';
  const search = new URL(loginPath(from), 'http://localhost').searchParams;
  expect(safeRedirect(search.get('redirectTo'))).toBe(from);
});

it.each([
  null,
  '',
  'https://evil.example/x',
  '//evil.example/x',
  '/\\evil.example',
  '/login/en',
  'javascript:alert(1)',
  // what browsers take for slashes, or leave out
  '/\\\\evil.example/x',
  '\\\\evil.example/x',
  '/\t/evil.example/x',
  '/\n/evil.example/x',
  ' //evil.example/x',
  '///evil.example/x',
  '//localhost:3000@evil.example/x',
  // dots that lead to an address with two slashes at its beginning, or to the login again
  '/.//evil.example/x',
  '/a/..//evil.example/x',
  '/x/%2e%2e//evil.example/x',
  '/LOGIN/en?redirectTo=//evil.example',
  '/x/../login/en?redirectTo=%2F%2Fevil.example',
  '/login?redirectTo=/home',
])('does not let a link lead a fresh session to %s', (redirectTo) => {
  expect(safeRedirect(redirectTo)).toBeNull();
});

it.each([
  // The result is a router path; the router decodes nothing in it.
  ['/%2F%2Fevil.example/x', '/%2F%2Fevil.example/x'],
  ['/1/2/en/KR/case/list?back=//evil.example', '/1/2/en/KR/case/list?back=//evil.example'],
  ['/1/2/en/KR/../KR/home', '/1/2/en/KR/home'],
])('leaves %s on this site', (redirectTo, path) => {
  expect(safeRedirect(redirectTo)).toBe(path);
  expect(new URL(path, location.origin).origin).toBe(location.origin);
});
