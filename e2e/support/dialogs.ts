import type { Locator, Page } from 'playwright-core';

export const INVALID_ADDRESS =
  '해당 페이지를 조회할 수 없습니다. 입력하신 주소가 유효한 주소인지 확인해 주세요.';
export const GROUPS_CHANGED = '그룹 권한이 변경되었습니다. 허용된 그룹의 정보를 갱신하여 다시 불러옵니다.';
export const SESSION_EXPIRED = '로그인 세션이 만료되었습니다.';

/** The console's alert or confirm dialog with exactly this text. */
export function dialogWith(page: Page, text: string): Locator {
  return page.getByRole('alertdialog').filter({ has: page.getByText(text, { exact: true }) });
}

export async function confirmDialog(page: Page, text: string): Promise<void> {
  const dialog = dialogWith(page, text);
  await dialog.getByRole('button', { name: '확인', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}
