import './access-preview-messages.ts';
import type { BodyIn } from '@gwanje/contract/definition/endpoint';
import { previewAccess } from '@gwanje/contract/users/access-preview';
import { call } from '#core/api/client.ts';
import { type ConfirmOptions, showConfirm } from '#core/dialogs/dialog-store.ts';
import { type PlainKey, t } from '#core/i18n/i18n.ts';
import { AccessChange } from './access-change.tsx';

export type AccessChangeRequest = BodyIn<typeof previewAccess>['change'];

/** The content of a confirm dialog: the users who would gain or lose access. Rejects if saving would fail. */
export async function accessChangeContent(
  change: AccessChangeRequest,
): Promise<Pick<ConfirmOptions, 'content'>> {
  const preview = await call(previewAccess, { body: { _method: 'get', change } });
  return { content: <AccessChange preview={preview} /> };
}

type TextKey = Extract<PlainKey, `accessPreview.confirm${string}`>;

/** Shows the access impact of a change before it is saved. Resolves to true when the user confirms. */
export async function confirmAccessChange(
  change: AccessChangeRequest,
  text: TextKey,
  textConfirm: string,
): Promise<boolean> {
  const content = await accessChangeContent(change);
  return showConfirm({ title: t('accessPreview.confirmTitle'), text: t(text), ...content, textConfirm });
}
