import type { ChangeTopic } from '@gwanje/contract/objects/manifests';
import { DASH, formatBytesLimit, formatCoresLimit, formatPercent } from '@gwanje/domain/formats/numbers';
import type { ChartMark, MarkLevel } from '@gwanje/ui/chart/model/chart-data';
import type { TimeRange } from '#components/range/range-choice.ts';
import type { PlainKey, Translate } from '#core/i18n/i18n.ts';
import { sampledLabels } from '#entities/inventory/field-labels.ts';
import type { EventRow } from '../charts/series-queries.ts';
import { changeText as fieldChangeText } from '../manifest/change-text.ts';
import type { ManifestVersion } from '../manifest/manifest-queries.ts';

interface Change {
  readonly what: string;
  readonly from: string | null;
  readonly to: string | null;
}

export interface StateChange {
  readonly at: string;
  readonly changes: readonly Change[];
}

/** One event, one change of state or one change of the manifest of an object. */
export interface TimelineEntry {
  readonly key: string;
  readonly atMs: number;
  readonly level: MarkLevel;
  /** The reason of an event; the changed field of a change. */
  readonly head: string;
  readonly text: string;
  /** How often an event was repeated. */
  readonly count: number;
  /** True: marked by a line through the charts. Of a crash loop only the restarts are marked. */
  readonly isMarked: boolean;
  /** Only of a change of the manifest: the page that compares it with the version before. */
  readonly href?: string;
}

type FieldLabels = Readonly<Record<string, PlainKey>>;

const whatKeys: FieldLabels = {
  ...sampledLabels,
  created: 'monitoring.change.created',
  deleted: 'monitoring.change.deleted',
  podCapacity: 'monitoring.change.podCapacity',
};

const MARKED =
  /^(created|deleted|images?|restartCnt|nodeName|phase|condition|isSchedulable|kubeletVersion|(cpu|mem)(Request|Limit|Allocatable)\w+)$/;

/** How the timeline shows the fields that only one kind has. */
export interface OwnFields {
  readonly fieldLabels?: FieldLabels;
  /** The labels of the values of a field. */
  readonly valueLabels?: Readonly<Record<string, FieldLabels>>;
  /** The fields whose changes are marked on the charts. */
  readonly markedFields?: readonly string[];
}

const MAX_FIELDS = 5;
/** Topics whose changes the state of the object shows too, so that its change marks the charts. */
const IN_STATE: ReadonlySet<ChangeTopic> = new Set([
  'image',
  'limit',
  'maxReplicas',
  'minReplicas',
  'nodeName',
  'replicas',
  'request',
  'unschedulable',
]);

/** The changes of a manifest that an operator may have made. The first version is no change, and one without fields says nothing. */
export function manifestEntries(
  versions: readonly ManifestVersion[],
  hrefOf: (at: string) => string,
  t: Translate,
): TimelineEntry[] {
  return versions
    .filter(({ isFirst, changes }) => !isFirst && changes.length > 0)
    .map(({ at, changes, moreCnt }) => {
      const hiddenCnt = Math.max(0, changes.length - MAX_FIELDS) + moreCnt;
      const shown = changes.slice(0, MAX_FIELDS).map((change) => fieldChangeText(change, t));
      return {
        key: `manifest:${at}`,
        atMs: Date.parse(at),
        level: 'change',
        head: t('monitoring.timeline.manifest'),
        text: [...shown, ...(hiddenCnt > 0 ? [t('manifests.more', { cnt: hiddenCnt })] : [])].join(' · '),
        count: 1,
        isMarked: changes.some(({ topic }) => !IN_STATE.has(topic)),
        href: hrefOf(at),
      };
    });
}

/** Newest first. */
export function timeline(
  events: readonly EventRow[],
  changes: readonly StateChange[],
  range: TimeRange | null,
  t: Translate,
  { fieldLabels, valueLabels = {}, markedFields = [] }: OwnFields = {},
  more: readonly TimelineEntry[] = [],
): TimelineEntry[] {
  const isIn = ({ atMs }: TimelineEntry) => range === null || (atMs >= range.fromMs && atMs <= range.toMs);
  const labels = { ...whatKeys, ...fieldLabels };
  const nameOf = (what: string) => fieldName(what, labels, t);
  const textOf = (field: string, value: string | null) => shownValue(field, value, valueLabels, t);
  const isMarked = (field: string) => MARKED.test(field) || markedFields.includes(field);
  return [
    ...events.flatMap(ofEvent),
    ...changes.flatMap((change, index) => ofChange(change, index, { nameOf, textOf, isMarked })),
    ...more,
  ]
    .filter(isIn)
    .sort((a, b) => b.atMs - a.atMs);
}

/** No entry for an event without a time. */
function ofEvent({ eventId, level, reason, message, count, lastAt, firstAt }: EventRow): TimelineEntry[] {
  const at = lastAt ?? firstAt;
  if (at === null) return [];
  return [
    {
      key: `event:${eventId}`,
      atMs: Date.parse(at),
      level,
      head: reason,
      text: message,
      count: count ?? 1,
      isMarked: true,
    },
  ];
}

function ofChange(
  { at, changes }: StateChange,
  index: number,
  { nameOf, textOf, isMarked }: Shown,
): TimelineEntry[] {
  const [first] = changes;
  if (!first) return [];
  return [
    {
      key: `change:${at}:${index}`,
      atMs: Date.parse(at),
      level: 'change',
      head: nameOf(first.what),
      text: changes.map((change) => changeText(change, { nameOf, textOf })).join(' · '),
      count: 1,
      isMarked: changes.some(({ what }) => isMarked(fieldOf(what))),
    },
  ];
}

function changeText({ what, from, to }: Change, { nameOf, textOf }: Omit<Shown, 'isMarked'>): string {
  const name = nameOf(what);
  const field = fieldOf(what);
  if (field === 'created') return to ? `${name}: ${to}` : name;
  if (field === 'deleted') return from ? `${name}: ${from}` : name;
  if (field === 'images') return `${name} ${changedImages(from, to)} → ${changedImages(to, from)}`;
  return `${name} ${textOf(field, from)} → ${textOf(field, to)}`;
}

/** The images of a workload that only one side of a change has. */
function changedImages(images: string | null, others: string | null): string {
  const rest = new Set(others?.split(','));
  return (
    images
      ?.split(',')
      .filter((image) => !rest.has(image))
      .join(', ') || DASH
  );
}

/** `app.image` is the image of the container `app`. The name of a container contains no dot. */
function fieldOf(what: string): string {
  return what.slice(what.lastIndexOf('.') + 1);
}

/** How one kind shows its changes. */
interface Shown {
  readonly nameOf: (what: string) => string;
  readonly textOf: (field: string, value: string | null) => string;
  readonly isMarked: (field: string) => boolean;
}

function fieldName(what: string, labels: FieldLabels, t: Translate): string {
  const field = fieldOf(what);
  const key = Object.hasOwn(labels, field) ? labels[field] : undefined;
  const label = key ? t(key) : field;
  return field === what ? label : `${what.slice(0, what.length - field.length - 1)} ${label}`;
}

function shownValue(
  field: string,
  text: string | null,
  valueLabels: Readonly<Record<string, FieldLabels>>,
  t: Translate,
): string {
  if (text === null || text === '') return DASH;
  const labels = Object.hasOwn(valueLabels, field) ? valueLabels[field] : undefined;
  const key = labels && Object.hasOwn(labels, text) ? labels[text] : undefined;
  if (key) return t(key);
  const value = Number(text);
  if (field.endsWith('Percent') && Number.isFinite(value)) return formatPercent(value);
  if (field.endsWith('Cores')) return formatCoresLimit(value);
  if (field.endsWith('Bytes')) return formatBytesLimit(value);
  return text;
}

/** The maximum number of marks along a chart, so that they do not overlap. */
const MARK_SLOTS = 48;

/** The marks of many objects. Entries of one level in one slot become one mark, labelled with the first and a count. */
export function foldedMarks(
  list: readonly Pick<TimelineEntry, 'atMs' | 'level' | 'head' | 'text'>[],
  { fromMs, toMs }: TimeRange,
): ChartMark[] {
  const slotMs = Math.max(1, (toMs - fromMs) / MARK_SLOTS);
  const folded = new Map<string, { first: (typeof list)[number]; cnt: number }>();
  for (const one of [...list].sort((a, b) => a.atMs - b.atMs)) {
    const slot = `${one.level} ${Math.floor((one.atMs - fromMs) / slotMs)}`;
    const mark = folded.get(slot);
    if (mark) mark.cnt += 1;
    else folded.set(slot, { first: one, cnt: 1 });
  }
  return [...folded.values()].map(({ first, cnt }) => ({
    atMs: first.atMs,
    level: first.level,
    label: cnt === 1 ? `${first.head}: ${first.text}` : `${first.head} +${cnt - 1}`,
  }));
}

export function marksOf(list: readonly TimelineEntry[]): ChartMark[] {
  return list
    .filter(({ isMarked }) => isMarked)
    .map(({ atMs, level, head, text }) => ({
      atMs,
      level,
      label: level === 'change' ? text : `${head}: ${text}`,
    }));
}
