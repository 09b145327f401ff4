import { setFormatErrorReporter } from '@gwanje/domain/formats/errors';
import { setCallHooks } from './api/client.ts';
import { queryClient, resetGroupQueries } from './api/query-client.ts';
import { watchUserActivity } from './api/user-activity.ts';
import { logWarning } from './browser/log.ts';
import { confirmResend, handleRefusal } from './call-failures.ts';
import { initialiseClusters } from './groups/cluster-list.ts';
import { forgetGroupChange } from './groups/group-change.ts';
import { initialiseGroups, useGroups } from './groups/group-store.ts';
import { subGroupIdsToSend } from './groups/groups.ts';
import { reloadPage } from './navigation/navigation.ts';
import { isLeavingSession, startSession, stopSessionPolling } from './session/session.ts';
import { isReadOnlySession, isRestrictedUser } from './session/session-store.ts';
import { followViewAsChanges } from './session/view-as.ts';

/** Connects the parts of core; called once, before the first call of the API. Returns a stop function. */
export function startCore(): () => void {
  setCallHooks({
    subGroupIds: subGroupIdsToSend,
    onRefused: handleRefusal,
    confirmResend,
    isReadOnlySession,
    isRestrictedUser,
    isLeaving: isLeavingSession,
  });
  const restoreReporter = setFormatErrorReporter(({ formatter, value, error }) =>
    logWarning(`formatter ${formatter} failed`, { value, error }),
  );
  startSession();
  const stopActivityWatch = watchUserActivity();
  const stopFollowingViews = followViewAsChanges();
  initialiseGroups();
  initialiseClusters();
  const unsubscribe = useGroups.subscribe((now, before) => {
    const isOtherSelection = now.selectedSubGroupIds.join() !== before.selectedSubGroupIds.join();
    // Running queries wait for the first selection; it must not reset them.
    if (isOtherSelection && before.loaded) void resetGroupQueries(queryClient);
  });
  // A page restored from the back-forward cache may belong to an expired session.
  const onPageShow = (event: PageTransitionEvent) => {
    if (event.persisted) reloadPage();
  };
  window.addEventListener('pageshow', onPageShow);
  return () => {
    restoreReporter();
    stopActivityWatch();
    stopFollowingViews();
    unsubscribe();
    window.removeEventListener('pageshow', onPageShow);
    stopSessionPolling();
    forgetGroupChange();
  };
}
