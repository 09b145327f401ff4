import './access-preview-messages.ts';
import { previewAccess } from '@gwanje/contract/access-preview';
import type { BodyIn } from '@gwanje/contract/endpoint';
import { call } from '#core/api/client.ts';
import { type ConfirmOptions, showConfirm } from '#core/dialogs/dialog-store.ts';
import { type PlainKey, t } from '#core/i18n/i18n.ts';
import { SightChange } from './sight-change.tsx';

export type ChangeOfSight = BodyIn<typeof previewAccess>['change'];

/** What the change does to sight, as part of a confirm. Refused as the change itself would be. */
export async function sightContent(change: ChangeOfSight): Promise<Pick<ConfirmOptions, 'content'>> {
  const preview = await call(previewAccess, { body: { _method: 'get', change } });
  return { content: <SightChange preview={preview} /> };
}

type TextKey = Extract<PlainKey, `accessPreview.confirm${string}`>;

/** The step before a change is saved: who gains and who loses sight of which clusters. True: go on. */
export async function confirmSight(
  change: ChangeOfSight,
  text: TextKey,
  textConfirm: string,
): Promise<boolean> {
  const content = await sightContent(change);
  return showConfirm({ title: t('accessPreview.confirmTitle'), text: t(text), ...content, textConfirm });
}
