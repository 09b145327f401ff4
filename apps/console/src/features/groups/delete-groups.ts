import { errors } from '@gwanje/contract/definition/errors';
import {
  deleteMetaGroup,
  deleteSubGroups,
  type MetaGroup,
  type SubGroup,
} from '@gwanje/contract/users/groups';
import { showFailure } from '#components/forms/show-failure.ts';
import { ApiFailure } from '#core/api/api-failure.ts';
import { call } from '#core/api/client.ts';
import { showConfirm } from '#core/dialogs/dialog-store.ts';
import { reloadAfterGroupEdit } from '#core/groups/groups.ts';
import { t } from '#core/i18n/i18n.ts';
import {
  type AccessChangeRequest,
  accessChangeContent,
} from '#entities/access-preview/confirm-access-change.tsx';

/** Asks the user, deletes the group and reloads the lists. Shows what prevents the deletion. */
export async function deleteMetaGroupAsked(group: MetaGroup): Promise<void> {
  const { metaGroupId, name, subGroupCnt, clusterCnt } = group;
  const impact =
    subGroupCnt === 0 ? await accessChangeIfDeleted({ kind: 'deleteMetaGroup', metaGroupId }) : {};
  const isConfirmed = await showConfirm({
    title: t('groups.deleteMetaTitle'),
    text: t('groups.deleteMetaText', { name }),
    msg:
      subGroupCnt === 0
        ? t('groups.deleteMetaAlone')
        : t('groups.deleteMetaOccupied', { subGroupCnt, clusterCnt }),
    ...impact,
    textConfirm: t('common.delete'),
  });
  if (!isConfirmed) return;
  try {
    await call(deleteMetaGroup, { params: { id: metaGroupId } });
  } catch (error) {
    await showFailure(error, { hasSubGroups: t('groups.metaInUse') });
    // After any refusal the list on screen is outdated.
    if (!isRefusedForGood(error)) return;
  }
  await reloadAfterGroupEdit();
}

/** True: they are deleted, and the caller may leave the page of one before `reloadAfterGroupEdit`. */
export async function deleteSubGroupsAsked(
  subGroups: readonly Pick<SubGroup, 'subGroupId' | 'name' | 'memberCnt' | 'clusterCnt'>[],
): Promise<boolean> {
  const [first] = subGroups;
  if (!first) return false;
  const memberCnt = subGroups.reduce((sum, group) => sum + group.memberCnt, 0);
  const clusterCnt = subGroups.reduce((sum, group) => sum + group.clusterCnt, 0);
  const subGroupIdList = subGroups.map(({ subGroupId }) => subGroupId);
  const impact =
    clusterCnt === 0 ? await accessChangeIfDeleted({ kind: 'deleteSubGroups', subGroupIdList }) : {};
  const isConfirmed = await showConfirm({
    title: t('groups.deleteSubTitle'),
    text:
      subGroups.length === 1
        ? t('groups.deleteSubText', { name: first.name })
        : t('groups.deleteSubsText', { cnt: subGroups.length }),
    msg: t('groups.deleteSubGoes', { cnt: memberCnt }),
    ...(clusterCnt > 0 && { captionMsg: t('groups.deleteSubOccupied', { cnt: clusterCnt }) }),
    ...impact,
    textConfirm: t('common.delete'),
  });
  if (!isConfirmed) return false;
  try {
    await call(deleteSubGroups, { params: { ids: subGroupIdList.join(',') } });
    return true;
  } catch (error) {
    const occupied = subGroups.find(({ subGroupId }) => subGroupId === occupiedSubGroupId(error));
    await showFailure(error, {
      hasClusters: occupied ? t('groups.subInUseNamed', { name: occupied.name }) : t('groups.subInUse'),
    });
    if (isRefusedForGood(error)) await reloadAfterGroupEdit();
    return false;
  }
}

/** If something prevents the deletion, the deletion itself reports it. */
async function accessChangeIfDeleted(change: AccessChangeRequest): ReturnType<typeof accessChangeContent> {
  try {
    return await accessChangeContent(change);
  } catch (error) {
    if (error instanceof ApiFailure) return {};
    throw error;
  }
}

function occupiedSubGroupId(error: unknown): unknown {
  return error instanceof ApiFailure ? error.detail.subGroupId : undefined;
}

function isRefusedForGood(error: unknown): boolean {
  const codes: readonly (number | null)[] = [errors.inUse.code, errors.notFound.code];
  return error instanceof ApiFailure && codes.includes(error.code);
}
