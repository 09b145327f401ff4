import { setImmediate } from 'node:timers/promises';
import { SETTINGS_FILE_MAX_BYTES, type SettingsFile } from '@gwanje/kinds/calls/settings-file';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { readSettingsText, settingsText } from './settings-yaml.ts';
import { readYaml } from './settings-yaml-worker.ts';
import { worlds } from './testing/worlds.ts';

const HEAD = 'format: gwanje-settings\nversion: 1\n';

function errorsOf(body: string) {
  return readSettingsText(`${HEAD}${body}`).errors.map(({ path, line, reason, detail }) => [
    path,
    line,
    reason,
    detail,
  ]);
}

const item = (fields = '') =>
  `{ isOn: true, isNotified: true, warning: 80, critical: 90, holdS: 60, recoveryMargin: 5, windowMin: null${fields} }`;

describe('reports with path, line and reason', () => {
  test.each<[name: string, body: string, ...fileError: [string, number | null, string, string | null]]>([
    ['a missing name', 'metaGroups:\n  - owner: key', 'metaGroups[0].name', 4, 'missing', null],
    [
      'a field that does not exist',
      'metaGroups:\n  - name: a\n    colour: red',
      'metaGroups[0].colour',
      5,
      'unknownField',
      null,
    ],
    ['a number for a name', 'metaGroups:\n  - name: 12', 'metaGroups[0].name', 4, 'wrongType', 'string'],
    ['an empty name', 'metaGroups:\n  - name: " "', 'metaGroups[0].name', 4, 'empty', null],
    [
      'an invisible control character',
      'metaGroups:\n  - name: "a\\u202Eb"',
      'metaGroups[0].name',
      4,
      'controlCharacter',
      null,
    ],
    ['a long name', `metaGroups:\n  - name: ${'가'.repeat(51)}`, 'metaGroups[0].name', 4, 'tooLong', null],
    [
      'half of a surrogate pair',
      'metaGroups:\n  - name: "\\ud800"',
      'metaGroups[0].name',
      4,
      'unstorable',
      null,
    ],
    [
      'two names that differ only in case',
      'metaGroups:\n  - name: Ops\n  - name: ops',
      'metaGroups[1]',
      5,
      'duplicate',
      'ops (metaGroups[0])',
    ],
    [
      'an alarm item that does not exist',
      `templates:\n  - name: t\n    settings:\n      pod.mood: ${item()}`,
      'templates[0].settings["pod.mood"]',
      6,
      'unknownField',
      null,
    ],
    [
      'a warning threshold above the critical one',
      `templates:\n  - name: t\n    settings:\n      node.cpuUsage: ${item().replace('warning: 80', 'warning: 95')}`,
      'templates[0].settings["node.cpuUsage"]',
      6,
      'thresholdOrder',
      null,
    ],
    [
      'a hold longer than a day',
      `templates:\n  - name: t\n    settings:\n      node.cpuUsage: ${item().replace('60', '1e9')}`,
      'templates[0].settings["node.cpuUsage"].holdS',
      6,
      'outOfRange',
      '≤ 86400',
    ],
    [
      'an unknown kind of webhook',
      'templates:\n  - name: t\n    webhooks:\n      - { name: w, kind: pigeon, language: ko, minLevel: 1, isOn: true, sendsRecovery: true }',
      'templates[0].webhooks[0].kind',
      6,
      'noSuchChoice',
      'json, slack, teams, custom, email, naverWorks, jandi, telegram, pagerDuty, kakaoRelay',
    ],
    [
      'mail without recipients',
      'templates:\n  - name: t\n    webhooks:\n      - { name: w, kind: email, language: ko, minLevel: 1, isOn: true, sendsRecovery: true }',
      'templates[0].webhooks[0].recipientList',
      6,
      'target',
      null,
    ],
    [
      'an unknown variable in a body template',
      'templates:\n  - name: t\n    webhooks:\n      - { name: w, kind: json, language: ko, minLevel: 1, isOn: true, sendsRecovery: true, bodyTemplate: "{{mood}}" }',
      'templates[0].webhooks[0].bodyTemplate',
      6,
      'unknownVariable',
      'mood',
    ],
    [
      'an event alarm without a threshold',
      'metaGroups:\n  - name: a\n    subGroups:\n      - name: b\n        clusters:\n          - name: c\n            template: t\n            eventAlarms:\n              - { name: e, isOn: true, isNotified: true, windowMin: 5 }',
      'metaGroups[0].subGroups[0].clusters[0].eventAlarms[0].warningCnt',
      11,
      'noThreshold',
      null,
    ],
    [
      'an alarm item of another kind of object',
      `metaGroups:\n  - name: a\n    subGroups:\n      - name: b\n        clusters:\n          - name: c\n            template: t\n            objects:\n              - kind: pod\n                name: p\n                settings:\n                  node.cpuUsage: ${item()}`,
      'metaGroups[0].subGroups[0].clusters[0].objects[0].settings["node.cpuUsage"]',
      14,
      'otherTarget',
      null,
    ],
  ])('%s', (_name, body, ...fileError) => {
    expect(errorsOf(body)).toContainEqual(fileError);
  });

  test.each([
    ['an empty file', '', 'otherFormat'],
    ['a Kubernetes manifest', 'kind: Deployment\nversion: 1\n', 'otherFormat'],
    ['a list', '- 1', 'otherFormat'],
    ['a newer version of the format', 'format: gwanje-settings\nversion: 2\nrooms: []\n', 'newerVersion'],
    ['two documents', `${HEAD}---\na: 1`, 'notYaml'],
    ['a duplicate key', `${HEAD}templates: []\ntemplates: []`, 'notYaml'],
    ['a missing closing quote', `${HEAD}templates: "`, 'notYaml'],
    ['a YAML alias', `${HEAD}templates: &all []\nmetaGroups: *all`, 'notYaml'],
    ['a custom YAML tag', `${HEAD}templates: !!js/function x`, 'notYaml'],
    ['a map as a key', `${HEAD}? { a: 1 }\n: 2`, 'notYaml'],
    ['__proto__ as a key', `${HEAD}__proto__: { x: 1 }`, 'unknownField'],
    ['a file that is too large', `#${' '.repeat(SETTINGS_FILE_MAX_BYTES)}`, 'tooLarge'],
  ])('%s', async (_name, content, reason) => {
    const { file, errors } = content.length > 1000 ? await readYaml(content) : readSettingsText(content);
    expect(file).toBeNull();
    expect(errors[0]?.reason).toBe(reason);
  });
});

it('stops reading a file after a timeout, without blocking the server', async () => {
  const keys = Array.from({ length: 60_000 }, (_, k) => `k${k}: 1`).join('\n');
  const reading = readYaml(`${HEAD}${keys}`, 1000);
  expect(await Promise.race([reading, setImmediate('not blocked')])).toBe('not blocked');
  expect((await reading).errors[0]?.reason).toBe('tooSlow');
});

it('reads an exported file back as the same settings', () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const { file, errors } = readSettingsText(settingsText(world));
      expect(errors).toEqual([]);
      expect(file).toEqual(world);
    }),
    { numRuns: 30 },
  );
});

it.each([
  [
    'a text with quotes, a next-line character and a line of spaces',
    '\u0085\n \n"quoted"\ntrue\n{{cluster}}\ntrue',
  ],
  ['a text of blank lines only', ' \n  \n'],
  ['a text that begins with a blank line', '\n \n{{cluster}}'],
])('reads %s back unchanged', (_what, bodyTemplate) => {
  const file: SettingsFile = {
    format: 'gwanje-settings',
    version: 1,
    templates: [
      {
        name: '기본',
        description: '',
        owner: null,
        settings: {},
        webhooks: [
          {
            name: 'hook',
            bodyTemplate,
            isOn: true,
            sendsRecovery: false,
            hours: null,
            quietHours: null,
            escalateAfterMin: null,
            scopeUser: null,
            kind: 'json',
            language: 'ko',
            minLevel: 1,
            url: 'https://hooks.example.com/services/SECRET',
            recipientList: [],
            successText: null,
            forSubGroups: null,
          },
        ],
      },
    ],
    metaGroups: [],
  };
  expect(readSettingsText(settingsText(file)).file).toEqual(file);
});

it('accepts a byte order mark and CRLF line breaks', () => {
  const { file } = readSettingsText(`\ufeff${HEAD}metaGroups:\n  - name: 운영\n`.replaceAll('\n', '\r\n'));
  expect(file?.metaGroups).toEqual([{ name: '운영' }]);
});
