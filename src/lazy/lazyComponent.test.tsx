// @vitest-environment happy-dom
import { act, Component, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, it, vi } from 'vitest';
import { lazyComponent } from './lazyComponent.tsx';

beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));

const Greeting = ({ name }: { name: string }) => `Hello ${name}`;
const Waiting = () => 'Loading';

class Boundary extends Component<{ children: ReactNode }> {
  override state = { message: null };
  static getDerivedStateFromError = (error: Error) => ({ message: error.message });
  override render = () => this.state.message ?? this.props.children;
}

async function draw(content: ReactNode) {
  const place = document.createElement('div');
  const root = createRoot(place, { onCaughtError: () => {} });
  await act(async () => root.render(<Boundary>{content}</Boundary>));
  return { text: () => place.textContent };
}

/** Lets React work as it does in a browser, without waiting for what it has put off to a later time. */
async function workedOff(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((done) => setImmediate(done));
}

it('draws what waits, and the component as soon as its code is there', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const { promise, resolve } = Promise.withResolvers<typeof Greeting>();
  const Later = lazyComponent(() => promise, Waiting);
  const place = document.createElement('div');
  createRoot(place).render(<Later name="Mina" />);
  await workedOff();
  expect(place.textContent).toBe('Loading');
  resolve(Greeting);
  await workedOff();
  expect(place.textContent).toBe('Hello Mina');
});

it('is drawn at once when its code is there already', async () => {
  const Later = lazyComponent(async () => Greeting, Waiting);
  await draw(<Later name="Mina" />);
  const place = document.createElement('div');
  act(() => createRoot(place).render(<Later name="Theo" />));
  expect(place.textContent).toBe('Hello Theo');
});

it('throws a failure to the boundary, and tries again when it is drawn again', async () => {
  const load = vi.fn(async () => Greeting).mockRejectedValueOnce(new Error('no such file'));
  const Later = lazyComponent(load);
  expect((await draw(<Later name="Mina" />)).text()).toBe('no such file');
  expect((await draw(<Later name="Mina" />)).text()).toBe('Hello Mina');
});
