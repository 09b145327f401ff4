import { expect, test, vi } from 'vitest';
import { currentLanguage } from '#core/i18n/i18n.ts';
import { answerDialog, freshPage, openDialog, settleAll } from '#core/testing/page.ts';
import { chooseLanguage } from './header-menus.tsx';

test('keeps the language and shows an alert if the messages of the chosen language fail to load', async () => {
  await freshPage();
  vi.doMock('#core/i18n/messages.en.ts', () => {
    throw new Error('not loaded');
  });
  const done = chooseLanguage('en');
  await expect.poll(() => openDialog()?.options.text).toContain('서버에 연결할 수 없습니다.');
  expect(currentLanguage()).toBe('ko');
  await answerDialog(true);
  await settleAll();
  await done;
});
