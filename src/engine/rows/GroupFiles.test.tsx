// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it } from 'vitest';
import { compileCatalogue } from '../../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../../schemas/compile/testSources.ts';
import { FormRoot } from '../PageForm.tsx';
import type { EngineServices } from '../services.ts';
import { createPageSession } from '../session/pageSession.ts';
import { Group } from './Group.tsx';
import { attachmentOf } from './GroupFiles.tsx';
import { render, startWithEmptyDocument } from '../../testing/render.tsx';

const catalogue = compileCatalogue(realSources);

startWithEmptyDocument();

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
  await render(
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
    </FormRoot>,
  );
  const chooser = document.querySelector<HTMLInputElement>('input[type=file]');
  Object.defineProperty(chooser, 'files', { value: names.map((name) => new File(['x'], name)) });
  await act(async () => void chooser?.dispatchEvent(new Event('change', { bubbles: true })));
  await expect
    .poll(() => [...document.querySelectorAll('[role=status]')].map(({ textContent }) => textContent.trim()))
    .toEqual([spoken]);
});
