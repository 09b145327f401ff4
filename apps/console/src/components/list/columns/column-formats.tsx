import { type MonResult, monResults } from '@gwanje/contract/objects/object-states';
import {
  DASH,
  formatBytes,
  formatBytesLimit,
  formatBytesPerSecond,
  formatCores,
  formatCoresLimit,
  formatNumber,
  formatPercent,
  formatPercentLimit,
  NOT_SET,
  percentOf,
} from '@gwanje/domain/formats/numbers';
import {
  formatAge,
  formatElapsed,
  formatShortElapsed,
  formatTimestamp,
  parseInstant,
} from '@gwanje/domain/formats/time';
import type { Language } from '@gwanje/domain/i18n/language';
import { AgeCell, AlarmCntCell, LinkCell, StateCell, TextCell, UsageCell } from '@gwanje/ui/list/cells';
import type { PlainKey, Texts } from '#core/i18n/i18n.ts';
import { personName } from '#core/i18n/person-name.ts';
import type { CellContext, ColumnFormat, Quantity } from '../define-list.ts';
import { dimIfStale, isStaleRow, monResultAppearance, type StateAppearances } from './state-appearance.ts';

/*
 * Column formats: each function creates one kind of column. Numbers are right-aligned, in the specification's formats;
 * an unknown value is a dash.
 */

const DAY_MS = 24 * 3600 * 1000;

type NumberFormat<Row = unknown> = ColumnFormat<number | null, Row>;
interface Options {
  readonly width?: number;
}

/** Marks a column that the list shows by default. */
export function shown<Value, Row>(format: ColumnFormat<Value, Row>): ColumnFormat<Value, Row> {
  return { ...format, isShown: true };
}

export function text(label: PlainKey, { width = 160 }: Options = {}): ColumnFormat<string | null, unknown> {
  return { label, width, cell: (value) => <TextCell text={value || DASH} />, csv: (value) => value };
}

/** The stored name of a user, who may be erased by now. */
export function person(label: PlainKey, options?: Options): ColumnFormat<string | null, unknown> {
  return {
    ...text(label, options),
    cell: (name, _, { t }) => <TextCell text={name ? personName(name, t) : DASH} />,
  };
}

function linkColumn(usualWidth: number, isStrong: boolean) {
  return <Row,>(
    label: PlainKey,
    linkOf: (row: Row) => string | null,
    { width = usualWidth }: Options = {},
  ): ColumnFormat<string | null, Row> => ({
    label,
    width,
    cell: (value, row, { onFollow }) => {
      const href = linkOf(row);
      if (value === null || value === '') return DASH;
      return href === null ? (
        <TextCell text={value} isStrong={isStrong} />
      ) : (
        <LinkCell text={value} href={href} onFollow={onFollow} isStrong={isStrong} />
      );
    },
    csv: (value) => value,
  });
}

/** The row's name, linked to its page if it has one. */
export const name = linkColumn(270, true);
/** A link to a related object, such as the node of a pod. */
export const link = linkColumn(190, false);

export function state<State extends string>(
  label: PlainKey,
  appearanceOf: StateAppearances<State>,
  choices: readonly State[],
  { width = 96 }: Options = {},
): ColumnFormat<State, unknown> {
  const { cell } = stateText(label, appearanceOf);
  const labelOfState = (value: State, texts: Texts) => appearanceOf(value, texts).label;
  return { ...choice(label, labelOfState, choices, { width }), flashes: true, cell };
}

/** The monitoring state; a deleted object shows that it is deleted. */
export function monState(label: PlainKey): ColumnFormat<MonResult, { readonly deletedAt: string | null }> {
  const usual = state(label, monResultAppearance, monResults);
  return {
    ...usual,
    cell: (value, row, context) =>
      row.deletedAt === null ? (
        usual.cell(value, row, context)
      ) : (
        <StateCell label={context.t('columns.gone')} icon="mdi-delete-outline" colour="grey" />
      ),
    csv: (value, { deletedAt }, context) =>
      deletedAt === null ? monResultAppearance(value, context).label : context.t('columns.gone'),
  };
}

/** A state with an open set of values: `CrashLoopBackOff`. */
export function stateText<State extends string>(
  label: PlainKey,
  appearanceOf: StateAppearances<State>,
  { width = 164 }: Options = {},
): ColumnFormat<State, unknown> {
  return {
    label,
    width,
    flashes: true,
    cell: (value, row, context) => (
      <StateCell {...dimIfStale(appearanceOf(value, context), isStaleRow(row))} />
    ),
    csv: (value) => value,
  };
}

export function choice<Choice extends string>(
  label: PlainKey,
  labelOfChoice: (choice: Choice, context: Texts) => string,
  choices: readonly Choice[],
  { width = 110 }: Options = {},
): ColumnFormat<Choice, unknown> {
  return {
    label,
    width,
    cell: (value, _row, context) => <TextCell text={labelOfChoice(value, context)} />,
    csv: (value, _row, context) => labelOfChoice(value, context),
    choiceLabel: (value, context) => {
      const known = choices.find((candidate) => candidate === value);
      return known === undefined ? value : labelOfChoice(known, context);
    },
  };
}

/** A text column whose values have labels. Null does not apply to the row; a value without a label is shown as it is. */
export function choiceOrNull(
  label: PlainKey,
  labels: Readonly<Record<string, PlainKey>>,
  { width = 110 }: Options = {},
): ColumnFormat<string | null, unknown> {
  const labelOf = (value: string, { t }: Texts) => {
    const key = Object.hasOwn(labels, value) ? labels[value] : undefined;
    return key ? t(key) : value;
  };
  return {
    label,
    width,
    cell: (value, _row, context) => <TextCell text={value === null ? DASH : labelOf(value, context)} />,
    csv: (value, _row, context) => (value === null ? null : labelOf(value, context)),
    choiceLabel: labelOf,
    exactChoices: () => Object.keys(labels),
  };
}

/** A null value does not apply to the row. */
export function flag(label: PlainKey, { width = 90 }: Options = {}): ColumnFormat<boolean | null, unknown> {
  return {
    label,
    width,
    cell: (value, _row, { t }) => (value === null ? DASH : t(value ? 'objectList.yes' : 'objectList.no')),
    csv: (value) => (value === null ? null : value ? 'Y' : 'N'),
  };
}

export function id(label: PlainKey, { width = 100 }: Options = {}): NumberFormat {
  return {
    label,
    width,
    align: 'end',
    cell: (value) => (value === null ? DASH : String(value)),
    csv: (value) => value,
  };
}

function numberColumn(quantity: Quantity, format: (value: number | null) => string, usualWidth: number) {
  return (label: PlainKey, { width = usualWidth }: Options = {}): NumberFormat => ({
    label,
    width,
    align: 'end',
    beginsDescending: true,
    quantity,
    cell: (value) => format(value),
    csv: (value) => value,
  });
}

export const cores = numberColumn('cores', formatCores, 120);
export const coresLimit = numberColumn('cores', formatCoresLimit, 130);
export const bytes = numberColumn('bytes', formatBytes, 110);
export const bytesLimit = numberColumn('bytes', formatBytesLimit, 130);
export const rate = numberColumn('bytesPerSecond', formatBytesPerSecond, 120);
export const perSecond = numberColumn('perSecond', (value) => formatNumber(value, { decimals: 2 }), 110);
export const percent = numberColumn('percent', formatPercent, 110);
export const percentLimit = numberColumn('percent', formatPercentLimit, 130);
export const count = numberColumn('count', formatNumber, 90);
/** A share from 0 to 1, shown in percent. */
export const ratio = numberColumn('count', (value) => formatPercent(value && value * 100), 110);
const dayCount = numberColumn('days', formatNumber, 120);

export function days(label: PlainKey, options?: Options): NumberFormat {
  return {
    ...dayCount(label, options),
    beginsDescending: false,
    cell: (value, _row, { language }) =>
      value === null || value < 0 ? DASH : <ElapsedCell elapsedMs={value * DAY_MS} language={language} />,
  };
}

export function alarmCnt(label: PlainKey, { width = 80 }: Options = {}): NumberFormat {
  return {
    ...count(label, { width }),
    flashes: true,
    cell: (value) => <AlarmCntCell count={value} text={formatNumber(value)} />,
  };
}

/** A percentage of a hard limit, as a bar with the name of the limit. */
export function share<Row>(
  label: PlainKey,
  nameOf: (row: Row) => string | null,
  { width = 240 }: Options = {},
): NumberFormat<Row> {
  return {
    ...percent(label, { width }),
    cell: (value, row) =>
      value === null ? (
        DASH
      ) : (
        <ShareCell name={nameOf(row) ?? ''} percent={value} isStale={isStaleRow(row)} />
      ),
  };
}

interface ShareCellProps {
  readonly name: string;
  readonly percent: number;
  readonly isStale: boolean;
}

export function ShareCell({ name: used, percent: value, isStale }: ShareCellProps) {
  const percentText = formatPercent(value);
  return (
    <UsageCell
      used={used}
      percent={value}
      percentText={percentText}
      isBound
      isStale={isStale}
      description={`${used} ${percentText}`}
    />
  );
}

/** 'ready/all', sorted by the first number. */
export function ofTotal<Row>(
  label: PlainKey,
  totalOf: (row: Row) => number | null,
  { width = 70 }: Options = {},
): NumberFormat<Row> {
  return {
    ...count(label, { width }),
    cell: (value, row) => (value === null ? DASH : `${formatNumber(value)}/${formatNumber(totalOf(row))}`),
  };
}

export interface Against {
  /** -1: not set. */
  readonly request?: number | null;
  readonly limit?: number | null;
  readonly allocatable?: number | null;
  readonly capacity?: number | null;
}

const measures = ['limit', 'allocatable', 'capacity', 'request'] as const;

/** A value with a bar relative to the first that is set: limit, allocatable amount, capacity or request. */
export function usage<Row>(
  label: PlainKey,
  quantity: 'cores' | 'bytes',
  againstOf: (row: Row) => Against,
  { width = 230 }: Options = {},
): NumberFormat<Row> {
  const format = quantity === 'cores' ? formatCores : formatBytes;
  const formatLimit = quantity === 'cores' ? formatCoresLimit : formatBytesLimit;
  return {
    ...(quantity === 'cores' ? cores : bytes)(label, { width }),
    cell: (value, row, { t }) => {
      if (value === null) return DASH;
      const against = againstOf(row);
      const measure = measures.find((candidate) => isSet(against[candidate]));
      const bound = measure && against[measure];
      const percentage = measure ? percentOf(value, bound) : undefined;
      const known = measures.filter((candidate) => against[candidate] !== undefined);
      return (
        <UsageCell
          used={format(value)}
          percent={percentage}
          isBound={measure !== 'request'}
          percentText={percentage === undefined ? NOT_SET : formatPercent(percentage)}
          mark={
            isSet(against.request) && isSet(bound) && measure !== 'request'
              ? against.request / bound
              : undefined
          }
          isStale={isStaleRow(row)}
          description={[
            ...(isStaleRow(row) ? [t('columns.isStale')] : []),
            `${t('objectList.usage.used')} ${format(value)}`,
            ...known.map(
              (candidate) =>
                `${t(`objectList.usage.${candidate}`)} ${formatLimit(against[candidate])} (${formatPercentLimit(
                  percentOf(value, against[candidate]),
                )})`,
            ),
          ].join('\n')}
        />
      );
    },
  };
}

/** An absolute time, with the age on hover. */
export function time(label: PlainKey, { width = 160 }: Options = {}): ColumnFormat<string | null, unknown> {
  return {
    label,
    width,
    beginsDescending: true,
    cell: (value, _row, { nowMs, language }) =>
      value === null ? (
        DASH
      ) : (
        <TextCell text={formatTimestamp(value)} title={formatAge(elapsed(value, nowMs), language)} />
      ),
    csv: (value) => value,
  };
}

/** An age, with all units and the time on hover. Sorted by the time: the oldest first is the longest first. */
export function age(label: PlainKey, { width = 130 }: Options = {}): ColumnFormat<string | null, unknown> {
  return {
    label,
    width,
    align: 'end',
    beginsDescending: true,
    cell: (value, _row, context) => (value === null ? DASH : <TextCell {...ageTexts(value, context)} />),
    csv: (value) => value,
  };
}

/** The time since the last contact. */
export function dataAge(
  label: PlainKey,
  options: Options = {},
): ColumnFormat<string | null, { readonly isStale: boolean }> {
  return {
    ...age(label, options),
    cell: (value, { isStale }, context) =>
      value === null ? DASH : <AgeCell {...ageTexts(value, context)} isStale={isStale} />,
  };
}

function ageTexts(value: string, { nowMs, language }: CellContext) {
  const elapsedMs = elapsed(value, nowMs);
  return {
    text: formatShortElapsed(elapsedMs, language),
    title: `${formatElapsed(elapsedMs, language)}\n${formatTimestamp(value)}`,
  };
}

interface ElapsedCellProps {
  readonly elapsedMs: number | null;
  readonly language: Language;
}

/** Two units of an elapsed time; all units on hover. */
export function ElapsedCell({ elapsedMs, language }: ElapsedCellProps) {
  return (
    <TextCell text={formatShortElapsed(elapsedMs, language)} title={formatElapsed(elapsedMs, language)} />
  );
}

function isSet(bound: number | null | undefined): bound is number {
  return typeof bound === 'number' && bound > 0;
}

function elapsed(value: string, nowMs: number): number | null {
  const instantMs = parseInstant(value);
  return instantMs === undefined ? null : nowMs - instantMs;
}
