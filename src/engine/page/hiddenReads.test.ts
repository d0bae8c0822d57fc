/** Conditions that read what the region on the screen does not show. */
import { describe, expect, it } from 'vitest';
import { compileCatalogue, forAppendix } from '../../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../../schemas/compile/testSources.ts';
import { addressAt } from '../../../shared/case/itemAddress.ts';
import { createPageSession } from '../session/pageSession.ts';
import { createConditions } from './conditions.ts';

const KR = 'appendices/KR.appendix.json';
const CONDITION = 'value("D.5") == "1"';

/** Korea hides the patient's sex, and shows the initials for men only. */
const catalogue = forAppendix(
  compileCatalogue(
    realSources.map(({ file, text }) => {
      if (file !== KR) return { file, text };
      const source = JSON.parse(text) as { overlays?: Record<string, object> };
      const overlays = {
        ...source.overlays,
        'D.5': { hidden: true },
        'D.1': { visibleWhen: CONDITION, onHide: 'clear' },
      };
      return { file, text: JSON.stringify({ ...source, overlays }) };
    }),
  ),
  'KR',
);

describe('a condition that reads an item the region hides', () => {
  it('is asked of what is stored, and the page can be edited', () => {
    const valueOf = (itemId: string, value: string) => ({
      ...addressAt(itemId, []),
      value,
      nullFlavor: null,
      notation: null,
    });
    const session = createPageSession({
      content: { values: [valueOf('D.5', '1'), valueOf('D.1', 'A.B.')], rows: [] },
      catalogue,
      page: 'DM',
      rowNo: 0,
      readOnly: false,
    });
    expect(catalogue.items['D.5']).toBeUndefined();
    const conditions = createConditions(session, catalogue);
    expect(session.store.get(conditions.holds(CONDITION, null, []))).toBe(true);
    session.setValue(addressAt('D.4', []), '180');
    expect(session.changes().items.map(({ itemId }) => itemId)).toEqual(['D.4']);
  });
});
