import { setFormatErrorReporter } from '@gwanje/domain/formats/errors';
import { watchAttendance } from './api/attendance.ts';
import { setCallHooks } from './api/client.ts';
import { queryClient, resetGroupQueries } from './api/query-client.ts';
import { logWarning } from './browser/log.ts';
import { initialiseClusters } from './groups/cluster-list.ts';
import { forgetGroupChange } from './groups/group-change.ts';
import { initialiseGroups, useGroups } from './groups/group-store.ts';
import { subGroupIdsToSend } from './groups/groups.ts';
import { reloadPage } from './navigation/navigation.ts';
import { confirmResend, handleRefusal } from './session/call-failures.ts';
import { isLeavingSession, startSession } from './session/session.ts';
import { stopSessionPolling } from './session/session-polling.ts';
import { isReader, isReadOnlySession } from './session/session-store.ts';
import { watchViews } from './session/view-as.ts';

/** Puts the shared parts together; to be called once, before the first call of the API. Gives back the way to end it. */
export function startShared(): () => void {
  setCallHooks({
    subGroupIds: subGroupIdsToSend,
    onRefused: handleRefusal,
    confirmResend,
    isViewing: isReadOnlySession,
    isReader,
    isLeaving: isLeavingSession,
  });
  const restoreReporter = setFormatErrorReporter(({ formatter, value, error }) =>
    logWarning(`${formatter} could not be formatted`, { value, error }),
  );
  startSession();
  const stopWatching = watchAttendance();
  const stopWatchingViews = watchViews();
  initialiseGroups();
  initialiseClusters();
  const unsubscribe = useGroups.subscribe((now, before) => {
    const isOtherSelection = now.selectedSubGroupIds.join() !== before.selectedSubGroupIds.join();
    // The first selection is what the queries under way are waiting for.
    if (isOtherSelection && before.selectedSubGroupIds.length > 0) void resetGroupQueries(queryClient);
  });
  // A page that comes back out of the browser's memory may be of a session that is over.
  const onPageShow = (event: PageTransitionEvent) => {
    if (event.persisted) reloadPage();
  };
  window.addEventListener('pageshow', onPageShow);
  return () => {
    restoreReporter();
    stopWatching();
    stopWatchingViews();
    unsubscribe();
    window.removeEventListener('pageshow', onPageShow);
    stopSessionPolling();
    forgetGroupChange();
  };
}
