import { describe, expect, test } from 'vitest';
import { enter, useBrowser } from './support/browser.ts';
import { answerDialog, REFUSALS, uniqueName } from './support/settings.ts';

const { visitor } = useBrowser();

/** One green pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M/wHwAEBgIApD5fRAAAAABJRU5ErkJggg==',
  'base64',
);

describe('the logo', () => {
  test("is checked before the upload, uploaded, shown, and replaced by the product's default logo", async () => {
    const { page } = await visitor(REFUSALS);
    await enter(page, 'total', '/setting/logo');
    const name = `${uniqueName('logo')}.png`;
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET' && request.url().endsWith('/api/v1/logo')) sent.push(request.method());
    });
    const file = page.locator('input[type=file]');
    await file.setInputFiles({ name: 'x.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
    await page.getByText('이미지만 올릴 수 있습니다.').waitFor();
    await file.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.alloc(1024 * 1024 + 1) });
    await page.getByText('파일이 1 MB를 넘습니다.').waitFor();
    expect(sent).toEqual([]);

    await file.setInputFiles({ name, mimeType: 'image/png', buffer: PICTURE });
    await page.getByText('선택한 파일').waitFor();
    await page.getByRole('button', { name: '업로드하고 사용' }).click();
    const item = page
      .getByRole('list', { name: '올린 로고 목록' })
      .getByRole('listitem')
      .filter({ hasText: name });
    await item.getByText('사용 중').waitFor();
    const home = page.getByRole('link', { name: '관제 대시보드로 이동' });
    await home.locator('img').waitFor();

    await page.getByRole('button', { name: '기본 로고 사용' }).click();
    await home.locator('img').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `${name} 삭제` }).click();
    expect(await answerDialog(page, '삭제')).toContain('머리글은 바뀌지 않습니다.');
    await item.waitFor({ state: 'detached' });
    expect(sent).toEqual(['POST', 'PUT']);
  });
});
