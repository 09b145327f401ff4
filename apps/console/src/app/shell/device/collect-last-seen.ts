import { countAlarms, listAlarms } from '@gwanje/contract/alarms/alarms';
import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { alarmLevelKey, alarmLevels, confirmLevelKey, labelOf } from '@gwanje/domain/mappings/labels';
import type { QueryClient } from '@tanstack/react-query';
import { type LastSeen, type LastSeenAlarm, lastSeen } from '#core/browser/device/last-seen.ts';
import { logWarning } from '#core/browser/log.ts';
import { currentLanguage } from '#core/i18n/i18n.ts';
import { isLeavingSession } from '#core/session/session.ts';
import { isReadOnlySession, useSession } from '#core/session/session-store.ts';
import { storedTheme } from '#core/theme/theme.ts';

const WRITE_EVERY_MS = 5_000;
const MOST_ROWS = 30;
/** A list with other conditions shows a part of the alarms, which would look like all of them. */
const WIDE_CONDITIONS: ReadonlySet<string> = new Set(['confirmLevel', 'isFolded']);

/** Stores what the page receives about alarms anyway, for the page that is shown without a server. It asks for nothing. */
export function collectLastSeen(client: QueryClient): () => void {
  let found: Found = {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const { queryKey, state } = event.query;
    const part = partOf(queryKey, state.data, Date.now());
    if (!part) return;
    found = { ...found, ...part };
    timer ??= setTimeout(() => {
      timer = undefined;
      store(found).catch((error: unknown) => logWarning('the last data could not be stored', error));
      found = {};
    }, WRITE_EVERY_MS);
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}

interface Found {
  readonly counts?: NonNullable<LastSeen['counts']>;
  readonly list?: { readonly rows: readonly Row[]; readonly atMs: number };
}

/** What an admin sees as another user is not stored, and neither is anything of a session that ends. */
async function store({ counts, list }: Found): Promise<void> {
  const { user } = useSession.getState();
  if (!user || isReadOnlySession() || isLeavingSession()) return;
  const before = await lastSeen.read();
  const kept = before?.userNo === user.userNo ? before : { counts: null, alarms: null };
  await lastSeen.write({
    counts: counts ?? kept.counts,
    alarms: list ? await alarmsOf(list) : kept.alarms,
    userNo: user.userNo,
    userName: user.name,
    language: currentLanguage(),
    isDark: storedTheme() === 'darkTheme',
  });
}

function partOf(key: readonly unknown[], data: unknown, nowMs: number): Found | undefined {
  const [, , path, input] = key;
  if (path === countAlarms.path) {
    const { critical, warning } = data as ResponseOf<typeof countAlarms>;
    return { counts: { critical, warning, atMs: nowMs } };
  }
  if (path !== listAlarms.path || !isWide(input)) return undefined;
  const { list } = data as ResponseOf<typeof listAlarms>;
  return { list: { rows: list.filter(isOpen).slice(0, MOST_ROWS), atMs: nowMs } };
}

type Row = ResponseOf<typeof listAlarms>['list'][number];

function isWide(input: unknown): boolean {
  const { params, body } = (input ?? {}) as { params?: { pageNo?: unknown }; body?: { filter?: object } };
  return (
    String(params?.pageNo) === '1' &&
    Object.entries(body?.filter ?? {}).every(
      ([name, value]) => value === undefined || WIDE_CONDITIONS.has(name),
    )
  );
}

function isOpen({ confirmLevel, recoveredAt }: Row): boolean {
  return recoveredAt === null && confirmLevel >= 1 && confirmLevel <= 3;
}

/** The page of the list has loaded the texts of alarms; the first load does without them. */
async function alarmsOf({ rows, atMs }: NonNullable<Found['list']>): Promise<LastSeen['alarms']> {
  const { alarmText } = await import('#entities/alarms/alarm-text.ts');
  const language = currentLanguage();
  return {
    atMs,
    rows: rows.map((row): LastSeenAlarm => {
      const where = [row.clusterName, row.namespace, row.target === 'cluster' ? null : row.objectName];
      const occurredAtMs = Date.parse(row.occurredAt ?? '');
      return {
        isCritical: row.level === alarmLevels.critical,
        level: labelOf(alarmLevelKey(row.level), language),
        text: alarmText(row, language),
        where: where.filter((part) => part !== null && part !== '').join(' / '),
        state: labelOf(confirmLevelKey(row.confirmLevel), language),
        occurredAtMs: Number.isFinite(occurredAtMs) ? occurredAtMs : null,
      };
    }),
  };
}
