/** Every address leads each user to its page, to a list for readers, or to a page that explains the refusal. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf } from './faults.ts';
import { layoutFaults } from './narrowLayout.ts';
import { setPart } from './sponsorSettings.ts';
import { prefixOf, signIn, startProduct, type Product } from './product.ts';

let product: Product;
const pages = new Map<string, { page: Page; problems: string[]; prefix: string }>();

beforeAll(async () => {
  product = await startProduct();
  for (const userId of ['case.reader', 'case.editor', 'system.admin']) {
    const opened = await product.open();
    await signIn(opened.page, product.url, userId);
    pages.set(userId, { ...opened, prefix: prefixOf(opened.page) });
  }
});
afterAll(() => product.stop());

function of(userId: string) {
  const found = pages.get(userId);
  if (!found) throw new Error(`${userId} has not signed in`);
  return found;
}

/** Opens an address and waits for the heading of the page. Returns the final address and the text of the page. */
async function enter(userId: string, address: string) {
  const { page } = of(userId);
  await page.goto(product.url + address);
  await page.locator('h1').first().waitFor();
  return { path: new URL(page.url()).pathname, heading: await page.locator('h1').first().textContent() };
}
const below = (userId: string, path: string) => enter(userId, `${of(userId).prefix}/${path}`);
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });

describe('somebody who may only read', () => {
  it.each([
    ['data', 'data/history/list'],
    ['data/export', 'data/history/list'],
    ['data/select-domain', 'data/history/list'],
    ['data/import', 'data/history/list'],
    ['data/library/7/detail', 'data/history/list'],
    ['monitoring', 'monitoring/history/list', 'Monitoring history'],
    ['submission/7', 'submission/history/list', 'Submission history'],
    ['submission/7/check-list/en', 'submission/history/list', 'Submission history'],
  ])('is led from %s to %s', async (from, to, heading = 'Import and export history') => {
    const { prefix, page } = of('case.reader');
    expect(await below('case.reader', from)).toMatchObject({ path: `${prefix}/${to}`, heading });
    const active = menu(page).locator('[aria-current=page]');
    const area = { data: 'Data', monitoring: 'Monitoring', submission: 'Submission' }[
      from.split('/')[0] ?? ''
    ];
    expect(await active.textContent()).toBe(area);
  });

  it('is told so where he may not be, keeps the menu, and finds home', async () => {
    const { page, prefix } = of('case.reader');
    expect(await below('case.reader', 'settings')).toEqual({
      path: `${prefix}/bad-permission`,
      heading: 'No permission',
    });
    await page.getByText('There is no privilege to access.').waitFor();
    expect(await menu(page).getByRole('link').count()).toBeGreaterThan(3);
    await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
    await page.waitForURL(`**${prefix}/home`);
  });

  it('does not get into the system administration', async () => {
    const { prefix } = of('case.reader');
    expect((await enter('case.reader', '/system-admin')).path).toBe(`${prefix}/bad-permission`);
    expect((await enter('case.reader', '/system-admin/user/list')).path).toBe(`${prefix}/bad-permission`);
  });
});

describe('somebody who may edit', () => {
  it('gets the page itself', async () => {
    const { prefix, page } = of('case.editor');
    expect(await below('case.editor', 'data')).toEqual({ path: `${prefix}/data/export`, heading: 'Export' });
    expect((await below('case.editor', 'data/import')).path).toBe(`${prefix}/data/import`);
    await page.getByText('Drop').first().waitFor();
  });

  it('finds each tab of a case by its address, and the page of a paged one', async () => {
    const { page, prefix } = of('case.editor');
    await below('case.editor', 'case/list');
    await page
      .getByRole('link', { name: /^CASE-/ })
      .first()
      .click();
    await page.waitForURL('**/detail/CI');
    const detail = new URL(page.url()).pathname.replace(/\/CI$/, '');
    await page.goto(`${product.url}${detail}/AT/1/10`);
    await page.getByRole('heading', { name: 'Audit trail' }).waitFor();
    await page.getByRole('button', { name: 'Page 2' }).click();
    await page.waitForURL(`**${detail}/AT/2/10`);
    await page.goto(`${product.url}${detail}`);
    await page.waitForURL(`**${detail}/CI`);
    expect(detail.startsWith(prefix)).toBe(true);
  });

  it('goes from tab to tab on one page, which is not begun anew', async () => {
    const { page } = of('case.editor');
    await below('case.editor', 'case/1/detail/CI');
    await page.locator('h1').evaluate((heading) => heading.setAttribute('data-kept', 'yes'));
    await page.getByRole('link', { name: /^Drugs/ }).click();
    await page.waitForURL('**/detail/DG');
    await page.getByRole('grid').waitFor();
    expect(await page.locator('h1').getAttribute('data-kept')).toBe('yes');
  });

  it('reads a list anew at a new hash', async () => {
    const { page, prefix } = of('case.editor');
    await below('case.editor', 'case/list/1/10');
    await page.locator('tbody tr').first().waitFor();
    const requested = page.waitForRequest((request) => request.url().includes('/1.0/cases?'));
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, `${prefix}/case/list/1/10/again`);
    expect(new URL((await requested).url()).searchParams.get('rowCount')).toBe('10');
  });
});

describe('an address of a list', () => {
  it('leads to the last page where its own is beyond it', async () => {
    const { page, prefix } = of('case.editor');
    await page.goto(`${product.url}${prefix}/case/list/999/20`);
    await page.waitForURL(`**${prefix}/case/list/2/20`);
    await page.locator('tbody tr').first().waitFor();
  });
});

describe('in a window 400 pixels wide', () => {
  beforeAll(() => of('case.editor').page.setViewportSize({ width: 400, height: 860 }));
  afterAll(() => of('case.editor').page.setViewportSize({ width: 1280, height: 800 }));

  it.each([
    ['home', 'h2'],
    ['case/list', 'tbody tr'],
    ['case/1/detail/SI', '[data-address]'],
    ['case/1/detail/AE/1', '[data-address]'],
    ['case/1/detail/DG/1', '[data-address]'],
    ['caseinfo/product/1/detail', '[data-address]'],
    ['data/import', '[type=file]'],
  ])('%s has nothing beyond the window, and no field too narrow to read', async (path, part) => {
    const { page } = of('case.editor');
    await below('case.editor', path);
    await page.getByRole('main').locator(part).first().waitFor({ state: 'attached' });
    expect(await layoutFaults(page)).toEqual([]);
  });
});

describe('an address', () => {
  it('nobody knows is said to be unknown, in the frame and outside of it', async () => {
    const { page } = of('case.editor');
    expect((await below('case.editor', 'no/such/page')).heading).toBe('Page not found');
    expect(await menu(page).count()).toBe(1);
    expect(await page.title()).toBe('Page not found · Casewright');
    expect((await enter('case.editor', '/no-such-page')).heading).toBe('Page not found');
    expect(await menu(page).count()).toBe(0);
  });

  it('of another language or appendix is shown where the user may have both', async () => {
    const { page, prefix } = of('case.editor');
    const [, sponsor, sender] = prefix.split('/');
    const path = `/${sponsor}/${sender}/ko/CN/case/list/1/10`;
    expect((await enter('case.editor', path)).path).toBe(path);
    await page.locator('html[lang=ko]').waitFor();
    const region = page.locator('header select').first();
    expect(await region.inputValue()).toBe('CN');
    // and left by a choice
    await region.selectOption('US');
    await page.waitForURL(/\/ko\/US\/case\/list/);
    expect((await enter('case.editor', `/${sponsor}/${sender}/en/ZZ/case/list`)).path).toBe(
      `/${sponsor}/${sender}/en/US/case/list`,
    );
    await page.getByText('This link is for ZZ. It was opened for US, your region').waitFor();
  });

  it('of another language or appendix is corrected to those of the user where the sponsor set it', async () => {
    const { page, prefix } = of('case.editor');
    const [, sponsor, sender, , appendix] = prefix.split('/');
    await setPart(product.url, 'navigation', { links: 'correct' });
    expect((await enter('case.editor', `/${sponsor}/${sender}/ko/${appendix}/case/list/1/10`)).path).toBe(
      `${prefix}/case/list/1/10`,
    );
    expect((await enter('case.editor', `/${sponsor}/${sender}/en/CN/case/list`)).path).toBe(
      `${prefix}/case/list`,
    );
    // not in silence: a link to a field of another region leads to another form
    await page.getByText(`This link is for CN. It was opened for ${appendix}, your region`).waitFor();
    expect(await page.getByRole('combobox', { name: 'Region' }).inputValue()).toBe(appendix);
    expect((await enter('case.editor', `/${sponsor}/${sender}/xx/KR/case/list`)).heading).toBe(
      'Page not found',
    );
  });

  it('of coding exists where the region codes', async () => {
    const { page, prefix } = of('case.editor');
    const region = page.getByRole('combobox', { name: 'Region' });
    const choose = async (appendix: string) => {
      await below('case.editor', 'home');
      await region.selectOption(appendix);
      await page.waitForURL(`**/${appendix}/home`);
    };
    const at = prefix.split('/').slice(0, 4).join('/');
    await choose('KR');
    await menu(page).getByRole('link', { name: 'Coding' }).click();
    await page.waitForURL(`**${at}/KR/coding/product/list`);
    expect((await enter('case.editor', `${at}/KR/coding/mfds/substance/list`)).heading).toBe(
      'Substance coding (MFDS)',
    );
    expect((await enter('case.editor', `${at}/KR/coding/idf/product/list`)).heading).toBe('No permission');
    await choose('JP');
    await menu(page).getByRole('link', { name: 'Coding' }).click();
    await page.waitForURL(`**${at}/JP/coding/idf/product/list`);
    expect((await enter('case.editor', `${at}/JP/coding/idf/substance/list`)).heading).toBe(
      'Substance coding (IDF)',
    );
    await choose('US');
    await menu(page).getByRole('link', { name: 'Coding' }).click();
    await page.waitForURL(`**${at}/US/coding/queue`);
    expect((await enter('case.editor', `${at}/US/coding/product/list`)).heading).toBe('No permission');
  });
});

describe('a system administrator', () => {
  it('enters the system administration from the menu, in English and with its own menus', async () => {
    const { page } = of('system.admin');
    await below('system.admin', 'home');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('ko');
    await page.waitForURL('**/ko/**');
    await page.getByRole('navigation').getByRole('link', { name: '시스템' }).click();
    await page.waitForURL('**/system-admin/notice/list');
    expect(await menu(page).getByRole('link').allTextContents()).toEqual([
      'Notices',
      'Companies',
      'Search',
      'Case info',
      'Users',
      'Failed jobs',
    ]);
    expect(await menu(page).locator('[aria-current=page]').textContent()).toBe('Notices');
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    expect(await faultsOf(page)).toEqual([]);
  });

  it.each([
    ['company/1/study-mapping/list/1/10', 'company/1/study-mapping/list/1/10', 'Study mapping'],
    ['search', 'search/data', 'Cases of all sponsors'],
    ['caseinfo/receiver', 'caseinfo/receiver', 'Receivers of all sponsors'],
    ['user/3/detail', 'user/3/detail', 'Jonas Weber'],
  ])('finds %s at %s', async (from, to, heading) => {
    expect(await enter('system.admin', `/system-admin/${from}`)).toEqual({
      path: `/system-admin/${to}`,
      heading,
    });
  });

  it('finds a company at its key', async () => {
    expect(await enter('system.admin', '/system-admin/company/1')).toEqual({
      path: '/system-admin/company/1/property',
      heading: 'Hanbit Pharma',
    });
  });

  it('is told in the frame that an address of it is unknown', async () => {
    expect((await enter('system.admin', '/system-admin/nowhere')).heading).toBe('Page not found');
    expect(await menu(of('system.admin').page).count()).toBe(1);
  });
});

it('nobody met a failure of the page', () => {
  expect([...pages.values()].flatMap(({ problems }) => problems)).toEqual([]);
});
