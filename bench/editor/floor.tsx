/**
 * The floor: every value of the page as bare html, all of them drawn, each writing what is typed into a map. `?floor`
 * draws text inputs only, `?controls` the control of each item: a select with its codes, radio buttons, a text area.
 */
import type { ReactNode } from 'react';
import type { CaseValue } from '../../shared/case/caseContent.ts';
import { codeLists } from '../../stories/catalogue.ts';
import { caretInto, drawer, keyClock, painted } from './benchPage.ts';
import { catalogue, contentOf, MEASURED } from './content.ts';

const draw = drawer();
const typed = new Map<string, string>();
const withControls = location.search === '?controls';

const keep = ({
  currentTarget,
}: {
  currentTarget: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
}) => typed.set(currentTarget.id, currentTarget.value);

function control(id: string, { itemId, value }: CaseValue): ReactNode {
  const item = catalogue.items[itemId];
  const codes = codeLists[item?.codeList ?? '']?.codes ?? [];
  switch (withControls ? item?.control : 'text') {
    case 'codeList':
      return (
        <select id={id} defaultValue={value ?? ''} onChange={keep}>
          {codes.map(({ code, label }) => (
            <option key={code} value={code}>
              {label.en}
            </option>
          ))}
        </select>
      );
    case 'radio':
      return codes.map(({ code, label }) => (
        <label key={code}>
          <input type="radio" name={id} value={code} defaultChecked={code === value} onChange={keep} />
          {label.en}
        </label>
      ));
    case 'yesNo':
    case 'trueOnly':
      return <input id={id} type="checkbox" defaultChecked={value === 'true'} onChange={keep} />;
    case 'longText':
      return <textarea id={id} defaultValue={value ?? ''} onChange={keep} />;
    default:
      return <input id={id} defaultValue={value ?? ''} onChange={keep} />;
  }
}

const Controls = ({ values }: { values: readonly CaseValue[] }) =>
  values.map((value, index) => (
    <div key={index}>
      <label htmlFor={`value-${index}`}>{catalogue.items[value.itemId]?.label.en}</label>
      {control(`value-${index}`, value)}
    </div>
  ));

let values: readonly CaseValue[] = [];

window.bench = {
  prepare(rows) {
    values = contentOf(MEASURED, rows).values;
    return values.length;
  },
  open: () => draw(() => <Controls values={values} />),
  async enterField(place) {
    caretInto(`#value-${place === 'page' ? 0 : Math.floor(values.length / 2)}`);
    await painted();
  },
  keysToPaint: keyClock(),
  painted,
};
