import { setFormatErrorReporter } from '@gwanje/domain/formats/errors';
import { setCallHooks } from './api/client.ts';
import { queryClient, resetGroupQueries } from './api/query-client.ts';
import { watchUserActivity } from './api/user-activity.ts';
import { logWarning } from './browser/log.ts';
import { followOtherWindows, type WindowMessage } from './browser/other-windows.ts';
import { confirmResend, handleRefusal } from './call-failures.ts';
import { initialiseClusters } from './groups/cluster-list.ts';
import { forgetGroupChange } from './groups/group-change.ts';
import { initialiseGroups, useGroups } from './groups/group-store.ts';
import { subGroupIdsToSend, takeSelection } from './groups/groups.ts';
import { followLanguage } from './i18n/i18n.ts';
import { reloadPage } from './navigation/navigation.ts';
import { followRefreshChoice } from './refresh/refresh-store.ts';
import { askForProof } from './session/proof-store.ts';
import {
  followLogout,
  followUser,
  isLeavingSession,
  startSession,
  stopSessionPolling,
} from './session/session.ts';
import { isReadOnlySession, isRestrictedUser } from './session/session-store.ts';
import { followView } from './session/view-as.ts';
import { printInLightTheme } from './theme/theme.ts';

/** Connects the parts of core; called once, before the first call of the API. Returns a stop function. */
export function startCore(): () => void {
  setCallHooks({
    subGroupIds: subGroupIdsToSend,
    onRefused: handleRefusal,
    confirmResend,
    proveIdentity: askForProof,
    isReadOnlySession,
    isRestrictedUser,
    isLeaving: isLeavingSession,
  });
  const restoreReporter = setFormatErrorReporter(({ formatter, value, error }) =>
    logWarning(`formatter ${formatter} failed`, { value, error }),
  );
  startSession();
  const stopActivityWatch = watchUserActivity();
  const stopFollowing = [
    followOtherWindows(onWindowMessage),
    followLanguage(),
    followRefreshChoice(),
    printInLightTheme(),
  ];
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
    for (const stop of stopFollowing) stop();
    unsubscribe();
    window.removeEventListener('pageshow', onPageShow);
    stopSessionPolling();
    forgetGroupChange();
  };
}

function onWindowMessage(message: WindowMessage): void {
  if (message.kind === 'groups') takeSelection(message.selection);
  if (message.kind === 'view') followView();
  if (message.kind === 'user') followUser(message.userNo);
  if (message.kind === 'logout') void followLogout();
}
