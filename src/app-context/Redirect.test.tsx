// @vitest-environment happy-dom
import { act, useEffect, useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, it } from 'vitest';
import { Redirect } from './Redirect.tsx';
import { render, startWithEmptyDocument } from '../testing/render.tsx';

startWithEmptyDocument();

async function caseThatIsRead() {
  const answer = Promise.withResolvers<void>();
  function Case() {
    const [isRead, setRead] = useState(false);
    useEffect(() => void answer.promise.then(() => setRead(true)), []);
    return isRead ? <Redirect to="/case/first" waiting="Loading" /> : 'Loading';
  }
  const home = Promise.withResolvers<{ Component: () => string }>();
  const router = createMemoryRouter(
    [
      { path: '/case', Component: Case },
      { path: '/case/first', element: 'First tab' },
      { path: '/home', lazy: () => home.promise },
    ],
    { initialEntries: ['/case'] },
  );
  await render(<RouterProvider router={router} useTransitions={false} />);
  return { router, show: () => act(async () => answer.resolve()), home };
}

it('leads to the other address', async () => {
  const { show } = await caseThatIsRead();
  await show();
  expect(document.querySelector('main')?.textContent).toBe('First tab');
});

it('leads nobody back who is on the way elsewhere', async () => {
  const { router, show, home } = await caseThatIsRead();
  await act(async () => void router.navigate('/home'));
  await show();
  expect(document.querySelector('main')?.textContent).toBe('Loading');
  await act(async () => home.resolve({ Component: () => 'Home' }));
  expect(document.querySelector('main')?.textContent).toBe('Home');
  expect(router.state.location.pathname).toBe('/home');
});
