import { isGroupAdmin } from '@gwanje/domain/access/permissions';
import { useT } from '#core/i18n/i18n.ts';
import { useActor } from '#core/session/session-store.ts';
import { useClusters } from './cluster-list.ts';
import { useGroups } from './group-store.ts';

/** True if there are no clusters; false if they failed to load. */
export function useHasNoClusters(): boolean {
  return useClusters(({ loaded, failed, clusterList }) => loaded && !failed && clusterList.length === 0);
}

/** The texts for an empty cluster list: the reason, and what the user can do. */
export function useNoClusters() {
  const t = useT();
  const hasGroups = useGroups(
    ({ loaded, groupNameList }) =>
      !loaded || groupNameList.some(({ subGroupNameList }) => subGroupNameList.length > 0),
  );
  const user = useActor();
  const mayCreate = user !== null && isGroupAdmin(user);
  const what = hasGroups ? 'noClusters' : 'noGroups';
  return {
    title: t(`shell.${what}Title`),
    text: t(`shell.${what}${mayCreate ? 'Text' : 'Ask'}`),
    /** Whether to show the button for a new cluster. */
    mayCreate,
  };
}
