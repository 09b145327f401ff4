import type { Db } from '@gwanje/backend/database/schema';
import {
  type HandoverChange,
  HandoverContent,
  handoverChanges,
  MAX_HANDOVER_LINES,
} from '@gwanje/contract/duty/handovers';
import { z } from 'zod';
import { withIsoTimes } from '../../platform/store/iso-times.ts';
import * as facts from './handover-facts-repository.ts';

/** Fields whose change a handover names. The others, such as counts of ready pods, are far more. */
const FIELDS = {
  workload: ['created', 'deleted', 'images', 'isSuspended', 'schedule'],
  node: ['created', 'deleted', 'condition', 'isSchedulable', 'kubeletVersion'],
} as const satisfies Readonly<Record<HandoverChange['kind'], readonly HandoverChange['what'][]>>;

const Changes = z.array(
  z.object({ what: z.string(), from: z.unknown().optional(), to: z.unknown().optional() }),
);
const MAX_TEXT = 300;

interface ShiftOfGroups {
  readonly dutyRotaId: number;
  readonly subGroupIds: readonly number[];
  readonly from: Date;
  readonly to: Date;
}

/** What happened in the groups of a rota during a shift, and what goes on after it, from stored rows. */
export async function draftContent(db: Db, shift: ShiftOfGroups): Promise<HandoverContent> {
  const [opened, handled, open] = [
    await facts.listAlarms(db, shift, 'opened'),
    await facts.listAlarms(db, shift, 'handled'),
    await facts.listAlarms(db, shift, 'open'),
  ];
  const steps = (await facts.listStateChanges(db, shift, handoverChanges)).flatMap((row) => {
    const fields: readonly HandoverChange['what'][] = FIELDS[row.kind];
    return (Changes.safeParse(row.changes).data ?? []).flatMap(({ what: field, from, to }) => {
      const what = fields.find((one) => one === field);
      if (!what) return [];
      return {
        ...withIsoTimes({ at: row.at }),
        key: `change:${row.changeId}-${what}`,
        subGroupId: row.subGroupId,
        clusterName: row.clusterName,
        kind: row.kind,
        name: row.name,
        namespace: row.namespace,
        what,
        from: textOf(from),
        to: textOf(to),
        cnt: 1,
      };
    });
  });
  const changes = foldChanges(steps);
  return HandoverContent.parse({
    openedCnt: opened.cnt,
    openedList: opened.list.map(withIsoTimes),
    handledCnt: handled.cnt,
    handledList: handled.list.map(withIsoTimes),
    openCnt: open.cnt,
    openList: open.list.map(withIsoTimes),
    muteList: (await facts.listMutes(db, shift)).map(withIsoTimes),
    changeCnt: changes.length,
    changeList: changes.slice(0, MAX_HANDOVER_LINES),
    settingList: (await facts.listSettingChanges(db, shift)).map(withIsoTimes),
    silentList: (await facts.listSilentClusters(db, shift)).map(withIsoTimes),
    itemList: (await facts.listItems(db, shift)).map(withIsoTimes),
  });
}

type Step = Pick<HandoverChange, 'clusterName' | 'kind' | 'name' | 'namespace' | 'what' | 'from' | 'cnt'>;

/** Newest first. Changes of the same field become one, so that a node that flaps does not hide the others. */
export function foldChanges<Change extends Step>(changes: readonly Change[]): Change[] {
  const folded = new Map<string, Change>();
  for (const change of changes) {
    const { clusterName, kind, name, namespace, what, from, cnt } = change;
    const key = JSON.stringify([clusterName, kind, namespace, name, what]);
    const newer = folded.get(key);
    folded.set(key, newer ? { ...newer, from, cnt: newer.cnt + cnt } : change);
  }
  return [...folded.values()];
}

/** What of a content somebody may see who sees these sub groups. */
export function seenContent(
  content: HandoverContent,
  sees: (subGroupId: number) => boolean,
): HandoverContent {
  const seen = <Line extends { readonly subGroupId: number }>(list: readonly Line[]) =>
    list.filter(({ subGroupId }) => sees(subGroupId));
  const openedList = seen(content.openedList);
  const handledList = seen(content.handledList);
  const openList = seen(content.openList);
  const changeList = seen(content.changeList);
  /** A count of everything would reveal hidden groups. */
  const cntOf = (cnt: number, all: readonly unknown[], own: readonly unknown[]) =>
    all.length === own.length ? cnt : own.length;
  return {
    ...content,
    openedCnt: cntOf(content.openedCnt, content.openedList, openedList),
    handledCnt: cntOf(content.handledCnt, content.handledList, handledList),
    openCnt: cntOf(content.openCnt, content.openList, openList),
    changeCnt: cntOf(content.changeCnt, content.changeList, changeList),
    openedList,
    handledList,
    openList,
    changeList,
    muteList: seen(content.muteList),
    settingList: seen(content.settingList),
    silentList: seen(content.silentList),
  };
}

/** The words by which a handover is found later. */
export function searchTextOf(content: HandoverContent, words: readonly string[]): string {
  const names = [
    ...[...content.openedList, ...content.handledList, ...content.openList].flatMap((alarm) => [
      alarm.clusterName,
      alarm.objectName,
      alarm.namespace ?? '',
      alarm.itemName ?? '',
      alarm.memo?.text ?? '',
    ]),
    ...content.changeList.flatMap(({ name, clusterName }) => [name, clusterName]),
    ...content.muteList.flatMap(({ name, reason }) => [name, reason]),
    ...content.silentList.map(({ clusterName }) => clusterName),
    ...content.itemList.map(({ text }) => text),
  ];
  return [...new Set([...words, ...names])].join('\n').toLowerCase();
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MAX_TEXT);
}
