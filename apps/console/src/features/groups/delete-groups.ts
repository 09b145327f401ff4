import { errors } from '@gwanje/contract/definition/errors';
import {
  deleteMetaGroup,
  deleteSubGroups,
  type MetaGroup,
  type SubGroup,
} from '@gwanje/contract/users/groups';
import { useSave } from '#components/forms/use-save.ts';
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
export function useDeleteMetaGroup() {
  return useSave({
    save: async ({ metaGroupId, name, subGroupCnt, clusterCnt }: MetaGroup) =>
      (await showConfirm({
        title: t('groups.deleteMetaTitle'),
        text: t('groups.deleteMetaText', { name }),
        msg:
          subGroupCnt === 0
            ? t('groups.deleteMetaAlone')
            : t('groups.deleteMetaOccupied', { subGroupCnt, clusterCnt }),
        ...(subGroupCnt === 0 && (await accessChangeIfDeleted({ kind: 'deleteMetaGroup', metaGroupId }))),
        textConfirm: t('common.delete'),
      })) && call(deleteMetaGroup, { params: { id: metaGroupId } }),
    onSaved: reloadAfterGroupEdit,
    onFailed: reloadOutdated,
    failureTexts: { hasSubGroups: t('groups.metaInUse') },
  });
}

type DeletedSubGroup = Pick<SubGroup, 'subGroupId' | 'name' | 'memberCnt' | 'clusterCnt'>;

/** `onDeleted` may leave the page of a group before it calls `reloadAfterGroupEdit`. */
export function useDeleteSubGroups(onDeleted: () => Promise<void>) {
  return useSave({
    save: async (subGroups: readonly DeletedSubGroup[]) => {
      const [first] = subGroups;
      if (!first) return false;
      const memberCnt = subGroups.reduce((sum, group) => sum + group.memberCnt, 0);
      const clusterCnt = subGroups.reduce((sum, group) => sum + group.clusterCnt, 0);
      const subGroupIdList = subGroups.map(({ subGroupId }) => subGroupId);
      const isConfirmed = await showConfirm({
        title: t('groups.deleteSubTitle'),
        text:
          subGroups.length === 1
            ? t('groups.deleteSubText', { name: first.name })
            : t('groups.deleteSubsText', { cnt: subGroups.length }),
        msg: t('groups.deleteSubGoes', { cnt: memberCnt }),
        ...(clusterCnt > 0
          ? { captionMsg: t('groups.deleteSubOccupied', { cnt: clusterCnt }) }
          : await accessChangeIfDeleted({ kind: 'deleteSubGroups', subGroupIdList })),
        textConfirm: t('common.delete'),
      });
      return isConfirmed && call(deleteSubGroups, { params: { ids: subGroupIdList.join(',') } });
    },
    onSaved: onDeleted,
    onFailed: reloadOutdated,
    failureTexts: ({ subGroupId }, subGroups) => {
      const occupied = subGroups.find((group) => group.subGroupId === subGroupId);
      return {
        hasClusters: occupied ? t('groups.subInUseNamed', { name: occupied.name }) : t('groups.subInUse'),
      };
    },
  });
}

/** Ignores a refused preview: the deletion then reports the same reason. */
async function accessChangeIfDeleted(change: AccessChangeRequest): ReturnType<typeof accessChangeContent> {
  try {
    return await accessChangeContent(change);
  } catch (error) {
    if (error instanceof ApiFailure) return {};
    throw error;
  }
}

/** A group that is in use or missing means that the lists are outdated. */
function reloadOutdated(error: unknown): void {
  const codes: readonly (number | null)[] = [errors.inUse.code, errors.notFound.code];
  if (error instanceof ApiFailure && codes.includes(error.code)) void reloadAfterGroupEdit();
}
