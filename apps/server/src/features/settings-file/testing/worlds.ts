import { type AlarmItemKey, type AlarmSetting, alarmItemKeys } from '@gwanje/contract/alarms/alarm-items';
import {
  type Address,
  addressFieldsOf,
  type ChannelKey,
  channelKeys,
  channels,
} from '@gwanje/contract/alarms/channels';
import { checkName, nameKey } from '@gwanje/contract/definition/fields';
import { logReaders } from '@gwanje/contract/objects/logs';
import { reportKinds } from '@gwanje/contract/reports/report-content';
import { alarmItems, settingError } from '@gwanje/domain/alarms/registry';
import { fileObjectKinds, type SettingsFile } from '@gwanje/kinds/calls/settings-file';
import type { Kind } from '@gwanje/kinds/definition/kind';
import { kinds, type RecordKind, sourceOf } from '@gwanje/kinds/registry';
import fc from 'fast-check';

/* Random installations that the calls allow: names in any script, texts that YAML could misread. */

export const OWNERS = ['owner-a', 'owner-b'] as const;
export const MEMBERS = ['member-a', 'member-b', 'member-c'] as const;
export const DEFAULT_TEMPLATE = '기본 템플릿';

const tricky = fc.constantFrom(
  ...'true null ~ 12 1e3 0x1f {a} [b] &x *y !z | > % @ ` .. . --- no YES 2026-01-01 <<'.split(' '),
  ...['- a', 'a: b', '# no', "it's", '"quoted"', '운영', 'Ünïcode', '😀', 'a / b'],
);
const anyText = (max: number) =>
  fc
    .oneof(tricky, fc.string({ unit: 'grapheme', minLength: 1, maxLength: max }))
    .filter((text) => /^[^\0\p{Cs}]*$/u.test(text));
const name = anyText(12)
  .map((text) => checkName(text))
  .filter((check) => check.ok)
  .map((check) => (check.ok ? check.name : ''));
const uniqueBy = { selector: ({ name: one }: { name: string }) => nameKey(one) };
const word = anyText(20)
  .map((text) => text.trim())
  .filter((text) => text !== '')
  .map((text) => text.slice(0, 100));
const lines = fc
  .array(
    fc.oneof(
      tricky,
      fc.constantFrom('', ' ', '\t', '  x', 'x  ', '\r', '{{cluster}}', '\u0085', '\u2028', '\ufeff'),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join('\n'));

function settingOf(key: AlarmItemKey): fc.Arbitrary<AlarmSetting> {
  const { standard } = alarmItems[key];
  return fc
    .record({
      isOn: fc.boolean(),
      isNotified: fc.boolean(),
      warning: fc.oneof(fc.constant(standard.warning), fc.double({ min: 0, max: 1e15, noNaN: true })),
      critical: fc.oneof(fc.constant(standard.critical), fc.double({ min: 0, max: 1e15, noNaN: true })),
      holdS: fc.integer({ min: 0, max: 86_400 }),
      recoveryMargin: fc.constantFrom(standard.recoveryMargin, 0),
      windowMin: fc.constant(standard.windowMin),
    })
    .map((setting) =>
      settingError(key, setting) === null ? setting : { ...standard, holdS: setting.holdS },
    );
}

function settingsOf(keys: readonly AlarmItemKey[]) {
  return fc
    .subarray([...keys], { maxLength: Math.min(4, keys.length) })
    .chain((chosen) => fc.record(Object.fromEntries(chosen.map((key) => [key, settingOf(key)]))));
}

const hours = fc.option(
  fc.record({
    timeZone: fc.constantFrom('Asia/Seoul', 'UTC', 'America/Argentina/Buenos_Aires'),
    dayList: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
    from: fc.constantFrom('00:00', '09:30', '22:00'),
    to: fc.constantFrom('06:00', '18:00', '23:59'),
  }),
);

const webhook = fc.record({
  name,
  kind: fc.constantFrom(...channelKeys),
  bodyTemplate: fc.option(lines),
  language: fc.constantFrom('ko', 'en'),
  minLevel: fc.constantFrom(1, 5),
  isOn: fc.boolean(),
  sendsRecovery: fc.boolean(),
  hours,
  quietHours: hours,
  escalateAfterMin: fc.option(fc.integer({ min: 1, max: 1440 })),
  scopeUser: fc.option(fc.constantFrom(...OWNERS)),
  isForSome: fc.boolean(),
});

const eventAlarm = fc.record({
  name,
  isOn: fc.boolean(),
  isNotified: fc.boolean(),
  eventType: fc.option(word),
  reason: fc.option(word),
  objectKind: fc.option(word),
  namespace: fc.option(word),
  messageText: fc.option(word),
  warningCnt: fc.integer({ min: 1, max: 50 }),
  criticalCnt: fc.option(fc.integer({ min: 50, max: 100_000 })),
  windowMin: fc.integer({ min: 1, max: 60 }),
});

function isNamespaced(kind: RecordKind): boolean {
  const { fields = {} }: Kind = kinds[sourceOf(kind).kind];
  return 'namespace' in fields;
}

const object = fc.constantFrom(...fileObjectKinds).chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    namespace: isNamespaced(kind) ? fc.constantFrom('default', 'kube-system') : fc.constant(null),
    name: fc.constantFrom('web-0', 'db-1', 'true', '10', 'a.b.c'),
    isMonitored: fc.boolean(),
    settings: settingsOf(alarmItemKeys.filter((key) => alarmItems[key].target === sourceOf(kind).kind)),
  }),
);

const cluster = fc.record({
  name,
  template: fc.nat(),
  isMonitored: fc.boolean(),
  settings: settingsOf(alarmItemKeys),
  eventAlarms: fc.uniqueArray(eventAlarm, { maxLength: 2, ...uniqueBy }),
  objects: fc.uniqueArray(object, {
    maxLength: 3,
    selector: ({ kind, namespace, name: one }) => `${kind} ${namespace} ${one}`,
  }),
});

const subGroup = fc.record({
  name,
  logReaders: fc.constantFrom(...logReaders),
  members: fc.subarray([...MEMBERS]),
  clusters: fc.uniqueArray(cluster, { maxLength: 2, ...uniqueBy }),
});
const RECIPIENTS = {
  email: ['ops@example.com', 'a.b@example.org'],
  chat: ['-1001234567890', '@ops_team'],
  phone: ['010-1234-5678', '+821012345678'],
};

const reportSchedule = fc.record({
  name,
  kind: fc.constantFrom(...reportKinds),
  timeZone: fc.constantFrom('Asia/Seoul', 'UTC', 'America/Argentina/Buenos_Aires'),
  time: fc.constantFrom('00:00', '09:30', '23:59'),
  recipientList: fc.subarray(RECIPIENTS.email, { minLength: 1 }),
  language: fc.constantFrom('ko' as const, 'en' as const),
  isOn: fc.boolean(),
  scopeUser: fc.option(fc.constantFrom(...OWNERS)),
});
const metaGroup = fc.record({
  name,
  owner: fc.option(fc.constantFrom(...OWNERS)),
  reportSchedules: fc.uniqueArray(reportSchedule, { maxLength: 2, ...uniqueBy }),
  subGroups: fc.uniqueArray(subGroup, { maxLength: 3, ...uniqueBy }),
});
const template = fc.record({
  name,
  description: lines.map((text) => text.trim()),
  owner: fc.option(fc.constantFrom(...OWNERS)),
  settings: settingsOf(alarmItemKeys),
  webhooks: fc.uniqueArray(webhook, { maxLength: 2, ...uniqueBy }),
});

/** Each installation in the form of a settings file; every one has the default template. */
export const worlds: fc.Arbitrary<SettingsFile> = fc
  .record({
    templates: fc.uniqueArray(template, { minLength: 1, maxLength: 3, ...uniqueBy }),
    metaGroups: fc.uniqueArray(metaGroup, { maxLength: 3, ...uniqueBy }),
  })
  .map(({ templates, metaGroups }): SettingsFile => {
    const named = templates
      .filter((one) => nameKey(one.name) !== nameKey(DEFAULT_TEMPLATE))
      .concat(templates.slice(0, 1).map((one) => ({ ...one, name: DEFAULT_TEMPLATE })));
    const places = metaGroups.flatMap((meta) =>
      meta.subGroups.map((sub) => ({ metaGroup: meta.name, subGroup: sub.name })),
    );
    return {
      format: 'gwanje-settings',
      version: 1,
      templates: named.map((one) => ({
        ...one,
        webhooks: one.webhooks.map(({ isForSome, kind, minLevel, language, ...hook }) => ({
          ...hook,
          kind,
          language: language === 'en' ? 'en' : 'ko',
          minLevel: minLevel === 1 ? 1 : 5,
          ...addressOf(kind),
          forSubGroups: isForSome ? places.slice(0, 2) : null,
        })),
      })),
      metaGroups: metaGroups.map((meta) => ({
        ...meta,
        subGroups: meta.subGroups.map((sub) => ({
          ...sub,
          clusters: sub.clusters.map((one) => ({
            ...one,
            template: named[one.template % named.length]?.name ?? DEFAULT_TEMPLATE,
          })),
        })),
      })),
    };
  });

function addressOf(kind: ChannelKey): Address & { recipientList: string[] } {
  const used = new Set(addressFieldsOf(kind));
  return {
    url: used.has('url') ? 'https://hooks.example.com/services/SECRET' : null,
    recipientList: used.has('recipientList') ? RECIPIENTS[channels[kind].recipients ?? 'email'] : [],
    secret: used.has('secret') ? 'Bearer SECRET' : null,
    successText: used.has('successText') ? '"code": 0' : null,
  };
}
