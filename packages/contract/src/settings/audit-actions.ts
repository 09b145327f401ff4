/**
 * What the audit log records, by the kind of thing that it is about: `cluster.update`. A refused call is recorded under
 * the name of the call.
 */
export const auditActions = {
  accessToken: ['insert', 'revoke', 'use'],
  alarm: ['confirm', 'memo'],
  alarmSetting: ['update'],
  auditLog: ['updateReceivers'],
  cluster: ['insert', 'update', 'delete', 'download', 'revokeToken'],
  demo: ['seed', 'issueToken', 'suspendAccount', 'resumeAccount'],
  dutyException: ['insert', 'delete'],
  dutyRota: ['insert', 'update', 'delete'],
  eventAlarm: ['insert', 'update', 'delete'],
  handover: ['save', 'finish', 'takeOver'],
  handoverItem: ['insert', 'close'],
  installation: ['export', 'import', 'backup', 'restore', 'move'],
  log: ['open'],
  logo: ['insert', 'update', 'delete', 'activate', 'reset'],
  maintenance: ['insert', 'end'],
  metaGroup: ['insert', 'update', 'delete'],
  monitoring: ['update'],
  push: ['on', 'renew', 'off', 'setting'],
  reportSchedule: ['insert', 'update', 'delete', 'send'],
  security: ['update'],
  session: ['create', 'end', 'lock', 'prove'],
  signOnRules: ['update'],
  snooze: ['insert', 'delete'],
  subGroup: ['insert', 'update', 'delete', 'move', 'grant', 'revoke', 'logReaders'],
  template: ['insert', 'update', 'delete', 'apply'],
  user: [
    'insert',
    'create',
    'provision',
    'link',
    'update',
    'suspend',
    'delete',
    'erase',
    'eraseEntries',
    'exportData',
    'makeLink',
    'mailLink',
    'changePassword',
    'setPasswordByLink',
    'addTotp',
    'removeTotp',
    'addPasskey',
    'renamePasskey',
    'removePasskey',
    'makeRecoveryCodes',
    'resetFactors',
  ],
  viewAs: ['start', 'stop'],
  wallboard: ['insert', 'open', 'revoke'],
  webhook: ['insert', 'update', 'delete', 'test', 'replay'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type Actions = typeof auditActions;
export type AuditKind = keyof Actions;
export type AuditAction<Kind extends AuditKind = AuditKind> = {
  [One in Kind]: `${One}.${Actions[One][number]}`;
}[Kind];

const known: ReadonlySet<string> = new Set(
  Object.entries(auditActions).flatMap(([kind, acts]) => acts.map((act) => `${kind}.${act}`)),
);

export function isAuditAction(action: string): action is AuditAction {
  return known.has(action);
}
