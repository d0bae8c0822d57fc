/** The page in which the command measures faces. The catalogue comes from the command. */
import '@mantine/core/styles.css';
import '../../src/theme/theme.css';
import { createRoot } from 'react-dom/client';
import { MantineProvider } from '@mantine/core';
import type { SheetFault } from '../../shared/faces/faceFault.types.ts';
import { facesIn, measureFaces, speechOf, type FaceResult, type HeardWorld } from '../../src/faces/index.ts';
import { startI18n } from '../../src/i18n/index.ts';
import { cssVariablesResolver, theme } from '../../src/theme/index.ts';
import type { FaceQuestion, TreeSpeech } from './faces.types.ts';

declare global {
  interface Window {
    measure: (question: FaceQuestion) => Promise<FaceResult>;
    /** of the command: the accessibility tree of the browser, by the id of the element */
    treeSpeech: () => Promise<Record<string, TreeSpeech>>;
    showProgress: (done: number, total: number) => Promise<void>;
  }
}

await startI18n('en');
const place = document.getElementById('root');
if (!place) throw new Error('index.html has no element #root');
createRoot(place.appendChild(document.createElement('div'))).render(
  <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver}>
    {null}
  </MantineProvider>,
);

window.measure = ({ itemIds, withTree, ...question }) =>
  measureFaces({
    ...question,
    itemIds: itemIds && new Set(itemIds),
    place,
    signal: new AbortController().signal,
    onProgress: (done, total) => void window.showProgress(done, total),
    onDrawn: withTree ? otherwiseHeard : undefined,
  });

/** Where the browser tells assistive technology another sentence than we read from the document. */
async function otherwiseHeard(root: HTMLElement, world: HeardWorld): Promise<SheetFault[]> {
  const tree = await window.treeSpeech();
  return facesIn(root, world).flatMap(({ field, face: { itemId, state } }): SheetFault[] => {
    const speech = speechOf(field);
    const heard = tree[field.querySelector('[aria-labelledby]')?.id ?? ''];
    if (!speech || !heard) return [];
    const same =
      plain(heard.name) === plain(speech.name) && plain(heard.description) === plain(speech.description);
    if (same && heard.isRequired === speech.isRequired) return [];
    const what = `${heard.name} | ${heard.description} instead of ${speech.name} | ${speech.description}`;
    return [{ itemId, language: world.language, state, kind: 'unheard', what, width: null }];
  });
}

const plain = (text: string): string => text.replace(/\s+/g, '');
