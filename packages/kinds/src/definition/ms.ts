/** The schema has checked the text. A date outside the range of Date gives null. */
export function msOrNull(time: string | null | undefined): number | null {
  if (time === null || time === undefined) return null;
  const ms = Date.parse(time);
  return Number.isNaN(ms) ? null : ms;
}
