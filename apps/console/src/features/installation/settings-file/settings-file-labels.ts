import type { EntryKind, FileFaultReason, ImportPlan } from '@gwanje/contract/settings/settings-file';
import type { PlainKey } from '#core/i18n/i18n.ts';

export const FAULT_KEYS: Readonly<Record<FileFaultReason, PlainKey>> = {
  tooLarge: 'installation.file.fault.tooLarge',
  tooSlow: 'installation.file.fault.tooSlow',
  notYaml: 'installation.file.fault.notYaml',
  otherFormat: 'installation.file.fault.otherFormat',
  newerVersion: 'installation.file.fault.newerVersion',
  missing: 'installation.file.fault.missing',
  unknownField: 'installation.file.fault.unknownField',
  wrongType: 'installation.file.fault.wrongType',
  noSuchChoice: 'installation.file.fault.noSuchChoice',
  outOfRange: 'installation.file.fault.outOfRange',
  format: 'installation.file.fault.format',
  unstorable: 'installation.file.fault.unstorable',
  empty: 'installation.file.fault.empty',
  tooLong: 'installation.file.fault.tooLong',
  controlCharacter: 'installation.file.fault.controlCharacter',
  invisible: 'installation.file.fault.invisible',
  duplicate: 'installation.file.fault.duplicate',
  unknownTemplate: 'installation.file.fault.unknownTemplate',
  unknownSubGroup: 'installation.file.fault.unknownSubGroup',
  unknownVariable: 'installation.file.fault.unknownVariable',
  otherTarget: 'installation.file.fault.otherTarget',
  noThreshold: 'installation.file.fault.noThreshold',
  thresholdOrder: 'installation.file.fault.thresholdOrder',
  notACondition: 'installation.file.fault.notACondition',
  window: 'installation.file.fault.window',
  margin: 'installation.file.fault.margin',
  target: 'installation.file.fault.target',
  tooMany: 'installation.file.fault.tooMany',
};

export const WARNING_KEYS: Readonly<Record<ImportPlan['warningList'][number]['reason'], PlainKey>> = {
  unknownUser: 'installation.file.warning.unknownUser',
  notAnAdmin: 'installation.file.warning.notAnAdmin',
  totalAdmin: 'installation.file.warning.totalAdmin',
  unknownScopeUser: 'installation.file.warning.unknownScopeUser',
  noAddress: 'installation.file.warning.noAddress',
  unknownObject: 'installation.file.warning.unknownObject',
  elsewhere: 'installation.file.warning.elsewhere',
};

export const KIND_KEYS: Readonly<Record<EntryKind, PlainKey>> = {
  template: 'installation.file.kind.template',
  metaGroup: 'installation.file.kind.metaGroup',
  subGroup: 'installation.file.kind.subGroup',
  member: 'installation.file.kind.member',
  cluster: 'installation.file.kind.cluster',
  webhook: 'installation.file.kind.webhook',
  eventAlarm: 'installation.file.kind.eventAlarm',
  object: 'installation.file.kind.object',
};
