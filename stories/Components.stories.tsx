import { useState } from 'react';
import { Button } from '@mantine/core';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test';
import {
  ConfirmDialog,
  countDown,
  DataTable,
  DayField,
  Dialog,
  EmptyState,
  FileDrop,
  KeyHint,
  LoadingArea,
  PageHeader,
  ReasonDialog,
  showError,
  showSuccess,
  StatusBadge,
  Timestamp,
  Toolbar,
  type Sort,
} from '../src/components/index.ts';
import { ErrorArea } from '../src/feedback/ErrorArea.tsx';

const meta = { title: 'Components' } satisfies Meta;
export default meta;

type Story = StoryObj;

interface CaseLine {
  caseNo: string;
  product: string;
  deleted: boolean;
}

const LINES: CaseLine[] = [
  'Aspirin 100 mg',
  'Ibuprofen 200 mg',
  'Amoxicillin 500 mg',
  'Metformin 850 mg',
].map((product, index) => ({ caseNo: `KR-ACME-00${index + 1}`, product, deleted: index === 2 }));
const PAGING = { pageNo: 2, rowCount: 20, totalCount: 64, totalPage: 4 };
const opened = fn();

function Table() {
  const [sort, setSort] = useState<Sort>({ key: 'caseNo', direction: 'desc' });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return (
    <DataTable
      label="Cases"
      rows={LINES}
      rowKey={({ caseNo }) => caseNo}
      columns={[
        { key: 'no', label: 'No.', align: 'right', render: (_line, place) => countDown(PAGING, place) },
        { key: 'caseNo', label: 'Case number', sortable: true, render: ({ caseNo }) => caseNo },
        { key: 'product', label: 'Product', sortable: true, render: ({ product }) => product },
        { key: 'state', label: 'State', render: () => <StatusBadge tone="warning">locked</StatusBadge> },
      ]}
      sort={sort}
      onSort={setSort}
      paging={PAGING}
      onPaging={fn()}
      isDeleted={({ deleted }) => deleted}
      onOpen={opened}
      selected={selected}
      onSelect={setSelected}
    />
  );
}

export const TableOfCases: Story = {
  render: () => (
    <>
      <PageHeader
        title="Cases"
        subtitle={<StatusBadge tone="info">64</StatusBadge>}
        actions={<Button>New case</Button>}
      />
      <Toolbar label="What can be done with the cases">
        <Button variant="default">Export</Button>
        <KeyHint keys="Ctrl+S" />
        <Timestamp iso="2026-01-31T15:05:09Z" timeZone="Asia/Seoul" />
      </Toolbar>
      <Table />
    </>
  ),
  play: async ({ canvas }) => {
    const table = within(canvas.getByRole('grid', { name: 'Cases' }));
    const rows = table.getAllByRole('row');
    const cellsOf = (place: number) => within(rows[place] as HTMLElement).getAllByRole('gridcell');
    await expect(cellsOf(1)[1]).toHaveTextContent('44');
    cellsOf(1)[1]?.focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect(cellsOf(2)[1]).toHaveFocus();
    await userEvent.keyboard(' {Enter}');
    await expect(within(rows[2] as HTMLElement).getByRole('checkbox')).toBeChecked();
    await expect(opened).toHaveBeenLastCalledWith(LINES[1]);
    await userEvent.click(table.getByRole('button', { name: 'Product' }));
    await expect(table.getByRole('columnheader', { name: /Product/ })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
  },
};

export const NothingThere: Story = {
  render: () => (
    <>
      <EmptyState title="No case matches" action={<Button variant="default">Show all</Button>} />
      <DataTable
        label="Empty"
        rows={[]}
        rowKey={String}
        columns={[{ key: 'a', label: 'A', render: String }]}
        loading
      />
      <LoadingArea />
    </>
  ),
};

const reasons = [
  { value: 'Input Error', label: 'Input error' },
  { value: 'New Data', label: 'New data' },
  { value: 'Edited Data', label: 'Edited data' },
  { value: 'Others', label: 'Others' },
];
const reasoned = fn();

export const Reason: Story = {
  render: () => <ReasonDialog opened title="Why?" options={reasons} onConfirm={reasoned} onCancel={fn()} />,
  play: async () => {
    reasoned.mockClear();
    const dialog = within(await screen.findByRole('dialog', { name: 'Why?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'OK' }));
    await expect(reasoned).toHaveBeenLastCalledWith('Input Error');
    await userEvent.click(dialog.getByRole('radio', { name: 'Others' }));
    await userEvent.type(dialog.getByRole('textbox'), '   ');
    await userEvent.click(dialog.getByRole('button', { name: 'OK' }));
    await expect(reasoned).toHaveBeenCalledOnce();
    await expect(dialog.getByText('Please enter the reason.')).toBeVisible();
    await userEvent.type(dialog.getByRole('textbox'), 'Reporter called again ');
    await userEvent.click(dialog.getByRole('button', { name: 'OK' }));
    await expect(reasoned).toHaveBeenLastCalledWith('Reporter called again');
  },
};

function AsksOnSave() {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>Save</Button>
      {asking && <ReasonDialog opened title="Why?" options={reasons} onConfirm={fn()} onCancel={fn()} />}
    </>
  );
}

/** The key after the one that opened a dialog is the dialog's, however soon it comes. */
export const ReasonTakesKeys: Story = {
  render: () => <AsksOnSave />,
  play: async ({ canvas }) => {
    const save = canvas.getByRole('button', { name: 'Save' });
    save.focus();
    save.click();
    // React has drawn; no later task, in which a key might come, has run
    await Promise.resolve();
    const focused = document.activeElement;
    await expect(screen.getByRole('radio', { name: 'Input error' })).toBe(focused);
  },
};

export const Confirm: Story = {
  render: () => (
    <ConfirmDialog
      opened
      danger
      title="Leave the page?"
      message="What you changed is not saved."
      confirmLabel="Discard changes"
      onConfirm={fn()}
      onCancel={fn()}
    />
  ),
  play: async () => {
    const dialog = within(await screen.findByRole('dialog'));
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  },
};

function DayInDialog() {
  const [day, setDay] = useState('');
  return (
    <Dialog title="Information" onClose={closed}>
      <DayField label="Received on" value={day} onChange={setDay} />
      <output>{day}</output>
    </Dialog>
  );
}
const closed = fn();

export const Day: Story = {
  render: () => <DayInDialog />,
  play: async () => {
    closed.mockClear();
    const dialog = within(await screen.findByRole('dialog', { name: 'Information' }));
    const field = dialog.getByRole('textbox', { name: 'Received on' });
    await userEvent.type(field, '5 mar 2024');
    await expect(dialog.getByRole('status')).toHaveTextContent('20240305');
    await userEvent.tab();
    await expect(field).toHaveValue('2024-03-05');

    await userEvent.clear(field);
    await userEvent.type(field, '31 feb 2024');
    await userEvent.tab();
    await expect(field).toHaveValue('31 feb 2024');
    await expect(field).toBeInvalid();
    await expect(dialog.getByRole('status')).toBeEmptyDOMElement();

    await userEvent.clear(field);
    await userEvent.type(field, '2024-03-05');
    const calendar = dialog.getByRole('button', { name: 'Calendar: Received on' });
    await userEvent.click(calendar);
    await userEvent.click(await dialog.findByRole('button', { name: /^7 March 2024/ }));
    await expect(field).toHaveValue('2024-03-07');
    await expect(calendar).toHaveFocus();
    await userEvent.click(calendar);
    await dialog.findByRole('button', { name: /^7 March 2024/ });
    await userEvent.keyboard('{Escape}');
    await expect(dialog.queryByRole('button', { name: /^7 March 2024/ })).toBeNull();
    await expect(closed).not.toHaveBeenCalled();
  },
};

const dropped = fn();
export const Files: Story = {
  render: () => (
    <FileDrop
      label="Drop an E2B file"
      hint="XML or ZIP, up to 200 MB"
      accept={['.xml', '.zip']}
      onFiles={dropped}
    />
  ),
  play: async ({ canvas }) => {
    const file = new File(['<a/>'], 'case.xml', { type: 'text/xml' });
    await userEvent.upload(canvas.getByLabelText(/Drop an E2B file/), file);
    await expect(dropped).toHaveBeenLastCalledWith([file]);
  },
};

function Breaks(): never {
  throw new Error('The list could not be read.');
}
export const Failure: Story = {
  render: () => (
    <ErrorArea kind="panel">
      <Breaks />
    </ErrorArea>
  ),
};

export const Messages: Story = {
  render: () => (
    <>
      <Button onClick={() => showError('The file is too large.')}>Fail</Button>
      <Button onClick={() => showSuccess('Saved')}>Succeed</Button>
    </>
  ),
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Fail' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Succeed' }));
    await screen.findByText('Saved');
    await waitFor(() => expect(screen.queryByText('Saved')).toBeNull());
    await expect(screen.getByText('The file is too large.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  },
};
