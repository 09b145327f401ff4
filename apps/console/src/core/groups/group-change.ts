import { GROUP_CHANGE_DEBOUNCE_MS } from '@gwanje/domain/constants/intervals';
import { queryClient, resetGroupQueries } from '#core/api/query-client.ts';
import { logWarning } from '#core/browser/log.ts';
import { showAlert } from '#core/dialogs/dialog-store.ts';
import { t } from '#core/i18n/i18n.ts';
import { addressAfterGroupChange } from '#core/navigation/address-after-group-change.ts';
import { navigateTo } from '#core/navigation/navigation.ts';
import { keepAllowedClusters } from '#core/session/dashboard-conditions-store.ts';
import { isLeavingSession } from '#core/session/session.ts';
import { loadClusterNames, useClusters } from './cluster-list.ts';
import { keepAllowedGroups, loadAllowedGroups } from './groups.ts';

let timer: ReturnType<typeof setTimeout> | null = null;
let isRecovering = false;

/** Many calls of a page are refused at once, so the recovery waits until they have all failed. */
export function groupsChanged(): void {
  if (isRecovering || isLeavingSession()) return;
  if (timer !== null) clearTimeout(timer);
  timer = setTimeout(() => void recover(), GROUP_CHANGE_DEBOUNCE_MS);
}

export function forgetGroupChange(): void {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  isRecovering = false;
}

async function recover(): Promise<void> {
  timer = null;
  isRecovering = true;
  try {
    await loadAllowedGroups();
    if (isLeavingSession()) return;
    const clusters = cutStoredChoices();
    await showAlert({ text: t('dialogs.groupsChanged') });
    await clusters;
  } finally {
    isRecovering = false;
  }
  if (isLeavingSession()) return;
  await navigateTo(addressAfterGroupChange(window.location));
  await resetGroupQueries(queryClient);
}

/** Neither the cookie nor the dashboard may name what is no longer allowed. */
async function cutStoredChoices(): Promise<void> {
  const cookie = keepAllowedGroups().catch((error: unknown) =>
    logWarning('the group cookie could not be cut to the allowed groups', error),
  );
  await loadClusterNames();
  const { clusterList, failed } = useClusters.getState();
  // The list of a failed load is empty, although clusters may exist.
  if (!failed) keepAllowedClusters(clusterList.map(({ hostId }) => hostId));
  await cookie;
}
