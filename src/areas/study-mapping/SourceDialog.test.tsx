// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { createInstance } from 'i18next';
import { act } from 'react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, it, vi } from 'vitest';
import type { StudySourceOfCompany } from '../../../shared/contract/index.ts';
import { queryClient } from '../../feedback/queryClient.ts';
import { SourceDialog } from './SourceDialog.tsx';
import { fill, render, startWithEmptyDocument } from '../../testing/render.tsx';

afterEach(() => queryClient.clear());
startWithEmptyDocument();

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
  await render(
    <I18nextProvider i18n={words}>
      <QueryClientProvider client={queryClient}>
        <SourceDialog
          route={{ sponsorKey: 1, companyKey: 1 }}
          answer={{ sponsors: [{ sponsorKey: 1, name: 'S' }], kinds: ['rave'], sources: [source] }}
          source={source}
          onClose={() => {}}
          onSaved={async () => {}}
        />
      </QueryClientProvider>
    </I18nextProvider>,
  );
  const found = () => document.querySelector('[role="dialog"] [role="status"]')?.textContent;
  const userName = [...document.querySelectorAll('input')].find(({ value }) => value === 'reader');
  const type = (text: string) => fill(userName, text);
  const tryIt = document.querySelector('[role="status"]')?.previousElementSibling as HTMLButtonElement;
  await act(async () => tryIt.click());
  await expect.poll(found).not.toBe('');
  await type('another');
  expect(found()).toBe('');
  await type('reader');
  expect(found()).not.toBe('');
});

it('keeps what was typed for one kind while another one is looked at', async () => {
  const words = createInstance();
  await words.init({ lng: 'en', resources: {} });
  await render(
    <I18nextProvider i18n={words}>
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
    </I18nextProvider>,
  );
  const field = (label: string) => {
    const found = [...document.querySelectorAll('label')].find(({ textContent }) =>
      textContent.startsWith(label),
    );
    return document.getElementById(found?.htmlFor ?? '') as HTMLInputElement | HTMLSelectElement | null;
  };
  const put = (label: string, value: string) => fill(field(label), value);
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
});
