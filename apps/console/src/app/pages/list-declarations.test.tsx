import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Column } from '@gwanje/contract/definition/columns';
import { csvText } from '@gwanje/domain/formats/csv';
import { HeadlessMantineProvider } from '@mantine/core';
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CellContext, ListDeclaration } from '#components/list/define-list.ts';
import '#components/list/object-list-messages.ts';
import { choiceFromAddress, choiceToAddress, listBody } from '#components/list/state/list-address.ts';
import { t } from '#core/i18n/i18n.ts';
import { sampleOf } from '#core/testing/sample.ts';
import { testUser } from '#core/testing/users.ts';
import '#entities/alarm-items/alarm-item-messages.ts';
import '#entities/alarms/alarm-messages.ts';
import { claimList } from '#entities/inventory/claim-list.ts';
import { containerList } from '#entities/inventory/container-list.ts';
import { eventList } from '#entities/inventory/event-list.tsx';
import { namespaceList } from '#entities/inventory/namespace-list.ts';
import { nodeList } from '#entities/inventory/node-list.ts';
import { podList } from '#entities/inventory/pod-list.ts';
import { volumeList } from '#entities/inventory/volume-list.ts';
import { workloadList } from '#entities/inventory/workload-list.ts';
import { ingressList } from '#entities/network/ingress-list.ts';
import { serviceList } from '#entities/network/service-list.ts';
import { settingsList } from '#entities/object-settings/object-settings-page.tsx';
import { autoscalerList } from '#entities/policies/autoscaler-list.ts';
import { disruptionBudgetList } from '#entities/policies/disruption-budget-list.ts';
import { quotaList } from '#entities/policies/quota-list.ts';
import { historyList } from '#features/alarm-templates/template-detail.tsx';
import { templateList } from '#features/alarm-templates/template-page.tsx';
import { alarmList } from '#features/alarms/list/alarm-list.tsx';
import { auditList, ownAuditList } from '#features/audit/audit-list.tsx';
import { eventAlarmList } from '#features/event-alarms/event-alarm-list.tsx';
import { metaGroupList } from '#features/groups/meta/meta-list-page.tsx';
import { subGroupList } from '#features/groups/sub/sub-list-page.tsx';
import { handoverList } from '#features/handover/handover-list.tsx';
import { clusterList } from '#features/mon-settings/clusters/cluster-list.tsx';
import { recordList } from '#features/node-history/node-record-list.tsx';
import { historyPodList } from '#features/node-history/record/pod-list.ts';
import { userList } from '#features/users/list/user-list.tsx';
import { features } from '../features.ts';

const bounds = { hostId: 1, cpuAllocatableCores: 4, memAllocatableBytes: 1024 };

/** Every list of the console, by the file that declares it. */
const declared: Readonly<Record<string, readonly CheckedList[]>> = {
  'entities/inventory/claim-list.ts': [checked(claimList), checked(settingsList('claim', claimList))],
  'entities/inventory/container-list.ts': [checked(containerList)],
  'entities/inventory/event-list.tsx': [checked(eventList)],
  'entities/inventory/namespace-list.ts': [checked(namespaceList)],
  'entities/inventory/node-list.ts': [checked(nodeList), checked(settingsList('node', nodeList))],
  'entities/inventory/pod-list.ts': [checked(podList), checked(settingsList('pod', podList))],
  'entities/inventory/volume-list.ts': [checked(volumeList), checked(settingsList('volume', volumeList))],
  'entities/inventory/workload-list.ts': [
    checked(workloadList),
    checked(settingsList('workload', workloadList)),
  ],
  'entities/network/ingress-list.ts': [checked(ingressList)],
  'entities/network/service-list.ts': [checked(serviceList)],
  'entities/policies/autoscaler-list.ts': [
    checked(autoscalerList),
    checked(settingsList('autoscaler', autoscalerList)),
  ],
  'entities/policies/disruption-budget-list.ts': [
    checked(disruptionBudgetList),
    checked(settingsList('disruptionBudget', disruptionBudgetList)),
  ],
  'entities/policies/quota-list.ts': [checked(quotaList), checked(settingsList('quota', quotaList))],
  'features/alarm-templates/template-detail.tsx': [checked(historyList)],
  'features/alarm-templates/template-page.tsx': [checked(templateList)],
  'features/alarms/list/alarm-list.tsx': [checked(alarmList)],
  'features/audit/audit-list.tsx': [checked(auditList), checked(ownAuditList)],
  'features/event-alarms/event-alarm-list.tsx': [checked(eventAlarmList)],
  'features/groups/meta/meta-list-page.tsx': [
    checked(metaGroupList({ actor: testUser({}), onEdit: () => {}, onDelete: () => {} })),
  ],
  'features/groups/sub/sub-list-page.tsx': [
    checked(subGroupList(undefined)),
    checked(subGroupList(() => {})),
  ],
  'features/handover/handover-list.tsx': [checked(handoverList)],
  'features/mon-settings/clusters/cluster-list.tsx': [checked(clusterList)],
  'features/node-history/node-record-list.tsx': [checked(recordList(1))],
  'features/node-history/record/pod-list.ts': (['summary', 'cpu', 'mem', 'disk', 'network'] as const).map(
    (tab) => checked(historyPodList(tab, bounds)),
  ),
  'features/users/list/user-list.tsx': [checked(userList)],
};

const measured = ['cpu Cores', 'mem Bytes', 'fs Bytes', 'netRx Bps', 'netTx Bps'].flatMap((what) =>
  ['Avg', 'Max'].map((kind) => what.replace(' ', kind)),
);

/** Columns that the server computes for the visible rows only. They have no order and no filter. */
const UNORDERED: Readonly<Record<string, readonly string[]>> = {
  alarms: ['elapsed'],
  nodeHistory: ['podCnt', 'alarmCnt', ...measured],
};

interface CheckedList {
  readonly name: string;
  readonly columnIds: readonly string[];
  readonly contract: ListDeclaration<unknown>['contract'];
  /** Absent: the endpoint sorts by every column of the contract. */
  readonly orderKeys: readonly string[] | undefined;
  readonly usedIds: readonly string[];
  /** The body of the list's call for an address, as the server parses it. */
  readonly sent: (address: Readonly<Record<string, string>>) => unknown;
  /**
   * The cells and the CSV values of a row, with all values present or absent. Without the column of a settings list
   * that holds the row's buttons.
   */
  readonly shown: (isSparse: boolean) => readonly {
    readonly id: string;
    readonly label: string;
    readonly text: string;
    readonly csv: unknown;
  }[];
}

function checked<Row>(declaration: ListDeclaration<Row>): CheckedList {
  const { name, columns, contract, orderKeys, endpoint, defaultColumns, defaultOrder, primaryId } =
    declaration;
  return {
    name,
    columnIds: columns.map(({ id }) => id),
    contract,
    orderKeys,
    usedIds: [primaryId, ...defaultColumns, ...defaultOrder.map(({ id }) => id)],
    sent: (address) => {
      const choice = choiceFromAddress(address, contract, '', orderKeys);
      const isKept = Object.entries(choiceToAddress(choice, contract)).filter(
        ([, text]) => text !== undefined,
      );
      expect(Object.fromEntries(isKept)).toEqual(address);
      return endpoint.body.parse({ _method: 'get', ...listBody(declaration, choice, {}) });
    },
    shown: (isSparse) => {
      const { list } = endpoint.response.parse(sampleOf(endpoint.response, { rowCnt: 1, isSparse }));
      const [row] = list;
      if (!row) throw new Error(`${name} has no row`);
      const context: CellContext = { t, language: 'ko', nowMs: Date.now(), onFollow: () => undefined };
      const valued = columns.filter(({ csv }) => csv || !orderKeys);
      const { container } = render(
        <HeadlessMantineProvider env="test">
          {valued.map((column) => (
            <div key={column.id}>{column.cell(row, context)}</div>
          ))}
        </HeadlessMantineProvider>,
      );
      const cells = [...container.children];
      return valued.map((column, at) => ({
        id: column.id,
        label: t(column.label),
        text: cells[at]?.textContent ?? '',
        csv: column.csv?.(row, context),
      }));
    },
  };
}

/** A filter of each type, in the address and in the request. */
function filterOf({ type, choices, codes }: Column): readonly [text: string, value: unknown] {
  switch (type) {
    case 'text':
      return ['=a,b', ['a', 'b']];
    case 'choice':
      return [choices?.join(',') ?? '', choices];
    case 'id':
      return [codes?.join(',') ?? '1,2', codes ?? [1, 2]];
    case 'number':
      return ['1..2', { min: 1, max: 2 }];
    case 'time':
      return ['2026-11-17T00:00:00.000Z..', { from: '2026-11-17T00:00:00.000Z' }];
    case 'flag':
      return ['true', true];
  }
}

beforeAll(async () => {
  for (const { messages } of features) await messages?.();
});
afterEach(cleanup);

it('every declared list is tested here', () => {
  const source = join(import.meta.dirname, '../..');
  const files = globSync(['{components,entities,features}/**/*.{ts,tsx}'], { cwd: source })
    .filter((file) => !file.includes('.test.') && !file.endsWith('/define-list.ts'))
    .filter((file) => readFileSync(join(source, file), 'utf8').match(/define(Settings)?List[(<]/));
  expect(files.sort()).toEqual(Object.keys(declared));
});

describe.each(Object.values(declared).flatMap((lists) => lists.map((list) => [list.name, list] as const)))(
  'the list %s',
  (name, list) => {
    it('sorts and filters by each column of the address, in a request that the endpoint accepts', () => {
      for (const id of list.columnIds) {
        const column = list.contract[id];
        if (!column) continue;
        const [text, value] = filterOf(column);
        for (const order of [id, `-${id}`])
          expect(list.sent({ [`f.${id}`]: text, orderBy: order }), id).toMatchObject({
            filter: { [id]: value },
            orderBy: [order],
          });
      }
    });

    it('sorts by each sort key of an endpoint without column filters', () => {
      for (const id of list.orderKeys ?? [])
        expect(list.sent({ orderBy: `-${id}` }), id).toMatchObject({ orderBy: [`-${id}`] });
    });

    it('can sort by every column, except those that the server computes only for visible rows', () => {
      const unordered = list.columnIds.filter((id) => list.contract[id] === undefined);
      if (!list.orderKeys) expect(unordered).toEqual(UNORDERED[name] ?? []);
    });

    it('shows and exports a present and an absent value in each column', () => {
      for (const isSparse of [false, true])
        for (const { id, label, text, csv } of list.shown(isSparse)) {
          expect(label, id).not.toMatch(/^$|\w+\.\w+/);
          expect(text, id).not.toMatch(/^$|NaN|undefined|null|Invalid|\[object/);
          expect(csv === null || ['string', 'number', 'boolean'].includes(typeof csv), id).toBe(true);
          expect(csvText([[String(csv)]]), id).not.toMatch(/NaN|undefined|Invalid|\[object/);
        }
    });

    it('uses only declared columns by default and for the default order', () => {
      const known = new Set([...list.columnIds, ...Object.keys(list.contract)]);
      expect(list.usedIds.filter((id) => !known.has(id))).toEqual([]);
      expect(new Set(list.columnIds).size).toBe(list.columnIds.length);
    });
  },
);
