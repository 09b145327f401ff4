import { formatBytesLimit } from '@gwanje/domain/formats/bytes';
import { formatCoresLimit } from '@gwanje/domain/formats/cores';
import { DASH } from '@gwanje/domain/formats/number';
import type { ChartMark, MarkLevel } from '@gwanje/ui/chart/model/chart-data';
import type { TimeRange } from '#components/range/range-choice.ts';
import type { PlainKey, Translate } from '#core/i18n/i18n.ts';
import type { EventRow } from '../charts/series-queries.ts';

export interface StateChange {
  readonly at: string;
  readonly changes: readonly {
    readonly what: string;
    readonly from: string | null;
    readonly to: string | null;
  }[];
}

/** Something that happened to an object, from whichever source. */
export interface Happening {
  readonly key: string;
  readonly atMs: number;
  readonly level: MarkLevel;
  /** Of an event its reason; of a change what changed. */
  readonly head: string;
  readonly text: string;
  /** How often, of an event that repeats. */
  readonly count: number;
  /** Worth a line through a chart: what a crash loop does every few seconds is not. */
  readonly isMarked: boolean;
}

const whatKeys: Readonly<Record<string, PlainKey>> = {
  created: 'monitoring.change.created',
  deleted: 'monitoring.change.deleted',
  condition: 'columns.condition',
  isSchedulable: 'columns.isSchedulable',
  roles: 'columns.roles',
  kubeletVersion: 'columns.kubeletVersion',
  internalIp: 'columns.internalIp',
  pool: 'columns.pool',
  zone: 'columns.zone',
  instanceType: 'columns.instanceType',
  podCapacity: 'monitoring.change.podCapacity',
  cpuAllocatableCores: 'columns.cpuAllocatable',
  memAllocatableBytes: 'columns.memAllocatable',
  phase: 'columns.phase',
  status: 'columns.status',
  nodeName: 'columns.node',
  podIp: 'columns.podIp',
  readyCnt: 'monitoring.change.readyCnt',
  restartCnt: 'columns.restarts',
  cpuRequestCores: 'columns.cpuRequest',
  cpuLimitCores: 'columns.cpuLimit',
  memRequestBytes: 'columns.memRequest',
  memLimitBytes: 'columns.memLimit',
  qosClass: 'columns.qosClass',
  image: 'columns.image',
  state: 'columns.state',
  stateReason: 'columns.stateReason',
  exitCode: 'columns.exitCode',
  isReady: 'columns.ready',
};

const MARKED =
  /^(created|deleted|image|restartCnt|nodeName|phase|condition|isSchedulable|kubeletVersion|(cpu|mem)(Request|Limit|Allocatable)\w+)$/;

/** Newest first. */
export function happenings(
  events: readonly EventRow[],
  changes: readonly StateChange[],
  range: TimeRange | null,
  t: Translate,
): Happening[] {
  const isIn = ({ atMs }: Happening) => range === null || (atMs >= range.fromMs && atMs <= range.toMs);
  return [...events.map(ofEvent), ...changes.flatMap((change, index) => ofChange(change, index, t))]
    .filter(isIn)
    .sort((a, b) => b.atMs - a.atMs);
}

function ofEvent({ eventId, level, reason, message, count, lastAt, firstAt }: EventRow): Happening {
  return {
    key: `event:${eventId}`,
    atMs: Date.parse(lastAt ?? firstAt ?? ''),
    level,
    head: reason,
    text: message,
    count: count ?? 1,
    isMarked: true,
  };
}

function ofChange({ at, changes }: StateChange, index: number, t: Translate): Happening[] {
  const [first] = changes;
  if (!first) return [];
  return [
    {
      key: `change:${at}:${index}`,
      atMs: Date.parse(at),
      level: 'change',
      head: nameOf(first.what, t),
      text: changes.map((change) => changeText(change, t)).join(' · '),
      count: 1,
      isMarked: changes.some(({ what }) => MARKED.test(fieldOf(what))),
    },
  ];
}

function changeText({ what, from, to }: StateChange['changes'][number], t: Translate): string {
  const name = nameOf(what, t);
  const field = fieldOf(what);
  if (field === 'created') return to ? `${name}: ${to}` : name;
  if (field === 'deleted') return from ? `${name}: ${from}` : name;
  return `${name} ${shownValue(field, from)} → ${shownValue(field, to)}`;
}

/** `app.image` is the image of the container app; a container's name has no dot in it. */
function fieldOf(what: string): string {
  return what.slice(what.lastIndexOf('.') + 1);
}

function nameOf(what: string, t: Translate): string {
  const field = fieldOf(what);
  const key = Object.hasOwn(whatKeys, field) ? whatKeys[field] : undefined;
  const label = key ? t(key) : field;
  return field === what ? label : `${what.slice(0, what.length - field.length - 1)} ${label}`;
}

function shownValue(field: string, text: string | null): string {
  if (text === null || text === '') return DASH;
  const value = Number(text);
  if (field.endsWith('Cores')) return formatCoresLimit(value);
  if (field.endsWith('Bytes')) return formatBytesLimit(value);
  return text;
}

/** As many places along a chart as marks can be told apart. */
const MARK_PLACES = 48;

/** Of many objects at once: those of one level that fall on one place are one mark, named by the first and a count. */
export function foldedMarks(
  list: readonly Pick<Happening, 'atMs' | 'level' | 'head' | 'text'>[],
  { fromMs, toMs }: TimeRange,
): ChartMark[] {
  const placeMs = Math.max(1, (toMs - fromMs) / MARK_PLACES);
  const folded = new Map<string, { first: (typeof list)[number]; cnt: number }>();
  for (const one of [...list].sort((a, b) => a.atMs - b.atMs)) {
    const place = `${one.level} ${Math.floor((one.atMs - fromMs) / placeMs)}`;
    const there = folded.get(place);
    if (there) there.cnt += 1;
    else folded.set(place, { first: one, cnt: 1 });
  }
  return [...folded.values()].map(({ first, cnt }) => ({
    atMs: first.atMs,
    level: first.level,
    label: cnt === 1 ? `${first.head}: ${first.text}` : `${first.head} +${cnt - 1}`,
  }));
}

export function marksOf(list: readonly Happening[]): ChartMark[] {
  return list
    .filter(({ isMarked }) => isMarked)
    .map(({ atMs, level, head, text }) => ({
      atMs,
      level,
      label: level === 'change' ? text : `${head}: ${text}`,
    }));
}
