/** Chromium with the page that measures faces. */
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright';
import { CHROMIUM } from '../chromium.ts';
import { servePage } from '../servePage.ts';
import type { FaceResult } from '../../src/faces/index.ts';
import type { FaceQuestion, TreeSpeech } from './faces.types.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const outDir = fileURLToPath(new URL('../../.cache/faces', import.meta.url));

/** Measures in a browser of its own: all questions, one after the other. */
export async function measureInBrowser(
  questions: readonly FaceQuestion[],
  onProgress: (done: number, total: number) => void,
): Promise<FaceResult> {
  const site = await servePage({ root, outDir });
  const browser = await chromium.launch(CHROMIUM);
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.on('pageerror', (error) => console.error(error.message));
    await page.exposeFunction('showProgress', onProgress);
    await page.exposeFunction('treeSpeech', await treeReader(page));
    await page.goto(site.url);
    await page.waitForFunction(() => 'measure' in window);
    const result: FaceResult = { faces: 0, faults: [] };
    for (const question of questions) {
      const { faces, faults } = await page.evaluate((what) => window.measure(what), question);
      result.faces += faces;
      result.faults.push(...faults);
    }
    return result;
  } finally {
    await browser.close();
    await site.close();
  }
}

/** Reads the accessibility tree, by the ids of the elements. */
async function treeReader(page: Page): Promise<() => Promise<Record<string, TreeSpeech>>> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('DOM.enable');
  return async () => {
    const [{ nodes: elements }, { nodes }] = await Promise.all([
      devTools.send('DOM.getFlattenedDocument', { depth: -1 }),
      devTools.send('Accessibility.getFullAXTree'),
    ]);
    const ids = new Map(
      elements.map(({ backendNodeId, attributes = [] }) => [backendNodeId, idIn(attributes)]),
    );
    return Object.fromEntries(
      nodes.flatMap(({ backendDOMNodeId = 0, name, description, properties = [] }) => {
        const id = ids.get(backendDOMNodeId);
        const isRequired = properties.some((one) => one.name === 'required' && one.value.value === true);
        const words = { name: String(name?.value ?? ''), description: String(description?.value ?? '') };
        return id ? [[id, { ...words, isRequired }]] : [];
      }),
    );
  };
}

/** Names and values of attributes come in turn. */
function idIn(attributes: readonly string[]): string | null {
  const at = attributes.findIndex((name, index) => index % 2 === 0 && name === 'id');
  return at < 0 ? null : (attributes[at + 1] ?? null);
}
