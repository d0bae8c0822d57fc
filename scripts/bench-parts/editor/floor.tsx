/** The floor: as many bare inputs as the page has values, all of them drawn, each writing what is typed into a map. */
import { caretInto, drawer, keyClock, painted } from './benchPage.ts';

const draw = drawer();
const typed = new Map<number, string>();

const Inputs = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, index) => (
    <div key={index}>
      <label htmlFor={`value-${index}`}>Value {index}</label>
      <input
        id={`value-${index}`}
        defaultValue={`text ${index}`}
        onChange={(event) => typed.set(index, event.currentTarget.value)}
      />
    </div>
  ));

const drawn = (): number => document.querySelectorAll('input').length;

window.bench = {
  open: (count) => draw(() => <Inputs count={count} />),
  count: drawn,
  async enterField(place) {
    caretInto(`#value-${place === 'page' ? 0 : Math.floor(drawn() / 2)}`);
    await painted();
  },
  keysToPaint: keyClock(),
  painted,
};
