import { age, flag, time } from '#shared/list/formats.tsx';

/** What lists of every monitored kind have in common. */
export const lifeLooks = {
  createdAt: age('columns.age'),
  dataAt: age('columns.dataAt'),
  firstSeenAt: time('columns.firstSeenAt'),
  lastSeenAt: time('columns.lastSeenAt'),
  deletedAt: time('columns.deletedAt'),
  isMonitored: flag('columns.isMonitored'),
  isStale: flag('columns.isStale'),
} as const;

/** For the outside: when a row was last there, if it is gone. */
export function goneMs(deletedAt: string | null): number | null {
  return deletedAt === null ? null : Date.parse(deletedAt);
}
