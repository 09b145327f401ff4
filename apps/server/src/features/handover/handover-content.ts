import type { Db } from '@gwanje/backend/database/schema';
import {
  type HandoverChange,
  type HandoverContent,
  handoverLists,
  MAX_HANDOVER_LINES,
} from '@gwanje/contract/duty/handovers';
import { z } from 'zod';
import { withIsoTimes } from '../../platform/store/iso-times.ts';
import { listAlarms } from './handover-alarms-repository.ts';
import * as facts from './handover-facts-repository.ts';
import type { Lines, ShiftOfGroups } from './handover-lines-repository.ts';

/** Fields whose change a handover names, beside rollouts. The others, such as counts of ready pods, are far more. */
const FIELDS = {
  workload: ['created', 'deleted', 'isSuspended', 'schedule'],
  node: ['created', 'deleted', 'condition', 'isSchedulable', 'kubeletVersion'],
} as const satisfies Readonly<Record<HandoverChange['kind'], readonly HandoverChange['what'][]>>;

const MAX_TEXT = 300;

/** What happened, for readers of any of the groups: it is stored like this when somebody finishes the handover. */
export const FullContent = z.object({
  ...handoverLists,
  /** How many lines of a sub group a list leaves out. */
  leftOut: z
    .array(
      z.object({
        list: z.object(handoverLists).keyof(),
        subGroupId: z.int().nullable(),
        cnt: z.int(),
      }),
    )
    .default([]),
});
export type FullContent = z.infer<typeof FullContent>;
type ListName = keyof typeof handoverLists;

/** What happened in the groups of a rota during a shift, and what goes on after it, from stored rows. */
export async function draftContent(db: Db, shift: ShiftOfGroups): Promise<FullContent> {
  const changes = await facts.listStateChanges(db, shift, FIELDS);
  const lists = {
    openedList: await listAlarms(db, shift, 'opened'),
    handledList: await listAlarms(db, shift, 'handled'),
    openList: await listAlarms(db, shift, 'open'),
    muteList: await facts.listMutes(db, shift),
    changeList: {
      ...changes,
      list: changes.list.map((line) => ({ ...line, from: textOf(line.from), to: textOf(line.to) })),
    },
    settingList: await facts.listSettingChanges(db, shift),
    silentList: await facts.listSilentClusters(db, shift),
    itemList: { list: await facts.listItems(db, shift), leftOut: [] },
  } satisfies Record<ListName, Lines<object>>;
  const entries: [string, Lines<object>][] = Object.entries(lists);
  return FullContent.parse({
    ...Object.fromEntries(entries.map(([name, { list }]) => [name, list.map(withIsoTimes)])),
    leftOut: entries.flatMap(([list, { leftOut }]) => leftOut.map((one) => ({ ...one, list }))),
  });
}

/** What of a content somebody may see who sees these sub groups. Counts are those of the groups that they see. */
export function seenContent(content: FullContent, sees: (subGroupId: number) => boolean): HandoverContent {
  const isSeen = ({ subGroupId }: { readonly subGroupId: number | null }) =>
    subGroupId === null || sees(subGroupId);
  const seen = <Line extends { readonly key: string; readonly subGroupId: number | null }>(
    name: ListName,
    lines: readonly Line[],
  ) => {
    // An entry of the audit log may have a line in several groups.
    const own = [...new Map(lines.filter(isSeen).map((line) => [line.key, line])).values()];
    const leftOut = content.leftOut.filter((one) => one.list === name && isSeen(one));
    return {
      list: own.slice(0, MAX_HANDOVER_LINES),
      cnt: leftOut.reduce((sum, { cnt }) => sum + cnt, own.length),
    };
  };
  const opened = seen('openedList', content.openedList);
  const handled = seen('handledList', content.handledList);
  const open = seen('openList', content.openList);
  const mutes = seen('muteList', content.muteList);
  const changes = seen('changeList', content.changeList);
  const settings = seen('settingList', content.settingList);
  const silent = seen('silentList', content.silentList);
  return {
    openedList: opened.list,
    openedCnt: opened.cnt,
    handledList: handled.list,
    handledCnt: handled.cnt,
    openList: open.list,
    openCnt: open.cnt,
    muteList: mutes.list,
    muteCnt: mutes.cnt,
    changeList: changes.list,
    changeCnt: changes.cnt,
    settingList: settings.list,
    settingCnt: settings.cnt,
    silentList: silent.list,
    silentCnt: silent.cnt,
    itemList: content.itemList,
  };
}

/** The lines that a remark may be about, for somebody who sees these sub groups. */
export function seenKeys(content: FullContent, sees: (subGroupId: number) => boolean): Set<string> {
  const { leftOut: _, itemList, ...lists } = content;
  const lines: { readonly key: string; readonly subGroupId: number | null }[] = Object.values(lists).flat();
  const seen = lines.filter(({ subGroupId }) => subGroupId === null || sees(subGroupId));
  return new Set([...seen, ...itemList].map(({ key }) => key));
}

/** The words by which a handover is found later. */
export function searchTextOf(content: FullContent, words: readonly string[]): string {
  const names = [
    ...[...content.openedList, ...content.handledList, ...content.openList].flatMap((alarm) => [
      alarm.clusterName,
      alarm.objectName,
      alarm.namespace ?? '',
      alarm.itemName ?? '',
      alarm.memo?.text ?? '',
    ]),
    ...content.changeList.flatMap(({ name, clusterName }) => [name, clusterName]),
    ...content.settingList.map(({ name }) => name ?? ''),
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
