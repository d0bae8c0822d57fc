// @vitest-environment happy-dom
/** Edits of the grids of roles: leaving the page asks, and a refused save is reported once. */
import { notifications, notificationsStore } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { CallFailure } from '../../api/index.ts';
import { discardChanges, hasUnsavedChanges } from '../../app-context/unsavedChanges.ts';
import { queryClient } from '../../feedback/queryClient.ts';
import { SaveGrid } from './SaveGrid.tsx';
import { fill, render, startWithEmptyDocument } from '../../testing/render.tsx';

afterEach(() => {
  queryClient.clear();
  notifications.clean();
});
startWithEmptyDocument();

const refused = new CallFailure({ status: 409, errCode: 'ROLE_CHANGED', errMsg: 'Changed meanwhile' });

async function grids() {
  const dropped: string[] = [];
  const draw = (counts: Record<string, number>) =>
    render(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          {Object.entries(counts).map(([name, count]) => (
            <SaveGrid
              key={name}
              count={count}
              saveLabel={`Save ${name}`}
              title={name}
              differences={null}
              store={() => Promise.reject(refused)}
              onClear={() => void dropped.push(name)}
            />
          ))}
        </MemoryRouter>
      </QueryClientProvider>,
    );
  return { draw, dropped };
}

it('are unsaved changes of the page as long as one of the grids has some', async () => {
  const { draw, dropped } = await grids();
  await draw({ areas: 0, items: 0 });
  expect(hasUnsavedChanges()).toBe(false);
  await draw({ areas: 1, items: 1 });
  expect(hasUnsavedChanges()).toBe(true);
  await draw({ areas: 0, items: 1 });
  expect(hasUnsavedChanges()).toBe(true);
  await draw({ areas: 1, items: 1 });
  await act(async () => discardChanges());
  expect(dropped.toSorted()).toEqual(['areas', 'items']);
  expect(hasUnsavedChanges()).toBe(false);
});

it('report once why they could not be saved', async () => {
  const { draw } = await grids();
  await draw({ areas: 1 });
  const press = (words: string) =>
    act(async () =>
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent === words)?.click(),
    );
  await press('Save areas');
  await fill(document.querySelector('textarea'), 'New duties');
  await act(async () => document.querySelector<HTMLButtonElement>('[type="submit"]')?.click());
  await expect.poll(() => notificationsStore.getState().notifications.length).toBe(1);
  const [toast] = notificationsStore.getState().notifications;
  expect(toast?.message).toMatchObject({ props: { message: 'Changed meanwhile', count: 1 } });
});
