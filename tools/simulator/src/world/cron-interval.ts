/** A minute with a step means every so many minutes, `0 * * * *` every hour, `0 0 * * *` every day. */
export function intervalMs(schedule: string): number {
  const [minute = '', hour = ''] = schedule.split(' ');
  if (minute.startsWith('*/')) return Number(minute.slice(2)) * 60_000;
  return hour === '*' ? 3_600_000 : 86_400_000;
}
