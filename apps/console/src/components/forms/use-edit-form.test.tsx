import { insertSubGroup } from '@gwanje/contract/users/groups';
import { HeadlessMantineProvider, TextInput } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { call } from '#core/api/client.ts';
import { envelope, networkDown } from '#core/testing/fake-network.ts';
import { answerDialog, dialogCnt, freshPage, openDialog, settleAll } from '#core/testing/page.ts';
import { CheckedForm } from './checked-form.tsx';
import { EditActions } from './edit-actions.tsx';
import { NAME_REASONS, nameError } from './field-errors.ts';
import { useEditForm } from './use-edit-form.ts';

const INSERT = '/api/v1/group/sub/insert';
const saved: string[] = [];

function Form({ startsReadOnly }: { readonly startsReadOnly: boolean }) {
  const form = useEditForm({
    initialValues: { note: '', name: 'first' },
    startsReadOnly,
    conflict: {
      reload: async () => ({ note: 'version 2', name: 'theirs' }),
      overwrite: (mine, { note }) => ({ ...mine, note }),
    },
    validate: ({ name }) => ({ name: nameError(name) }),
    reasons: { note: {}, name: NAME_REASONS },
    save: ({ name }) => call(insertSubGroup, { body: { metaGroupId: 1, name } }),
    onSaved: (_answer, { name }) => saved.push(name),
  });
  return (
    <CheckedForm {...form.frame}>
      <TextInput label="note" {...form.input('note')} />
      <TextInput label="name" {...form.input('name')} />
      <EditActions {...form.editing} />
      <output>{form.isDirty ? 'changed' : 'unchanged'}</output>
    </CheckedForm>
  );
}

async function open(startsReadOnly = false) {
  const page = await freshPage();
  saved.length = 0;
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <Form startsReadOnly={startsReadOnly} /> }),
    history: createMemoryHistory(),
  });
  await router.load();
  render(
    <HeadlessMantineProvider env="test">
      <RouterProvider router={router} />
    </HeadlessMantineProvider>,
  );
  return page;
}

async function enter(name: string): Promise<void> {
  await act(async () => {
    fireEvent.change(screen.getByLabelText('name'), { target: { value: name } });
  });
}

async function submit(times = 1): Promise<void> {
  await act(async () => {
    for (let cnt = 0; cnt < times; cnt++) fireEvent.click(screen.getByText('저장'));
    await settleAll();
  });
}

afterEach(cleanup);

test('an invalid value is not sent; its field gets the message and the focus', async () => {
  const { network } = await open();
  await enter(' ');
  await submit();
  expect(network.requestsOf(INSERT)).toEqual([]);
  expect(document.activeElement).toBe(screen.getByLabelText('name'));
  expect(screen.getByLabelText('name').getAttribute('aria-invalid')).toBe('true');
  await enter('good');
  expect(screen.getByLabelText('name').getAttribute('aria-invalid')).not.toBe('true');
});

test('a refusal of one field by the server is shown at the field, not in an alert', async () => {
  const { network } = await open();
  network.on(INSERT, () => envelope(8004, { field: 'name', reason: 'taken' }, 409));
  await submit();
  expect(screen.getByText('이미 사용 중인 이름입니다.', { exact: false })).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('name'));
  expect(dialogCnt()).toBe(0);
  expect(saved).toEqual([]);
});

test('any other refusal is shown in an alert', async () => {
  const { network } = await open();
  network.on(INSERT, () => envelope(8005, {}, 403));
  await submit();
  expect(openDialog()).toMatchObject({ kind: 'alert' });
});

test('a double click saves once', async () => {
  const { network } = await open();
  network.on(INSERT, () => envelope(201, { subGroupId: 1 }));
  await enter('new');
  expect(screen.getByText('changed')).toBeTruthy();
  await submit(2);
  expect(network.requestsOf(INSERT)).toHaveLength(1);
  expect(saved).toEqual(['new']);
});

test('a write without a response offers the retry once and shows no second alert', async () => {
  const { network } = await open();
  network.on(INSERT, networkDown);
  await submit();
  expect(openDialog()).toMatchObject({ kind: 'confirm' });
  await act(() => answerDialog(false));
  expect(dialogCnt()).toBe(0);
});

test('a form is read-only until 수정 and after the save', async () => {
  const { network } = await open(true);
  network.on(INSERT, () => envelope(201, { subGroupId: 1 }));
  expect(screen.getByLabelText<HTMLInputElement>('name').readOnly).toBe(true);
  expect(screen.queryByText('저장')).toBeNull();
  await act(async () => fireEvent.click(screen.getByText('수정')));
  await enter('new');
  await submit();
  expect(saved).toEqual(['new']);
  expect(screen.getByLabelText<HTMLInputElement>('name').readOnly).toBe(true);
  expect(screen.getByText('unchanged')).toBeTruthy();
});

describe('when another user has saved meanwhile', () => {
  async function saveIntoConflict() {
    const { network } = await open();
    let cnt = 0;
    network.on(INSERT, () =>
      ++cnt === 1 ? envelope(8004, { reason: 'changedMeanwhile' }, 409) : envelope(201, { subGroupId: 1 }),
    );
    await enter('mine');
    await submit();
    expect(openDialog()?.options.title).toBe('다른 사용자가 먼저 변경했습니다');
    return network;
  }

  test('the user can overwrite with the typed values', async () => {
    const network = await saveIntoConflict();
    await act(() => answerDialog(true));
    await act(settleAll);
    expect(network.requestsOf(INSERT)).toHaveLength(2);
    expect(saved).toEqual(['mine']);
  });

  test('the user can reload the saved values', async () => {
    const network = await saveIntoConflict();
    await act(() => answerDialog(false));
    await act(settleAll);
    expect(network.requestsOf(INSERT)).toHaveLength(1);
    expect(screen.getByLabelText<HTMLInputElement>('name').value).toBe('theirs');
    expect(dialogCnt()).toBe(0);
  });

  test('the typed values stay if the user closes the dialog', async () => {
    const network = await saveIntoConflict();
    await act(() => answerDialog(null));
    await act(settleAll);
    expect(network.requestsOf(INSERT)).toHaveLength(1);
    expect(screen.getByLabelText<HTMLInputElement>('name').value).toBe('mine');
    expect(saved).toEqual([]);
  });
});
