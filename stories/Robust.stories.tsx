/** What the user sees when something fails: lost connection, broken page, messages. */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { listCases } from '../shared/contract/index.ts';
import { showError, showInfo, showSuccess } from '../src/components/index.ts';
import { connection } from '../src/frame/connection/connection.ts';
import { ErrorArea } from '../src/feedback/ErrorArea.tsx';
import { appStory } from './app/AppStory.tsx';
import { fake } from './app/fakeCalls.ts';
import { word } from './app/word.ts';
import { soon } from './app/soon.ts';

const meta = { title: 'Robust' } satisfies Meta;
export default meta;

const online = () => connection.send({ type: 'call.answered' });

/** The browser has no network: what is lost, what is kept, when it is tried next. */
export const NoConnection = {
  ...appStory('case/list'),
  play: async () => {
    await screen.findByText('KR-ACME-2026-0012');
    connection.send({ type: 'browser.offline' });
    await soon(() => expect(screen.getByText(word('failures:connection.lost'))).toBeVisible());
    await userEvent.click(screen.getByRole('button', { name: word('failures:connection.tryNow') }));
    await soon(() => expect(screen.getByText(word('failures:connection.lost'))).toBeVisible());
    return online;
  },
};

export const ConnectionIsBack = {
  ...appStory('case/list'),
  play: async () => {
    await screen.findByText('KR-ACME-2026-0012');
    connection.send({ type: 'browser.offline' });
    await screen.findByText(word('failures:connection.lost'));
    online();
    await soon(() => expect(screen.getByText(word('failures:connection.back'))).toBeVisible());
  },
};

/** The answer of the list is none: the page breaks, the frame stays. */
export const BrokenPage = {
  ...appStory('case/list', { calls: [fake(listCases, () => ({ listInfo: 1, pageInfo: {} }) as never)] }),
  play: async () => {
    await soon(() =>
      expect(screen.getByRole('heading', { level: 1, name: word('failures:area.page') })).toBeVisible(),
    );
    await expect(screen.getByRole('navigation', { name: word('frame:menu.label') })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: word('failures:area.retry') }));
    // the page is drawn again and breaks again, with another button in the place of the first
    await waitFor(() =>
      expect(screen.getByRole('button', { name: word('failures:area.reload') })).toBeVisible(),
    );
  },
};

function Breaks({ when }: { when: boolean }) {
  if (when) throw new TypeError('rows is not iterable');
  return <p>…</p>;
}

function Panel({ kind }: { kind: 'panel' | 'dialog' }) {
  const [broken, setBroken] = useState(true);
  return (
    <>
      <Button onClick={() => setBroken(false)}>Mend</Button>
      <ErrorArea kind={kind} onClose={kind === 'dialog' ? () => setBroken(false) : undefined}>
        <Breaks when={broken} />
      </ErrorArea>
    </>
  );
}

export const BrokenPanel: StoryObj = {
  render: () => <Panel kind="panel" />,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('alert')).toHaveTextContent('rows is not iterable');
    await userEvent.click(canvas.getByRole('button', { name: 'Mend' }));
    await userEvent.click(canvas.getByRole('button', { name: word('failures:area.retry') }));
    await expect(canvas.queryByRole('alert')).toBeNull();
  },
};

export const BrokenDialog: StoryObj = {
  render: () => <Panel kind="dialog" />,
  play: async () => {
    const dialog = within(await screen.findByRole('dialog', { name: word('failures:area.dialog') }));
    await waitFor(() => expect(dialog.getByText(/rows is not iterable/)).toBeVisible());
    const [, close] = dialog.getAllByRole('button', { name: word('failures:area.close') });
    if (close) await userEvent.click(close);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
};

/** Errors stay and are counted, a success goes after a second; Escape closes the one that has the focus. */
export const Messages: StoryObj = {
  beforeEach: () => () => notifications.clean(),
  render: () => (
    <Group>
      <Button onClick={() => showError('The file is too large. Allowed maximum size is 5 MB.')}>Fail</Button>
      <Button onClick={() => showError('Someone else has changed this in the meantime.')}>
        Fail otherwise
      </Button>
      <Button onClick={() => showSuccess('Saved')}>Succeed</Button>
      <Button onClick={() => showInfo('Session will be expired.', 2000)}>Tell</Button>
    </Group>
  ),
  play: async ({ canvas }) => {
    const press = (name: string) => userEvent.click(canvas.getByRole('button', { name }));
    await press('Fail');
    await press('Fail');
    const toast = await screen.findByRole('alert');
    await waitFor(() => expect(toast).toHaveTextContent('×2'));
    await press('Fail otherwise');
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2));
    await press('Succeed');
    await waitFor(() => expect(screen.getByText('Saved')).toBeVisible());
    await waitFor(() => expect(screen.queryByText('Saved')).toBeNull(), { timeout: 3000 });
    within(toast).getByRole('button').focus();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1));
  },
};
