// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, it, vi } from 'vitest';
import { compileCatalogue } from '../../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../../schemas/compile/testSources.ts';
import { FormRoot } from '../PageForm.tsx';
import type { EngineServices } from '../services.ts';
import { createPageSession } from '../session/pageSession.ts';
import { Group } from './Group.tsx';
import { attachmentOf } from './GroupFiles.tsx';

const catalogue = compileCatalogue(realSources);

beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));

it.each([
  [['good.pdf', 'lost.pdf'], 'file.added file.failed'],
  [['lost.pdf'], 'file.failed'],
])('tells of %j which were added and which were not', async (names, spoken) => {
  const group = Object.values(catalogue.groups).find(
    (one) => attachmentOf(catalogue, one) && catalogue.pages[one.page]?.kind === 'form',
  );
  if (!group) throw new Error('no group of a form holds files');
  const session = createPageSession({
    content: { values: [], rows: [] },
    catalogue,
    page: group.page,
    rowNo: 0,
    readOnly: false,
  });
  const services: Partial<EngineServices> = {
    upload: (file) =>
      file.name === 'lost.pdf'
        ? Promise.reject(new Error('no answer'))
        : Promise.resolve({ fileKey: 'key', fileName: file.name }),
  };
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <MantineProvider>
        <FormRoot
          session={session}
          catalogue={catalogue}
          page={group.page}
          language="en"
          appendix={null}
          services={services as EngineServices}
          readOnly={false}
        >
          <Group groupId={group.group} renderContent={() => null} />
        </FormRoot>
      </MantineProvider>,
    ),
  );
  const chooser = place.querySelector<HTMLInputElement>('input[type=file]');
  Object.defineProperty(chooser, 'files', { value: names.map((name) => new File(['x'], name)) });
  await act(async () => void chooser?.dispatchEvent(new Event('change', { bubbles: true })));
  await expect
    .poll(() => [...place.querySelectorAll('[role=status]')].map(({ textContent }) => textContent.trim()))
    .toEqual([spoken]);
  await act(async () => root.unmount());
  place.remove();
  vi.unstubAllGlobals();
});
