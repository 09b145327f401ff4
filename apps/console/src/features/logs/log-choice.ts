import { parseInstant } from '@gwanje/domain/formats/time';
import type { AddressText } from '#core/navigation/use-address.ts';
import { type LogLevel, logLevels } from './lines/line-level.ts';
import type { LogWindow } from './stream/log-stream.ts';

/** How far back a log is read. `around`: the minutes around an instant, for example of an alarm. */
export const sinceChoices = ['5m', '15m', '1h', 'all'] as const;
export type Since = (typeof sinceChoices)[number];
export const tailChoices = [200, 1_000, 5_000, 10_000] as const;
export const contextChoices = [0, 2, 5, 20] as const;

/** What a person has chosen, as the address says it. */
export interface LogChoice {
  readonly containerName: string | null;
  readonly isPrevious: boolean;
  readonly since: Since;
  readonly aroundMs: number | null;
  readonly tailLines: number;
  readonly isWrapped: boolean;
  readonly showsTimes: boolean;
  readonly find: string;
  readonly exclude: string;
  readonly isPattern: boolean;
  readonly isCaseSensitive: boolean;
  /** Null: lines without a match are shown too. */
  readonly contextLines: number | null;
  readonly levels: readonly LogLevel[];
  /** Sources that are hidden: a pod and a container. */
  readonly hidden: readonly string[];
}

const MAX_TEXT = 500;
const DEFAULT_SINCE: Since = 'all';
const DEFAULT_TAIL = 1_000;
const BEFORE_MS = 2 * 60_000;
const AFTER_MS = 5 * 60_000;
const MAX_TAIL = 10_000;

/** A value that an address does not have, or that means nothing, is the default. */
export function choiceFromAddress(search: AddressText): LogChoice {
  const around = search.around === undefined ? undefined : parseInstant(search.around);
  return {
    containerName: search.container || null,
    isPrevious: search.previous === '1',
    since: sinceChoices.find((one) => one === search.since) ?? DEFAULT_SINCE,
    aroundMs: around ?? null,
    tailLines: tailChoices.find((one) => String(one) === search.tail) ?? DEFAULT_TAIL,
    isWrapped: search.wrap === '1',
    showsTimes: search.times !== '0',
    find: (search.find ?? '').slice(0, MAX_TEXT),
    exclude: (search.exclude ?? '').slice(0, MAX_TEXT),
    isPattern: search.pattern === '1',
    isCaseSensitive: search.case === '1',
    contextLines: contextChoices.find((one) => String(one) === search.only) ?? null,
    levels: logLevels.filter((level) => listIn(search.levels).includes(level)),
    hidden: listIn(search.hide),
  };
}

/** The default is left out of the address. */
export function choiceToAddress(patch: Partial<LogChoice>): AddressText {
  const address: Record<string, string | undefined> = {};
  const set = (name: string, text: string | null | undefined) => {
    address[name] = text || undefined;
  };
  if ('containerName' in patch) set('container', patch.containerName);
  if ('isPrevious' in patch) set('previous', patch.isPrevious ? '1' : '');
  if ('since' in patch) set('since', patch.since === DEFAULT_SINCE ? '' : patch.since);
  if ('aroundMs' in patch) set('around', aroundText(patch.aroundMs));
  if ('tailLines' in patch) set('tail', patch.tailLines === DEFAULT_TAIL ? '' : String(patch.tailLines));
  if ('isWrapped' in patch) set('wrap', patch.isWrapped ? '1' : '');
  if ('showsTimes' in patch) set('times', patch.showsTimes ? '' : '0');
  if ('find' in patch) set('find', patch.find);
  if ('exclude' in patch) set('exclude', patch.exclude);
  if ('isPattern' in patch) set('pattern', patch.isPattern ? '1' : '');
  if ('isCaseSensitive' in patch) set('case', patch.isCaseSensitive ? '1' : '');
  if ('contextLines' in patch) set('only', patch.contextLines === null ? '' : String(patch.contextLines));
  if ('levels' in patch) set('levels', patch.levels?.join());
  if ('hidden' in patch) set('hide', patch.hidden?.join());
  return address;
}

const spansS: Readonly<Record<Exclude<Since, 'all'>, number>> = { '5m': 300, '15m': 900, '1h': 3600 };

/** The part of the log that is read. A previous container and the time around an instant are not followed. */
export function windowOf({ since, aroundMs, tailLines, isPrevious }: LogChoice): LogWindow {
  // The log of a run that has ended ends with its last words, whenever that was.
  if (isPrevious) return { follow: 'N', tailLines };
  if (aroundMs !== null)
    return {
      follow: 'N',
      sinceTime: new Date(aroundMs - BEFORE_MS).toISOString(),
      untilTime: new Date(aroundMs + AFTER_MS).toISOString(),
      tailLines: MAX_TAIL,
    };
  return { follow: 'Y', tailLines, ...(since !== 'all' && { sinceSeconds: spansS[since] }) };
}

function aroundText(ms: number | null | undefined): string | null {
  return ms == null ? null : new Date(ms).toISOString();
}

function listIn(text: string | undefined): readonly string[] {
  return text ? text.split(',') : [];
}
