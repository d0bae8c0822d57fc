// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createInstance } from 'i18next';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { StudySourceOfCompany } from '../../../shared/contract/index.ts';
import { queryClient } from '../../feedback/queryClient.ts';
import { SourceDialog } from './SourceDialog.tsx';

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // what other files of the worker left
  document.body.replaceChildren();
  // a text that grows waits for the fonts
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

const source: StudySourceOfCompany = {
  name: 'EDC',
  kind: 'rave',
  settings: { url: 'https://edc.example.org', userName: 'reader', dataset: 'regular' },
  everyHours: 24,
  disabled: false,
  sourceKey: 3,
  sponsorKey: 1,
  secretNames: ['password'],
  hasToken: false,
  links: 0,
  readAt: null,
  fault: null,
  failures: 0,
  setAt: '2026-01-01T00:00:00.000Z',
  setBy: 'Kim',
};

it('shows what a try has found for the settings that were tried, and for no others', async () => {
  vi.stubGlobal('fetch', async () => {
    const data = { fault: null, detail: '', studies: 2, studyId: 'A-1', subjects: 12 };
    const headers = { 'content-type': 'application/json' };
    return new Response(JSON.stringify({ success: true, data }), { status: 200, headers });
  });
  const words = createInstance();
  await words.init({ lng: 'en', resources: {} });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <I18nextProvider i18n={words}>
        <MantineProvider>
          <QueryClientProvider client={queryClient}>
            <SourceDialog
              route={{ sponsorKey: 1, companyKey: 1 }}
              answer={{ sponsors: [{ sponsorKey: 1, name: 'S' }], kinds: ['rave'], sources: [source] }}
              source={source}
              onClose={() => {}}
              onSaved={async () => {}}
            />
          </QueryClientProvider>
        </MantineProvider>
      </I18nextProvider>,
    ),
  );
  const found = () => document.querySelector('[role="dialog"] [role="status"]')?.textContent;
  const userName = [...document.querySelectorAll('input')].find(({ value }) => value === 'reader');
  const type = (text: string) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(userName, text);
      userName?.dispatchEvent(new Event('input', { bubbles: true }));
    });
  const tryIt = document.querySelector('[role="status"]')?.previousElementSibling as HTMLButtonElement;
  await act(async () => tryIt.click());
  await expect.poll(found).not.toBe('');
  await type('another');
  expect(found()).toBe('');
  await type('reader');
  expect(found()).not.toBe('');
  await act(async () => root.unmount());
});

it('keeps what was typed for one kind while another one is looked at', async () => {
  const words = createInstance();
  await words.init({ lng: 'en', resources: {} });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <I18nextProvider i18n={words}>
        <MantineProvider>
          <QueryClientProvider client={queryClient}>
            <SourceDialog
              route={{ sponsorKey: 1, companyKey: 1 }}
              answer={{
                sponsors: [{ sponsorKey: 1, name: 'S' }],
                kinds: ['rave', 'file'],
                sources: [source],
              }}
              source={source}
              onClose={() => {}}
              onSaved={async () => {}}
            />
          </QueryClientProvider>
        </MantineProvider>
      </I18nextProvider>,
    ),
  );
  const field = (label: string) => {
    const found = [...document.querySelectorAll('label')].find(({ textContent }) =>
      textContent.startsWith(label),
    );
    return document.getElementById(found?.htmlFor ?? '') as HTMLInputElement | HTMLSelectElement | null;
  };
  const put = (label: string, value: string) =>
    act(async () => {
      const element = field(label);
      if (!element) throw new Error(`no field ${label}`);
      const { prototype } = element.tagName === 'SELECT' ? HTMLSelectElement : HTMLInputElement;
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, value);
      element.dispatchEvent(new Event(element.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
    });
  const typed = {
    'fields.url': 'https://new.example.org',
    'fields.password': 'Secret-1',
    'columns.schedule': '12',
  };
  for (const [label, value] of Object.entries(typed)) await put(label, value);
  await act(async () => field('disabled')?.click());
  await put('columns.kind', 'file');
  expect(field('fields.url')).toBeNull();
  expect((field('disabled') as HTMLInputElement).checked).toBe(true);
  await put('columns.kind', 'rave');
  for (const [label, value] of Object.entries(typed))
    expect([label, field(label)?.value]).toEqual([label, value]);
  await act(async () => root.unmount());
});
