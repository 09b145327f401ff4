/** The schema has checked the text; a date that no clock can show is still no time. */
export function msOrNull(time: string | null | undefined): number | null {
  if (time === null || time === undefined) return null;
  const ms = Date.parse(time);
  return Number.isNaN(ms) ? null : ms;
}
