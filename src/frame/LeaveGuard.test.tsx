// @vitest-environment happy-dom
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, useState, type ComponentType } from 'react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom';
import { expect, it } from 'vitest';
import { useUnsavedChanges } from '../app-context/unsavedChanges.ts';
import { Dialog } from '../components/index.ts';
import { LeaveGuard } from './LeaveGuard.tsx';
import { fill, render, startWithEmptyDocument } from '../testing/render.tsx';

startWithEmptyDocument();

/** A list, and a case on which a dialog with a text is open, and another dialog above it. */
async function caseWithDialogs({ busy = false } = {}) {
  return pagesWith(function Case() {
    const [open, setOpen] = useState(['Questions', 'Codes']);
    const close = (title: string) => setOpen((all) => all.filter((one) => one !== title));
    return (
      <>
        Case
        {open.map((title) => (
          <Dialog key={title} title={title} busy={busy} onClose={() => close(title)}>
            <textarea aria-label={title} />
          </Dialog>
        ))}
      </>
    );
  });
}

/** A list, and a case, which is open. */
async function pagesWith(Case: ComponentType) {
  const router = createMemoryRouter(
    [
      {
        element: (
          <LeaveGuard>
            <Outlet />
          </LeaveGuard>
        ),
        children: [
          { path: '/list', element: 'List' },
          { path: '/case', Component: Case },
        ],
      },
    ],
    { initialEntries: ['/list', '/case'], initialIndex: 1 },
  );
  await render(<RouterProvider router={router} useTransitions={false} />);
  return {
    back: () => act(async () => void router.navigate(-1)),
    follow: () => act(async () => void router.navigate('/list')),
    at: () => router.state.location.pathname,
    titles: () =>
      [...document.querySelectorAll('textarea')].map(
        (field) => field.ariaLabel ?? field.getAttribute('aria-label'),
      ),
    warnings: () => document.querySelectorAll('[role=dialog] [role=alert]').length,
    type: (text: string) => fill(document.querySelector('textarea'), text),
  };
}

it('closes one dialog after the other with Back, and warns of a text, before it leaves the page', async () => {
  const { back, at, titles, warnings, type } = await caseWithDialogs();
  expect(titles()).toEqual(['Questions', 'Codes']);
  await type('When did it begin?');
  await back();
  expect([at(), ...titles()]).toEqual(['/case', 'Questions']);
  await back();
  expect([at(), ...titles(), warnings()]).toEqual(['/case', 'Questions', 1]);
  await back();
  expect([at(), ...titles()]).toEqual(['/case']);
  await back();
  expect(at()).toBe('/list');
});

it('leaves a dialog alone in which something is being done', async () => {
  const { back, at, titles } = await caseWithDialogs({ busy: true });
  await back();
  expect([at(), ...titles()]).toEqual(['/case', 'Questions', 'Codes']);
});

it('lets the product itself go on to another page from a dialog', async () => {
  const { follow, at, titles } = await caseWithDialogs();
  await follow();
  expect([at(), ...titles()]).toEqual(['/list']);
});

it('asks about an entry that its field takes as the page is left', async () => {
  function Case() {
    const [value, setValue] = useState('');
    useUnsavedChanges(value !== '', () => setValue(''));
    return <input data-draft="" onBlur={() => setValue('taken')} />;
  }
  const { follow, at } = await pagesWith(Case);
  await act(async () => document.querySelector('input')?.focus());
  await follow();
  expect(at()).toBe('/case');
  expect(document.querySelectorAll('[role=dialog]').length).toBe(1);
});

it('knows every dialog of the product', () => {
  const src = join(import.meta.dirname, '..');
  const unknown = globSync('**/*.tsx', { cwd: src }).filter((file) => {
    const text = readFileSync(join(src, file), 'utf8');
    const isDrawn = /import \{[^}]*\b(?:Modal|Drawer)\b[^}]*\} from '@mantine\/core'/.test(text);
    return isDrawn && !text.includes('useOpenDialog(');
  });
  expect(unknown).toEqual([]);
});
