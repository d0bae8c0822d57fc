// @vitest-environment happy-dom
/** What a chosen record overwrites is what the user was asked about, though others store rows while the question is open. */
import { act } from 'react';
import { expect, it } from 'vitest';
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { compileCatalogue } from '../../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../../schemas/compile/testSources.ts';
import { ALL_ITEMS } from '../../../shared/access/userItemRights.ts';
import type { CaseRow } from '../../../shared/case/caseContent.ts';
import { addressAt } from '../../../shared/case/itemAddress.ts';
import { EMPTY_VALUE } from '../../../shared/case/itemValue.ts';
import type { ChosenMaster } from '../../../shared/records/masterFill.ts';
import { EngineContext, type Engine } from '../page/context.ts';
import { createPageSession } from '../session/pageSession.ts';
import { useMasterChoice } from './useMasterChoice.ts';
import { render, startWithEmptyDocument } from '../../testing/render.tsx';

const catalogue = compileCatalogue(realSources);
const DRUG = addressAt(catalogue.roles['drugName'] ?? '', [1]);
const SUBSTANCES = 'G.k.2.3.r';
const NAME = (row: number) => addressAt(catalogue.roles['substanceName'] ?? '', [1, row]);
const named = (value: string) => ({ ...EMPTY_VALUE, value });
const PRODUCT: ChosenMaster = {
  name: 'Aspirin 100',
  values: {},
  rows: { SUBSTANCES: [{ rowNo: 1, values: { SUBSTANCE: named('Acetylsalicylic acid') } }] },
  provenance: null,
};

startWithEmptyDocument();

it('asks again where another user has stored a row meanwhile, and leaves that row where the answer is no', async () => {
  const found = catalogue.items[DRUG.itemId];
  if (!found) throw new Error('the catalogue has no drug');
  const drug: CatalogueItem = found;
  const session = createPageSession({
    content: { values: [], rows: [] },
    catalogue,
    page: drug.page,
    rowNo: 1,
    readOnly: false,
    retrievedAt: '2026-01-01T00:00:00.000Z',
  });
  const mine = session.addRow(SUBSTANCES, [1]);
  session.setValue(NAME(1), 'mine');
  const answers: ((isConfirmed: boolean) => void)[] = [];
  const confirmOverwrite = () => new Promise<boolean>((answer) => answers.push(answer));
  const services = { choose: () => Promise.resolve(PRODUCT), confirmOverwrite };
  // all that the hook reads of it
  const engine = { session, catalogue, language: 'en', rights: ALL_ITEMS, services } as unknown as Engine;
  function Field() {
    const choose = useMasterChoice(drug, DRUG, '');
    return <button type="button" onClick={() => void choose()} />;
  }
  await render(
    <EngineContext value={engine}>
      <Field />
    </EngineContext>,
  );
  await act(async () => document.querySelector('button')?.click());
  expect(answers).toHaveLength(1);

  const theirs: CaseRow = { ...mine, rowId: 'theirs' };
  session.receiveRemote({
    values: [{ ...NAME(1), ...named('theirs') }],
    rows: [theirs],
    retrievedAt: '2026-01-01T00:05:00.000Z',
  });
  await act(async () => answers[0]?.(true));
  expect(answers).toHaveLength(2);
  await act(async () => answers[1]?.(false));
  expect([session.get(NAME(1)).value, session.get(NAME(2)).value]).toEqual(['theirs', 'mine']);
  expect(session.row(theirs)).toMatchObject({ rowId: 'theirs', deleted: false });
});
