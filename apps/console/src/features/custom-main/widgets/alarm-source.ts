/**
 * Where the alarm feed takes its alarms from. There is no call for alarms yet; whoever brings it answers here with what the
 * feed shows, and nothing else of the widget changes.
 */
export type AlarmFeed = { readonly kind: 'notCollected' };

export function useAlarmFeed(): AlarmFeed {
  return { kind: 'notCollected' };
}
