import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { API_PREFIX } from '@gwanje/contract/definition/endpoint';
import { SESSION_COOKIE } from '@gwanje/contract/users/session';
import { templateChangeTypes } from '@gwanje/domain/mappings/labels';
import { exportSettings, importSettings, planImport } from '@gwanje/kinds/calls/settings-file';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { rowOf, rowsOf } from '@gwanje/testkit/testing/rows';
import { describe, expect, it } from 'vitest';
import * as command from '../../cli/settings-file.ts';
import { named } from '../../platform/store/row-repository.ts';
import { auditOf } from '../../testing/audit.ts';
import { ownApp } from '../../testing/describe-with-app.ts';
import { checksum, type TestApp, uniqueName } from '../../testing/test-app.ts';
import { addCluster, addMember, addMetaGroup, addSubGroup, addUser } from '../../testing/world.ts';
import { addReportSchedule } from '../reports/testing/report-things.ts';

const app = ownApp();

const HEAD = 'format: gwanje-settings\nversion: 1\n';
const HOOK = 'language: ko, minLevel: 1, isOn: true, sendsRecovery: true';

async function planOf(app: TestApp, content: string) {
  const admin = await app.signIn('key');
  const { plan, planId, errorList } = await admin.ok(planImport, { body: { _method: 'get', content } });
  if (!plan || planId === null) throw new Error(JSON.stringify(errorList));
  return { admin, plan, planId };
}

async function downloaded(app: TestApp): Promise<string> {
  const answer = await app.app.inject({
    url: `${API_PREFIX}${exportSettings.path}`,
    headers: { cookie: `${SESSION_COOKIE}=${await app.newToken('key')}` },
  });
  expect(answer.headers['content-disposition']).toMatch(
    /^attachment; filename="gwanje-settings-[0-9-]{10}.yaml"$/,
  );
  return answer.body;
}

async function importText(app: TestApp, content: string, planId?: string) {
  const admin = await app.signIn('key');
  return (await admin.ok(importSettings, { body: { content, planId } })).plan;
}

describe('the settings file', () => {
  it('creates new entries, changes entries that differ, and deletes nothing', async () => {
    const { db, services } = app();
    const [meta, template, cluster] = ['group', 'template', 'cluster'].map((word) => uniqueName(word));
    const metaGroupId = await addMetaGroup(db, null, meta);
    const stays = await addSubGroup(db, metaGroupId, '남는 그룹');
    const sub = await addSubGroup(db, metaGroupId, '운영');
    const former = await addUser(db);
    await addMember(db, former.userNo, sub);
    const added = await addUser(db);
    const content = `${HEAD}
templates:
  - name: ${template}
    settings:
      node.cpuUsage: { isOn: true, isNotified: true, warning: 70, critical: 85, holdS: 60, recoveryMargin: 5, windowMin: null }
    webhooks:
      - { name: chat, kind: slack, ${HOOK}, forSubGroups: [{ metaGroup: ${meta}, subGroup: 운영 }] }
      - { name: mail, kind: email, ${HOOK}, recipientList: [ops@example.com] }
metaGroups:
  - name: ${meta}
    owner: group
    reportSchedules:
      - { name: 주간 회의, kind: weekly, timeZone: Asia/Seoul, time: 09:00, recipientList: [noc@example.com], language: ko, isOn: true }
      - { name: 월간, kind: monthly, timeZone: UTC, time: 07:00, recipientList: [a@example.com], language: en, isOn: false, scopeUser: nobody-knows }
    subGroups:
      - name: 운영
        logReaders: user
        members: [${added.userId}, nobody-knows]
        clusters:
          - name: ${cluster}
            template: ${template}
            isMonitored: false
            eventAlarms:
              - { name: 잦은 재시작, isOn: true, isNotified: true, reason: BackOff, warningCnt: 3, windowMin: 10 }
`;
    const { plan, planId } = await planOf(app(), content);
    expect(plan.changeList).toEqual([
      { kind: 'metaGroup', nameList: [meta], fieldList: ['owner'] },
      { kind: 'subGroup', nameList: [meta, '운영'], fieldList: ['logReaders'] },
    ]);
    expect(plan.createList.map(({ kind }) => kind).sort()).toEqual(
      ['cluster', 'eventAlarm', 'member', 'reportSchedule', 'template', 'webhook', 'webhook'].sort(),
    );
    expect(plan.warningList.map(({ reason, detail }) => [reason, detail])).toEqual([
      ['unknownScopeUser', 'nobody-knows'],
      ['unknownUser', 'nobody-knows'],
      ['noAddress', null],
    ]);
    const onlyHere = { subGroup: [meta, '남는 그룹'], member: [meta, '운영', former.userId] };
    for (const [kind, nameList] of Object.entries(onlyHere))
      expect(plan.onlyHereList).toContainEqual({ kind, nameList, fieldList: [] });

    await importText(app(), content, planId);
    const rows = await rowsOf(db, 'cluster', { name: cluster ?? '' });
    expect(rows).toMatchObject([{ subGroupId: sub, isMonitored: false }]);
    expect(services.live.hasCluster(rows[0]?.hostId ?? 0)).toBe(true);
    const members = await db.selectFrom('subGroupMember').selectAll().where('subGroupId', '=', sub).execute();
    expect(members.map(({ userNo }) => userNo).sort()).toEqual([former.userNo, added.userNo].sort());
    const readersOf = async (subGroupId: number) => (await rowOf(db, 'subGroup', { subGroupId })).logReaders;
    expect([await readersOf(stays), await readersOf(sub)]).toEqual(['groupAdmin', 'user']);
    const hooks = await db.selectFrom('webhook').selectAll().where('name', 'in', ['chat', 'mail']).execute();
    expect(hooks.find(({ name }) => name === 'chat')).toMatchObject({ url: null, subGroupIdList: [sub] });

    const before = await checksum(db);
    const again = await importText(app(), content);
    expect([again.createList, again.changeList]).toEqual([[], []]);
    expect(await checksum(db)).toBe(before);
    const audits = await auditOf(db, 'cluster', rows[0]?.hostId ?? 0);
    expect(audits).toMatchObject([{ action: 'cluster.insert', actorUserId: 'key' }]);
    const { alarmTemplateId } = await rowOf(db, 'alarmTemplate', { name: template ?? '' });
    const history = await rowsOf(db, 'templateChange', { alarmTemplateId });
    const { created, infoChanged, alarmApplied } = templateChangeTypes;
    expect(history.map(({ changeType, detail }) => `${changeType} ${detail}`).sort()).toEqual([
      `${created} ${template}`,
      `${infoChanged} chat`,
      `${infoChanged} mail`,
      `${alarmApplied} ${cluster}`,
    ]);
  });

  it('keeps the stored address of a webhook, which exports omit', async () => {
    const { db } = app();
    const name = uniqueName('template');
    const given = `${HEAD}templates:\n  - name: ${name}\n    webhooks:\n      - { name: w, kind: json, ${HOOK}, url: "https://hooks.example.com/very-secret" }\n`;
    await importText(app(), given);
    const exported = await downloaded(app());
    expect(exported).toContain(`name: ${name}`);
    expect(exported).not.toContain('very-secret');
    const url = ', url: "https://hooks.example.com/very-secret"';
    await importText(app(), given.replace(url, '').replace('minLevel: 1', 'minLevel: 5'));
    const { alarmTemplateId } = await rowOf(db, 'alarmTemplate', { name });
    const hook = await rowOf(db, 'webhook', { alarmTemplateId }, ['url', 'minLevel']);
    expect(hook).toEqual({ url: 'https://hooks.example.com/very-secret', minLevel: 5 });
    const audits = await db.selectFrom('audit').select('detail').execute();
    expect(JSON.stringify(audits)).not.toContain('very-secret');
  });

  it('changes a report schedule by its name, which then sends nothing that was due before', async () => {
    const { db, clock } = app();
    const name = uniqueName('group');
    const metaGroupId = await addMetaGroup(db, null, name);
    const longAgo = new Date(clock.now().getTime() - 30 * 86_400_000);
    const reportScheduleId = await addReportSchedule(db, { metaGroupId, ...named('Weekly'), now: longAgo });
    const contentWith = (time: string, recipient: string) =>
      `${HEAD}metaGroups:\n  - name: ${name}\n    reportSchedules:\n      - { name: weekly, kind: weekly, timeZone: Asia/Seoul, time: ${time}, recipientList: [${recipient}], language: ko, isOn: true }\n`;
    const stored = () => rowOf(db, 'reportSchedule', { reportScheduleId });
    await importText(app(), contentWith('09:00', 'lead@example.com'));
    const kept = { name: 'weekly', recipientList: ['lead@example.com'], activeFrom: longAgo, version: 1 };
    expect(await stored()).toMatchObject(kept);
    await importText(app(), contentWith('07:30', 'lead@example.com'));
    expect(await stored()).toMatchObject({ time: '07:30', activeFrom: clock.now(), version: 2 });
    expect(await downloaded(app())).toMatch(/time: "?07:30/);
  });

  it('skips a webhook whose scope user is unknown, because the user limits what it may send', async () => {
    const name = uniqueName('template');
    const content = `${HEAD}templates:\n  - name: ${name}\n    webhooks:\n      - { name: w, kind: json, ${HOOK}, scopeUser: gone-admin }\n`;
    const plan = await importText(app(), content);
    expect(plan.warningList).toEqual([
      { reason: 'unknownScopeUser', kind: 'webhook', nameList: [name, 'w'], detail: 'gone-admin' },
    ]);
    expect(plan.createList.map(({ kind }) => kind)).toEqual(['template']);
  });

  it('names unknown templates and sub groups with their lines, and changes nothing', async () => {
    const content = `${HEAD}templates:
  - name: 새 템플릿
    webhooks:
      - { name: w, kind: json, ${HOOK}, forSubGroups: [{ metaGroup: 없음, subGroup: 없음 }] }
metaGroups:
  - name: 새 그룹
    subGroups:
      - { name: a, clusters: [{ name: c, template: 없는 템플릿 }] }
`;
    const admin = await app().signIn('key');
    const before = await checksum(app().db);
    const { plan, errorList } = await admin.ok(planImport, { body: { _method: 'get', content } });
    expect(plan).toBeNull();
    expect(errorList.map(({ path, line, reason }) => [path, line, reason])).toEqual([
      ['metaGroups[0].subGroups[0].clusters[0].template', 10, 'unknownTemplate'],
      ['templates[0].webhooks[0].forSubGroups', 6, 'unknownSubGroup'],
    ]);
    const answer = await admin.call(importSettings, { body: { content } });
    expect(answer).toMatchObject({ code: 8002, data: { reason: 'unknownTemplate' } });
    expect(await checksum(app().db)).toBe(before);
  });

  it('refuses an import whose plan has changed since it was shown', async () => {
    const { db } = app();
    const name = uniqueName('group');
    const content = `${HEAD}metaGroups:\n  - name: ${name}\n`;
    const { admin, planId } = await planOf(app(), content);
    await addMetaGroup(db, null, name);
    const late = await admin.call(importSettings, { body: { content, planId } });
    expect(late).toMatchObject({ code: 8004, data: { reason: 'changedMeanwhile' } });
  });

  it('warns when a cluster of the same name exists in another sub group', async () => {
    const { db } = app();
    const [meta, cluster] = [uniqueName('group'), uniqueName('cluster')];
    await addCluster(db, await addSubGroup(db, await addMetaGroup(db, null, meta), '여기'), cluster);
    const content = `${HEAD}metaGroups:\n  - { name: ${meta}, subGroups: [{ name: 저기, clusters: [{ name: ${cluster}, template: 기본 템플릿 }] }] }\n`;
    const { plan } = await planOf(app(), content);
    const elsewhere = { kind: 'cluster', nameList: [meta, '저기', cluster] };
    const detail = `${meta} / 여기 / ${cluster}`;
    expect(plan.warningList).toEqual([{ reason: 'elsewhere', ...elsewhere, detail }]);
  });
});

describe('the settings file by command', () => {
  it('writes a file, shows a plan, and imports it', async () => {
    using folder = temporaryFolder();
    const { db, settings } = app();
    const path = join(folder.path, 'settings.yaml');
    const output: string[] = [];
    const input = (...options: string[]) => ({
      args: [path],
      options: new Set(options),
      say: (line: string) => void output.push(line),
    });
    await command.exportSettings(settings, input());
    expect(await readFile(path, 'utf8')).toBe(await downloaded(app()));
    const name = uniqueName('group');
    await writeFile(path, `${HEAD}metaGroups:\n  - { name: ${name}, owner: nobody-knows }\n`);
    const before = await checksum(db);
    await command.importSettings(settings, input('--dry-run'));
    expect(await checksum(db)).toBe(before);
    expect(output).toContain(`+ metaGroup ${name}`);
    await command.importSettings(settings, input());
    expect(output.at(-1)).toMatch(/^Done: 1 created, 0 changed/);
    expect(await rowsOf(db, 'metaGroup', { name }, ['ownerUserNo'])).toEqual([{ ownerUserNo: null }]);
    await writeFile(path, `${HEAD}rooms: []\n`);
    await expect(command.importSettings(settings, input())).rejects.toThrow(
      'line 3, rooms: there is no such field',
    );
  });
});
