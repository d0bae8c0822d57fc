// @vitest-environment happy-dom
import { act, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeAll, expect, it, vi } from 'vitest';
import { Redirect } from './Redirect.tsx';

beforeAll(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));

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
  const place = document.createElement('div');
  await act(async () => createRoot(place).render(<RouterProvider router={router} useTransitions={false} />));
  return { router, place, show: () => act(async () => answer.resolve()), home };
}

it('leads to the other address', async () => {
  const { place, show } = await caseThatIsRead();
  await show();
  expect(place.textContent).toBe('First tab');
});

it('leads nobody back who is on the way elsewhere', async () => {
  const { router, place, show, home } = await caseThatIsRead();
  await act(async () => void router.navigate('/home'));
  await show();
  expect(place.textContent).toBe('Loading');
  await act(async () => home.resolve({ Component: () => 'Home' }));
  expect(place.textContent).toBe('Home');
  expect(router.state.location.pathname).toBe('/home');
});
