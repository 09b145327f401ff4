import { ALWAYS_HELD } from '@gwanje/backend/database/lease';
import { createLogger } from '@gwanje/backend/observe/logger';
import { UserNo } from '@gwanje/contract/definition/fields';
import type { RotaPlan } from '@gwanje/contract/duty/duty-rotas';
import { FakeClock } from '@gwanje/testkit/clock';
import { describeWithDatabase } from '@gwanje/testkit/databases';
import { changeRows } from '@gwanje/testkit/testing/rows';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { uniqueName } from '../../../../testing/test-app.ts';
import { addCluster, addMember, addMetaGroup, addSubGroup, addUser } from '../../../../testing/world.ts';
import { addRota, rotaPlan } from '../../../duty/testing/duty-things.ts';
import { exampleFacts } from '../../message-facts.ts';
import type { MessageContext } from '../../message-variables.ts';
import { addWebhook } from '../../testing/webhooks.ts';
import { Outbox } from '../outbox.ts';
import { insertMessages } from '../outbox-repository.ts';
import { summaryFacts } from '../summary-facts.ts';
import { loadDutyOfAlarms } from './people-on-duty.ts';

describeWithDatabase('the people on duty in messages', (database) => {
  let clock: FakeClock;
  const db = () => database().db;
  const dutyOf = (...alarmIds: number[]) => loadDutyOfAlarms(db(), alarmIds, clock.now());

  beforeEach(() => {
    clock = new FakeClock();
  });

  async function raise(subGroupId: number): Promise<number> {
    const hostId = await addCluster(db(), subGroupId);
    const { rows } = await sql<{ alarmId: number }>`
      insert into alarm (alarm_id, host_id, object_key, item_key, target, object_name, type, level, confirm_level,
        occurred_at, last_occurred_at, changed_at, is_notified)
      select nextval('alarm_id_seq')::int, ${hostId}::int, 'cluster', 'cluster.silent', 'cluster', 'c', 1, 5, 1, at, at, at, true
      from (select ${clock.now()}::timestamptz as at) one
      returning alarm_id`.execute(db());
    return rows[0]?.alarmId ?? 0;
  }

  /** A group with an alarm, and its rota with a person in each role; they are members of the group. */
  async function addGroup(values: Partial<RotaPlan> = {}) {
    const metaGroupId = await addMetaGroup(db(), null);
    const groupName = uniqueName('sub');
    const subGroupId = await addSubGroup(db(), metaGroupId, groupName);
    const add = async () => {
      const { userNo, userId: name } = await addUser(db());
      await addMember(db(), userNo, subGroupId);
      return { userNo: UserNo.parse(userNo), name };
    };
    const people = { first: await add(), second: await add(), lead: await add() };
    const plan = rotaPlan(people.first.userNo);
    const slotList = [{ firstUserNo: people.first.userNo, secondUserNo: people.second.userNo }];
    const shiftList = plan.shiftList.map((shift) => ({ ...shift, slotList }));
    const rota = { ...plan, leadUserNo: people.lead.userNo, shiftList, ...values };
    await addRota(db(), { metaGroupId, subGroupId: null, now: clock.now() }, rota);
    return { metaGroupId, subGroupId, groupName, people, alarmId: await raise(subGroupId) };
  }

  /** Sends all messages, and returns what they say besides their facts. */
  async function sendDue() {
    const sent: (MessageContext | undefined)[] = [];
    const outbox = new Outbox({
      db: db(),
      sender: {
        send: async (_target, _deliveryId, _facts, context) => {
          sent.push(context);
          return { status: null, note: null };
        },
      },
      logger: createLogger('server', 'silent'),
      now: clock.now,
      lease: ALWAYS_HELD,
      dutyOf: (alarmIds, webhookId) => loadDutyOfAlarms(db(), alarmIds, clock.now(), webhookId),
    });
    await outbox.sendDue();
    await outbox.settled();
    await outbox.close();
    return sent;
  }

  it('are those of the group of the alarm, and an empty place is named', async () => {
    const { alarmId, people } = await addGroup();
    const { first, second, lead } = people;
    const named = { first: [first.name], second: [second.name], lead: [lead.name] };
    expect(await dutyOf(alarmId)).toEqual({ ...named, groupsWithoutDuty: [] });
    const empty = await addGroup({ validTo: '2000-01-01' });
    const nobody = { first: [], second: [], groupsWithoutDuty: [empty.groupName] };
    expect(await dutyOf(empty.alarmId)).toMatchObject(nobody);
  });

  it('are not those who see other groups of the rota only', async () => {
    const { metaGroupId, alarmId, people } = await addGroup();
    const { userNo } = people.first;
    await db().deleteFrom('subGroupMember').where('userNo', '=', userNo).execute();
    await addMember(db(), userNo, await addSubGroup(db(), metaGroupId));
    expect(await dutyOf(alarmId)).toMatchObject({ first: [] });
  });

  it('are of several alarms those of each group, and nobody of a group without a rota', async () => {
    const one = await addGroup();
    const other = await addGroup();
    const empty = await addGroup({ validTo: '2000-01-01' });
    const uncovered = await raise(await addSubGroup(db(), await addMetaGroup(db(), null)));
    const second = await raise(one.subGroupId);
    const duty = await dutyOf(one.alarmId, second, other.alarmId, empty.alarmId, uncovered);
    expect(duty?.first.toSorted()).toEqual([one.people.first.name, other.people.first.name].toSorted());
    expect(duty?.groupsWithoutDuty).toEqual([empty.groupName]);
    expect(await dutyOf(uncovered)).toBeNull();
  });

  it('are in a summary those of the alarms that it lists', async () => {
    const { alarmId, people } = await addGroup();
    const { userNo } = people.second;
    await changeRows(db(), 'userAccount', { userNo }, { email: 'duty@example.com' });
    const facts = summaryFacts('escalated', [{ ...exampleFacts(clock.now()), alarmId }]);
    const message = { alarmId: null, webhookId: null, userNo, webhookName: 'duty', facts, held: null };
    await insertMessages(db(), [message], clock.now());
    const sent = await sendDue();
    expect(sent).toMatchObject([{ duty: { first: [people.first.name] } }]);
  });

  it.each(['the admin who saved it sees', 'its settings name'] as const)(
    'are for a webhook only those of groups that %s, also when a cluster moved while its message waited',
    async (limit) => {
      const own = await addGroup();
      const other = await addGroup();
      const empty = await addGroup({ validTo: '2000-01-01' });
      const moved = await raise(own.subGroupId);
      const { userNo: scopeUserNo } = await addUser(db(), { role: 3 });
      await changeRows(db(), 'metaGroup', { metaGroupId: own.metaGroupId }, { ownerUserNo: scopeUserNo });
      const settings = { subGroupIdList: JSON.stringify([own.subGroupId]) };
      const limits = limit === 'its settings name' ? settings : { scopeUserNo };
      const webhookId = await addWebhook(db(), clock.now(), limits);
      const message = (alarmIds: readonly number[]) => {
        const alarms = alarmIds.map((alarmId) => ({ ...exampleFacts(clock.now()), alarmId }));
        const facts = summaryFacts('quiet', alarms);
        return { alarmId: null, webhookId, webhookName: 'webhook', facts, held: null };
      };
      await insertMessages(db(), [message([own.alarmId, moved, empty.alarmId])], clock.now());
      await insertMessages(db(), [message([moved])], clock.now());
      await db()
        .updateTable('cluster')
        .set({ subGroupId: other.subGroupId })
        .where('hostId', 'in', (eb) => eb.selectFrom('alarm').select('hostId').where('alarmId', '=', moved))
        .execute();
      const [both, movedOnly] = await sendDue();
      const { first, second, lead } = own.people;
      const named = { first: [first.name], second: [second.name], lead: [lead.name] };
      expect(both?.duty).toEqual({ ...named, groupsWithoutDuty: [] });
      expect(movedOnly?.duty).toBeNull();
    },
  );
});
