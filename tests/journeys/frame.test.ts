/** Header, popovers, side menu and the choice of sponsor and sender, with a world outside: in a real browser. */
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertRole, insertSponsor } from '../../server/accounts/tenants.store.ts';
import { inSponsor } from '../../server/storage/database.ts';
import { startTestServer, type TestServer } from '../api/harness.ts';
import { newProfile, openIn } from './browser.ts';
import { faultsOf } from './faults.ts';
import { startOutsideWorld, type OutsideWorld } from './outsideWorld.ts';
import { continueAs, follow, prefixOf, rememberTab, type SignedInTab } from './product.ts';
import { aMoment } from './waits.ts';
import { insertSender } from '../insertSender.ts';

const PASSWORD = 'Casewright-demo-1';
const OTHER_SPONSOR = '두 번째 제약';
const OTHER_SENDER = '두 번째 제약 안전관리팀';

let world: OutsideWorld;
let product: TestServer;
let context: BrowserContext;
let page: Page;
let problems: string[];
/** A part of what the console reports of a refusal that a test provokes. */
let expectedProblem: string | null;

beforeAll(async () => {
  world = await startOutsideWorld();
  product = await startTestServer({
    env: {
      CASEWRIGHT_MANUAL_URL: `${world.url}/manual`,
      CASEWRIGHT_MANUAL_V2_URL: `${world.url}/manual-v2`,
      CASEWRIGHT_PRIVACY_URL: `${world.url}/privacy`,
      CASEWRIGHT_HELP_CENTER_URL: world.url,
      CASEWRIGHT_CHATBOT_URL: `${world.url}/chat`,
    },
  });
  await addSponsor('case.editor');
  // nothing pops up in front of what is tried here
  await inSponsor(product.db, 1, (trx) => trx.updateTable('notice').set({ popup: 'N' }).execute());
});
afterAll(async () => {
  await product.stop();
  await world.stop();
});

/** A second sponsor, for which a user may do less: read cases, on behalf of one sender only. */
async function addSponsor(userId: string): Promise<void> {
  await product.db.transaction().execute(async (trx) => {
    const sponsor_key = await insertSponsor(trx, {
      companyName: OTHER_SPONSOR,
      clientType: 'SPO',
      country: 'KR',
      name: OTHER_SPONSOR,
      timeZone: 'Asia/Seoul',
      useWorkflow: false,
      defaultAppendix: 'KR',
    });
    await insertRole(trx, sponsor_key, { roleId: 1, name: 'Reader', privileges: ['READ.CASE'] });
    const { user_key } = await trx
      .selectFrom('app_user')
      .select('user_key')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    await trx.insertInto('user_sponsor').values({ sponsor_key, user_key }).execute();
    await trx.insertInto('user_role').values({ sponsor_key, user_key, role_id: 1 }).execute();
    await insertSender(trx, { sponsorKey: sponsor_key, senderKey: 7, name: OTHER_SENDER });
    await trx.insertInto('user_sender').values({ sponsor_key, user_key, sender_key: 7 }).execute();
  });
}

beforeEach(async () => {
  context = await newProfile();
  ({ page, problems } = await openIn(context));
  expectedProblem = null;
  return async () => {
    await context.close();
    const unexpected = problems.filter((text) => expectedProblem === null || !text.includes(expectedProblem));
    expect(unexpected).toEqual([]);
  };
});

const dialog = () => page.getByRole('dialog');
const button = (name: RegExp | string) => page.getByRole('button', { name });
const switcher = () => button(/^Change sponsor or sender/);

/** Logs in up to the choice of sponsor and sender. */
async function toChoice(userId: string, address = '/login/en'): Promise<void> {
  await page.goto(product.url + address);
  await page.getByLabel('User ID').fill(userId);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await button('Sign in').click();
  await dialog().getByRole('combobox', { name: 'Sender' }).waitFor();
}

/** Logs in for the sponsor. */
async function enterFor(sponsor: string): Promise<void> {
  await toChoice('case.editor');
  await dialog().getByRole('combobox', { name: 'Sponsor' }).selectOption({ label: sponsor });
  await dialog().getByRole('button', { name: 'OK' }).click();
  await page.waitForURL(/\/home$/);
}

let entered: SignedInTab | undefined;

/** Is signed in for the first sponsor; only the first time it takes signing in. */
async function enter(): Promise<void> {
  if (entered) await continueAs(entered, page, product.url, 'home');
  else await enterFor('Hanbit Pharma');
  await switcher().waitFor();
  entered ??= await rememberTab(page);
}

/** The window that opens while something is done. */
async function opened(act: () => Promise<void>): Promise<Page> {
  const [popup] = await Promise.all([context.waitForEvent('page'), act()]);
  // it begins as an empty one
  await popup.waitForURL(({ protocol }) => protocol !== 'about:');
  return popup;
}

describe('an external service', () => {
  it('receives the user by a message, never by an address: the chatbot', async () => {
    await enter();
    const chat = await opened(() => button('Chatbot').click());
    await expect.poll(() => chat.locator('output').textContent()).toContain('accessToken');
    const received = JSON.parse((await chat.locator('output').textContent()) ?? '') as Record<string, string>;
    const token = await page.evaluate(() => sessionStorage.getItem('casewright.token'));
    const [, , senderKey, language, appendix] = prefixOf(page).split('/');
    expect(received).toEqual({ type: 'CHATBOT_SESSION', accessToken: token, language, appendix, senderKey });
    expect(await chat.evaluate(() => [innerWidth, innerHeight])).toEqual([460, 784]);
    expect(world.requests.join(' ')).not.toContain(token);
  });

  it("opens in tabs without an opener: manual and privacy policy, in the user's language", async () => {
    await enter();
    await page.getByRole('combobox', { name: 'Language' }).selectOption('ja');
    await page.waitForURL(/\/ja\//);
    await button('ヘルプ').click();
    const manual = await opened(() => page.getByRole('link', { name: /オンラインマニュアル/ }).click());
    expect(manual.url()).toBe(`${world.url}/manual-v2?language=ja`);
    expect(await manual.locator('html').getAttribute('data-opener')).toBe('none');
    expect(await manual.evaluate(() => document.referrer)).toBe('');
    const privacy = await opened(() => page.getByRole('link', { name: /プライバシー/ }).click());
    expect(privacy.url()).toBe(`${world.url}/privacy?locale=jp`);
  });

  it('may require consent to a policy: agreeing continues, any other message closes it', async () => {
    await enter();
    await button('Help').click();
    const policy = await opened(() => button('Help center').click());
    expect(await policy.evaluate(() => [innerWidth, innerHeight])).toEqual([580, 650]);
    await Promise.all([policy.waitForEvent('close'), policy.getByRole('button', { name: 'Refuse' }).click()]);
    const again = await opened(() => button('Help center').click());
    const help = await opened(() => again.getByRole('button', { name: 'Agree' }).click());
    expect(help.url()).toBe(`${world.url}/help`);
    expect(await help.locator('html').getAttribute('data-opener')).toBe('none');
    await expect.poll(() => again.isClosed()).toBe(true);
  });

  it('is ignored if it is not the opened window', async () => {
    world.hasAgreed = false;
    await enter();
    await button('Help').click();
    const policy = await opened(() => button('Help center').click());
    const before = world.requests.length;
    // Our own window, and a foreign page in the policy window.
    await page.evaluate(() => window.postMessage('POLICY_AGREED', '*'));
    const stranger = await startOutsideWorld();
    await policy.goto(`${stranger.url}/policy`);
    await policy.getByRole('button', { name: 'Agree' }).click();
    await expect.poll(() => stranger.hasAgreed).toBe(true);
    await aMoment(page);
    expect(world.requests.slice(before)).toEqual([]);
    expect(policy.isClosed()).toBe(false);
    await policy.close();
    await stranger.stop();
  });
});

describe('the popovers', () => {
  it.each(['Help', 'User: Mina Park', 'My info'])(
    '%s takes the focus, keeps it, gives it back at Escape and has no fault',
    async (name) => {
      await enter();
      await button(name).focus();
      await page.keyboard.press('Enter');
      await dialog().waitFor();
      const isInside = () => page.evaluate(() => Boolean(document.activeElement?.closest('[role=dialog]')));
      await expect.poll(isInside).toBe(true);
      for (let step = 0; step < 8; step += 1) {
        await page.keyboard.press('Tab');
        expect(await isInside()).toBe(true);
      }
      expect(await faultsOf(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
        .toBe(name);
    },
  );

  it('fit into a window of 320 pixels', async () => {
    await enter();
    await page.setViewportSize({ width: 320, height: 640 });
    await button('More').click();
    for (const name of ['Chatbot', 'Help', 'User: Mina Park', 'My info'])
      expect(await button(name).isVisible()).toBe(true);
    for (const name of ['Region', 'Language'])
      expect(await page.getByRole('combobox', { name }).isVisible()).toBe(true);
    await button('My info').click();
    const { x = -1, width = 999 } = (await dialog().boundingBox()) ?? {};
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(320);
    expect(await page.evaluate(() => document.querySelector('header')?.scrollWidth)).toBeLessThanOrEqual(320);
  });
});
const menus = () => page.getByRole('navigation', { name: 'Main menu' }).getByRole('link').allTextContents();

/** Chooses another sponsor in the header's dialog. */
async function choose(sponsor: string): Promise<void> {
  await switcher().click();
  await dialog().getByRole('combobox', { name: 'Sponsor' }).selectOption({ label: sponsor });
  await expect.poll(() => dialog().getByRole('combobox', { name: 'Sender' }).inputValue()).not.toBe('');
  await dialog().getByRole('button', { name: 'OK' }).click();
}

describe('sponsor and sender', () => {
  it('are changed after a confirmation if edits are unsaved, which are discarded', async () => {
    await enter();
    const before = await menus();
    await page.goto(`${product.url}${prefixOf(page)}/case/list`);
    await page
      .getByRole('link', { name: /^CASE-/ })
      .first()
      .click();
    await page.waitForURL(/\/case\/\d+\/detail/);
    const patient = page.url().replace(/detail.*$/, 'detail/DM');
    await page.goto(patient);
    const field = page.locator('[data-address]').getByRole('textbox').first();
    await field.fill('not saved');
    await choose(OTHER_SPONSOR);
    await dialog().getByText('changes that are not saved').waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await dialog().waitFor({ state: 'detached' });
    expect(page.url()).toBe(patient);
    expect(await field.inputValue()).toBe('not saved');

    await choose(OTHER_SPONSOR);
    // the message does not stay
    const received = page.getByRole('status').filter({ hasText: `You are now working for ${OTHER_SPONSOR}` });
    await Promise.all([
      received.waitFor(),
      dialog().getByRole('button', { name: 'Discard changes' }).click(),
      page.waitForURL(/\/\d+\/7\/en\/KR\/home$/),
    ]);
    await expect.poll(() => switcher().textContent()).toContain(OTHER_SENDER);
    expect(before).toContain('Submission');
    expect(await menus()).toEqual(['Home', 'Cases', 'Coding']);
    await page.goto(patient);
    await field.waitFor();
    expect(await field.inputValue()).not.toBe('not saved');
  });

  it('are those of the tab: another tab works for another sponsor', async () => {
    await enter();
    const home = page.url();
    const before = await menus();
    const other = await context.newPage();
    await other.goto(home);
    await other.getByRole('button', { name: /^Change sponsor or sender/ }).waitFor();
    await choose(OTHER_SPONSOR);
    await expect.poll(menus).toEqual(['Home', 'Cases', 'Coding']);
    await other.getByRole('link', { name: 'Cases', exact: true }).first().click();
    await other.getByRole('row').filter({ hasText: 'CASE-' }).first().waitFor();
    await other.reload();
    await other.getByRole('row').filter({ hasText: 'CASE-' }).first().waitFor();
    const menu = other.getByRole('navigation', { name: 'Main menu' }).getByRole('link');
    await expect.poll(() => menu.allTextContents()).toEqual(before);
    expect(await other.getByRole('button', { name: /^Change sponsor or sender/ }).textContent()).toContain(
      'Hanbit',
    );
  });

  it('used last are offered at the next login', async () => {
    await enterFor(OTHER_SPONSOR);
    await button('My info').click();
    await button('Log out').click();
    await page.waitForURL(/\/login/);
    await toChoice('case.editor');
    const sponsor = dialog().getByRole('combobox', { name: 'Sponsor' });
    await expect.poll(() => sponsor.locator('option:checked').textContent()).toBe(OTHER_SPONSOR);
    await sponsor.selectOption({ label: 'Hanbit Pharma' });
    const sender = dialog().getByRole('combobox', { name: 'Sender' });
    await expect.poll(() => sender.locator('option:checked').textContent()).toMatch(/Hanbit/);
  });

  it('leave open what is open in the header while the address is corrected', async () => {
    // the sponsor used last has another region
    await enter();
    await switcher().waitFor();
    await page.evaluate(() => sessionStorage.clear());
    const { promise: isOpen, resolve: opened } = Promise.withResolvers<void>();
    await page.route('**/1.0/auth/me*', async (route) => {
      await isOpen;
      await route.continue();
    });
    await enterFor(OTHER_SPONSOR);
    await button('My info').click();
    await button('Log out').waitFor();
    opened();
    await page.waitForURL(/\/en\/KR\/home$/);
    await expect.poll(menus).toEqual(['Home', 'Cases', 'Coding']);
    await button('Log out').click();
    await page.waitForURL(/\/login/);
  });

  it('of another user are forbidden', async () => {
    await enter();
    expectedProblem = '403';
    await page.goto(`${product.url}/99/1/en/US/home`);
    await page.waitForURL(/bad-permission/);
  });
});

describe('the region', () => {
  it('is that of the page that the user is on the way to', async () => {
    await enter();
    const region = page.getByLabel('Region');
    const [before, other] = await region.evaluate((select: HTMLSelectElement) => [
      select.value,
      [...select.options].find(({ value }) => value !== select.value)?.value ?? '',
    ]);
    const slow = await context.newCDPSession(page);
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 20 });
    await follow(page, `${product.url}${prefixOf(page)}/case/list`);
    await region.selectOption(other);
    await page.waitForURL(`**/${other}/case/list`);
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await region.selectOption(before);
    await page.waitForURL(`**/${before}/case/list`);
  });
});

describe('the system administration', () => {
  it('is offered to its administrators, and its header names no sponsor', async () => {
    await toChoice('system.admin');
    await dialog().getByRole('button', { name: 'System' }).click();
    await page.waitForURL(/\/system-admin/);
    expect(await switcher().textContent()).toBe('System');
    expect(await page.getByRole('banner').getByRole('combobox').count()).toBe(0);
    await page.getByRole('link', { name: /to the system administration/ }).click();
    await page.waitForURL(/\/system-admin/);
    await button(/^User: /).click();
    await dialog().getByText('system.admin').waitFor();
    expect(await dialog().getByText('Role').count()).toBe(0);
    await page.keyboard.press('Escape');
    await choose('Hanbit Pharma');
    await page.waitForURL(/\/1\/\d+\/en\/[A-Z]+\/home$/);
  });
});

describe('the address of the login', () => {
  const region = () => page.getByRole('banner').getByRole('combobox', { name: 'Region' });
  const sender = () => dialog().getByRole('combobox', { name: 'Sender' });

  it('keeps sponsor, sender and region when the language is switched', async () => {
    await page.goto(`${product.url}/login/en/1/2/JP?redirectTo=%2F1%2F2%2Fen%2FJP%2Fcase%2Flist`);
    await page.getByRole('combobox', { name: 'Language' }).selectOption('ko');
    await page.waitForURL(/\/login\/ko\//);
    const { pathname, searchParams } = new URL(page.url());
    expect([pathname, searchParams.get('redirectTo')]).toEqual(['/login/ko/1/2/JP', '/1/2/en/JP/case/list']);
  });

  it('names the region that is entered, which the user has from then on', async () => {
    await toChoice('medical.reviewer', '/login/en/1/2/JP');
    await expect.poll(() => sender().inputValue()).toBe('2');
    await dialog().getByRole('button', { name: 'OK' }).click();
    await page.waitForURL(/\/1\/2\/en\/JP\/home$/);
    // a link to another region is followed, and changes nothing for the next page without one
    await page.goto(`${product.url}/1/2/en/KR/home`);
    await expect.poll(() => region().inputValue()).toBe('KR');
    await page.goto(product.url);
    await page.waitForURL(/\/1\/2\/en\/JP\/home$/);
    expect(await region().inputValue()).toBe('JP');
  });

  it('leads to the region of the user where it names one that does not exist', async () => {
    expectedProblem = '400';
    await toChoice('medical.reviewer', '/login/en/1/2/XX');
    await dialog().getByRole('button', { name: 'OK' }).click();
    await page.waitForURL(/\/1\/2\/en\/JP\/home$/);
  });
});
