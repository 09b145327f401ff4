import { listGroupNames } from '@gwanje/contract/users/groups';
import type { Locator, Page } from 'playwright-core';
import type { Api } from './api.ts';

export interface SubGroup {
  readonly metaGroupId: number;
  readonly subGroupId: number;
}

/** Finds a sub group by name. Names are unique in the demo. */
export async function subGroup(api: Api, name: string): Promise<SubGroup> {
  const { groupNameList } = await api.call(listGroupNames);
  const found = groupNameList.flatMap(({ metaGroupId, subGroupNameList }) =>
    subGroupNameList
      .filter(({ subGroupName }) => subGroupName === name)
      .map(({ subGroupId }) => ({ metaGroupId, subGroupId })),
  );
  const [only] = found;
  if (!only || found.length > 1) throw new Error(`${found.length} sub groups ${name}`);
  return only;
}

export function groupButton(page: Page): Locator {
  return page.getByRole('button', { name: /^그룹 선택/ });
}

/** Selects exactly these sub groups in the header. */
export async function chooseGroups(page: Page, ...names: readonly string[]): Promise<void> {
  await groupButton(page).click();
  const chooser = page.getByRole('dialog', { name: '그룹 선택' });
  const clear = chooser.getByRole('button', { name: '전체 해제' });
  await chooser
    .getByRole('button', { name: /^전체 (?:해제|선택)$/ })
    .first()
    .waitFor();
  // The button to clear shows only if all are selected; else the first click selects all.
  if ((await clear.count()) === 0) await chooser.getByRole('button', { name: '전체 선택' }).click();
  await clear.click();
  for (const name of names) await chooser.getByRole('treeitem', { name, exact: true }).click();
  await chooser.getByRole('button', { name: '적용' }).click();
  await chooser.waitFor({ state: 'hidden' });
}
