// @vitest-environment happy-dom
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeAll, expect, it, vi } from 'vitest';
import { Redirect } from './Redirect.tsx';

beforeAll(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));

async function caseThatIsRead() {
  let show = () => {};
  function Case() {
    const [isRead, setRead] = useState(false);
    show = () => setRead(true);
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
  return { router, place, show: () => act(async () => show()), home };
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
