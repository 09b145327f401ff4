import { setImmediate } from 'node:timers/promises';
import { SETTINGS_FILE_MAX_BYTES, SettingsFile } from '@gwanje/kinds/calls/settings-file';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { readSettingsText, settingsText } from './settings-yaml.ts';
import { readYaml } from './settings-yaml-worker.ts';
import { worlds } from './testing/worlds.ts';

const HEAD = 'format: gwanje-settings\nversion: 1\n';

const item =
  '{ isOn: true, isNotified: true, warning: 80, critical: 90, holdS: 60, recoveryMargin: 5, windowMin: null }';
const meta = (fields: string) => `metaGroups:\n  - ${fields}`;
const setting = (key: string, value = item) =>
  `templates:\n  - name: t\n    settings:\n      ${key}: ${value}`;
const webhook = (fields: string) =>
  `templates:\n  - name: t\n    webhooks:\n      - { name: w, language: ko, minLevel: 1, isOn: true, sendsRecovery: true, ${fields} }`;
const cluster = (fields: string) =>
  `metaGroups:\n  - name: a\n    subGroups:\n      - name: b\n        clusters:\n          - { name: c, template: t, ${fields} }`;
const eventAlarm = '{ name: e, isOn: true, isNotified: true, windowMin: 5 }';
const channels = 'json, slack, teams, custom, email, naverWorks, jandi, telegram, pagerDuty, kakaoRelay';
const PATHS = {
  name: 'metaGroups[0].name',
  cpu: 'templates[0].settings["node.cpuUsage"]',
  webhook: 'templates[0].webhooks[0]',
  cluster: 'metaGroups[0].subGroups[0].clusters[0]',
};

describe('reports with path, line and reason', () => {
  test.each([
    ['a missing name', meta('owner: key'), `${PATHS.name} 4 missing`],
    ['an unknown field', meta('name: a\n    colour: red'), 'metaGroups[0].colour 5 unknownField'],
    ['a number for a name', meta('name: 12'), `${PATHS.name} 4 wrongType string`],
    ['an empty name', meta('name: " "'), `${PATHS.name} 4 empty`],
    ['a control character', meta('name: "a\\u202Eb"'), `${PATHS.name} 4 controlCharacter`],
    ['a long name', meta(`name: ${'가'.repeat(51)}`), `${PATHS.name} 4 tooLong`],
    ['half of a surrogate pair', meta('name: "\\ud800"'), `${PATHS.name} 4 unstorable`],
    ['a name twice', meta('name: Ops\n  - name: ops'), 'metaGroups[1] 5 duplicate ops (metaGroups[0])'],
    ['an unknown alarm item', setting('pod.mood'), 'templates[0].settings["pod.mood"] 6 unknownField'],
    ['a wrong order', setting('node.cpuUsage', item.replace('80', '95')), `${PATHS.cpu} 6 thresholdOrder`],
    [
      'a long hold',
      setting('node.cpuUsage', item.replace('60', '1e9')),
      `${PATHS.cpu}.holdS 6 outOfRange ≤ 86400`,
    ],
    ['an unknown channel', webhook('kind: pigeon'), `${PATHS.webhook}.kind 6 noSuchChoice ${channels}`],
    ['mail to nobody', webhook('kind: email'), `${PATHS.webhook}.recipientList 6 target`],
    [
      'an unknown variable',
      webhook('kind: json, bodyTemplate: "{{mood}}"'),
      `${PATHS.webhook}.bodyTemplate 6 unknownVariable mood`,
    ],
    [
      'no threshold',
      cluster(`eventAlarms: [${eventAlarm}]`),
      `${PATHS.cluster}.eventAlarms[0].warningCnt 8 noThreshold`,
    ],
    [
      'an item of another kind',
      cluster(`objects: [{ kind: pod, name: p, settings: { node.cpuUsage: ${item} } }]`),
      `${PATHS.cluster}.objects[0].settings["node.cpuUsage"] 8 otherTarget`,
    ],
  ])('%s', (_name, body, fileError) => {
    const { errors } = readSettingsText(`${HEAD}${body}`);
    const found = errors.map(({ path, line, reason, detail }) => [path, line, reason, detail ?? '']);
    expect(found.map((parts) => parts.join(' ').trim())).toContain(fileError);
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
  ['a text with quotes, next-line and spaces', '\u0085\n \n"quoted"\ntrue\n{{cluster}}\ntrue'],
  ['a text of blank lines only', ' \n  \n'],
  ['a text that begins with a blank line', '\n \n{{cluster}}'],
])('reads %s back unchanged', (_what, bodyTemplate) => {
  const about = { name: 'w', kind: 'json', language: 'ko', minLevel: 1, isOn: true, sendsRecovery: false };
  const file = SettingsFile.parse({
    format: 'gwanje-settings',
    version: 1,
    templates: [{ name: 't', webhooks: [{ ...about, url: 'https://hooks.example.com/', bodyTemplate }] }],
  });
  expect(readSettingsText(settingsText(file)).file).toEqual(file);
});

it('accepts a byte order mark and CRLF line breaks', () => {
  const { file } = readSettingsText(`\ufeff${HEAD}metaGroups:\n  - name: 운영\n`.replaceAll('\n', '\r\n'));
  expect(file?.metaGroups).toEqual([{ name: '운영' }]);
});
