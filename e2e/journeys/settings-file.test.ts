import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage, signInByApi, useBrowser } from '../support/browser.ts';
import {
  answerDialog,
  callApi,
  createMetaGroup,
  createSubGroup,
  rowOf,
  uniqueName,
} from '../support/settings.ts';

const { visitor } = useBrowser();

/** A meta group with one sub group, and the installation page of a user who may export and import. */
async function openInstallationPage() {
  const { page } = await visitor();
  await signInByApi(page, 'key');
  const [meta, sub] = [uniqueName('meta'), uniqueName('sub')];
  const metaGroupId = await createMetaGroup(page, meta);
  await createSubGroup(page, metaGroupId, sub);
  await openPage(page, '/setting/installation');
  await page.getByRole('button', { name: '내보내기' }).waitFor();
  return { page, meta, sub, metaGroupId };
}

async function exported(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '내보내기' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^gwanje-settings.*\.yaml$/);
  return readFile(await download.path(), 'utf8');
}

async function choose(page: Page, content: string): Promise<void> {
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: '파일 가져오기' }).click();
  await (await chosen).setFiles({
    name: 'changed.yaml',
    mimeType: 'text/yaml',
    buffer: Buffer.from(content),
  });
}

test('a settings file is exported, refused while damaged, and imported after its plan is confirmed', async () => {
  const { page, meta, sub, metaGroupId } = await openInstallationPage();
  const file = await exported(page);
  const added = uniqueName('night');
  const changed = file.replace(new RegExp(`^( *)- name: ${sub}$`, 'm'), `$1- name: ${added}\n$&`);
  expect(changed).not.toBe(file);

  // A damaged file changes nothing. The server's tests hold every reason.
  const groups = () => callApi(page, 'GET', '/group-name/list');
  const before = await groups();
  const line = file.split('\n').findIndex((text) => text.trim() === `- name: ${sub}`) + 1;
  expect(line).toBeGreaterThan(0);
  await choose(page, file.replace(`- name: ${sub}`, `- nome: ${sub}`));
  const refusal = page.getByRole('dialog', { name: '가져올 수 없는 파일' });
  await refusal.getByText('변경된 것은 없습니다.', { exact: false }).waitFor();
  expect(await refusal.getByRole('listitem').first().textContent()).toContain(`${line}행`);
  await refusal.getByRole('button', { name: '닫기' }).last().click();
  expect(await groups()).toEqual(before);

  await choose(page, changed);
  const plan = page.getByRole('dialog', { name: '가져오기 계획' });
  await plan.getByText('changed.yaml').waitFor();
  expect(await plan.getByRole('listitem').allTextContents()).toEqual([`서브 그룹 ${meta} / ${added}`]);
  await plan.getByRole('button', { name: '취소' }).click();
  await plan.waitFor({ state: 'hidden' });
  await choose(page, changed);
  await plan.getByRole('button', { name: '가져오기' }).click();
  expect(await answerDialog(page, '확인')).toContain('1개를 가져왔습니다.');
  await choose(page, changed);
  await plan.getByRole('button', { name: '닫기' }).last().waitFor();
  expect(await plan.getByRole('button', { name: '가져오기' }).count()).toBe(0);

  await openPage(page, `/setting/group/sub-list?metaGroupId=${metaGroupId}`);
  await rowOf(page, '서브 그룹 목록', added).waitFor();
  await rowOf(page, '서브 그룹 목록', sub).waitFor();
});
