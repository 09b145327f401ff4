import type { ClusterName } from '@gwanje/contract/clusters/clusters';
import { showConfirm } from '#core/dialogs/dialog-store.ts';
import { useGroups } from '#core/groups/group-store.ts';
import { trySaveGroupSelection } from '#core/groups/groups.ts';
import { t } from '#core/i18n/i18n.ts';

/** Offers to add the group of a cluster to the selection. True: it is selected now. */
export async function offerGroup({ name, subGroupId }: ClusterName): Promise<boolean> {
  const { groupNameList, selectedSubGroupIds } = useGroups.getState();
  const group = groupNameList
    .flatMap(({ subGroupNameList }) => subGroupNameList)
    .find((one) => one.subGroupId === subGroupId);
  const isWanted = await showConfirm({
    text: t('dialogs.outsideSelection', { name }),
    msg: t('dialogs.selectGroup', { group: group?.subGroupName ?? '' }),
    textConfirm: t('dialogs.addGroup'),
  });
  return isWanted && trySaveGroupSelection([...selectedSubGroupIds, subGroupId]);
}
