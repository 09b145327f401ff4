import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setLanguage } from '#core/i18n/i18n.ts';
import {
  type AlertOptions,
  type ConfirmOptions,
  showAlert,
  showConfirm,
  useDialogs,
} from './dialog-store.ts';
import { GlobalDialogs } from './global-dialogs.tsx';

beforeEach(async () => {
  useDialogs.setState({ queue: [] });
  await setLanguage('ko');
});
afterEach(cleanup);

function renderPage() {
  const onShortcut = vi.fn();
  render(
    <>
      <button type="button" onKeyDown={onShortcut}>
        opener
      </button>
      <GlobalDialogs />
    </>,
  );
  screen.getByText('opener').focus();
  return { onShortcut, user: userEvent.setup() };
}

function open<Answer>(show: () => Promise<Answer>) {
  const state: { answer: Answer | 'pending' } = { answer: 'pending' };
  act(() => {
    void show().then((answer) => {
      state.answer = answer;
    });
  });
  return state;
}

const alert = (options: AlertOptions = { text: 'text' }) => open(() => showAlert(options));
const confirm = (options: ConfirmOptions = { title: 'title', text: 'text' }) =>
  open(() => showConfirm(options));
const dialog = () => screen.queryByRole('alertdialog');
const shown = () => within(screen.getByRole('alertdialog'));

describe('an alert', () => {
  test('shows title, icon, text and message with its class, 450px wide', () => {
    renderPage();
    alert({ title: '제목', text: '본문', msg: '설명', classMsg: 'red-text', prependIcon: 'mdi-alert' });
    expect(screen.getByRole('alertdialog', { name: '제목' }).style.width).toBe('450px');
    expect(shown().getByText('본문')).toBeTruthy();
    expect(shown().getByText('설명').classList.contains('red-text')).toBe(true);
    expect(dialog()?.querySelector('.mdi.mdi-alert')).not.toBeNull();
  });

  test('can have another width', () => {
    renderPage();
    alert({ text: 'x', width: '600px' });
    expect(dialog()?.style.width).toBe('600px');
  });

  test('has only the OK button, which closes it', async () => {
    const { user } = renderPage();
    const state = alert();
    const buttons = shown().getAllByRole('button');
    expect(buttons.map((button) => button.textContent)).toEqual(['확인']);
    await user.click(shown().getByText('확인'));
    expect([dialog(), state.answer]).toEqual([null, undefined]);
  });

  test('closes by Enter, wherever the focus is', async () => {
    const { user } = renderPage();
    const state = alert();
    await user.keyboard('{Enter}');
    expect([dialog(), state.answer]).toEqual([null, undefined]);
    const second = alert();
    await act(async () => fireEvent.keyDown(document.body, { key: 'Enter' }));
    expect([dialog(), second.answer]).toEqual([null, undefined]);
  });

  test('one Enter closes one alert of two', async () => {
    const { user } = renderPage();
    alert({ text: 'first' });
    alert({ text: 'second' });
    await user.keyboard('{Enter}');
    expect(shown().getByText('second')).toBeTruthy();
  });

  test.each([
    ['while Korean is being composed', { key: 'Enter', isComposing: true }],
    ['that ends a composition in Safari', { key: 'Enter', keyCode: 229 }],
    ['held down since before it opened', { key: 'Enter', repeat: true }],
  ])('ignores an Enter %s', async (_what, key) => {
    renderPage();
    const state = alert();
    const wasDefaultKept = fireEvent.keyDown(shown().getByRole('button'), key);
    await act(async () => undefined);
    expect(wasDefaultKept).toBe(false);
    expect([dialog() === null, state.answer]).toEqual([false, 'pending']);
  });
});

describe('a confirm', () => {
  test('shows every field, 510px wide', () => {
    renderPage();
    const texts = { title: 'title', text: 'text', msg: 'msg', captionMsg: 'caption' };
    const buttons = { textConfirm: 'Do it', textCancel: 'Leave it', classConfirm: 'c4', classCancel: 'c5' };
    confirm({ ...texts, ...buttons, classText: 'c1', classMsg: 'c2', classCaptionMsg: 'c3' });
    expect(screen.getByRole('alertdialog', { name: 'title' }).style.width).toBe('510px');
    const classOf = (text: string) => shown().getByText(text).className.split(' ').at(-1);
    const expected = ['c1', 'c2', 'c3', 'c4', 'c5'];
    expect(['text', 'msg', 'caption', 'Do it', 'Leave it'].map(classOf)).toEqual(expected);
  });

  test.each([
    ['확인', true],
    ['취소', false],
  ])('resolves by %s with %s', async (label, expected) => {
    const { user } = renderPage();
    const state = confirm();
    await user.click(shown().getByText(label));
    expect([dialog(), state.answer]).toEqual([null, expected]);
  });

  test('resolves with false on the close icon', async () => {
    const { user } = renderPage();
    const state = confirm();
    await user.click(shown().getByLabelText('닫기'));
    expect([dialog(), state.answer]).toEqual([null, false]);
  });

  test('may have only its confirm button', () => {
    renderPage();
    confirm({ text: 'x', textCancel: null });
    expect(shown().queryByText('취소')).toBeNull();
    expect(shown().getByText('확인')).toBeTruthy();
  });

  test('resolves with false on Enter on the cancel button', async () => {
    const { user } = renderPage();
    const state = confirm();
    shown().getByText('취소').focus();
    await user.keyboard('{Enter}');
    expect(state.answer).toBe(false);
  });

  test('ignores an Enter held down since before it opened', () => {
    renderPage();
    confirm();
    expect(fireEvent.keyDown(shown().getByText('확인'), { key: 'Enter', repeat: true })).toBe(false);
  });
});

describe.each([
  ['alert', alert],
  ['confirm', confirm],
])('an open %s', (_kind, show) => {
  test('stays open on Escape and on a click outside', async () => {
    const { user } = renderPage();
    const state = show();
    await user.keyboard('{Escape}');
    const [overlay] = document.querySelectorAll('body > div:not(:has(button))');
    expect(overlay).toBeTruthy();
    if (overlay) await user.click(overlay);
    await user.click(document.body);
    expect([dialog() === null, state.answer]).toEqual([false, 'pending']);
    expect(dialog()?.contains(document.activeElement)).toBe(true);
  });

  test('takes back a focus that leaves it', () => {
    renderPage();
    show();
    act(() => screen.getByText('opener').focus());
    expect(dialog()?.contains(document.activeElement)).toBe(true);
  });

  test('cycles the focus through all its buttons in both directions', async () => {
    const { user } = renderPage();
    show();
    const cnt = shown().getAllByRole('button').length;
    const forwards: (Element | null)[] = [];
    for (let turn = 0; turn < cnt; turn += 1) {
      await user.tab();
      forwards.push(document.activeElement);
    }
    expect(new Set(forwards).size).toBe(cnt);
    const backwards: (Element | null)[] = [];
    for (let turn = 0; turn < cnt; turn += 1) {
      await user.tab({ shift: true });
      backwards.push(document.activeElement);
    }
    expect(backwards).toEqual([...forwards.slice(0, -1).reverse(), forwards.at(-1)]);
  });

  test('passes no key to the page', () => {
    const { onShortcut } = renderPage();
    show();
    fireEvent.keyDown(screen.getByText('opener'), { key: 'k', ctrlKey: true });
    expect(onShortcut).not.toHaveBeenCalled();
  });
});

test('focus returns to the element that had it before the first of several dialogs', async () => {
  const { user } = renderPage();
  alert({ text: 'first' });
  confirm({ text: 'second' });
  await user.keyboard('{Enter}');
  await user.click(shown().getByText('취소'));
  expect(document.activeElement).toBe(screen.getByText('opener'));
});

test('the default labels follow the language', async () => {
  renderPage();
  confirm();
  await act(() => setLanguage('en'));
  expect(shown().getByText('OK')).toBeTruthy();
  expect(shown().getByText('Cancel')).toBeTruthy();
});

test('markup in a text is shown as text', () => {
  renderPage();
  alert({ text: '<img src=x onerror=alert(1)>' });
  expect(dialog()?.querySelector('img')).toBeNull();
});
